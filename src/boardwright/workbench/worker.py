"""The process that has loaded the game. After a change it is replaced, so that no old module meets a new one."""

from __future__ import annotations

from multiprocessing.connection import Connection

import msgspec

from boardwright import bots
from boardwright.core.drawing.assets import assets, extras
from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game as find_game
from boardwright.core.match.match import Match
from boardwright.core.records import record
from boardwright.core.refusal import BadOptions, BoardwrightError, IllegalMove
from boardwright.core.rules.line import Step, StepText, make
from boardwright.core.rules.options import options_schema
from boardwright.workbench import commands
from boardwright.workbench.answers import About, Answer, Failed, OnBench, Ready, Reason
from boardwright.workbench.session import BenchSession, Replayer
from boardwright.workbench.showing import located, shown


def run(connection: Connection, name: str) -> None:
    """Load the game, then answer commands until the connection is closed."""
    try:
        bench = Bench(find_game(name))
        connection.send(Ready(bench.about(), bench.texts()))
    except Exception as error:  # the author is told, and the next save starts another process
        connection.send(Failed(located(error.__cause__ or error)))
        return
    while True:
        try:
            command, session = connection.recv()
        except (EOFError, OSError):
            return
        connection.send(bench.answer(command, session))


class Bench:
    """A game, and what its sessions come to."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._replayer = Replayer(game)

    def about(self) -> About:
        """Return what the page needs to know of the game."""
        game = self.game
        return About(
            name=game.name,
            title=game.title,
            version=game.version,
            seats=list(game.seats),
            bots=list(bots.names(game)),
            options=options_schema(game.Options),
            extras=extras(type(game).__module__),
        )

    def texts(self) -> dict[str, bytes]:
        """Return the files of texts, which the page loads in the reader's language."""
        files = assets(type(self.game).__module__)
        return {name: file.data for name, file in files.items() if name.endswith(".json")}

    def answer(self, command: commands.Asked | commands.Record, session: BenchSession) -> Answer:
        """Return the answer, whatever the game does."""
        try:
            return self._answer(command, session)
        except IllegalMove as error:
            return Failed(str(error), error.refusal.marks)
        except BoardwrightError as error:
            return Failed(str(error))
        except Exception as error:  # a game under development
            return Failed(located(error))

    def _answer(self, command: commands.Asked | commands.Record, session: BenchSession) -> Answer:
        replace = msgspec.structs.replace
        match command:
            case commands.New(seats, options, seed, by_hand):
                return self._shown(BenchSession(seats=seats, options=options, seed=seed, is_by_hand=by_hand))
            case commands.Go(at):
                return self._shown(replace(session, at=max(0, min(at, len(session.steps)))))
            case commands.Hand(on):
                return self._shown(replace(session, is_by_hand=on))
            case commands.Move(seat, move):
                position = self._replayer.replay(session).position
                named = position.moves.named(move, position, seat)
                position.play(named, seat)
                return self._shown(session.then(StepText(seat, str(named))))
            case commands.Chance(outcome):
                make(self._replayer.replay(session).position, Step(None, outcome))
                return self._shown(session.then(StepText(None, outcome)))
            case commands.Bot(name):
                return self._bot(session, name)
            case commands.Set(position):
                self.game.decode(position)
                return self._shown(replace(session, start=position, steps=(), at=0))
            case commands.Paste(text):
                return self._shown(self._pasted(session, text))
            case commands.Why(seat, move):
                position = self._replayer.replay(session).position
                refusal = position.refusal(position.moves.named(move, position, seat), seat)
                return Reason("", ()) if refusal is None else Reason(refusal.text, refusal.marks)
            case commands.Record():
                return record.dump(self._match(session))

    def _shown(self, session: BenchSession) -> OnBench:
        replayed = self._replayer.replay(session)
        return OnBench(replayed.session, msgspec.Raw(msgspec.json.encode(shown(self.game, replayed))))

    def _bot(self, session: BenchSession, name: str) -> Answer:
        position = self._replayer.replay(session).position
        seat = next(iter(position.actors), None)
        if seat is None:
            return Failed("Nobody is to move here.")
        move = bots.bot(name, self.game).choose(position, seat)
        return self._shown(session.then(StepText(seat, str(move))))

    def _pasted(self, session: BenchSession, text: str) -> BenchSession:
        try:
            data = msgspec.json.decode(text)
        except msgspec.DecodeError:
            return self._from_record(session, text)
        if isinstance(data, dict) and "format" in data:
            return self._from_record(session, text)
        self.game.decode(data)
        return msgspec.structs.replace(session, start=data, steps=(), at=0)

    def _from_record(self, session: BenchSession, text: str) -> BenchSession:
        read = record.load(text.encode())
        if read.game.name != self.game.name:
            raise BadOptions(f"That is a record of {read.game.title}, not of {self.game.title}.")
        steps = tuple(StepText(entry.seat, entry.text) for entry in read.line())
        return BenchSession(
            seats=read.header.seats,
            options=dict(read.header.options),
            seed=session.seed,
            start=read.header.start,
            steps=steps,
            at=len(steps),
            is_by_hand=True,
        )

    def _match(self, session: BenchSession) -> Match:
        replayed = self._replayer.replay(session)
        match = Match.new(
            self.game,
            seats=session.seats,
            options=session.options,
            seed=None,
            start=None if session.start is None else replayed.line.back_to(0).position,
        )
        return match.follow(replayed.line.back_to(replayed.session.at).steps)
