"""Tables declared by boards, pieces and zones: picture, text and array say the same."""

from __future__ import annotations

from itertools import combinations

import pytest

from boardwright.core.layout import (
    Board,
    BoardZone,
    Counters,
    GraphBoard,
    HandZone,
    HexBoard,
    Layout,
    Lines,
    Pile,
    Row,
    SquareBoard,
    Supply,
    Track,
    Zone,
    card,
    card_back,
    chip,
    cube,
    die,
    disc,
    pawn,
    wall,
)

VILLAGE = GraphBoard((("inn", 0, 0), ("mill", 2, 0), ("port", 1, 2)), (("inn", "mill"), ("mill", "port")))
BOARDS = [SquareBoard(4, 3), HexBoard(3), HexBoard(3, "hexagon"), Track(7, 4), VILLAGE]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: type(board).__name__)
def test_places_have_different_names_and_lie_on_the_board(board: Board) -> None:
    names = [*board.cells, *board.edges, *board.corners]
    assert len(names) == len(set(names)) == len(board.centers)
    width, height = board.size
    assert all(0 <= x <= width and 0 <= y <= height for x, y in board.centers.values())


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: type(board).__name__)
def test_neighbors_are_mutual_and_share_an_edge(board: Board) -> None:
    for cell in board.cells:
        for other in board.neighbors(cell):
            assert cell in board.neighbors(other)
            assert set(board.ends(board.edge(cell, other))) == {cell, other}
    assert sum(len(board.neighbors(cell)) for cell in board.cells) == 2 * len(board.edges)


@pytest.mark.parametrize(
    ("board", "cells", "edges", "corners"),
    [(BOARDS[0], 12, 17, 6), (BOARDS[1], 9, 16, 8), (BOARDS[2], 19, 42, 24), (BOARDS[3], 7, 6, 0)],
)
def test_the_places_are_as_many_as_they_should_be(board: Board, cells: int, edges: int, corners: int) -> None:
    assert (len(board.cells), len(board.edges), len(board.corners)) == (cells, edges, corners)


def test_boards_of_the_same_size_are_the_same() -> None:
    assert HexBoard(5) is HexBoard(5)
    assert HexBoard(5) is not HexBoard(5, "hexagon")
    with pytest.raises(ValueError, match="'round' is not an outline"):
        HexBoard(5, "round")


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: type(board).__name__)
def test_every_place_that_can_be_pressed_is_named_has_an_outline_and_says_what_is_there(board: Board) -> None:
    zone = BoardZone(board=board, pieces={board.cells[0]: disc(1)}, press=("cells", "edges", "corners"))
    svg = Layout(title="Table", zones=(zone,), seats=2).picture().svg()
    for place in (*board.cells, *board.edges, *board.corners):
        assert f'data-name="{place}"' in svg
    assert svg.count('class="outline') == len(board.centers)
    assert f'aria-label="{board.cells[0]}, disc of player 2"' in svg


ZONES: list[tuple[Zone, ...]] = [
    tuple(
        BoardZone(board=BOARDS[1], pieces=pieces) for pieces in ({}, {"a1": disc(0)}, {"a1": disc(1)}, {"b1": pawn(0)})
    ),
    tuple(
        BoardZone(board=BOARDS[0], pieces=pieces, press=("cells", "corners"))
        for pieces in ({}, {"A1": wall(0)}, {"A1": wall(1)}, {"A2": wall(1)})
    ),
    tuple(Row(title="Row", pieces=pieces, slots=2) for pieces in ((), (card(3),), (None, card(3)), (card(4), card(3)))),
    tuple(Row(title="Dice", pieces=(die(face),), slots=1) for face in range(1, 7)),
    tuple(Row(title="Mat", pieces=(piece,), slots=1) for piece in (cube(0), cube(1), chip(1), chip(2), card_back())),
    tuple(HandZone(title="Hand", cards=cards, kinds=(1, 1, 2, 3), most=3) for cards in ((), (1,), (1, 1), (1, 2))),
    tuple(HandZone(title="Theirs", cards=(), kinds=(1, 2), most=3, down=down) for down in range(3)),
    tuple(Pile(title="Pile", count=count, most=9, top=top) for count, top in ((0, None), (3, None), (3, card(5)))),
    tuple(Counters(values=(("gold", value, 9),)) for value in range(10)),
    tuple(Supply(title="Supply", pieces=(("wall", wall(0), left, 5),)) for left in range(6)),
]


@pytest.mark.parametrize("zones", ZONES, ids=lambda zones: type(zones[0]).__name__)
def test_what_looks_different_is_different_in_text_and_array(zones: tuple[Zone, ...]) -> None:
    tables = [Layout(title="Table", zones=(zone,), seats=2) for zone in zones]
    size = sum(count for *_, count in tables[0].planes())
    for one, other in combinations(tables, 2):
        assert one.text() != other.text()
        assert one.array(0) != other.array(0)
        assert one.picture().svg() != other.picture().svg()
    for table in tables:
        assert len(table.array(None)) == size
        assert all(0 <= number <= 1 for number in table.array(1))
        assert (table.picture().width, table.picture().height) == (
            tables[0].picture().width,
            tables[0].picture().height,
        )


def test_the_array_is_the_same_from_either_side() -> None:
    def table(first: int, second: int, actor: int) -> Layout:
        zone = BoardZone(board=BOARDS[0], pieces={"a1": disc(first), "b1": disc(second)})
        return Layout(title="", zones=(zone,), seats=2, actors=(actor,))

    assert table(0, 1, 0).array(0) == table(1, 0, 1).array(1)


def test_a_button_is_drawn_unless_a_zone_has_its_name() -> None:
    row = Row(title="Cart", pieces=(), slots=1, name="cart 1")
    layout = Layout(title="", zones=(row, Lines(("Choose.",))), seats=2, buttons=("cart 1", "pass"))
    assert layout.picture().svg().count('data-name="cart 1"') == 1
    assert layout.text().splitlines() == ["Cart: empty", "Choose.", "Also: pass"]


def test_too_many_pieces_are_named() -> None:
    with pytest.raises(ValueError, match="'Row' has 2 pieces in 1 slots"):
        Row(title="Row", pieces=(card(1), card(2)), slots=1)


def test_room_is_kept_for_buttons_that_no_zone_draws() -> None:
    cart = Row(title="Cart", pieces=(), slots=5, name="cart 1")
    heights = [
        Layout(title="", seats=2, zones=(cart,), possible_buttons=possible).picture().height
        for possible in ((), ("cart 1",), ("cart 1", "pass"))
    ]
    assert heights[0] == heights[1] < heights[2]
