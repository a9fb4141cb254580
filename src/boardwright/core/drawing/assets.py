"""Files of a game's package, under addresses that browsers may keep for good.

Pictures, sounds and a font lie in the folder `assets` of the package, texts in other languages in `texts`. An address
has the digest of the content in it: so a file is loaded once, and a changed one has another address.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from importlib import resources
from sys import modules

import msgspec

from boardwright.core.drawing.texts import texts

PICTURES = {".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp"}
SOUNDS = {".ogg": "audio/ogg", ".mp3": "audio/mpeg", ".wav": "audio/wav"}
KINDS = PICTURES | SOUNDS | {".woff2": "font/woff2"}
"""The files that are served, and their media types."""
FONT = "font.woff2"
"""The font of a game's pictures, if there is such a file; its family is called like the package."""
ROOT = "/assets/"
_ADDRESS = re.compile(rf'href="{ROOT}([\w.]+)/\w+/([\w.-]+)"')


class Asset(msgspec.Struct, frozen=True):
    """A file: its content, its media type, and the digest of its content."""

    data: bytes
    kind: str
    digest: str


@cache
def assets(package: str) -> dict[str, Asset]:
    """Return the files of a package by their names; the sentences of a language are `de.json`."""
    found = dict[str, Asset]()
    if package in modules and not hasattr(modules[package], "__path__"):
        return found
    for language, sentences in texts(package).items():
        found[f"{language}.json"] = _asset(msgspec.json.encode(sentences), "application/json")
    folder = resources.files(package).joinpath("assets")
    for file in folder.iterdir() if folder.is_dir() else ():
        name = file.name
        kind = KINDS.get(name[name.rfind(".") :])
        if kind is not None:
            found[name] = _asset(file.read_bytes(), kind)
    return found


def _asset(data: bytes, kind: str) -> Asset:
    return Asset(data, kind, hashlib.sha256(data).hexdigest()[:16])


def asset(package: str, name: str) -> str:
    """Return the address of a file of a package, for `image` and `card`: `asset(__package__, "boat.svg")`.

    >>> asset("boardwright", "boat.svg")
    Traceback (most recent call last):
        ...
    LookupError: boardwright has no file assets/boat.svg; there is none.
    """
    found = assets(package)
    if name not in found:
        there = ", ".join(sorted(found)) or "none"
        raise LookupError(f"{package} has no file assets/{name}; there is {there}.")
    return f"{ROOT}{package}/{found[name].digest}/{name}"


def inlined(svg: str, font: str = "") -> str:
    """Return an SVG text with its files and its font inside: notebooks and programs that draw pixels load nothing."""

    def data(address: re.Match[str]) -> str:
        file = assets(address[1]).get(address[2])
        return address[0] if file is None else f'href="{_data_address(file)}"'

    whole = _ADDRESS.sub(data, svg) if ROOT in svg else svg
    if not font:
        return whole
    face = f'@font-face {{ font-family: {font}; src: url("{_data_address(assets(font)[FONT])}") }}'
    return whole.replace(">", f"><style>{face}</style>", 1)


def _data_address(file: Asset) -> str:
    return f"data:{file.kind};base64,{base64.b64encode(file.data).decode()}"


def font_family(package: str) -> str:
    """Return the family of the font that a package brings, called like the package; "" if it brings none."""
    return package if FONT in assets(package) else ""


class Extras(msgspec.Struct, frozen=True, omit_defaults=True):
    """Files of a package that a page uses without being told: addresses of sounds by name, of texts by language."""

    sounds: dict[str, str] = {}
    texts: dict[str, str] = {}
    font: str = ""


def extras(package: str) -> Extras:
    """Return what a page uses of a package beside the picture files: sounds, texts in other languages, and a font.

    >>> extras("boardwright")
    Extras(sounds={}, texts={}, font='')
    """
    addresses = {name: asset(package, name) for name in assets(package)}
    parts = [(name.rpartition("."), address) for name, address in sorted(addresses.items())]
    return Extras(
        {stem: address for (stem, _, kind), address in parts if f".{kind}" in SOUNDS},
        {stem: address for (stem, _, kind), address in parts if kind == "json"},
        addresses.get(FONT, ""),
    )
