"""Whatever can be taken can be pressed: no button or piece of a table lies on another one."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest

from boardwright.core.game.registry import game, names
from boardwright.core.game.table_of import table_of
from boardwright.core.layout.message import encode, table_data
from boardwright.core.rules.position import AnyPosition
from boardwright.core.search.playout import random_play
from tests.scale import SCALE

WIDTHS = (1100, 360)
MATCHES = 6 * SCALE

MISSED = """async ([table, subjects, width, isFlipped]) => {
  const { h, svg } = await import("/js/lib/dom.js");
  const { Parts } = await import("/js/zones/parts.js");
  const { Zones } = await import("/js/zones/zones.js");
  const place = h("div", { class: "tabletop" });
  const stage = h("div", { class: "stage" }, place);
  stage.style.width = `${width}px`;
  document.body.replaceChildren(stage);
  const zones = new Zones(place);
  zones.show(table);
  zones.turn(isFlipped);
  const parts = new Parts(place, svg("svg", {}), svg("g", {}));
  return subjects.flatMap((name) => {
    const part = parts.get(name);
    part.scrollIntoView({ block: "center" });
    const shape = part.querySelector(":scope > .outline") ?? part;
    const { left, top, width, height } = shape.getBoundingClientRect();
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
            subjects = sorted({move.gesture(position).names[0] for move in moves})
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
        table = msgspec.json.decode(encode(table_data(table_of(found, position.view(seat)))))
        for width in WIDTHS:
            missed = page.evaluate(MISSED, [table, subjects, width, count % 2 == 1])
            assert not missed, f"{missed} at width {width} in\n{found.text(position.view(seat))}"
        count += 1
    assert count > 3
