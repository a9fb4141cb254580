"""The command manager: command strings played in an ordinary match."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import msgspec

from boardwright.core.match.entry import Entry
from boardwright.core.match.match import Match
from boardwright.core.records.record import dump
from boardwright.core.refusal import BoardwrightError, IllegalMove, Unreadable
from boardwright.core.rules.position import AnyPosition
from boardwright.games.sagrada import GAME
from boardwright.games.sagrada.compat.data import GameData
from boardwright.games.sagrada.compat.die import Die, die_from
from boardwright.games.sagrada.facts import bag_ids
from boardwright.games.sagrada.moves import PASS, RETURN, SENTENCES, Command
from boardwright.games.sagrada.position import SagradaPosition
from boardwright.games.sagrada.state import State

Draw: TypeAlias = Callable[[GameData], str]
"""The source of chance: it returns an outcome for data that wait for chance."""


class IllegalCommand(BoardwrightError, ValueError):
    """A command that was refused: `codes` of all commands that matched, `reasons` in words.

    >>> str(IllegalCommand("pick 9", ("index_too_big",)))
    "'pick 9': That number is too big. There are not that many."
    """

    def __init__(self, text: str, codes: tuple[str, ...]) -> None:
        self.text = text
        self.codes = codes
        self.reasons = tuple(SENTENCES[code] for code in codes)
        super().__init__(f"{text!r}: {' '.join(self.reasons)}")

    @property
    def code(self) -> str:
        """The reason of the last command that matched."""
        return self.codes[-1]


class CommandManager:
    """Plays command strings in a match whose outcomes of chance come from `draw`.

    The log of the match is the only history: undo and redo are entries in it, and the stacks of data are read
    from it. What the log does not have, the order of the dice in the bag, is kept for each step.
    """

    def __init__(self, data: GameData, draw: Draw) -> None:
        self._draw = draw
        self._begin(data)

    def _begin(self, data: GameData, line: Iterable[Entry] = ()) -> None:
        """Begin a match with these data, and play the moves and chance outcomes of another one in it."""
        self._match: Match = Match.new(GAME, players=data.names, start=data.position, seed=None)
        self._ended: tuple[Match, dict[int, tuple[Die, ...]]] | None = None
        self._bags = {0: data.bag}
        for entry in line:
            before, text = self.data, entry.text
            is_chance = entry.kind == "chance"
            self._keep_bag(before, self._match.take(text) if is_chance else self._match.play(text, entry.seat))
        self._settle()

    @property
    def data(self) -> GameData:
        """The current data."""
        return self._data_at(self._match.number)

    @property
    def position(self) -> SagradaPosition:
        """The current position."""
        return _sagrada(self._match.position)

    @property
    def record(self) -> bytes:
        """The match as a record."""
        return dump(self._match)

    def _data_at(self, number: int) -> GameData:
        match, line = self._match, self._match.line(number)
        return GameData(_sagrada(match.at(number)), match.header.players, self._bags[line[-1].number if line else 0])

    def execute(self, seat: int, text: str) -> None:
        """Play one command; raises IllegalCommand and changes nothing if it is refused."""
        position = self.position
        if position.state.is_over:
            raise IllegalCommand(text, ("game_over",))
        try:
            move = position.parse(text)
        except Unreadable:
            raise IllegalCommand(text, ("no_such_command",)) from None
        if move == RETURN or not isinstance(move, Command):
            raise IllegalCommand(text, ("no_such_command",))
        data = self.data
        try:
            entries = self._match.play(move, seat)
        except IllegalMove as refused:
            rules = position.existing.matching(move) if seat in position.actors else []
            codes = tuple(rule.refusal(position.state, move.args) for rule in rules)
            raise IllegalCommand(text, codes or (refused.refusal.code,)) from None
        self._ended = None
        self._keep_bag(data, entries)
        self._settle()

    def _settle(self) -> None:
        while self._match.position.chance is not None:
            data = self.data
            self._keep_bag(data, self._match.take(self._draw(data)))

    def _keep_bag(self, before: GameData, entries: list[Entry]) -> None:
        number = entries[0].number
        self._bags[number] = _bag_after(before, _sagrada(self._match.at(number)).state)

    def undo(self) -> None:
        """Go one command back, whatever it was; do nothing where there is none.

        A match that has ended stays as it is: another one begins with all that was played but the last command.
        """
        match = self._match
        if match.is_over:
            ended = match, self._bags
            self._begin(self._data_at(0), match.line()[:-1])
            self._ended = ended
        elif match.moves_done:
            seat, others = self._agreeing()
            match.undo(seat, agreed=() if match.undo_refusal(seat) is None else others)

    def redo(self) -> None:
        """Go one command forward again, with the same outcomes of chance; do nothing where there is none."""
        match = self._match
        seat, others = self._agreeing()
        if match.redo_refusal(seat, others) is None:
            match.redo(seat, agreed=() if match.redo_refusal(seat) is None else others)
        elif self._ended is not None:
            self._match, self._bags = self._ended
            self._ended = None

    def _agreeing(self) -> tuple[int, list[int]]:
        """Return the player on turn, and all others, who consent to what is unconditional here."""
        seat = next(iter(self._match.position.actors), 0)
        return seat, [other for other in range(self._match.header.seats) if other != seat]

    @property
    def is_undo_available(self) -> bool:
        """True if there is a command to take back and the last one allows it."""
        return bool(self._match.moves_done) and self.position.is_undoable

    @property
    def is_redo_available(self) -> bool:
        """True if something was taken back since the last command."""
        return self._match.redo_refusal(*self._agreeing()) is None or self._ended is not None

    def undo_commands(self, reader: str | None = None) -> list[dict[str, Any]]:
        """Return the data before each command in force, oldest first, for a reader without secrets."""
        line = self._match.line()
        before = [0, *(entry.number for entry in line)]
        found = [number for number, entry in zip(before, line, strict=False) if entry.kind == "move"]
        return [self._data_at(number).to_json(reader) for number in found]

    def redo_commands(self, reader: str | None = None) -> list[dict[str, Any]]:
        """Return the data that were taken back, the next one last, for a reader without secrets."""
        found: list[int] = []
        for entry in self._match.entries:
            if entry.kind == "undo":
                found.append(entry.number - 1)
            elif entry.kind == "redo":
                found.pop()
            elif entry.is_step:
                found.clear()
        taken = [self._data_at(number) for number in found]
        if self._ended is not None:
            match, bags = self._ended
            taken.insert(0, GameData(_sagrada(match.position), match.header.players, bags[match.line()[-1].number]))
        return [data.to_json(reader) for data in taken]

    def run_out(self) -> None:
        """End the turn of a player whose time is over: back until `pass` is legal, then pass.

        A game loaded in the middle of a turn has nothing to go back to: the hand is emptied, the turn ends, and
        a new match begins there.
        """
        if self.position.state.is_over:
            raise IllegalCommand("timeout", ("game_over",))
        seat = self.position.state.current
        while PASS not in self.position.legal_moves(seat):
            if not self._match.moves_done:
                draft = self.position.state.draft()
                draft.empty_hand()
                draft.end_turn()
                position = self.position.replace(state=draft.freeze())
                self._begin(msgspec.structs.replace(self.data, position=position))
                return
            self.undo()
        self.execute(seat, str(PASS))


def _sagrada(position: AnyPosition) -> SagradaPosition:
    assert isinstance(position, SagradaPosition)
    return position


def _bag_after(before: GameData, state: State) -> tuple[Die, ...]:
    """Return the bag after a step: a drawn die leaves, a returned one comes last, the others keep their order."""
    ids = set(bag_ids(state.bag))
    kept = tuple(die for die in before.bag if die.id in ids)
    return kept if len(kept) == len(ids) else (*kept, die_from(before.position.state.picked))
