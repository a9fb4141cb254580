"""Whatever can be taken can be pressed: no button or piece of a picture lies on another one."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from boardwright.core.playout import random_play
from boardwright.core.position import AnyPosition
from boardwright.core.registry import game, names
from tests.scale import SCALE

WIDTHS = (1100, 360)
MATCHES = 6 * SCALE

MISSED = """async ([svg, subjects, width, isFlipped]) => {
  const { picture } = await import("/js/dom.js");
  const { Dressing } = await import("/js/dressing.js");
  const { Parts } = await import("/js/parts.js");
  const drawn = picture(svg);
  const stage = document.createElement("div");
  stage.className = "stage";
  stage.style.width = `${width}px`;
  stage.append(drawn);
  document.body.replaceChildren(stage);
  new Dressing(drawn, isFlipped).fit(width);
  const parts = new Parts(drawn);
  return subjects.flatMap((name) => {
    const part = parts.get(name);
    part.scrollIntoView({ block: "center" });
    const { left, top, width, height } = part.getBoundingClientRect();
    const hit = parts.namesAt(left + width / 2, top + height / 2).find((each) => subjects.includes(each));
    return hit === name ? [] : [`${name} is under ${hit}`];
  });
}"""
"""The subjects that a press on their middle does not reach."""


def kinds(subjects: list[str]) -> frozenset[tuple[str, int]]:
    """How many subjects there are of each kind: positions alike in this look alike."""
    return frozenset(Counter(re.sub(r"\d+", "", name) for name in subjects).items())


def positions(name: str) -> Iterator[tuple[AnyPosition, int, list[str]]]:
    """Positions of random matches, with who is to act and what can be taken, one of every kind."""
    found, dice = game(name), random.Random(5)
    seen = set()
    for number in range(MATCHES):
        seats = found.seats[number % len(found.seats)]
        position = random_play(found.begin(seats), dice, 0)
        while position.outcome() is None:
            seat = position.actors[0]
            moves = tuple(position.legal_moves(seat))
            subjects = sorted({move.gesture(position).subject for move in moves})
            if (key := (seats, kinds(subjects))) not in seen:
                seen.add(key)
                yield position, seat, subjects
            position = random_play(position, dice, 1)


@pytest.mark.parametrize("name", names())
def test_every_subject_is_reached_by_a_press_on_its_middle(name: str, visit: Callable[..., Any]) -> None:
    page = visit("#/about", width=1280, height=1000)
    page.wait_for_selector(".prose")
    found, count = game(name), 0
    for position, seat, subjects in islice(positions(name), 25 * SCALE):
        svg = found.picture(position.view(seat)).svg()
        for width in WIDTHS:
            missed = page.evaluate(MISSED, [svg, subjects, width, count % 2 == 1])
            assert not missed, f"{missed} at width {width} in\n{found.text(position.view(seat))}"
        count += 1
    assert count > 3
