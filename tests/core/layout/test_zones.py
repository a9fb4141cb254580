"""Tables declared by boards, pieces and zones: what is sent, the plain picture, text and array say the same."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from boardwright.core.drawing.picture import Shape, circle, group, image, path, shape, words
from boardwright.core.layout import (
    Board,
    BoardZone,
    Counters,
    Drawing,
    Field,
    GraphBoard,
    HandZone,
    HexBoard,
    Item,
    Items,
    Lines,
    Piece,
    Pile,
    Role,
    Row,
    SquareBoard,
    Supply,
    Symbol,
    Track,
    Zone,
    card,
    card_back,
    chip,
    cube,
    die,
    disc,
    grid_frame,
    pawn,
    road,
    wall,
)
from boardwright.core.layout.stacked import picture
from boardwright.core.layout.table import Table
from tests.changing import drawn_in, table_json

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


@pytest.mark.parametrize("board", BOARDS)
def test_edges_and_corners_know_each_other(board: Board) -> None:
    for corner in board.corners:
        assert len(board.edges_at(corner)) == len(board.around(corner))
        assert all(corner in board.corners_at(edge) for edge in board.edges_at(corner))
    for edge in board.edges:
        assert all(edge in board.edges_at(corner) for corner in board.corners_at(edge))


def svg_of(board: Board, pieces: dict[str, Piece]) -> str:
    return picture(Table(title="", zones=(BoardZone(board=board, pieces=pieces),), seats=2)).svg()


def test_a_road_lies_along_its_edge_and_a_cube_stands_upright() -> None:
    board = BOARDS[2]
    slopes = {text for edge in board.edges for text in re.findall(r"rotate\((\d+)\)", svg_of(board, {edge: road(0)}))}
    assert slopes == {"30", "90", "150"}
    assert not any("rotate" in svg_of(board, {edge: cube(0)}) for edge in board.edges)


@pytest.mark.parametrize("board", [HexBoard(3), HexBoard(2, "hexagon"), HexBoard(5, "hexagon")])
def test_names_of_columns_and_rows_do_not_lie_on_each_other(board: Board) -> None:
    for (one, (x, y)), (other, (x2, y2)) in combinations(board.labels, 2):
        assert abs(x - x2) > 0.4 or abs(y - y2) > 0.4, (one, other)


def test_a_cell_is_tinted_in_the_color_of_a_seat_or_in_any_other() -> None:
    shown = BoardZone(board=BOARDS[0], pieces={}, tints={"a1": 0, "b1": "#3c7a3f"}).shown()
    assert [symbol is not None and "fill=" in symbol.svg for symbol in shown.cells[:3]] == [True, True, False]
    assert shown.cells[1] is not None
    assert 'fill="#3c7a3f"' in shown.cells[1].svg


def test_boards_of_the_same_size_are_the_same() -> None:
    assert HexBoard(5) is HexBoard(5)
    assert HexBoard(5) is not HexBoard(5, "hexagon")
    with pytest.raises(ValueError, match="'round' is not an outline"):
        HexBoard(5, "round")


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: type(board).__name__)
def test_every_place_that_can_be_pressed_is_named_has_an_outline_and_says_what_is_there(board: Board) -> None:
    zone = BoardZone(board=board, pieces={board.cells[0]: disc(1)}, press=("cells", "edges", "corners"))
    table = Table(title="Table", zones=(zone,), seats=2)
    places, shown, svg = (*board.cells, *board.edges, *board.corners), zone.shown(), picture(table).svg()
    assert table.names == shown.frame.names == places
    assert all(shown.frame.outlines[spot.outline] for spot in shown.frame.spots)
    assert [symbol is not None and symbol.words for symbol in shown.cells] == ["disc of player 2"] + ["empty"] * (
        len(places) - 1
    )
    for place in places:
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
    tuple(Row(title="Offer", pieces=(card(3),), slots=2, captions=captions) for captions in ((), ("1",), ("2",))),
    tuple(Row(title="Cards", pieces=(card(number),), slots=1, role=Role.CARDS) for number in (3, 4)),
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
    tables = [Table(title="Table", zones=(zone,), seats=2) for zone in zones]
    size = sum(count for *_, count in tables[0].planes())
    for one, other in combinations(tables, 2):
        assert one.text() != other.text()
        assert one.array(0) != other.array(0)
        assert one.shown != other.shown
        assert picture(one).svg() != picture(other).svg()
    for table in tables:
        assert len(table.array(None)) == size
        assert all(0 <= number <= 1 for number in table.array(1))
        sent = table_json(table)
        assert drawn_in(sent["zones"]) == sent.get("art", {}).keys()


@pytest.mark.parametrize("zones", ZONES, ids=lambda zones: type(zones[0]).__name__)
def test_equal_zones_are_drawn_by_the_same_objects(zones: tuple[Zone, ...]) -> None:
    for zone in zones:
        assert {id(art) for art in zone.shown().arts()} == {id(art) for art in zone.shown().arts()}


def test_room_is_kept_for_what_can_still_come() -> None:
    row, hand = Row(title="Row", pieces=(card(3),), slots=4), HandZone(title="Hand", cards=(1,), kinds=(1,), most=3)
    pile = Pile(title="Pile", count=0, most=9)
    assert [zone.shown().most for zone in (row, hand, pile)] == [4, 3, 1]


def test_the_array_is_the_same_from_either_side() -> None:
    def table(first: int, second: int, actor: int) -> Table:
        zone = BoardZone(board=BOARDS[0], pieces={"a1": disc(first), "b1": disc(second)})
        return Table(title="", zones=(zone,), seats=2, actors=(actor,))

    assert table(0, 1, 0).array(0) == table(1, 0, 1).array(1)


def test_a_button_is_drawn_unless_a_zone_has_its_name() -> None:
    row = Row(title="Cart", pieces=(), slots=1, name="cart 1")
    table = Table(title="", zones=(row, Lines(("Choose.",))), seats=2, buttons=("cart 1", "pass"))
    assert table.names == ("cart 1", "pass")
    assert table.shown[-1] == Items(role=Role.BUTTONS, items=(Item(name="pass", title="pass"),))
    assert picture(table).svg().count('data-name="cart 1"') == 1
    assert table.text().splitlines() == ["Cart: empty", "Choose.", "Also: pass"]


def test_too_many_pieces_are_named() -> None:
    with pytest.raises(ValueError, match="'Row' has 2 pieces in 1 slots"):
        Row(title="Row", pieces=(card(1), card(2)), slots=1)


DOT = [circle(0, 0, 4)]
ACTIVE: list[Shape] = [
    shape("script", text="alert(1)"),
    shape("foreignObject"),
    shape("style", text="@import '//example.org'"),
    shape("set", attributeName="href", to="javascript:alert(1)"),
    group([shape("animateTransform", onbegin="alert(1)")]),
    circle(0, 0, 4, onclick="alert(1)"),
    image(0, 0, 9, 9, "https://example.org/boat.png"),
    image(0, 0, 9, 9, "//example.org/boat.png"),
    shape("a", href="javascript:alert(1)"),
    Shape("use", {"xlink:href": "data:image/svg+xml,x"}),
    path("M0 0", fill="url(//example.org/#paint)"),
]


@pytest.mark.parametrize("active", ACTIVE, ids=lambda active: active.svg())
def test_a_drawing_that_runs_or_loads_something_is_refused(active: Shape) -> None:
    with pytest.raises(ValueError, match="A drawing cannot have '"):
        Symbol([*DOT, group([active])], (0, 0, 9, 9))
    with pytest.raises(ValueError, match="A drawing cannot have '"):
        grid_frame("a", "1", 9, ground=[active]).data()
    over = Field(role=Role.BOARD, frame=grid_frame("a", "1", 9), cells=(None,), over=Drawing([active]))
    with pytest.raises(ValueError, match="A drawing cannot have '"):
        table_json(Table(title="", zones=(over,), seats=1))


@pytest.mark.parametrize(
    "drawn",
    [
        words(0, 0, '<script onclick="alert(1)" href="https://example.org">', 9),
        words(0, 0, "turn one=2, url(x)", 9),
        image(0, 0, 9, 9, "/assets/regatta/0123456789abcdef/boat.svg"),
        shape("use", href="#boat"),
        path("M0 0", fill="url(#paint)"),
        circle(0, 0, 4, css="one", name="once", label='one="two"'),
    ],
    ids=lambda drawn: drawn.svg(),
)
def test_texts_files_of_the_package_and_what_is_drawn_in_the_same_symbol_are_not(drawn: Shape) -> None:
    symbol = Symbol([drawn], (0, 0, 9, 9))
    assert symbol.data().svg == drawn.svg()
    assert ElementTree.fromstring(f"<svg>{symbol.svg}</svg>") is not None


def test_a_grid_has_its_squares_in_reading_order() -> None:
    frame = grid_frame(["1", "2"], ["1", "2", "3"], 20, rim=5, name="{row},{column}", words={"2,1": "middle"})
    assert frame.names == ("1,1", "1,2", "2,1", "2,2", "3,1", "3,2")
    assert frame.box == (-5, -5, 50, 70)
    assert [(spot.x, spot.y) for spot in frame.spots][3:] == [(20, 20), (0, 40), (20, 40)]
    assert frame.labels() == ["1,1", "1,2", "middle", "2,2", "3,1", "3,2"]


def test_a_board_is_written_by_the_letters_of_its_symbols() -> None:
    stones = [Symbol(DOT, (0, 0, 9, 9), words="a stone", letter=letter, styles=("red",)) for letter in "XO"]
    field = Field(role=Role.BOARD, title="Stones", frame=grid_frame("ab", "1", 9), cells=(stones[0], None))
    assert field.text() == "Stones\n  a b\n1 X ."
    assert field.text(color=True) == "Stones\n  a b\n1 \x1b[31mX\x1b[0m ."


def test_parts_are_named_in_reading_order_and_hidden_ones_not() -> None:
    hand = Items(
        role=Role.HAND,
        name="hand",
        items=(Item(name="a", title="A"), Item(name="b", title="B", is_hidden=True), Item(title="C")),
    )
    board = Field(role=Role.BOARD, frame=grid_frame("ab", "1", 9), cells=(None, None))
    table = Table(title="", seats=1, zones=(board, hand), buttons=("b", "a1"))
    assert table.names == ("a1", "b1", "hand", "a", "b")
    assert table.text() == "  a b\n1 . .\nA C\nAlso: b"
