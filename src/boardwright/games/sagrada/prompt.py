"""A sentence that says what a player can do now."""

from __future__ import annotations

from boardwright.games.sagrada.facts import die_name
from boardwright.games.sagrada.view import SagradaView

_WAYS = {
    "pick": "pick a die from the pool",
    "place": "place {die} in your window",
    "move": "move a die of your window",
    "select": "choose one of the marked dice of the round track",
    "increase": "make {die} one darker or lighter",
    "decrease": "make {die} one darker or lighter",
    "tool": "use a tool",
    "return": "take back what leads nowhere",
    "pass": "end your turn",
}

_NUMBERS = {"select": "choose the number that the die will show"}
"""The words for choices that have buttons, because they lie nowhere."""


def prompt(view: SagradaView) -> str:
    """Return what the player on turn can do, or that a window is to be chosen.

    >>> from boardwright.core.match.match import Match
    >>> prompt(Match.new("sagrada").position.view(0))
    'Choose your window: its empty panes, colors and shades decide where dice may go.'
    """
    if view.phase == "choose":
        return "Choose your window: its empty panes, colors and shades decide where dice may go."
    die = f"the {die_name(view.picked)}" if view.picked else "the die"
    words = dict.fromkeys(command.split()[0] for command in view.commands)
    order = [word for word in _WAYS if word in words] + [word for word in words if word not in _WAYS]
    known = _WAYS | _NUMBERS if any(button.startswith("select") for button in view.buttons) else _WAYS
    ways = list(dict.fromkeys(known.get(word, word).format(die=die) for word in order))
    if ways == [_WAYS["pass"]]:
        return "Nothing else can be done: end your turn."
    if view.is_stuck and not view.active and "pass" not in words:
        others = [way for way in ways if way != _WAYS["return"]]
        return f"{die[:1].upper()}{die[1:]} fits nowhere: {', or '.join(['put it back', *others])}."
    text = f"{', '.join(ways[:-1])}, or {ways[-1]}" if len(ways) > 1 else "".join(ways)
    return f"{text[:1].upper()}{text[1:]}." if text else ""
