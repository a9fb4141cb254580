"""The closing line of a bot when a match is over: the costliest mistake, if there is a proven one."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.bots.analysis.analysis import Moment


def remark(moments: Sequence[Moment], winners: Sequence[int], speaker: int) -> str:
    """Return the closing line of the bot on seat `speaker`, given the analysis of all moves as far as there is one.

    It names the costliest proven mistake of a seat that did not win, and whose it was; otherwise it is neutral. Players
    are called by their seats ("Player 1").

    >>> remark([], (1,), speaker=1), remark([], (0,), speaker=1)
    ('Good game. The analysis shows where it turned.', 'Well played! The analysis shows where it turned.')
    >>> pass_ = Moment(1, 0, "pass", "pass", (-0.5, 0.5), 0.9, [], mark="turning_point")
    >>> remark([pass_], (1,), speaker=1)
    'The costliest mistake was move 1 (pass) of Player 1.'
    """
    blamed = [
        (moment.loss, -place)
        for place, moment in enumerate(moments)
        if len(winners) == 1 and moment.is_blamed and moment.seat not in winners
    ]
    if blamed:
        place = -max(blamed)[1]
        moment = moments[place]
        move = f"move {place + 1} ({moment.description.rstrip('.')})"
        whose = f"my {move}" if moment.seat == speaker else f"{move} of Player {moment.seat + 1}"
        return f"The costliest mistake was {whose}."
    greeting = "Well played!" if winners and speaker not in winners else "Good game."
    return greeting if moments else f"{greeting} The analysis shows where it turned."
