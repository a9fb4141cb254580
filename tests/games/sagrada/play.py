"""Tables laid by hand: chosen windows, dice and cards, with chance answered from a list."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.games.sagrada.compat.data import GameData
from boardwright.games.sagrada.compat.die import die_from
from boardwright.games.sagrada.compat.manager import CommandManager, IllegalCommand
from boardwright.games.sagrada.facts import COLUMNS, EMPTY_FRAME, Die, bag_ids, die_from_bag, die_of
from boardwright.games.sagrada.position import SagradaPosition, play_position
from boardwright.games.sagrada.state import Draft, State, Window

PLAIN = Window("Plain", 5, "." * 20)


class Table:
    """A game under way. `do` plays a command for the seat on turn, `why` returns why one is refused."""

    def __init__(
        self,
        *tools: int,
        pool: str = "R1 G2 Y3 B4 P5",
        frame: dict[str, str] | None = None,
        track: str = "",
        window: Window = PLAIN,
        seats: int = 2,
        favor: int = 5,
        public: tuple[int, ...] = (13, 14, 15),
        chance: Sequence[str] = (),
    ) -> None:
        self.chance = [*pool.split(), *chance]
        position = play_position((window,) * seats, tuple((23 + seat,) for seat in range(seats)), public, tools)
        state = position.state.draft()
        state.favor = (favor,) * seats
        _lay(state, frame or {}, track)
        data = GameData(
            position.replace(state=state.freeze()),
            ("anna", "bert", "cleo", "dora")[:seats],
            tuple(die_from(die_of(number, 1)) for number in bag_ids(state.bag)),
        )
        self.manager = CommandManager(data, lambda _: self.chance.pop(0))

    @property
    def position(self) -> SagradaPosition:
        return self.manager.position

    @property
    def state(self) -> State:
        return self.manager.position.state

    def do(self, *commands: str) -> None:
        for text in commands:
            if text == "undo":
                self.manager.undo()
            elif text == "redo":
                self.manager.redo()
            else:
                self.manager.execute(self.state.current, text)

    def why(self, text: str, seat: int | None = None) -> str:
        before = self.position
        try:
            self.manager.execute(self.state.current if seat is None else seat, text)
        except IllegalCommand as refused:
            assert self.position is before, "a refusal changes nothing"
            return refused.code
        return ""

    def legal(self, word: str) -> list[str]:
        return [str(move) for move in self.position.legal_moves() if move.word == word]

    @property
    def view_picked(self) -> str:
        return self.position.view(None).picked

    @property
    def pool(self) -> str:
        return " ".join(self.position.view(None).pool)

    def at(self, row: int, column: int, seat: int | None = None) -> str:
        view = self.position.view(None)
        return view.players[self.state.current if seat is None else seat].frame[(row - 1) * COLUMNS + column - 1]


def _lay(state: Draft, frame: dict[str, str], track: str) -> None:
    """Dice for the frame of seat 0 (`{"1 2": "R5"}`) and for the track, as if round 1 had left them there."""
    cells = list(EMPTY_FRAME)
    for where, face in frame.items():
        row, column = map(int, where.split())
        cells[(row - 1) * COLUMNS + column - 1] = take(state, face)
    state.frames = (tuple(cells), *state.frames[1:])
    if track:
        state.track = tuple(take(state, face) for face in track.split())
        state.slots = (len(state.track), *[0] * (state.seats - 1))
        state.round = state.seats + 1


def take(state: Draft, face: str) -> Die:
    die, state.bag = die_from_bag(state.bag, face)
    return die
