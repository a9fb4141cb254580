"""Plays random games and checks the laws."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

import msgspec

from boardwright.core.game import AnyGame
from boardwright.kit import complete, counts, ends, leaks, pure, round_trips
from boardwright.kit.failure import Failure, Violation
from boardwright.kit.walk import Setup, Walk, setups

_CHECKS: dict[str, Callable[[Walk], None]] = {
    "ends": ends.check,
    "pure": pure.check,
    "complete": complete.check,
    "round trips": round_trips.check,
    "no leaks": leaks.check,
}
_HERE = str(Path(__file__).parents[1])
"""Boardwright's own code: a failure is located in the game's code where possible."""
LAWS = ("pure", "complete", "round trips", "no leaks", "ends", "counts")
"""The six laws, in the order of the architecture page."""
THOROUGH = 8
"""The minimum number of games with thorough checks; the others have fewer samples."""


class Report(msgspec.Struct, kw_only=True):
    """What was checked, and the first failure of each law."""

    game: str
    seed: int
    version: int | None = None
    """The version of the rules; None for the newest."""
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
        broken = "1 law" if len(self.failures) == 1 else f"{len(self.failures)} laws"
        return "\n\n".join((*map(str, self.failures), f"{done}: {broken} broken"))


def check(game: AnyGame, games: int = 20, seed: int = 0, laws: Collection[str] = LAWS) -> Report:
    """Plays random games and checks the laws; game number i of seed s is game number 0 of seed s + i.

    >>> from boardwright.core.registry import game
    >>> print(check(game("deblockle"), games=1, laws=["ends"]).is_clean)
    True
    """
    version = None if game.version == game.versions[-1] else game.version
    report = Report(game=game.name, seed=seed, version=version)
    if "complete" in laws:
        _run("complete", report, seed, None, lambda: complete.check_hooks(game))
    if "counts" in laws:
        _run("counts", report, seed, None, lambda: setattr(report, "perfts", counts.check(game)))
    found: list[Setup] = []
    _run("ends", report, seed, None, lambda: found.extend(setups(game)))
    report.setups = tuple(map(str, found))
    for number in range(games if found else 0):
        turn = seed + number
        walk = Walk(game, found[turn % len(found)], turn, thorough=number < max(THOROUGH, len(found))).play()
        report.games += 1
        report.steps += len(walk.steps)
        report.positions += len(walk.sample_steps)
        # A game that stops with an error breaks many laws for one reason, so only that is reported.
        _check_game(walk, report, laws if walk.crash is None else ("ends",))
        if {failure.law for failure in report.failures}.issuperset(laws):
            break
    return report


def _check_game(walk: Walk, report: Report, laws: Collection[str]) -> None:
    broken = {failure.law for failure in report.failures}
    for law, check_law in _CHECKS.items():
        if law in laws and law not in broken:
            _run(law, report, walk.seed, walk, partial(check_law, walk))


def _run(law: str, report: Report, seed: int, walk: Walk | None, check_law: Callable[[], None]) -> None:
    """Runs a check; a violation, or any exception of the game, becomes a failure of the report."""
    try:
        check_law()
    except Violation as violation:
        report.failures.append(_failure(law, report, seed, walk, violation))
    except Exception as error:  # an exception in the game under test is a finding
        report.failures.append(_failure(law, report, seed, walk, _crash(error)))


def _crash(error: Exception) -> Violation:
    places = traceback.extract_tb(error.__traceback__)
    outside = [place for place in places if not place.filename.startswith(_HERE)]
    place = outside[-1] if outside else places[-1]
    return Violation(
        f"{type(error).__name__}: {error} ({place.filename}, line {place.lineno})",
        "The methods that the laws call must not raise this: fix the line named here, or its input.",
    )


def _failure(law: str, report: Report, seed: int, walk: Walk | None, violation: Violation) -> Failure:
    game, version = report.game, report.version
    if walk is None:
        return Failure(law=law, text=violation.text, cure=violation.cure, game=game, seed=seed, version=version)
    step = walk.current_step if violation.step is None else violation.step
    return Failure(
        law=law,
        text=violation.text,
        cure=violation.cure,
        game=game,
        seed=seed,
        version=version,
        setup=str(walk),
        step=step,
        board="" if step is None else _try(lambda: walk.board(step)),
        encoded="" if step is None else _try(lambda: walk.encode(walk.positions[step]).decode()),
        record=walk.record(step),
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
