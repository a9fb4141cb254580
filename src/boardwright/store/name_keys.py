"""Names of accounts: the key by which they are found, and the skeleton by which they are told apart.

The skeleton is that of Unicode Technical Standard 39: names that look alike have the same one.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from functools import cache

_INVISIBLE = {
    *map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)),
    *map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))),
}


def name_key(name: str) -> str:
    """Return the key by which names are found: case, width and surrounding whitespace are ignored.

    >>> name_key(" ＡNNA ") == name_key("anna")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


def is_invisible(character: str) -> bool:
    """Return whether a character leaves no mark on the screen, other than a space.

    >>> is_invisible("\\u3164"), is_invisible("\\u200d"), is_invisible("a"), is_invisible(" ")
    (True, True, False, False)
    """
    return character in _INVISIBLE or unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn")


def skeleton(name: str) -> str:
    """Return a text that is the same for all names that look like this one.

    >>> skeleton("\\u0410nn") == skeleton("Ann"), skeleton("AIice") == skeleton("Alice")
    (True, True)
    >>> skeleton("Ann") == skeleton("Anna")
    False
    """
    shown = "".join(each for each in unicodedata.normalize("NFKC", name) if not is_invisible(each))
    prototypes = _prototypes()
    plain = "".join(prototypes.get(each, each) for each in unicodedata.normalize("NFD", shown))
    return unicodedata.normalize("NFD", " ".join(plain.split()).casefold())


@cache
def _prototypes() -> dict[str, str]:
    """Return what stands for each character that has a look-alike: one of its class, or several characters."""
    # Imported on demand: it takes a third of a second, and reading matches needs no names.
    from confusable_homoglyphs.confusables import confusables_data

    pairs = [(_bare(one), _bare(other["c"])) for one, others in confusables_data.items() for other in others]
    leader: dict[str, str] = {}

    def lead(character: str) -> str:
        while (above := leader.get(character, character)) != character:
            character = above
        return character

    for one, other in pairs:
        if len(one) == len(other) == 1:
            leader[lead(one)] = lead(other)
    classes: defaultdict[str, set[str]] = defaultdict(set)
    for character in {each for pair in pairs for each in pair if len(each) == 1}:
        classes[lead(character)].add(character)
    found = {character: min(members, key=_rank) for members in classes.values() for character in members}
    several = {one: other for one, other in pairs if len(one) == 1 < len(other)}
    for one, other in several.items():
        found[one] = "".join(found.get(each, each) for each in other)
    return found


def _bare(text: str) -> str:
    return unicodedata.normalize("NFD", "".join(each for each in text if not is_invisible(each)))


def _rank(character: str) -> tuple[bool, bool, str]:
    """Return the order in which letters stand for their class: those of ASCII first, of these small ones."""
    is_letter = character.isascii() and character.isalpha()
    return (not (is_letter and character.islower()), not is_letter, character)
