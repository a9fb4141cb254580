"""The events of a step: the table before it compared with the table after it; and achievements."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core.canonical import JSON
from boardwright.core.game.achievement import Achievement
from boardwright.core.rules.event import Event
from boardwright.games.sagrada.facts import COLUMNS, TEXT_OF, die_name
from boardwright.games.sagrada.moves import PASS, Command, SagradaMove
from boardwright.games.sagrada.position import SagradaPosition
from boardwright.games.sagrada.rulebook import Rulebook
from boardwright.games.sagrada.state import State


def events(
    before: SagradaPosition, step: SagradaMove | str, seat: int | None, after: SagradaPosition
) -> tuple[Event, ...]:
    """Return the events of one step; `seat` is None for a chance outcome."""
    old, new, book = before.state, after.state, before.book
    if isinstance(step, str) or seat is None:
        return (*_dealt(before, str(step)), *_passage(old, new))
    if not isinstance(step, Command):
        return tuple(_chosen(new, seat))
    return (*_done(old, new, seat, step, book), *_passage(old, new))


def _dealt(before: SagradaPosition, outcome: str) -> Iterator[Event]:
    book, kind, card = before.book, before.state.waiting, int(outcome) if outcome.isdecimal() else 0
    if kind == "private":
        seat = before.receiver
        yield Event("private_dealt", f"Player {seat + 1} gets a private objective.", {"seat": seat})
        yield Event("private_seen", f"It is {book.privates[card].name}.", {"seat": seat, "card": card}, (seat,))
    elif kind == "window":
        seat = before.receiver
        yield Event("window_offered", f"Player {seat + 1} is offered {outcome}.", {"seat": seat, "window": outcome})
    elif kind == "public":
        yield Event("objective_drawn", f"Public objective: {book.objectives[card].name}.", {"card": card})
    elif kind == "tool":
        yield Event("tool_drawn", f"Tool card: {book.tools[card].name}.", {"card": card})
    elif kind in ("die", "bag"):
        yield Event("die_drawn", f"A {die_name(outcome)} is rolled.", {"die": outcome})
    else:
        yield Event("die_rolled", f"A {outcome} is rolled.", {"shade": int(outcome)})


def _chosen(after: State, seat: int) -> Iterator[Event]:
    yield Event("window_chosen", f"Player {seat + 1} has chosen a window.", {"seat": seat})
    if after.waiting:
        names = [window.name for window in after.windows if window]
        yield Event("windows_shown", f"The windows are {', '.join(names)}.", {"windows": names})


def _done(before: State, after: State, seat: int, move: Command, book: Rulebook) -> Iterator[Event]:
    who = f"Player {seat + 1}"
    if move.word == "pick":
        die = TEXT_OF[after.picked]
        yield Event("die_picked", f"{who} picks the {die_name(die)}.", {"seat": seat, "die": die})
    elif move.word == "tool":
        card = move.numbers[0]
        yield Event("tool_used", f"{who} uses {book.tools[card].name}.", {"seat": seat, "card": card})
    elif move == PASS:
        yield Event("turn_ended", f"{who} ends the turn.", {"seat": seat})
    old, new = before.frames[seat], after.frames[seat]
    left = next((cell for cell in range(len(old)) if old[cell] and not new[cell]), None)
    came = next((cell for cell in range(len(new)) if new[cell] and not old[cell]), None)
    if came is not None:
        row, column = divmod(came, COLUMNS)
        die, where = TEXT_OF[new[came]], f"row {row + 1}, column {column + 1}"
        name, verb = ("die_placed", "places") if left is None else ("die_moved", "moves")
        facts: dict[str, JSON] = {"seat": seat, "die": die, "row": row + 1, "column": column + 1}
        yield Event(name, f"{who} {verb} the {die_name(die)} {'at' if left is None else 'to'} {where}.", facts)
    elif before.picked and after.picked and before.picked != after.picked:
        was, now = TEXT_OF[before.picked], TEXT_OF[after.picked]
        text = f"{who}'s {die_name(was)} becomes a {die_name(now)}."
        yield Event("die_changed", text, {"seat": seat, "from": was, "to": now})
    if before.picked and not after.picked and len(after.pool) > len(before.pool):
        die = TEXT_OF[before.picked]
        yield Event("die_returned", f"The {die_name(die)} goes back to the pool.", {"seat": seat, "die": die})


def _passage(before: State, after: State) -> Iterator[Event]:
    """Yield rounds that end and turns that begin."""
    if after.is_over:
        yield Event("game_ended", "Ten rounds are played.", {})
    elif after.round != before.round and before.round:
        left = [TEXT_OF[die] for die in after.track[len(before.track) :]]
        yield Event("round_ended", f"Round {before.round} is over.", {"round": before.round, "left": left})
    begins = not after.waiting and (before.waiting == "die" or (after.round, after.turn) != (before.round, before.turn))
    if begins and not after.is_over:
        facts: dict[str, JSON] = {"seat": after.current, "round": after.round, "turn": after.turn}
        yield Event("turn_began", f"Player {after.current + 1} is on turn.", facts)


def achievements() -> tuple[Achievement, ...]:
    """Return those for full windows, hard ones, and wins without tools or alone."""
    hardest = "Win with a window of difficulty 6."
    return (
        Achievement("sagrada_full_window", "Not a Pane Missing", "full_window", 1, 20, "Fill your window."),
        Achievement("sagrada_full_window_10", "Master Glazier", "full_window", 10, 60, "Fill ten windows."),
        Achievement("sagrada_hardest_window", "Light of the World", "hardest_window", 1, 20, hardest),
        Achievement("sagrada_bare_hands", "Bare Hands", "bare_hands", 1, 20, "Win without spending favor."),
        Achievement("sagrada_alone", "Alone with the Light", "alone", 1, 30, "Win a match alone."),
    )


def progress(
    before: SagradaPosition, step: Command | str, seat: int | None, after: SagradaPosition
) -> Iterator[tuple[int, str]]:
    """Yield at the end: a window without a gap, and a win with the hardest window, without tools, or alone."""
    outcome = after.outcome()
    if outcome is None or before.outcome() is not None:
        return
    state = after.state
    for owner, frame in enumerate(state.frames):
        if 0 not in frame:
            yield owner, "full_window"
    for winner in outcome.winners:
        window = state.windows[winner]
        if state.is_solo:
            yield winner, "alone"
        elif window is not None and window.difficulty == 6:
            yield winner, "hardest_window"
        if not state.is_solo and window is not None and state.favor[winner] == window.difficulty:
            yield winner, "bare_hands"
