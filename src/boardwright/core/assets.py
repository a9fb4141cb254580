"""Picture files of a game's package, under addresses that browsers may keep for good.

They lie in the folder `assets` of the package. A picture names one by its address, which has the digest of the content
in it: so it is loaded once, and a changed file has another address.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from importlib import resources

import msgspec

KINDS = {".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp"}
"""The files that are served, and their media types."""
ROOT = "/assets/"
_ADDRESS = re.compile(rf'href="{ROOT}([\w.]+)/\w+/([\w.-]+)"')


class Asset(msgspec.Struct, frozen=True):
    """A file: its content, its media type, and the digest of its content."""

    data: bytes
    kind: str
    digest: str


@cache
def assets(package: str) -> dict[str, Asset]:
    """The files of a package by their names."""
    found = {}
    folder = resources.files(package).joinpath("assets")
    for file in folder.iterdir() if folder.is_dir() else ():
        name = file.name
        kind = KINDS.get(name[name.rfind(".") :])
        if kind is not None:
            data = file.read_bytes()
            found[name] = Asset(data, kind, hashlib.sha256(data).hexdigest()[:16])
    return found


def asset(package: str, name: str) -> str:
    """The address of a file of a package, for `image` and `card`: `asset(__package__, "boat.svg")`.

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


def inlined(svg: str) -> str:
    """An SVG text with its files inside, for what cannot load them: notebooks and programs that draw pixels."""

    def data(address: re.Match[str]) -> str:
        file = assets(address[1]).get(address[2])
        return address[0] if file is None else f'href="data:{file.kind};base64,{base64.b64encode(file.data).decode()}"'

    return _ADDRESS.sub(data, svg) if ROOT in svg else svg
