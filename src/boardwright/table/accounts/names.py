"""Which names an account may have."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from boardwright import bots
from boardwright.bots.levels import STRENGTHS
from boardwright.core.game import registry
from boardwright.core.refusal import Unreadable
from boardwright.store.name_keys import is_invisible, name_key, skeleton
from boardwright.store.text_checks import check_storable
from boardwright.table.codes import Code
from boardwright.table.errors import Conflict

MAX_NAME_LENGTH = 24
MAX_MARKS = 2
"""The combining marks that may follow a letter; more of them cover the lines above and below."""
_STAFF = (
    "admin", "administrator", "boardwright", "me", "mod", "moderator", "official", "open", "root", "server", "staff",
    "support", "system",
)  # fmt: skip
_TAIL = re.compile(r"[\W\d_]+$")


def check_name(name: str) -> str:
    """Return the name with its whitespace normalized; raise Unreadable or Conflict if nobody may have it.

    >>> check_name("  Ann ")
    'Ann'
    >>> check_name("x" * 25)
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.Unreadable: A name has 1 to 24 printable characters.
    >>> check_name("Ann\\u3164")
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.Unreadable: The name contains the invisible character U+3164; leave it out.
    """
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    check_storable(name=name)
    if not 1 <= len(name) <= MAX_NAME_LENGTH or not name.isprintable():
        raise Unreadable(f"A name has 1 to {MAX_NAME_LENGTH} printable characters.")
    if hidden := next(filter(is_invisible, name), None):
        raise Unreadable(f"The name contains the invisible character U+{ord(hidden):04X}; leave it out.")
    kinds = "".join(unicodedata.category(each)[0] for each in name)
    if "M" * (MAX_MARKS + 1) in kinds or kinds.startswith("M"):
        raise Unreadable(f"In a name at most {MAX_MARKS} combining marks follow a letter.")
    if is_reserved(name):
        raise Conflict(Code.NAME_RESERVED, f"The name {name!r} is reserved for the server or its bots; choose another.")
    return name


def is_reserved(name: str) -> bool:
    """Return whether the name looks like that of staff or of a bot, with or without a number or sign at its end.

    >>> is_reserved("Adm1n"), is_reserved("Moderator_2"), is_reserved("Ann")
    (False, True, False)
    """
    written = (name, name_key(name))
    return not _reserved().isdisjoint(skeleton(text) for each in written for text in (each, _TAIL.sub("", each)))


@cache
def _reserved() -> frozenset[str]:
    """Return the skeletons of the names of staff and of installed bots."""
    games = map(registry.game, registry.loadable())
    names = (*_STAFF, *bots.names(), *(strength.name for strength in STRENGTHS))
    names = (*names, *(name for game in games for name in bots.names(game)))
    # Capital letters have look-alikes of their own: the I of ADMIN is a small l to the eye.
    return frozenset(skeleton(spelled) for name in names for spelled in (name, name.upper(), name.title()))
