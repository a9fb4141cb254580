"""The achievements of Sagrada, and what earns them."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core.game.achievement import Achievement
from boardwright.games.sagrada.moves import Command
from boardwright.games.sagrada.position import SagradaPosition


def achievements() -> tuple[Achievement, ...]:
    """Return those for full windows, hard ones, and wins without tools or alone."""
    return (
        Achievement("sagrada_full_window", "Not a Pane Missing", "full_window", 1, 20, "Fill your window."),
        Achievement("sagrada_full_window_10", "Master Glazier", "full_window", 10, 60, "Fill ten windows."),
        Achievement(
            "sagrada_hardest_window",
            "Light of the World",
            "hardest_window",
            1,
            20,
            "Win with a window of difficulty 6.",
        ),
        Achievement("sagrada_bare_hands", "Bare Hands", "bare_hands", 1, 20, "Win without spending favor."),
        Achievement("sagrada_alone", "Alone with the Light", "alone", 1, 30, "Win a match alone."),
    )


def progress(
    before: SagradaPosition, step: Command | str, seat: int | None, after: SagradaPosition
) -> Iterator[tuple[int, str]]:
    """Yield at the end: a window without a gap, and a win with the hardest window, without tools, or alone."""
    outcome = after.outcome()
    if outcome is None or before.outcome() is not None:
        return
    state = after.state
    for owner, frame in enumerate(state.frames):
        if 0 not in frame:
            yield owner, "full_window"
    for winner in outcome.winners:
        window = state.windows[winner]
        if state.is_solo:
            yield winner, "alone"
        elif window is not None and window.difficulty == 6:
            yield winner, "hardest_window"
        if not state.is_solo and window is not None and state.favor[winner] == window.difficulty:
            yield winner, "bare_hands"
