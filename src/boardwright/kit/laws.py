"""Plays random games and checks the laws."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from functools import partial
from math import inf

from boardwright.core.game.game import AnyGame
from boardwright.kit.checks import (
    chances_to_win,
    complete,
    counts,
    ends,
    leaks,
    lessons,
    overrides,
    pure,
    rendering,
    round_trips,
    sane,
    set_order,
)
from boardwright.kit.report import Report
from boardwright.kit.walks.walk import Walk, WalkSetup, setups
from boardwright.kit.watchdog import OutOfTime, Watchdog

_CHECKS: dict[str, Callable[[Walk], None]] = {
    "ends": ends.check,
    "pure": pure.check,
    "complete": complete.check,
    "round trips": round_trips.check,
    "no leaks": leaks.check,
    "display": rendering.check,
    "sane": sane.check,
}
LAWS = ("pure", "complete", "round trips", "no leaks", "display", "sane", "ends", "counts")
"""The eight laws, in the order of the architecture page."""
GAMES = 20
"""Games that are played where neither their number nor a time is given."""
THOROUGH = 8
"""The minimum number of games with thorough checks; the others have fewer samples."""


class CheckProgress:
    """The progress of a check. `watch` is called before each part of it, and may raise to end it."""

    def __init__(self, seconds: float | None = None, watch: Callable[[Report, str], None] | None = None) -> None:
        self.until = inf if seconds is None else time.monotonic() + seconds
        self.law = "complete"
        self.walk: Walk | None = None
        """The law that is being checked, and the game."""
        self._watch = watch

    @property
    def is_late(self) -> bool:
        """Whether the time for the check is over."""
        return time.monotonic() >= self.until

    def tell(self, report: Report, what: str, law: str, walk: Walk | None = None) -> None:
        """Tell the watcher what is checked next."""
        self.law, self.walk = law, walk
        if self._watch is not None:
            self._watch(report, what)


def check(
    game: AnyGame,
    games: int | None = None,
    seed: int = 0,
    laws: Collection[str] = LAWS,
    *,
    seconds: float | None = None,
    watch: Callable[[Report, str], None] | None = None,
) -> Report:
    """Play random games and checks the laws; game number i of seed s is game number 0 of seed s + i.

    It ends after `games` games, by default 20, or after `seconds` and a moment, whatever the rules do. `watch` is told
    what is checked next.

    >>> from boardwright.core.game.registry import game
    >>> print(check(game("deblockle"), games=1, laws=["ends"]).is_clean)
    True
    """
    progress = CheckProgress(seconds, watch)
    version = None if game.version == game.versions[-1] else game.version
    most = games or (GAMES if seconds is None else None)
    report = Report(game=game.name, seed=seed, version=version, wanted=most)
    watchdog = Watchdog(progress.until)
    try:
        with watchdog:
            found = _before_play(game, report, laws, progress)
            if found:
                _play(game, report, laws, found, progress)
    except OutOfTime:
        watchdog.stop()
        report.interrupt(progress.law, progress.walk, watchdog.place, watchdog.stuck)
    return report


def _before_play(game: AnyGame, report: Report, laws: Collection[str], progress: CheckProgress) -> list[WalkSetup]:
    """Check what needs no random game, and returns what can be played."""
    found = list[WalkSetup]()
    if "complete" in laws:
        progress.tell(report, "names", "complete")
        report.run("complete", None, lambda: complete.check_hooks(game))
        report.run("complete", None, lambda: overrides.check(game))
    if "display" in laws:
        progress.tell(report, "lesson", "display")
        report.run("display", None, lambda: lessons.check(game))
    if "counts" in laws:
        progress.tell(report, "counts", "counts")
        report.run("counts", None, lambda: setattr(report, "perfts", counts.check(game)))
    progress.tell(report, "setups", "ends")
    report.run("ends", None, lambda: found.extend(setups(game)))
    report.setups = tuple(map(str, found))
    return found


def _play(
    game: AnyGame, report: Report, laws: Collection[str], found: list[WalkSetup], progress: CheckProgress
) -> None:
    wins = chances_to_win.Wins()
    while (report.wanted is None or report.games < report.wanted) and not (report.games and progress.is_late):
        turn, is_thorough = report.seed + report.games, report.games < max(THOROUGH, len(found))
        walk = Walk(game, found[turn % len(found)], turn, thorough=is_thorough)
        progress.tell(report, "play", "ends", walk)
        walk.play(progress.until)
        report.games += 1
        report.steps += len(walk.steps)
        report.positions += len(walk.sample_steps)
        # A game that stops with an error breaks many laws for one reason, so only that is reported.
        _check_game(walk, report, laws if walk.crash is None else ("ends",), progress)
        if "sane" in laws and not report.failures:
            report.run("sane", walk, partial(wins.add, walk))
        if "pure" in report.broken or report.broken.issuperset(laws):
            return
    if "sane" in laws and not report.failures:
        progress.tell(report, "winners", "sane")
        report.run("sane", None, lambda: wins.check(game, found, progress.until))


def _check_game(walk: Walk, report: Report, laws: Collection[str], progress: CheckProgress) -> None:
    for law, check_law in _CHECKS.items():
        if law not in laws or law in report.broken or (law == "ends" and walk.is_cut):
            continue
        # Rules that are not pure break other laws too, now and then.
        if "pure" in report.broken or (report.games > 1 and progress.is_late):
            return
        progress.tell(report, law, law, walk)
        report.run(law, walk, partial(check_law, walk))
        # Once, and before other laws use up the time.
        if law == "pure" and report.games == 1 and not report.broken & {"ends", "pure"}:
            progress.tell(report, "order of sets", "pure")
            report.run("pure", None, partial(set_order.check, walk, progress.until))
