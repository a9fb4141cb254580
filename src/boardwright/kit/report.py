"""The findings of a check of the laws."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from boardwright.kit.walks.failure import Failure, NotChecked, Violation, place_of
from boardwright.kit.walks.walk import Walk


class Report(msgspec.Struct, kw_only=True):
    """The extent of a check, and the first failure of each law."""

    game: str
    seed: int
    version: int | None = None
    """The version of the rules; None for the newest."""
    wanted: int | None = None
    """The number of games that were to be played; None for as many as there was time for."""
    games: int = 0
    steps: int = 0
    positions: int = 0
    """The number of positions checked in detail."""
    perfts: int = 0
    setups: tuple[str, ...] = ()
    failures: list[Failure] = []
    unchecked: list[str] = []
    """Checks that could not be made, with the reason."""
    is_unfinished: bool = False
    """Whether the time was over before all laws were checked on one game."""

    @property
    def is_clean(self) -> bool:
        """Whether every law was checked and none is broken."""
        return not self.failures and not self.is_unfinished

    @property
    def broken(self) -> set[str]:
        """The laws that were found broken."""
        return {law for failure in self.failures for law in (failure.law, *failure.also)}

    def __str__(self) -> str:
        """Return all failures, and one line with the totals."""
        version = "" if self.version is None else f" version {self.version}"
        done = (
            f"{self.game}{version}: {_counted(self.games, 'game')}, {_counted(self.steps, 'step')}, "
            f"{_counted(self.positions, 'position')} checked in detail, {_counted(self.perfts, 'count')}, "
            f"{_counted(len(self.setups), 'setup')} (seats and options), seed {self.seed}"
        )
        done += f"; not checked: {'; '.join(self.unchecked)}" if self.unchecked else ""
        if not self.failures:
            return f"{done}: {'no law was found broken in that time' if self.is_unfinished else 'all laws hold'}"
        return "\n\n".join((*map(str, self.failures), f"{done}: {_counted(len(self.broken), 'law')} broken"))

    def run(self, law: str, walk: Walk | None, check_law: Callable[[], None]) -> None:
        """Run a check; a violation, or any exception of the game, becomes a failure, each cause once."""
        try:
            check_law()
        except NotChecked as reason:
            self.unchecked.append(str(reason))
        except Violation as violation:
            self._add(law, walk, violation)
        except Exception as error:  # an exception in the game under test is a finding
            self._add(law, walk, _crash(error))

    def interrupt(self, law: str, walk: Walk | None, place: str, stuck: float | None) -> None:
        """Note that the time was over where the rules were. Calls nothing of the game.

        It is a failure if one call of the rules used the time up: `stuck` is how many seconds it took.
        """
        step = _running_step(walk)
        where = f" after step {step}" if step is not None else ""
        where += f", in {place}" if place else ""
        if stuck is None:
            self.unchecked.append(f"the law “{law}” and what follows it, because the time was over{where}")
            self.is_unfinished = self.games <= 1
            return
        text = f"a call of the rules{where}, has not returned within {stuck:.1f} s of processor time."
        fix = (
            "Find out whether the rules run in a circle at the line named here, or make them faster: people wait for "
            "every call."
        )
        self.failures.append(
            msgspec.structs.replace(self._failure(law, walk, Violation(text, fix)), step=step, cause="")
        )

    def _add(self, law: str, walk: Walk | None, violation: Violation) -> None:
        for place, failure in enumerate(self.failures):
            if failure.cause == violation.cause:
                self.failures[place] = msgspec.structs.replace(failure, also=(*failure.also, law))
                return
        failure = self._failure(law, walk, violation)
        self.failures.append(failure if walk is None else _at(failure, walk))

    def _failure(self, law: str, walk: Walk | None, violation: Violation) -> Failure:
        return Failure(
            law=law,
            text=violation.text,
            fix=violation.fix,
            cause=violation.cause,
            game=self.game,
            version=self.version,
            seed=self.seed if walk is None else walk.seed,
            setup="" if walk is None else str(walk),
        )


def _running_step(walk: Walk | None) -> int | None:
    """Return the step of a game that a check is at."""
    if walk is None or not walk.positions:
        return None
    return len(walk.positions) - 1 if walk.current_step is None else walk.current_step


def _at(failure: Failure, walk: Walk) -> Failure:
    """Return the failure with the position at which it was found."""
    step = walk.current_step
    return msgspec.structs.replace(
        failure,
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
    """Return a number with its noun.

    >>> _counted(1, "game"), _counted(2, "game")
    ('1 game', '2 games')
    """
    return f"{number} {noun}{'s' * (number != 1)}"


def _try(show: Callable[[], str]) -> str:
    try:
        return show()
    except Exception as error:  # a broken game may fail here, too
        return f"(cannot be shown: {type(error).__name__}: {error})"
