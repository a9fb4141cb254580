"""What a check of the laws found."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from boardwright.kit.failure import Failure, Violation, place_of
from boardwright.kit.walk import Walk


class Report(msgspec.Struct, kw_only=True):
    """What was checked, and the first failure of each law."""

    game: str
    seed: int
    version: int | None = None
    """The version of the rules; None for the newest."""
    wanted: int | None = None
    """How many games were to be played; None for as many as there was time for."""
    games: int = 0
    steps: int = 0
    positions: int = 0
    """The number of positions checked in detail."""
    perfts: int = 0
    setups: tuple[str, ...] = ()
    failures: list[Failure] = []

    @property
    def is_clean(self) -> bool:
        return not self.failures

    @property
    def broken(self) -> set[str]:
        """The laws that were found broken."""
        return {law for failure in self.failures for law in (failure.law, *failure.also)}

    def __str__(self) -> str:
        """All failures, and one line with the totals."""
        version = "" if self.version is None else f" version {self.version}"
        done = (
            f"{self.game}{version}: {_counted(self.games, 'game')}, {_counted(self.steps, 'step')}, "
            f"{_counted(self.positions, 'position')} checked in detail, {_counted(self.perfts, 'count')}, "
            f"{_counted(len(self.setups), 'setup')} (seats and options), seed {self.seed}"
        )
        if self.is_clean:
            return f"{done}: all laws hold"
        return "\n\n".join((*map(str, self.failures), f"{done}: {_counted(len(self.broken), 'law')} broken"))

    def run(self, law: str, seed: int, walk: Walk | None, check_law: Callable[[], None]) -> None:
        """Runs a check; a violation, or any exception of the game, becomes a failure, each cause once."""
        try:
            check_law()
        except Violation as violation:
            self._add(law, seed, walk, violation)
        except Exception as error:  # an exception in the game under test is a finding
            self._add(law, seed, walk, _crash(error))

    def _add(self, law: str, seed: int, walk: Walk | None, violation: Violation) -> None:
        for place, failure in enumerate(self.failures):
            if failure.cause == violation.cause:
                self.failures[place] = msgspec.structs.replace(failure, also=(*failure.also, law))
                return
        failure = Failure(
            law=law,
            text=violation.text,
            fix=violation.fix,
            game=self.game,
            seed=seed,
            version=self.version,
            cause=violation.cause,
        )
        self.failures.append(failure if walk is None else _at(failure, walk, violation.step))


def _at(failure: Failure, walk: Walk, given: int | None) -> Failure:
    """The failure with the position at which it was found."""
    step = walk.current_step if given is None else given
    return msgspec.structs.replace(
        failure,
        setup=str(walk),
        step=step,
        board="" if step is None else _try(lambda: walk.board(step)),
        encoded="" if step is None else _try(lambda: walk.encode(walk.positions[step]).decode()),
        record=walk.record(step),
    )


def _crash(error: Exception) -> Violation:
    where = place_of(error)
    return Violation(
        f"{type(error).__name__}: {error} ({where})",
        "The methods that the laws call must not raise this: fix the line named here, or its input.",
        cause=f"{type(error).__name__} in {where}",
    )


def _counted(number: int, noun: str) -> str:
    """
    >>> _counted(1, "game"), _counted(2, "game")
    ('1 game', '2 games')
    """
    return f"{number} {noun}{'s' * (number != 1)}"


def _try(show: Callable[[], str]) -> str:
    try:
        return show()
    except Exception as error:  # a broken game may fail here, too
        return f"(cannot be shown: {type(error).__name__}: {error})"
