"""A match at one terminal: people share the keyboard, bots reply, and each player sees their own view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random

from boardwright.bots.analysis.draws import is_drawn, may_offer
from boardwright.bots.analysis.remark import remark
from boardwright.bots.bot import Bot, SeenMatch
from boardwright.cli.files import write_match
from boardwright.cli.play.prompt import Prompt
from boardwright.cli.wrapping import say
from boardwright.core.game.explanation import score_lines, score_table
from boardwright.core.game.teaching import translator
from boardwright.core.match.entry import Entry
from boardwright.core.match.match import Match
from boardwright.core.match.wording import entry_text, outcome_text
from boardwright.core.refusal import BoardwrightError, IllegalMove


class Quit(Exception):
    """Raised by the command `quit`."""


SessionCommand = Callable[["TerminalSession", int, str], None]


class TerminalSession:
    """A match that is played until it ends or a person quits. `now` returns the time in milliseconds.

    With `has_remarks` a bot says a closing line. What the game says is shown in `language`, if the
    game has texts in it.
    """

    def __init__(
        self,
        match: Match,
        bots: Mapping[int, Bot],
        commands: Mapping[str, SessionCommand],
        now: Callable[[], int],
        color: bool,
        has_remarks: bool = True,
        language: str = "",
    ) -> None:
        self.match = match
        self.game = match.game
        self.bots = bots
        self.now = now
        self.prompt = Prompt()
        self.translate = translator(match.game, language)
        self.people = [seat for seat in range(match.header.seats) if seat not in bots]
        self._commands = commands
        self._color = color
        self._has_remarks = has_remarks
        self._printed: dict[int | None, int] = dict.fromkeys((None, *self.people), match.number)
        self._at_keyboard: int | None = None
        self._first = match.number
        self._saved = match.head

    def run(self) -> None:
        """Play until the match is over; Quit, EOFError or KeyboardInterrupt end it earlier."""
        while not self.match.is_over:
            seat = self._next()
            if self._has_expired():
                continue
            if seat is None:
                chance = self.match.position.chance
                assert chance is not None, "where no seat acts, chance does"
                self.match.take(chance.sample(self.rng()), self.now())
            elif seat in self.bots:
                self._play_bot(seat)
            else:
                self._ask(seat)
        for seat, bot in self.bots.items():
            bot.follow(SeenMatch(self.match, seat))
        viewer = self.people[0] if len(self.people) == 1 else None
        self._print_new_entries(viewer)
        self.show(viewer)
        if self.match.outcome is not None:
            say(self.translate(outcome_text(self.match, self.match.outcome)))
            self._say_remark()
            table = score_table(self.game, self.match.position)
            print("\n".join(score_lines(table, self.match.header.players) if table else ()))

    def _say_remark(self) -> None:
        """Let a bot say a closing line to people, unless bots are silent."""
        speaker = next(iter(self.bots), None)
        if self._has_remarks and self.people and speaker is not None and self.match.outcome is not None:
            say(f"{self.name(speaker)}: {remark([], self.match.outcome.winners, speaker)}")

    # Used by the commands

    def name(self, seat: int) -> str:
        """Return the player's name."""
        return self.match.header.players[seat]

    def rng(self) -> Random:
        """Return a random generator for bots, derived from the seed: the same seed and moves give the same match."""
        secret = self.match.seed or self.match.header.hash.encode()
        return Random(sha256(b"bots %d %s" % (self.match.number, secret)).digest())

    def played_now(self) -> int:
        """Return the time that the rules go by: without the pauses of the match."""
        return self.match.played(self.now())

    def show(self, seat: int | None, number: int = -1) -> None:
        """Print the board after entry `number` as that seat sees it."""
        is_now = number == -1 and not self.match.is_over
        position = self.match.now_position(self.now()) if is_now else self.match.at(number)
        print(self.translate.lines(self.game.text(position.view(seat), color=self._color)))

    def save(self, path: Path) -> None:
        """Save the match to a file."""
        write_match(self.match, path)
        self._saved = self.match.head

    @property
    def has_played(self) -> bool:
        """True if the match has changed in this session."""
        return self.match.number > self._first

    @property
    def is_saved(self) -> bool:
        """True if the match has not changed since it was saved."""
        return self._saved == self.match.head

    # Turns

    def _next(self) -> int | None:
        """Return the next seat to act: the first with a legal move now. None at a chance node without a seed."""
        position = self.match.now_position(self.now())
        ready = (seat for seat in position.actors if len(position.legal_moves(seat)))
        return next(ready, position.actors[0] if position.actors else None)

    def _play_bot(self, seat: int) -> None:
        rng, position = self.rng(), self.match.now_position(self.now())
        self.bots[seat].follow(SeenMatch(self.match, seat))
        move = self.bots[seat].choose(position, seat, rng)
        if self._has_expired():
            return
        try:
            self.match.play(move, seat, self.now())
        except IllegalMove:
            # The bot may have thought for so long that it has other moves now, or none.
            for other in islice(self.match.now_position(self.now()).legal_moves(seat), 1):
                self.match.play(other, seat, self.now())
        if may_offer(self.match, seat) and is_drawn(self.game, self.match.position):
            self.match.agree_draw(seat, self.now())
        if not self.people:
            self._print_new_entries(None)

    def _ask(self, seat: int) -> None:
        self._hand_over(seat)
        self._print_new_entries(seat)
        self.show(seat)
        head, change = self.match.head, self.match.next_change(self.now())
        while self.match.head == head and (change is None or self.now() < change):
            line = self._read(seat, change)
            if not self._has_expired() and line:
                self._execute(seat, line)

    def _read(self, seat: int, change: int | None) -> str:
        """Return a line of that player; "" when time changes what may be done before there is one."""
        question = f"{self.name(seat)}> "
        if change is None:
            return self.prompt.ask(question, self._completions)
        return self.prompt.ask_in_time(question, self._completions, lambda: change - self.now())

    def _has_expired(self) -> bool:
        """Execute the timeouts that are due, and return whether there were any."""
        expired = bool(self.match.expire(self.now()))
        if expired:
            print("Time is up.")
        return expired

    def _execute(self, seat: int, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = None if self._is_legal(seat, line) else self._commands.get(word)
        try:
            if command is None:
                self.match.play(line, seat, self.now())
            else:
                command(self, seat, rest.strip())
        except BoardwrightError as error:
            say(self.translate(str(error)))
        except OSError as error:
            print(f"{error.filename}: {error.strerror}")

    def _is_legal(self, seat: int, line: str) -> bool:
        """Return whether the line is a legal move, which takes precedence over a command of the same name."""
        position = self.match.position
        try:
            return position.refusal(position.parse(line), seat, self.played_now()) is None
        except BoardwrightError:
            return False

    def _completions(self, text: str) -> list[str]:
        """Return tab completions: commands and legal moves; after `why`, moves."""
        moves = [str(move) for move in self.match.position.legal_moves(self._at_keyboard, self.played_now())]
        if text.startswith("why "):
            return [f"why {move}" for move in moves]
        return ["why " if command == "why" else command for command in self._commands] + moves

    # What each player sees

    def _hand_over(self, seat: int) -> None:
        if self.game.has_secrets and len(self.people) > 1 and seat != self._at_keyboard and self.prompt.is_terminal:
            self.prompt.clear()
            self.prompt.ask(f"{self.name(seat)}, press Enter when only you can see the screen: ")
        self._at_keyboard = seat

    def _print_new_entries(self, viewer: int | None) -> None:
        """Print the entries that are new to that viewer."""
        entries = self.match.read(viewer)
        for entry in entries[self._printed[viewer] :]:
            for line in self._lines(entry, viewer):
                say(self.translate.lines(line))
        self._printed[viewer] = len(entries)

    def _lines(self, entry: Entry, viewer: int | None) -> list[str]:
        events: list[str] = []
        if entry.is_step:
            events = [event.text for event in self.match.events(entry.number) if event.is_visible(viewer)]
        only_events = entry.kind == "chance" and (events or entry.detail is None)
        if only_events or entry.kind == "end" or (entry.kind == "move" and entry.seat == viewer):
            return events
        return [entry_text(self.match, entry), *events]
