"""The texts of a game in other languages, from the folder `texts` of its package.

`texts/de.toml` has a line for each sentence, `"{cell} is taken." = "{cell} ist belegt."`; what stands in braces is any
text, and is taken over. `texts/de.md` has the rules. The game itself says everything in English: whoever shows it
translates what it says.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from boardwright.core.refusal import BoardwrightError

_TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_SLOT = re.compile(r"\{(\w+)\}")
_END = re.compile(r"(?<=[.!?]) ")
_WISH = re.compile(r"\s*([\w-]+)\s*(?:;\s*q\s*=\s*(\d(?:\.\d*)?))?\s*")
OWN = "en"
"""The language in which games are written."""


class BadTexts(BoardwrightError):
    """A file of texts that cannot be used; the message names the file and the text.

    >>> str(BadTexts("texts/de.toml: a line is wrong."))
    'texts/de.toml: a line is wrong.'
    """


def _files(package: str, suffix: str) -> dict[str, Traversable]:
    """Return the files of the folder by language."""
    folder = resources.files(package).joinpath("texts")
    files = [file for file in (folder.iterdir() if folder.is_dir() else ()) if file.name.endswith(suffix)]
    for file in files:
        if not _TAG.fullmatch(file.name.removesuffix(suffix)):
            raise BadTexts(f"texts/{file.name}: the name is not a language, such as de{suffix} or pt-BR{suffix}.")
    return {file.name.removesuffix(suffix): file for file in sorted(files, key=lambda file: file.name)}


@cache
def texts(package: str) -> Mapping[str, Mapping[str, str]]:
    """Return the sentences of a package by language; BadTexts if a file has something else in it."""
    return {language: _read(file) for language, file in _files(package, ".toml").items()}


@cache
def rules(package: str) -> Mapping[str, str]:
    """Return the rules of a package by language, as Markdown."""
    return {language: file.read_text("utf-8") for language, file in _files(package, ".md").items()}


def _read(file: Traversable) -> Mapping[str, str]:
    name = f"texts/{file.name}"
    try:
        found = tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadTexts(f"{name}: {error}.") from None
    for source, target in found.items():
        if not isinstance(target, str):
            raise BadTexts(f"{name}: {source!r} needs a text; write sentences in quotation marks on both sides.")
        if unknown := {*_SLOT.findall(target)} - {*_SLOT.findall(source)}:
            raise BadTexts(f"{name}: {target!r} has {{{min(unknown)}}}, which is not in {source!r}.")
    return found


class Translator:
    """Sentences of a game in another language, also several in a row; what has no translation stays as it is.

    >>> german = Translator({"{cell} is taken.": "{cell} ist belegt.", "Pass": "Passen"})
    >>> german("d4 is taken. Try again."), german("Pass"), german("Swap")
    ('d4 ist belegt. Try again.', 'Passen', 'Swap')
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._exact = {source: target for source, target in texts.items() if not _SLOT.search(source)}
        slotted = [source for source in texts if _SLOT.search(source)]
        slotted.sort(key=lambda source: len(_SLOT.sub("", source)), reverse=True)
        self._patterns = [(_pattern(source), texts[source]) for source in slotted]

    def __call__(self, text: str) -> str:
        found = self._sentence(text)
        return " ".join(map(self._sentence, _END.split(text))) if found == text else found

    def lines(self, text: str) -> str:
        """Return every line of a text; where one has no translation, what stands before its colon and after it.

        >>> print(Translator({"Your hand": "Deine Hand"}).lines("Your hand: 4 9"))
        Deine Hand: 4 9
        """
        return "\n".join(self._line(line) for line in text.split("\n"))

    def _line(self, line: str) -> str:
        found = self(line)
        return ": ".join(map(self, line.split(": ", 1))) if found == line else found

    def _sentence(self, text: str) -> str:
        if text in self._exact:
            return self._exact[text]
        for pattern, target in self._patterns:
            if found := pattern.fullmatch(text):
                return _SLOT.sub(lambda slot: self._sentence(found[slot[1]]), target)
        return text


def _pattern(source: str) -> re.Pattern[str]:
    """Return what a sentence matches: a slot is any text, the same one wherever it has the same name."""
    seen, made = set[str](), ""
    for number, piece in enumerate(_SLOT.split(source)):
        if number % 2 == 0:
            made += re.escape(piece)
        else:
            made += f"(?P={piece})" if piece in seen else f"(?P<{piece}>.+?)"
            seen.add(piece)
    return re.compile(made)


def preferred(wishes: str, there: Iterable[str]) -> str | None:
    """Return the language there that a reader wants most (`Accept-Language`); None for the game's own.

    >>> preferred("fr, de-AT;q=0.8, en;q=0.5", ("de", "fi")), preferred("en, de;q=0.5", ("de",))
    ('de', None)
    """
    known = {tag.lower(): tag for tag in there}
    wanted = [
        (float(found[2] or 1), found[1].lower()) for each in wishes.split(",") if (found := _WISH.fullmatch(each))
    ]
    for _, tag in sorted(wanted, key=lambda wish: -wish[0]):
        main = tag.split("-")[0]
        if main == OWN:
            return None
        if tag in known or main in known:
            return known.get(tag) or known[main]
    return None
