"""Render modes of the environments."""

from __future__ import annotations

import io
import sys
from importlib import import_module
from typing import Any

from boardwright.core.game.game import AnyGame
from boardwright.core.refusal import BadOptions, BoardwrightError
from boardwright.core.rules.position import AnyPosition

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
"""Text to the terminal, text, SVG, and an array of height x width x 3."""
RENDERING: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}
"""The metadata of an environment about that."""
_WIDTH = 480
_FONTS = {"sans_serif_family": "DejaVu Sans", "monospace_family": "DejaVu Sans Mono"} if sys.platform == "linux" else {}
"""resvg takes Arial and Courier for the generic families, which Linux has not."""


def check_mode(mode: str | None) -> str | None:
    """The mode, if there is one of that name.

    >>> check_mode("hologram")
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.BadOptions: 'hologram' is not a render mode; there are human, ansi, svg, rgb_array.
    """
    if mode is not None and mode not in RENDER_MODES:
        raise BadOptions(f"{mode!r} is not a render mode; there are {', '.join(RENDER_MODES)}.")
    return mode


def render(game: AnyGame, position: AnyPosition, seat: int, mode: str | None) -> Any:
    """The position as that seat sees it."""
    view = position.view(seat)
    if mode == "svg":
        return game.picture(view).whole()
    if mode == "rgb_array":
        return rasterize(game.picture(view).whole())
    text = game.text(view)
    if mode == "ansi":
        return text
    print(text)
    return None


def rasterize(svg: str, width: int = _WIDTH) -> Any:
    """The picture as an array of height x width x 3 bytes, on white."""
    try:
        resvg, image, numpy = (import_module(name) for name in ("resvg_py", "PIL.Image", "numpy"))
    except ImportError:
        raise BoardwrightError("rgb_array needs resvg-py and pillow; run `pip install 'boardwright[lab]'`.") from None
    png = resvg.svg_to_bytes(svg_string=svg, width=width, background="white", **_FONTS)
    with image.open(io.BytesIO(bytes(png))) as picture:
        return numpy.array(picture.convert("RGB"))
