"""The looks of pieces: drawn around 0, 0, for a cell that is 100 wide; cards are 58 by 82."""

from __future__ import annotations

from boardwright.core.drawing.picture import Shape, circle, group, image, part, path, pips, rect, words
from boardwright.core.layout.pieces import LETTERS, Piece

CARD_WIDTH, CARD_HEIGHT = 58, 82
_PAWN = "M0 -40 a17 17 0 0 1 11 30 q4 22 18 34 q4 4 4 12 h-66 q0 -8 4 -12 q14 -12 18 -34 a17 17 0 0 1 11 -30z"


@part
def piece_art(piece: Piece) -> tuple[Shape, ...]:
    """Return the shapes of a piece."""
    looks = {"card": _card, "die": _die, "wall": _wall, "pawn": _pawn, "cube": _cube, "token": _token, "road": _road}
    return looks.get(piece.look, _disc)(piece)


def _disc(piece: Piece) -> tuple[Shape, ...]:
    radius = 36 if piece.look == "disc" else 30
    shapes = [
        circle(0, 3, radius, fill="#000000", opacity=0.22),
        circle(0, 0, radius, fill=piece.fill, stroke="#ffffff", stroke_width=3),
        circle(0, 0, radius * 0.72, fill="none", stroke="#ffffff", stroke_opacity=0.35, stroke_width=3),
    ]
    if piece.text:
        shapes.append(_ink(piece.text, 38 if len(piece.text) < 3 else 28))
    elif piece.seat is not None:
        shapes.append(_mark(piece.seat, 1, 38))
    return tuple(shapes)


def _pawn(piece: Piece) -> tuple[Shape, ...]:
    shapes = [
        path(_PAWN, fill="#000000", opacity=0.22, transform="translate(0 4)"),
        path(_PAWN, fill=piece.fill, stroke="#ffffff", stroke_width=3, stroke_linejoin="round"),
    ]
    if piece.seat is not None:
        shapes.append(_mark(piece.seat, 16, 28))
    return tuple(shapes)


def _cube(piece: Piece) -> tuple[Shape, ...]:
    return (
        path("M-24 -14 l10 -12 h38 v36 l-10 12 z", fill=piece.fill, stroke="#000000", stroke_opacity=0.25),
        rect(-24, -14, 38, 36, fill=piece.fill, stroke="#ffffff", stroke_width=2.5),
    )


def _wall(piece: Piece) -> tuple[Shape, ...]:
    long, wide = 186, 16
    bar = rect(-long / 2, -wide / 2, long, wide, rx=6, fill=piece.fill, stroke="#ffffff", stroke_width=2)
    seat = [] if piece.seat is None else [circle(0, 0, 5, fill=Piece("disc", seat=piece.seat).fill)]
    return (group([bar, *seat], transform=f"rotate({90 * piece.turn})" if piece.turn else ""),)


def _road(piece: Piece) -> tuple[Shape, ...]:
    return (rect(-25, -8, 50, 16, rx=5, fill=piece.fill, stroke="#ffffff", stroke_width=2.5),)


def _token(piece: Piece) -> tuple[Shape, ...]:
    own = [] if piece.seat is None else [circle(0, 0, 42, fill=piece.fill, fill_opacity=0.3)]
    return (*own, image(-38, -38, 76, 76, piece.art))


def _die(piece: Piece) -> tuple[Shape, ...]:
    ink = "#23272e" if piece.color == "#ffffff" else "#ffffff"
    box = rect(-34, -34, 68, 68, rx=14, fill=piece.color, stroke="#8d8672", stroke_width=2.5)
    return (box, *pips(piece.text, 0, 0, 18, 7, ink))


def _card(piece: Piece) -> tuple[Shape, ...]:
    x, y = -CARD_WIDTH / 2, -CARD_HEIGHT / 2
    edge = rect(x, y, CARD_WIDTH, CARD_HEIGHT, rx=8, fill="#fffdf7", stroke="#b9ae95", stroke_width=1.5)
    if piece.is_down:
        inner = rect(x + 5, y + 5, CARD_WIDTH - 10, CARD_HEIGHT - 10, rx=5, fill="#24557f")
        lines = "".join(f"M{x + 8} {y + 12 + step} l{CARD_WIDTH - 16} 14" for step in range(0, 48, 12))
        cross = path(lines, stroke="#ffffff", stroke_opacity=0.35, stroke_width=2, fill="none")
        return (edge, inner, cross, *([_ink(piece.text, 24)] if piece.text else []))
    if piece.art:
        picture = image(x + 5, y + 14, CARD_WIDTH - 10, CARD_HEIGHT - 40, piece.art)
        name = words(0, CARD_HEIGHT / 2 - 14, piece.text, min(15, 80 / max(1, len(piece.text))), fill=piece.fill)
        return edge, rect(x + 5, y + 5, CARD_WIDTH - 10, 6, rx=3, fill=piece.fill), picture, name
    size = 30 if len(piece.text) < 3 else 24 if len(piece.text) < 4 else max(15, 88 / len(piece.text))
    shapes = [
        edge,
        rect(x + 5, y + 5, CARD_WIDTH - 10, 6, rx=3, fill=piece.fill),
        words(0, -4 if piece.note else 2, piece.text, size, fill=piece.fill, font_weight="bold"),
    ]
    if piece.note:
        shapes.append(words(0, CARD_HEIGHT / 2 - 15, piece.note, 15, fill="#6a5f48"))
    return tuple(shapes)


def _mark(seat: int, y: float, size: float) -> Shape:
    return words(0, y, LETTERS[seat % len(LETTERS)], size, css="mark", fill="#ffffff")


def _ink(text: str, size: float) -> Shape:
    return words(0, 1, text, size, fill="#ffffff", font_weight="bold")
