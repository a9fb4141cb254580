"""A match at one terminal: people take turns at the keyboard, bots answer, everyone sees what is theirs to see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from random import Random

from boardwright.bots.bot import Bot
from boardwright.cli.files import write_match
from boardwright.cli.prompt import Prompt
from boardwright.cli.show import entry_text, outcome_text
from boardwright.core.entry import Entry
from boardwright.core.match import Match
from boardwright.core.refusal import BoardwrightError, IllegalMove


class Quit(Exception):
    """The person at the keyboard has had enough for now."""


SessionCommand = Callable[["Session", int, str], None]


class Session:
    """Plays a match until it ends or somebody leaves. `now` tells the time in milliseconds."""

    def __init__(
        self,
        match: Match,
        bots: Mapping[int, Bot],
        commands: Mapping[str, SessionCommand],
        now: Callable[[], int],
        color: bool,
    ) -> None:
        self.match = match
        self.game = match.game
        self.bots = bots
        self.now = now
        self.prompt = Prompt()
        self.people = [seat for seat in range(match.header.seats) if seat not in bots]
        self._commands = commands
        self._color = color
        self._told: dict[int | None, int] = dict.fromkeys((None, *self.people), match.number)
        self._at_keyboard: int | None = None
        self._begun = match.number
        self._saved = match.head

    def run(self) -> None:
        """Asks and answers until the match is over; Quit, EOFError or KeyboardInterrupt before that."""
        while not self.match.is_over:
            seat = self._next()
            if seat is None:
                self.match.take(self.match.position.chances().sample(self.dice()), self.now())
            elif seat in self.bots:
                self._answer(seat)
            else:
                self._ask(seat)
        viewer = self._viewer()
        self._tell(viewer)
        self.show(viewer)
        if self.match.outcome is not None:
            print(outcome_text(self.match, self.match.outcome))

    # What the commands at the keyboard use

    def name(self, seat: int) -> str:
        """The player's name."""
        return self.match.header.players[seat]

    def dice(self) -> Random:
        """Dice for bots, which come from the seed too: the same seed and the same moves make the same match."""
        secret = self.match.seed or self.match.header.hash.encode()
        return Random(sha256(b"bots %d %s" % (self.match.number, secret)).digest())

    def show(self, seat: int | None, number: int = -1) -> None:
        """The board after entry `number` as that seat sees it."""
        print(self.game.text(self.match.at(number).view(seat), color=self._color))

    def save(self, path: Path) -> None:
        """Writes the whole match to a file."""
        write_match(self.match, path)
        self._saved = self.match.head

    @property
    def has_played(self) -> bool:
        """Whether anything has happened in this session."""
        return self.match.number > self._begun

    @property
    def is_saved(self) -> bool:
        """Whether nothing has happened since it was saved."""
        return self._saved == self.match.head

    # Turns

    def _next(self) -> int | None:
        """Whom to ask: the first who can do anything now. None when chance has to come from outside."""
        position, now = self.match.position, self.now()
        ready = (seat for seat in position.actors if len(position.legal_moves(seat, now)))
        return next(ready, position.actors[0] if position.actors else None)

    def _answer(self, seat: int) -> None:
        rng, position = self.dice(), self.match.position
        move = self.bots[seat].choose(position, seat, rng)
        try:
            self.match.play(move, seat, self.now())
        except IllegalMove:
            # The bot thought without a clock; by the clock there is less to choose from.
            self.match.play(next(iter(position.legal_moves(seat, self.now()))), seat, self.now())
        if not self.people:
            self._tell(None)

    def _ask(self, seat: int) -> None:
        self._hand_over(seat)
        self._tell(seat)
        self.show(seat)
        head = self.match.head
        while self.match.head == head:
            line = self.prompt.ask(f"{self.name(seat)}> ", self._words)
            if self.match.expire(self.now()):
                print("The time is out.")
            elif line:
                self._execute(seat, line)

    def _execute(self, seat: int, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = None if self._is_legal(seat, line) else self._commands.get(word)
        try:
            if command is None:
                self.match.play(line, seat, self.now())
            else:
                command(self, seat, rest.strip())
        except BoardwrightError as error:
            print(error)
        except OSError as error:
            print(f"{error.filename}: {error.strerror}")

    def _is_legal(self, seat: int, line: str) -> bool:
        """Whether the line is a move that can be made: then it is one, even if there is an order of that name."""
        position = self.match.position
        try:
            return position.refusal(position.parse(line), seat, self.now()) is None
        except BoardwrightError:
            return False

    def _words(self, text: str) -> list[str]:
        """What Tab can make of a text: commands and moves; after `why`, the moves one can ask about."""
        moves = [str(move) for move in self.match.position.legal_moves(self._at_keyboard, self.now())]
        if text.startswith("why "):
            return [f"why {move}" for move in moves]
        return ["why " if command == "why" else command for command in self._commands] + moves

    # Who sees what

    def _hand_over(self, seat: int) -> None:
        if self.game.has_secrets and len(self.people) > 1 and seat != self._at_keyboard and self.prompt.is_terminal:
            self.prompt.clear()
            self.prompt.ask(f"{self.name(seat)}, press Enter when only you can see the screen: ")
        self._at_keyboard = seat

    def _viewer(self) -> int | None:
        return self.people[0] if len(self.people) == 1 else None

    def _tell(self, viewer: int | None) -> None:
        """What has happened since that viewer looked last."""
        entries = self.match.read(viewer)
        for entry in entries[self._told[viewer] :]:
            for line in self._story(entry, viewer):
                print(line)
        self._told[viewer] = len(entries)

    def _story(self, entry: Entry, viewer: int | None) -> list[str]:
        events: list[str] = []
        if entry.is_step:
            events = [event.text for event in self.match.at(entry.number).events if event.is_visible(viewer)]
        is_plain = entry.kind == "chance" and (events or entry.is_sealed)
        if is_plain or entry.kind == "end" or (entry.kind == "move" and entry.seat == viewer):
            return events
        return [entry_text(self.match, entry), *events]
