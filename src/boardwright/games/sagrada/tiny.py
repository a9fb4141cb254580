"""The tiny variant: the last round alone, small enough for exact methods.

Two players get a secret color, red, green or blue. One die of each of these colors is rolled and shows 2 or 5. The
windows are alike: two panes that touch at a corner are open, the others ask for purple, which no die is. There are no
windows to choose, no public objectives and no tools; favor points make up for the panes that stay empty.
"""

from __future__ import annotations

from boardwright.core.components import Bag
from boardwright.core.refusal import BadOptions
from boardwright.games.sagrada.facts import CELLS, COLORS, FIRST_PRIVATE, LETTERS, ROUNDS, DiceBag
from boardwright.games.sagrada.state import Draft, Window, begin_round

PRIVATES = tuple(FIRST_PRIVATE + COLORS.index(color) for color in ("red", "green", "blue"))
BAG: DiceBag = Bag(tuple(LETTERS), (1, 1, 0, 1, 0))
SHADES = ("2", "5")
OPEN = (0, 6)
WINDOW = Window("Chapel", 1, "".join("." if cell in OPEN else "P" for cell in range(CELLS)))


def check_seats(seats: int) -> None:
    """BadOptions unless two play."""
    if seats != 2:
        raise BadOptions(f"Tiny Sagrada is for 2 players, not {seats}.")


def begin_last_round(draft: Draft) -> None:
    """After the private objectives: the windows lie there, and the last round begins."""
    draft.windows = (WINDOW,) * draft.seats
    draft.favor = (CELLS - len(OPEN),) * draft.seats
    draft.round, draft.slots = ROUNDS - 1, (0,) * (ROUNDS - 1)
    begin_round(draft)
