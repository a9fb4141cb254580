"""Evaluation: whose way is shorter."""

from boardwright.api import Heuristics

from hedges.position import HedgesPosition


class HedgesHeuristics(Heuristics[HedgesPosition]):
    """The race."""

    def evaluate(self, position: HedgesPosition, seat: int) -> float:
        """The lead in steps, scaled; a finished race is won or lost."""
        own, other = (len(position.ways[each]) for each in (seat, 1 - seat))
        return 1.0 if own == 1 else -1.0 if other == 1 else (other - own) / 81


BOT = HedgesHeuristics()
