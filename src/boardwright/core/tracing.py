"""Replays recorded traces against a game and compares every key of every line.

A trace is JSON lines: a header, then one line a step (a chance outcome, or a move that was accepted or
refused), last the result. The game's `Tracer` answers each line; a key the trace carries and the answer lacks
is a difference too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec

from boardwright.core.game import AnyGame
from boardwright.core.hooks import own_function
from boardwright.core.refusal import BoardwrightError, Unreadable
from boardwright.core.registry import game as find_game
from boardwright.core.trace import Tracer

_ABSENT = "(no such key)"
_NONSENSE = (LookupError, TypeError, ValueError, AttributeError, NotImplementedError)
"""What tracers raise for a line they cannot read."""


class Tally(msgspec.Struct):
    """What agreed."""

    traces: int = 0
    steps: int = 0
    refusals: int = 0


class Difference(BoardwrightError):
    """The first place where trace and engine disagree: the line's number, the key's path, both sides."""

    def __init__(self, line: int, where: str, trace: Any, engine: Any) -> None:
        super().__init__(f"Line {line}, {where}: the trace has {_show(trace)}, the engine {_show(engine)}")
        self.line, self.where, self.trace, self.engine = line, where, trace, engine


def compare_trace(lines: Iterable[bytes], tally: Tally, find: Callable[[str], AnyGame] = find_game) -> None:
    """Replays one trace and adds what agreed to `tally`; Difference at the first that does not."""
    numbered = _read(lines)
    number, header = next(numbered, (1, {}))
    if header.get("trace") != 1 or not isinstance(header.get("game"), str):
        raise Unreadable('Line 1: a trace begins with a header such as {"trace": 1, "game": "…"}.')
    with _sense(number):
        tracer = tracer_of(find(header["game"]), header)
        answer = tracer.header()
    _compare(number, header, answer, tracer.notes)
    expected, is_done = 1, False
    for number, line in numbered:
        if is_done:
            raise Unreadable(f"Line {number}: nothing follows the result.")
        if "result" in line:
            with _sense(number):
                result = tracer.result()
            _compare(number, line, {"result": result}, tracer.notes)
            is_done = True
        else:
            _compare_step(number, line, tracer, expected, tally)
            expected += 1
    if not is_done:
        raise Unreadable(f"Line {number}: the trace is cut off, there is no result.")
    tally.traces += 1


def tracer_of(game: AnyGame, header: Mapping[str, Any]) -> Tracer[Any]:
    """Return what replays a recorded trace of the game, given the trace's header: `tracer` of its `trace.py`."""
    own = own_function(game, "trace", "tracer")
    if own is None:
        raise Unreadable(f"{game.title} has no trace format.")
    made: Tracer[Any] = own(header)
    return made


def _compare_step(number: int, line: dict[str, Any], tracer: Tracer[Any], expected: int, tally: Tally) -> None:
    with _sense(number):
        if "chance" in line:
            answer = {"step": expected, "chance": line["chance"]}
            tracer.chance(line["chance"])
        else:
            asked = {"step": expected, "actor": line["actor"], "move": line["move"]}
            answer = asked | tracer.step(line["actor"], line["move"])
    _compare(number, line, answer, tracer.notes)
    tally.steps += 1
    tally.refusals += line.get("accepted") is False


@contextmanager
def _sense(number: int) -> Iterator[None]:
    """Turns an error of the tracer into a sentence with the line's number."""
    try:
        yield
    except BoardwrightError as error:
        raise Unreadable(f"Line {number}: {error}") from error
    except _NONSENSE as error:
        raise Unreadable(f"Line {number}: the game's tracer cannot read it: {error!r}.") from error


def _read(lines: Iterable[bytes]) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(lines, 1):
        try:
            value = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Unreadable(f"Line {number}: not valid JSON: {error}.") from None
        if not isinstance(value, dict):
            raise Unreadable(f"Line {number}: not a JSON object.")
        yield number, value


def _compare(number: int, line: Mapping[str, Any], answer: Mapping[str, Any], notes: frozenset[str]) -> None:
    answer = msgspec.json.decode(msgspec.json.encode(answer))
    for key, value in line.items():
        if key not in notes:
            found = first_difference(value, answer.get(key, _ABSENT), key)
            if found is not None:
                raise Difference(number, *found)


def first_difference(trace: Any, engine: Any, where: str = "") -> tuple[str, Any, Any] | None:
    """The path to the first place where two JSON values differ, and both values there.

    >>> first_difference({"board": [1, 2]}, {"board": [1, 3]}, "state")
    ('state.board[1]', 2, 3)
    """
    if isinstance(trace, dict) and isinstance(engine, dict):
        for key in trace | engine:
            found = first_difference(trace.get(key, _ABSENT), engine.get(key, _ABSENT), f"{where}.{key}")
            if found is not None:
                return found
        return None
    if isinstance(trace, list) and isinstance(engine, list) and len(trace) == len(engine):
        pairs = enumerate(zip(trace, engine, strict=True))
        return next(
            (found for i, (one, other) in pairs if (found := first_difference(one, other, f"{where}[{i}]"))), None
        )
    is_same = trace == engine and isinstance(trace, bool) == isinstance(engine, bool)
    return None if is_same else (where, trace, engine)


def _show(value: Any) -> str:
    return value if value == _ABSENT else msgspec.json.encode(value).decode()
