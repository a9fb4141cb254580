"""Law 3: move and text, move and JSON, move and number, position and JSON, match and record: there and back."""

from __future__ import annotations

from typing import Any

import msgspec

from boardwright.core.canonical import canonical, is_portable
from boardwright.core.game.position_text import position_text, read_position
from boardwright.core.records import record
from boardwright.core.refusal import BadOptions, Unreadable
from boardwright.core.rules.position import AnyPosition
from boardwright.core.search.numbering import LISTED
from boardwright.kit.walks.failure import Violation
from boardwright.kit.walks.walk import SECOND, Walk, plain


def check(walk: Walk) -> None:
    """Check moves and values of sampled positions, then the match as a whole."""
    for step, position in walk.samples():
        _moves(walk, position, step)
        _position(walk, position, step)
    if walk.thorough:
        _played(walk)
        _junk(walk)
        _numbering(walk)
        _record(walk)


def _moves(walk: Walk, position: AnyPosition, step: int) -> None:
    actions = walk.game.actions(*walk.setup)
    rng = walk.rng("moves", step)
    for seat in position.actors:
        legal = list(position.legal_moves(seat, step * SECOND))
        for move in legal if walk.thorough else rng.sample(legal, min(len(legal), 10)):
            _text(position, move)
            _json(walk.positions[0], move)
            _number(actions, move)


def _played(walk: Walk) -> None:
    """Check that every move of the game can be parsed again, because the log stores texts only, and has a number."""
    actions = walk.game.actions(*walk.setup)
    for number, position in walk.visit(range(len(walk.steps))):
        step = walk.steps[number]
        if step.seat is not None:
            _text(position, step.move)
            _number(actions, step.move)


def _text(position: AnyPosition, move: Any) -> None:
    text = str(move)
    if not text or "\n" in text:
        raise Violation(f"the text of a move is {text!r}.", "str(move) is one line that is not empty.")
    try:
        again = position.parse(text)
    except Unreadable as error:
        raise Violation(
            f"the legal move {text} cannot be read back: {error}",
            "The parse of a type of moves reads every text that such moves have.",
        ) from error
    if again != move or str(again) != text:
        raise Violation(
            f"{move!r} is written {text!r} but reads back as {again!r}.",
            "str(move) and parse are inverse: write everything that distinguishes moves, and parse all of it.",
        )


def _json(position: AnyPosition, move: Any) -> None:
    try:
        again = msgspec.convert(plain(move), position.moves.union)
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        again = error
    if again != move:
        raise Violation(
            f"{move!r} is {canonical(move).decode()} in JSON but reads back as {again!r}.",
            "Give each type of moves a tag of its own, and fields that JSON can hold.",
        )


def _number(actions: Any, move: Any) -> None:
    try:
        number = actions.number(move)
    except KeyError:
        raise Violation(
            f"the legal move {move} has no number.",
            "Game.actions lists every move that can ever be legal in that variant, from tables and not from play; by "
            "default it numbers what `all` of each type of moves lists.",
        ) from None
    if actions.move(number) != move:
        raise Violation(
            f"{move} has number {number}, which is {actions.move(number)}.", "Number every move once in actions."
        )


def _numbering(walk: Walk) -> None:
    moves = walk.game.actions(*walk.setup).moves
    if len(moves) > LISTED:
        return
    if len(set(moves)) != len(moves):
        raise Violation("actions numbers a move twice.", "List every move once in actions.")
    texts = {str(move) for move in moves}
    if len(texts) != len(moves):
        raise Violation(
            "two different moves of actions have the same text.",
            "Write everything that distinguishes moves in str(move).",
        )


def _position(walk: Walk, position: AnyPosition, step: int) -> None:
    data = walk.game.encode(position)
    again = walk.game.decode(plain(data))
    if again != position or hash(again) != hash(position):
        raise Violation(
            "decode(encode()) is not the same position.",
            "encode holds everything that __eq__ compares, options too, and decode reads all of it: JSON turns tuples "
            "into lists and keys into texts.",
        )
    if walk.encode(again) != canonical(data):
        raise Violation(
            "a decoded position encodes differently.",
            "encode depends on the position's value alone; what is only shown must survive decode too or stay out.",
        )
    line = position_text(walk.game, position)
    if "\n" in line or read_position(walk.game, line) != position:
        raise Violation("the text of a position is not one line that reads back.", "See encode and decode.")
    for seat in position.actors:
        if list(again.legal_moves(seat, step * SECOND)) != list(position.legal_moves(seat, step * SECOND)):
            raise Violation(
                f"a decoded position has other legal moves for seat {seat}.",
                "encode misses something that the rules use.",
            )


def _junk(walk: Walk) -> None:
    """Check that other data is refused in words: positions come from files and strangers."""
    good = plain(walk.game.encode(walk.positions[-1]))
    odd: list[Any] = [None, -1, "x", [], {}, [None], 10**30]
    junk = [*odd, 0, "", [good]]
    if isinstance(good, dict):
        junk += [{key: value for key, value in good.items() if key != left} for left in good]
        junk += [{**good, key: value} for key in good for value in odd]
    for data in junk:
        try:
            walk.game.decode(data)
        except BadOptions:
            continue
        except Exception as error:
            raise Violation(
                f"decode({canonical(data).decode()[:200]}) raises {type(error).__name__}: {error}",
                "decode raises BadOptions for invalid data: let msgspec.convert check the types, and check the rest "
                "explicitly.",
            ) from error


def _record(walk: Walk) -> None:
    match = walk.match()
    data = record.dump(match)
    again = record.load(data, lambda name: walk.game)
    if again.position != match.position or again.outcome != match.outcome:
        raise Violation(
            "the match read back from its record has another position or outcome.",
            "The log holds texts and times only: everything else must follow from start, take and play.",
        )
    if not all(is_portable(msgspec.json.decode(line)) for line in data.splitlines()):
        raise Violation(
            "the record has fractions that other programs write differently.",
            "Use whole numbers in options, encode and Outcome.detail, or fractions from 0.0001 to 1e16.",
        )
    if record.dump(again) != data:
        raise Violation(
            "the match read back from its record writes a different record.",
            "Options and moves must be written the same way each time they are read.",
        )
