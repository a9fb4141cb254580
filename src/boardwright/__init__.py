"""Boardwright: a home for turn-based board games.

>>> import boardwright as bw
>>> match = bw.Match.new(bw.game("deblockle"), seed=bytes(32))
>>> match.play("c7-b7")[0].text
'c7-b7'
>>> bw.verify(bw.dump(match))
'1 entry, chain intact; all moves legal; no chance in it'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boardwright.bots import bot as bot
    from boardwright.core.match import Match as Match
    from boardwright.core.record import dump as dump
    from boardwright.core.record import load as load
    from boardwright.core.record import verify as verify
    from boardwright.core.registry import game as game
    from boardwright.core.registry import names as names

__version__ = "0.1.0"

_HOMES = {
    "Match": "boardwright.core.match",
    "bot": "boardwright.bots",
    "dump": "boardwright.core.record",
    "game": "boardwright.core.registry",
    "load": "boardwright.core.record",
    "names": "boardwright.core.registry",
    "verify": "boardwright.core.record",
}
__all__ = [*_HOMES, "__version__"]


def __getattr__(name: str) -> Any:
    """The few names most programs need, imported when they are asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'boardwright' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
