"""The games that come with Boardwright, one folder each, found by their entry points like any other.

Calling the package lists the installed games, so that `boardwright.games()` works next to the modules below it.

>>> import boardwright
>>> "deblockle" in boardwright.games()
True
"""

from __future__ import annotations

import sys
from types import ModuleType


class _Games(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        """Return the names of all installed games, in alphabetical order."""
        from boardwright.core.game.registry import names

        return names()


sys.modules[__name__].__class__ = _Games
