"""Structures, scores, legal moves and fits against a slow, obvious model written here from the rules."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from boardwright.games.mage_duel import GAME
from boardwright.games.mage_duel.facts import NO_TILE, TILES
from boardwright.games.mage_duel.moves import Place
from boardwright.games.mage_duel.options import MageDuelOptions
from boardwright.games.mage_duel.position import MageDuelPosition
from tests.scale import scaled

VARIANTS = ("standard", "short_deck", "all_types", "many_jokers")
CHOICES = st.lists(st.integers(0, 10**6), min_size=60, max_size=160)
Cells = dict[tuple[int, int], tuple[str, str, int]]


def letter(name: str, rotation: int, edge: int) -> str:
    return name[(edge - rotation) % 4]


def border_letter(border: str, col: int, row: int, edge: int) -> str:
    """Counter-clockwise from the lower left corner: bottom, right, top, left."""
    return {2: border[col], 1: border[15 - row], 0: border[23 - col], 3: border[24 + row]}[edge]


def beyond(col: int, row: int, edge: int) -> tuple[int, int]:
    return {0: (col, row - 1), 1: (col + 1, row), 2: (col, row + 1), 3: (col - 1, row)}[edge]


def cells_of(position: MageDuelPosition) -> Cells:
    """(col, row) -> (tile name, its letters as turned, side)."""
    view = position.view(None)
    return {
        divmod(cell, 8): (TILES[tile], "".join(letter(TILES[tile], turns, edge) for edge in range(4)), side)
        for cell, tile, turns, side in view.cells
    }


Node = tuple[int, int, int]


def flood(cells: Cells, start: Node) -> set[Node]:
    """All edges that belong to the same city or road as this one."""
    found, todo = {start}, [start]
    while todo:
        col, row, edge = todo.pop()
        name, letters, _ = cells[col, row]
        kind = letters[edge]
        same = [other for other in range(4) if letters[other] == kind]
        together = kind == "C" or (len(same) == 2 and name != "CRCR")
        reached = [(col, row, other) for other in same if together]
        there = beyond(col, row, edge)
        if there in cells:
            reached.append((*there, (edge + 2) % 4))
        for node in reached:
            if node not in found:
                found.add(node)
                todo.append(node)
    return found


def structures_of(cells: Cells) -> list[set[Node]]:
    nodes = {
        (col, row, edge) for (col, row), (_, letters, _) in cells.items() for edge in range(4) if letters[edge] != "F"
    }
    found = []
    while nodes:
        structure = flood(cells, min(nodes))
        found.append(structure)
        nodes -= structure
    return found


def worth(cells: Cells, border: str, structure: set[Node]) -> tuple[str, list[int], int]:
    """A structure's kind, the points each side put into it, and its open edges."""
    points, open_edges, kind = [0, 0], 0, ""
    for col, row, edge in structure:
        _, letters, side = cells[col, row]
        kind = letters[edge]
        value = 2 if kind == "C" else 1
        points[side] += value
        there = beyond(col, row, edge)
        if not (0 <= there[0] < 8 and 0 <= there[1] < 8):
            points[side] += value * (border_letter(border, col, row, edge) == kind)
        elif there not in cells:
            open_edges += 1
    return kind, points, open_edges


def check_structures(position: MageDuelPosition) -> None:
    view = position.view(None)
    cells, over = cells_of(position), position.outcome() is not None
    ours = {frozenset(each.nodes): each for each in view.structures}
    scores = {"C": [0, 0], "R": [0, 0]}
    model = structures_of(cells)
    assert len(ours) == len(model)
    for structure in model:
        kind, points, open_edges = worth(cells, view.border, structure)
        if over or open_edges == 0:
            if points[0] > points[1]:
                points = [sum(points), 0]
            elif points[1] > points[0]:
                points = [0, sum(points)]
        each = ours[frozenset((col * 8 + row) * 4 + edge for col, row, edge in structure)]
        assert (each.kind[0].upper(), [each.blue, each.red], each.open) == (kind, points, open_edges)
        assert each.contested == (over or open_edges == 0)
        for side in (0, 1):
            scores[kind][side] += points[side]
    assert view.scores == tuple((scores["C"][side], scores["R"][side]) for side in (0, 1))


def valid(cells: Cells, border: str, name: str, rotation: int, col: int, row: int) -> bool:
    if (col, row) in cells:
        return False
    connected = False
    for edge in range(4):
        there = beyond(col, row, edge)
        if there in cells:
            faced = cells[there][1][(edge + 2) % 4]
        elif 0 <= there[0] < 8 and 0 <= there[1] < 8:
            faced = "M"
        else:
            faced = border_letter(border, col, row, edge)
        own = letter(name, rotation, edge)
        if faced not in ("M", own):
            return False
        connected |= faced == own
    return connected


def step(position: MageDuelPosition, choice: int) -> MageDuelPosition:
    if position.chance is not None:
        chances = position.chance
        return position.take(chances.at(choice % chances.total))
    moves = list(position.legal_moves())
    seat = position.actors[choice % len(position.actors)]
    tiles = [move for move in moves if isinstance(move, Place) and not move.joker]
    pool = tiles if tiles and choice % 3 else moves
    return position.play(pool[choice // 3 % len(pool)], seat)


@given(variant=st.sampled_from(VARIANTS), choices=CHOICES)
@settings(max_examples=scaled(60), deadline=None)
def test_after_every_step_points_and_open_edges_are_those_of_a_flood_fill(variant: str, choices: list[int]) -> None:
    position = GAME.begin(options=GAME.read_options({"variant": variant}))
    for choice in choices:
        if position.outcome() is not None:
            break
        position = step(position, choice)
        check_structures(position)


@given(choices=CHOICES)
@settings(max_examples=scaled(15), deadline=None)
def test_a_tile_is_listed_exactly_where_it_matches_and_connects(choices: list[int]) -> None:
    position = GAME.begin(options=MageDuelOptions(variant="all_types"))
    for choice in choices:
        if position.outcome() is not None:
            break
        position = step(position, choice)
    if not position.actors:
        return
    cells, border = cells_of(position), position.view(None).border
    seat = position.actors[0]
    listed = set(position.legal_moves(seat))
    for tile, rotation, col, row in itertools.product(range(NO_TILE), range(4), range(8), range(8)):
        fits = valid(cells, border, TILES[tile], rotation, col, row)
        assert (Place(tile, rotation, col, row, True) in listed) == (fits and position.jokers[seat] > 0)
        assert (Place(tile, rotation, col, row) in listed) == (fits and tile == position.top)
