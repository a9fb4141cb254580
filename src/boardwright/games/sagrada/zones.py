"""A view as zones: the viewer's window, the dice, the round track, the cards, and the windows of the others."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, count, islice, zip_longest

from boardwright.core.drawing.ansi import paint, plain
from boardwright.core.drawing.picture import part
from boardwright.core.layout import Field, Frame, Item, Items, Role, Spot, Symbol, Zone
from boardwright.games.sagrada import art
from boardwright.games.sagrada.facts import CELLS, COLUMNS, ROUNDS, ROWS, die_name
from boardwright.games.sagrada.moves import RETURN, cell_name
from boardwright.games.sagrada.rulebook import Card
from boardwright.games.sagrada.state import Window
from boardwright.games.sagrada.view import Player, SagradaView

_PHASES = {
    "deal": "Cards and windows are dealt.",
    "choose": "Everybody chooses a window.",
    "draw": "Cards are drawn.",
    "over": "The game is over.",
}
_LABELS = {"pass": "End turn", "return": "Put back"}
_DICE, _TRACK_DICE = 1.2, 0.76
"""The sizes of dice of the pool and of the track."""
_TOOL, _PUBLIC = "#d99b3c", "#6fa3d8"
_LINE = 80


class Written(Zone, frozen=True):
    """A zone as data, with words of its own for terminals."""

    data: Items | Field
    painted: str
    """The words in color."""

    def shown(self) -> Items | Field:
        """Return the data."""
        return self.data

    def text(self, *, color: bool = False) -> str:
        """Return the words."""
        return self.painted if color else plain(self.painted)


def zones(view: SagradaView, layer: str = "") -> tuple[Zone, ...]:
    """Return the table with the reader's own window first and the others clockwise after it."""
    title, line = _headline(view)
    held = tuple([(card, player.seat) for player in view.players for card in player.privates])
    private = (_private_zone(held, view.seat),) if held else ()
    shown = () if view.phase in ("deal", "choose") else tuple(_windows(view))
    if not shown:
        own = view.offers[view.seat] if view.phase == "choose" and view.seat is not None else ()
        offers = [_offer(number, window, number == view.choice) for number, window in enumerate(own, 1)]
        return (*offers, *private, _choices(view, title))
    first, *others = shown
    # Whether undoing the last move puts the die in hand back: without a tool it was the pick.
    returns = bool(view.picked) and not view.used and str(RETURN) not in view.commands
    return (
        Written(first.data, f"{title} {line}".rstrip() + f"\n{first.painted}"),
        _pool(view.pool, view.picked, view.seats, view.stuck, returns),
        _buttons(view.buttons),
        _track(view.track, view.round if view.phase == "play" else 0, title, line),
        _tools(view.tools, (view.active, view.passive), view.seats == 1),
        _goals(view.public),
        *private,
        *others,
    )


def _headline(view: SagradaView) -> tuple[str, str]:
    """Return the state of the game in a title and a sentence."""
    if view.current is None:
        return _PHASES[view.phase], _outcome(view)
    turn = "second" if view.is_second_turn else "first"
    whose = "Your" if view.current == view.seat else f"{view.who(view.current)}:"
    *following, last = ["", *(view.who(seat).replace("You", "you") for seat in view.order[view.turn + 1 :])]
    listed = f"{', '.join(following[1:])} and {last}" if following[1:] else last
    return f"Round {view.round} of {ROUNDS}.", f"{whose} {turn} turn{listed and f', then {listed}'}."


def _outcome(view: SagradaView) -> str:
    if view.outcome is None:
        return ""
    if view.seats == 1:
        target = view.outcome.detail["target"]
        return f"Score {view.outcome.scores[0]}, target {target}: " + ("won." if view.outcome.winners else "lost.")
    scores = ", ".join(f"{view.who(seat).lower()} {score}" for seat, score in enumerate(view.outcome.scores))
    winners = ", ".join(view.who(seat).lower() for seat in view.outcome.winners)
    return f"Final scores: {scores}. Winner: {winners}, by {view.outcome.reason}."


@cache
def _frame(seat: int | None, is_small: bool = False) -> Frame:
    """Return the stone around a window; that of no seat is one to choose, and its panes have no names."""
    spots = [
        Spot(
            "" if seat is None else cell_name(seat, row + 1, column + 1),
            column * art.CELL,
            row * art.CELL,
            words=f"row {row + 1}, column {column + 1}",
        )
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]
    ground, box = (art.lead(), art.SMALL_BOX) if is_small else (art.arch(), art.BOX)
    return Frame(spots, (art.OUTLINE,), box, lambda letters: _in_rows(chain(*letters.values())), ground=ground)


@part
def _panes(window: Window, dice: tuple[str, ...]) -> tuple[tuple[Symbol, ...], str]:
    """Return the panes of a window, and a text of their letters."""
    panes = tuple([art.pane(mark, text) for mark, text in zip(window.cells, dice, strict=True)])
    return panes, _in_rows(paint(pane.letter, *pane.styles) for pane in panes)


def _in_rows(letters: Iterable[str]) -> str:
    """Return the letters of a window, with the numbers of its rows and columns."""
    panes = iter(letters)
    head = "    " + " ".join(f" {column + 1}  " for column in range(COLUMNS)).rstrip()
    rows = [f"{row + 1} | {' '.join(islice(panes, COLUMNS))}" for row in range(ROWS)]
    return "\n".join([head, *rows])


def _windows(view: SagradaView) -> Iterator[Written]:
    """Yield the windows of all players, the viewer's first, then clockwise."""
    for step in range(view.seats):
        player = view.players[((view.seat or 0) + step) % view.seats]
        if player.window is not None:
            who, name = view.who(player.seat), player.window.name
            cells, text = _panes(player.window, player.frame)
            data = Field(
                role=Role.RIVAL if step else Role.BOARD,
                title=who,
                value=_points(view, player),
                note="" if view.seats == 1 else f"{player.favor} favor",
                lines=(f"{name}, {player.part.empty} empty",),
                seat=player.seat,
                is_lit=player.seat == view.current,
                frame=_frame(player.seat, step > 0),
                cells=cells,
            )
            favor = "" if view.seats == 1 else f"favor {player.favor}, "
            hidden = "" if player.part.private is not None else " and the private objective"
            yield Written(data, f"\n{who}: {name}, {favor}score {player.score}{hidden}\n{text}")


def _points(view: SagradaView, player: Player) -> str:
    """Return the points of a window so far; favor and empty panes, which count at the end, are shown beside it."""
    points = (player.part.private or 0) + sum(player.part.public)
    if view.phase != "over" and player.part.private is None:
        return f"{points} + ? points"
    return _counted(player.score if view.phase == "over" else points)


def _counted(points: int) -> str:
    return f"{points} {'point' if points == 1 else 'points'}"


@part
def _offer(number: int, window: Window, is_chosen: bool) -> Written:
    words = f"window {number}: {window.name}, difficulty {window.difficulty}"
    cells, text = _panes(window, ("",) * CELLS)
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
    return Written(data, f"{words}{' (chosen)' if is_chosen else ''}\n{text}\n")


def _choices(view: SagradaView, title: str) -> Items:
    """Return the windows that everybody chooses from, in words."""
    lines = []
    for seat, own in enumerate(view.offers if view.phase == "choose" else ()):
        chosen, chooses = ("have", "choose") if seat == view.seat else ("has", "chooses")
        state = f"{chosen} chosen" if view.players[seat].has_chosen else f"{chooses} from"
        lines.append(f"{view.who(seat)} {state}: {', '.join(f'{window.name} ({window.difficulty})' for window in own)}")
    return Items(role=Role.TEXT, title=title, lines=tuple(lines))


@part
def _pool(pool: tuple[str, ...], picked: str, seats: int, stuck: tuple[int, ...], returns: bool) -> Zone:
    """Return the pool and the die in hand, on as many places as they ever take; dice that fit nowhere are marked."""
    items = [_pool_die(number, text, number in stuck) for number, text in enumerate(pool, 1)]
    if picked:
        items.append(Item(art=art.die(picked), name="hand", words=f"die in hand: {die_name(picked)}", is_lit=True))
    data = Items(
        role=Role.SUPPLY,
        title="Pool",
        items=tuple(items),
        most=2 * seats + 1 if seats > 1 else 4,
        scale=_DICE,
        held="hand" if picked else "",
        returns=returns,
    )
    return Written(data, f"\nPool   {_row(pool, count(1))}" + (f"\nHand   {_painted(picked)}" if picked else ""))


@part
def _pool_die(number: int, text: str, is_stuck: bool) -> Item:
    die = (art.stuck_die if is_stuck else art.die)(text)
    return Item(art=die, name=f"pool{number}", words=f"die {number} of the pool: {die.words}")


@part
def _buttons(buttons: tuple[str, ...]) -> Zone:
    """Return one for every command that no die or card stands for; in a terminal the commands themselves."""
    text = f"Also   {', '.join(buttons)}" if buttons else ""
    return Written(Items(role=Role.BUTTONS, items=tuple(map(_button, buttons))), text)


def _button(text: str) -> Item:
    shown = _LABELS.get(text, text.removeprefix("select "))
    return Item(name=text, title=shown, words=shown.lower() if shown != text else text, is_main=text == "pass")


@part
def _track(track: tuple[tuple[str, ...], ...], now: int, title: str, line: str) -> Zone:
    """Return a column for each round: its number and its dice below; `now` is the one that is played, else 0."""
    numbers, counted = count(1), count(1)
    columns = [[_track_die(place, next(numbers), text) for text in dice] for place, dice in enumerate(track, 1)]
    columns += [[] for _ in range(ROUNDS - len(track))]
    heads = [_round(place, place == now) for place in range(1, ROUNDS + 1)]
    data = Items(
        role=Role.TRACK,
        title=title.rstrip("."),
        lines=(line,) if line else (),
        items=(*heads, *chain.from_iterable(zip_longest(*columns, fillvalue=_NO_DIE))),
        scale=_TRACK_DICE,
        columns=ROUNDS,
    )
    rounds = [f"round {place}: {_row(dice, counted)}" for place, dice in enumerate(track, 1)]
    return Written(data, "Track  " + f"\n{' ' * 7}".join(rounds) if rounds else "")


@part
def _track_die(place: int, number: int, text: str) -> Item:
    words = f"round {place}, die {number} of the track: {die_name(text)}"
    return Item(art=art.die(text), name=f"track{number}", words=words)


_NO_DIE = Item(is_hidden=True)


@part
def _round(place: int, is_now: bool) -> Item:
    return Item(title=str(place), words=f"round {place}", is_lit=is_now)


def _row(dice: Iterable[str], numbers: Iterator[int]) -> str:
    """Return dice with their numbers."""
    return "  ".join(f"{next(numbers)}:{_painted(text)}" for text in dice) or "empty"


def _painted(text: str) -> str:
    return paint(text, *art.die(text).styles)


@part
def _tools(tools: tuple[Card, ...], used: tuple[int, int], is_solo: bool) -> Zone:
    """Return the tools, those in use lit."""
    items, lines = [], [""]
    for card in tools:
        is_used, favor = card.id in used, "2 favor" if card.points else "1 favor"
        cost = f"costs a {card.color} die" if is_solo else f"costs {favor}"
        paid = card.points and not is_solo
        said = "" if is_solo else f" It costs {favor}{f'; {card.points} are paid already' if paid else ''}."
        items.append(
            Item(
                name=f"tool{card.id}",
                title=card.name,
                text=card.description,
                caption=f"{cost}, {card.points} paid" if paid else cost,
                words=f"tool {card.id}, {card.name}: {card.description}{said}",
                color=_fill(card) if is_solo else _TOOL,
                is_lit=is_used,
            )
        )
        lines += _lines(f"tool {card.id}", card, f"{cost} [in effect]" if is_used else cost)
    return _cards("Tools", items, lines)


@part
def _goals(cards: tuple[Card, ...]) -> Zone:
    """Return the objectives of all."""
    items, lines = [], []
    for card in cards:
        each = f"{_counted(card.points)} each"
        items.append(_objective("public", card, each, _PUBLIC))
        lines += _lines("public", card, each)
    return _cards("Goals", items, lines)


@part
def _private_zone(held: tuple[tuple[Card, int], ...], viewer: int | None) -> Zone:
    """Return the private objectives that the viewer knows: their own, and all when the game is over."""
    items, lines = [], []
    for card, seat in held:
        owner, kind = ("yours alone", "private") if seat == viewer else (f"Player {seat + 1}", f"private {seat + 1}")
        items.append(_objective("private", card, owner, _fill(card)))
        lines += _lines(kind, card)
    return _cards("Private goals" if len(items) > 1 else "Private goal", items, lines)


def _objective(kind: str, card: Card, caption: str, color: str) -> Item:
    words = f"{kind} {card.id}, {card.name}: {card.description}"
    return Item(title=card.name, text=card.description, caption=caption, color=color, words=words)


def _fill(card: Card) -> str:
    return art.FILLS[card.color[0].upper()]


def _lines(kind: str, card: Card, note: str = "") -> list[str]:
    """Return a card as lines of text."""
    head = f"{kind:<9}{card.name}" + (f" ({note})" if note else "") + f": {card.description}"
    return textwrap.wrap(head, _LINE, subsequent_indent=" " * 9)


def _cards(title: str, items: list[Item], lines: list[str]) -> Zone:
    return Written(Items(role=Role.CARDS, title=title, items=tuple(items)), "\n".join(lines))
