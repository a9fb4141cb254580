"""A view as zones: the board, the pass button, what each player has, and what the signs mean."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from boardwright.core.drawing.picture import Shape, group, part, path, rect, words
from boardwright.core.layout import Field, Grid, Item, Items, Place, Role, Symbol, Zone, grid_frame
from boardwright.core.layout.frame import Letters, grid_text
from boardwright.core.rules.seats import SeatColor
from boardwright.games.deblockle import art
from boardwright.games.deblockle.art import CELL, PAINTS, box
from boardwright.games.deblockle.cube import SHIFTS, Cube
from boardwright.games.deblockle.facts import COLUMNS, FACE_NAMES, NAMES, NUMBERS, SIZE, SQUARES, WIN_NUMBERS, Square
from boardwright.games.deblockle.view import MEANINGS, DeblockleView

_RIM = 28.0
_ROWS = "1234567"


def zones(view: DeblockleView, layer: str = "") -> tuple[Zone, ...]:
    """Return the whole table, the same for everybody; the layer "nets" unfolds every cube on its square."""
    return _zones(replace(view, seat=None), layer == "nets")


def seat_colors(view: DeblockleView) -> tuple[tuple[SeatColor, ...], ...]:
    """Return blue for player 1, orange for player 2."""
    return tuple((SeatColor(name, paint.deep),) for name, paint in zip(("blue", "orange"), PAINTS, strict=True))


@lru_cache(64)
def _zones(view: DeblockleView, is_net: bool) -> tuple[Zone, ...]:
    return (
        _board(view, is_net),
        _buttons(_result(view), view.phase == "Hop", view.can_pass),
        _player(view, 1),
        _player(view, 2),
        _legend(),
    )


def _ground() -> Iterator[Shape]:
    """Yield the squares, the win squares with the star that has to be up there, and the coordinates around them."""
    side = SIZE * CELL
    yield rect(-_RIM, -_RIM, side + 2 * _RIM, side + 2 * _RIM, rx=14, fill="#f6f2ea", css="paper")
    grid = Grid(0, 0, CELL)
    for square in SQUARES:
        fill, css = ("#fffdf8", "light-square") if sum(square) % 2 else ("#f0e9da", "dark-square")
        yield box(*grid.center(square[0] - 1, square[1] - 1), CELL / 2 - 2, 9, fill=fill, stroke="#ded5c2", css=css)
    for seat, number in enumerate(WIN_NUMBERS):
        (x, y), paint = grid.center(number % SIZE, number // SIZE), PAINTS[seat]
        star = path(art.STAR_PATH, fill=paint.soft, stroke=paint.deep, stroke_width=5, stroke_linejoin="round")
        yield group([star], css="upright", transform=f"translate({x:.1f} {y:.1f}) scale(0.62)")
        yield words(x, y + 2, str(seat + 1), 20, css="mark", fill=paint.deep, font_weight="bold")
    yield from grid.coordinates(COLUMNS, _ROWS, 20, -_RIM / 2, side + _RIM / 2, fill="#6f6a7a", css="muted")


def _written(letters: Letters) -> str:
    """Return the board with three lines a square."""
    free = dict.fromkeys(NAMES, (" " * 6, "  ..  ", " " * 6))
    stars = {NAMES[number]: (" " * 6, f"  *{seat}  ", " " * 6) for seat, number in enumerate(WIN_NUMBERS, 1)}
    places = [list(NAMES[first : first + SIZE]) for first in range(0, len(NAMES), SIZE)]
    board = grid_text(free | stars | {**letters}, list(COLUMNS), list(_ROWS), places)
    return f"{board}\nAround a cube: what comes up when it rolls that way. Star squares: *1, *2."


_WIN_WORDS = {name: f"{name}, win square of player {seat}" for seat, name in ((1, "d2"), (2, "d6"))}
_FRAME = grid_frame(
    COLUMNS, _ROWS, CELL, rim=_RIM, words=_WIN_WORDS, ground=_ground(), flips=True, far=(1,), inset=2, radius=9,
    write=_written,
)  # fmt: skip


def _board(view: DeblockleView, is_net: bool) -> Field:
    cells: list[Symbol | None] = [None] * len(SQUARES)
    for cube in view.board:
        cells[NUMBERS[cube.square]] = art.cube_symbol(cube, cube.name == view.rolled, is_net)
    return Field(
        role=Role.BOARD, frame=_FRAME, cells=tuple(cells), previews=tuple(_previews(view)), held=view.rolled or ""
    )


def _previews(view: DeblockleView) -> Iterator[Place]:
    """Yield what every roll would turn up."""
    if view.phase != "Roll" or view.outcome is not None:
        return
    taken = {cube.square for cube in view.board}
    for cube in view.board:
        if cube.player == view.active_player:
            yield from (preview for end, preview in _rolls(cube) if end not in taken)


@part
def _rolls(cube: Cube) -> tuple[tuple[Square, Place], ...]:
    """Return the preview of each roll that ends on the board, with the square where it ends."""
    ends = [(cube.x + dx, cube.y + dy) for dx, dy in SHIFTS]
    rolls = [roll for roll in zip(ends, cube.shown_by_rolls, strict=True) if roll[0] in NUMBERS]
    return tuple(
        (end, Place(f"{cube.name}-{NAMES[NUMBERS[end]]}", art.rolled_symbol(cube.player, face))) for end, face in rolls
    )


def _result(view: DeblockleView) -> str:
    """Return how the game ended, if it has."""
    if view.outcome is not None:
        winners = view.outcome.winners
        return f"Player {winners[0] + 1} won" if winners else "A draw: no cube can roll"
    return "The match is over" if view.phase == "End" else ""


@part
def _buttons(result: str, is_hop: bool, can_pass: bool) -> Items:
    """Return the pass button, or the result of the game."""
    if result:
        return Items(role=Role.BUTTONS, title=result)
    text, name = "Pass the hop" if is_hop else "Pass", "pass" if can_pass else ""
    return Items(role=Role.BUTTONS, items=(Item(name=name, title=text, is_faded=not can_pass, is_main=True),))


def _player(view: DeblockleView, player: int) -> Items:
    is_active = player == view.active_player and view.phase not in ("Throw", "End")
    doing = f"to {view.phase.lower()}" if is_active else ""
    is_next = view.phase == "Place" and view.active_player != player
    score, began, waiting = view.scores[player - 1], view.began[player - 1], view.thrown[player - 1]
    return _score(player, doing, score, began, waiting, is_next)


@part
def _score(player: int, doing: str, score: int, began: int, waiting: tuple[int, ...], is_next: bool) -> Items:
    """Return a player's thrown cubes that wait, or else the cubes that came home and places for the others.

    The next cube to be placed is in the other player's hand.
    """
    home = (Item(art=art.home_symbol(player)),) * score + (Item(art=art.FREE),) * (began - score)
    items = tuple(_waiting(player, waiting, is_next)) if waiting else home
    lines = (f"{score} of {began} home", *(("thrown, to be placed",) if waiting else ()))
    return Items(
        role=Role.SCORE,
        title=f"Player {player}",
        note=doing,
        lines=lines,
        color=PAINTS[player - 1].deep,
        seat=player - 1,
        is_lit=bool(doing),
        items=items,
        most=began,
        held="thrown" if is_next and waiting else "",
    )


def _waiting(player: int, faces: tuple[int, ...], is_next: bool) -> Iterator[Item]:
    for slot, face in enumerate(faces):
        thrown = art.thrown_symbol(player, face)
        if is_next and slot == 0:
            yield Item(art=thrown, name="thrown", words=f"the next cube to place, {FACE_NAMES[face]} up", is_lit=True)
        else:
            yield Item(art=thrown)


@part
def _legend() -> Items:
    signs = [
        Item(art=art.sign_symbol(face), title=FACE_NAMES[face], words=f"{FACE_NAMES[face]}: {MEANINGS[face]}")
        for face in range(1, len(FACE_NAMES))
    ]
    return Items(role=Role.COUNTERS, title="Signs", items=tuple(signs), columns=2)
