"""Where a game begins: with nothing dealt, or with chosen windows and cards."""

from __future__ import annotations

from boardwright.games.sagrada.chance import first_state
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.position import SagradaPosition
from boardwright.games.sagrada.state import Window, begin_round


def begin(seats: int, options: SagradaOptions) -> SagradaPosition:
    """An empty table: the private objectives are dealt next."""
    return SagradaPosition(options, first_state(seats))


def play_position(
    windows: tuple[Window, ...],
    privates: tuple[tuple[int, ...], ...],
    public: tuple[int, ...],
    tools: tuple[int, ...],
    options: SagradaOptions | None = None,
) -> SagradaPosition:
    """The position in which the first pool is drawn, with chosen windows and cards: for tests and traces."""
    seats = len(windows)
    state = first_state(seats)
    state.privates, state.windows, state.public, state.tools = privates, windows, public, tools
    state.choices = (1,) * seats
    state.points = (0,) * len(tools)
    state.favor = (0,) if seats == 1 else tuple(window.difficulty for window in windows)
    begin_round(state)
    return SagradaPosition(options or SagradaOptions(), state)
