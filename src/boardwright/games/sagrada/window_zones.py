"""The windows of all players, and those that a player chooses from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from boardwright.core.layout import Field, Frame, Items, Role, Spot, Symbol
from boardwright.core.picture import part
from boardwright.games.sagrada import art
from boardwright.games.sagrada.facts import CELLS, COLUMNS, ROWS
from boardwright.games.sagrada.moves import cell_name
from boardwright.games.sagrada.state import Window
from boardwright.games.sagrada.terminal_text import Written, frame_text, window_text
from boardwright.games.sagrada.view import Player, SagradaView


@cache
def _frame(seat: int | None, is_small: bool = False) -> Frame:
    """The stone around a window; that of no seat is one to choose, and its panes have no names."""
    cells = [(row, column) for row in range(ROWS) for column in range(COLUMNS)]
    spots = [
        Spot(
            "" if seat is None else cell_name(seat, row + 1, column + 1),
            column * art.CELL,
            row * art.CELL,
            words=f"row {row + 1}, column {column + 1}",
        )
        for row, column in cells
    ]
    ground, box = (art.lead(), art.SMALL_BOX) if is_small else (art.arch(), art.BOX)
    return Frame(spots, (art.OUTLINE,), box, frame_text, ground=ground)


@part
def _panes(window: Window, dice: tuple[str, ...]) -> tuple[Symbol, ...]:
    return tuple([art.pane(mark, text) for mark, text in zip(window.cells, dice, strict=True)])


def windows(view: SagradaView) -> Iterator[Written]:
    """Yield the windows of all players, the viewer's first, then clockwise."""
    for step in range(view.seats):
        player = view.players[((view.seat or 0) + step) % view.seats]
        if player.window is not None:
            cells = _panes(player.window, player.frame)
            data = Field(
                role=Role.RIVAL if step else Role.BOARD,
                title=view.who(player.seat),
                value=_points(view, player),
                note="" if view.seats == 1 else f"{player.favor} favor",
                lines=(f"{player.window.name}, {player.part.empty} empty",),
                seat=player.seat,
                is_lit=player.seat == view.current,
                frame=_frame(player.seat, step > 0),
                cells=cells,
            )
            yield Written(data, partial(_text, view, player, cells))


def _points(view: SagradaView, player: Player) -> str:
    """What a window has brought so far; favor and empty panes, which count at the end, are shown beside it."""
    if view.phase == "over":
        return f"{player.score} points"
    points = (player.part.private or 0) + sum(player.part.public)
    return f"{points} points" if player.part.private is not None else f"{points} + ? points"


def offers(view: SagradaView) -> Iterator[Written]:
    """Yield the four windows to choose from."""
    own = view.offers[view.seat] if view.phase == "choose" and view.seat is not None else ()
    for number, window in enumerate(own, 1):
        yield _offer(number, window, number == view.choice)


@part
def _offer(number: int, window: Window, is_chosen: bool) -> Written:
    cells, words = _panes(window, ("",) * CELLS), f"window {number}: {window.name}, difficulty {window.difficulty}"
    data = Field(
        role=Role.CARDS,
        name=f"window{number}",
        words=words,
        title=window.name,
        note="chosen" if is_chosen else f"{window.difficulty} favor",
        is_lit=is_chosen,
        frame=_frame(None),
        cells=cells,
    )

    def write(color: bool) -> str:
        return f"{words}{' (chosen)' if is_chosen else ''}\n{window_text(cells, color)}\n"

    return Written(data, write)


def choices(view: SagradaView, title: str) -> Items:
    """Return what everybody chooses from."""
    lines = []
    for seat, own in enumerate(view.offers if view.phase == "choose" else ()):
        chosen, chooses = ("have", "choose") if seat == view.seat else ("has", "chooses")
        state = f"{chosen} chosen" if view.players[seat].has_chosen else f"{chooses} from"
        lines.append(f"{view.who(seat)} {state}: {', '.join(f'{window.name} ({window.difficulty})' for window in own)}")
    return Items(role=Role.TEXT, title=title, lines=tuple(lines))


def _text(view: SagradaView, player: Player, cells: tuple[Symbol, ...], color: bool) -> str:
    """A window for terminals, under the name and the score of its player."""
    favor = "" if view.seats == 1 else f"favor {player.favor}, "
    hidden = "" if player.part.private is not None else " and the private objective"
    name = player.window.name if player.window else ""
    return f"\n{view.who(player.seat)}: {name}, {favor}score {player.score}{hidden}\n{window_text(cells, color)}"
