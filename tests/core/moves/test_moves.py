"""Moves by their declarations: legal moves, texts, numbers, gestures, words and refusals follow from them."""

from __future__ import annotations

import pickle
from array import array
from enum import Enum
from inspect import Parameter, Signature
from random import Random
from typing import Annotated, Any, Literal, Self

import pytest

from boardwright.core.game.game import Game
from boardwright.core.hidden import Hand
from boardwright.core.layout import BoardZone, Cells, SquareBoard, Zone, disc
from boardwright.core.moves import (
    Cell,
    Corner,
    Flag,
    Flip,
    Held,
    Move,
    Named,
    Number,
    OneOf,
    Places,
    Seat,
    Several,
    Turn,
    move,
    require,
)
from boardwright.core.moves.gesture import Drag, Enter, Gesture, Pick, Press, Put
from boardwright.core.refusal import IllegalMove, Refusal, Unreadable
from boardwright.core.rules.options import Options
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import Position
from boardwright.core.rules.view import Open
from boardwright.core.search.numbering import Actions
from boardwright.core.tuples import replace_at
from boardwright.kit.walks.failure import place_of


class Metal(Enum):
    TIN = 1
    IRON = 2


class Workshop(Position[Move, Open], frozen=True):
    """Every domain once; what the moves do is of no interest."""

    hands: tuple[Hand[int], ...] = (Hand.of((2, 5, 7)), Hand.of((3,)))
    stones: Cells[int] = Cells()
    to_move: int = 0
    done: bool = False

    seats = 2
    board = SquareBoard(3, 2)
    free = property(lambda self: [cell for cell in self.board.cells if cell not in self.stones])

    @move("{start}-{end}")
    def carry(self, start: Cell, end: Cell) -> Self:
        """Carry a stone from {start} to {end}."""
        require(self.stones.get(start) == self.to_move, "not_yours", "There is no stone of yours at {start}.")
        require(end not in self.stones, "taken", "{end} is taken.", "a1")
        return self.replace(stones=self.stones.moved(start, end))

    @move("put {cell}")
    def put(self, cell: Annotated[str, Places("cells", now="free")]) -> Self:
        """Put down a stone."""
        return self.replace(stones=self.stones.put(cell, self.to_move))

    @move("clear {cell}")
    def clear(self, cell: Cell) -> Self:
        """Clear {cell}."""
        require(cell in self.stones, "empty", "{cell} is empty.")
        return self.replace(stones=self.stones.without(cell))

    @move("beam {corner} {turn} {side}")
    def beam(
        self, corner: Corner, turn: Annotated[int, Turn("hv")], side: Annotated[bool, Flip(("up", "down"))]
    ) -> Self:
        """Lay a beam."""
        return self

    @move("discard {cards}", seated=True)
    def discard(self, seat: int, cards: Annotated[tuple[int, ...], Several(2, Held("hands", range(1, 9)))]) -> Self:
        """Discard {cards}."""
        return self.replace(hands=(self.hands[seat].without(*cards), self.hands[1]))

    @move("bid {amount}")
    def bid(self, amount: Annotated[int, Number(1, 3)]) -> Self:
        """Bid {amount}."""
        require(amount != 2, "odd_only", "{amount} is even.")
        return self

    @move("forge {metal} {size}")
    def forge(self, metal: Metal, size: Literal["small", "large"]) -> Self:
        """Forge something."""
        return self

    @move("ask {other}", seated=True)
    def ask(self, seat: int, other: Seat) -> Self:
        """Ask player {other}."""
        require(seat != other, "yourself", "You cannot ask yourself.")
        return self

    @move("stop")
    def stop(self) -> Self:
        """Stop."""
        return self.replace(done=True)

    def outcome(self) -> Outcome | None:
        return Outcome((0, 0), (), "stopped") if self.done else None

    def zones(self, seat: int | None) -> tuple[Zone, ...]:
        return (BoardZone(board=self.board, pieces={cell: disc(owner) for cell, owner in self.stones.at.items()}),)


class WorkshopGame(Game[Workshop, Options]):
    name, title, summary, seats = "workshop", "Workshop", "Try every tool.", range(2, 3)


GAME = WorkshopGame()
START = Workshop(stones=Cells({"a1": 0, "b2": 1}))


def test_the_legal_moves_are_those_that_nothing_refuses() -> None:
    legal = list(map(str, START.legal_moves()))
    assert [move for move in legal if "-" in move] == ["a1-b1", "a1-c1", "a1-a2", "a1-c2"]
    assert [move for move in legal if move.startswith("put")] == ["put b1", "put c1", "put a2", "put c2"]
    assert [move for move in legal if move.startswith("discard")] == ["discard 2,5", "discard 2,7", "discard 5,7"]
    assert [move for move in legal if move.startswith(("bid", "ask"))] == ["bid 1", "bid 3", "ask 2"]
    assert all(START.parse(move) in START.legal_moves() and START.refusal(move) is None for move in legal)
    assert set(START.legal_moves()) == {move for move in START.moves.all(START) if START.refusal(move) is None}


@pytest.mark.parametrize(
    ("text", "code", "words", "marks"),
    [
        ("b2-a2", "not_yours", "There is no stone of yours at b2.", ("b2",)),
        ("a1-b2", "taken", "b2 is taken.", ("a1", "b2")),
        ("put a1", "not_now", "a1 is not possible now.", ()),
        ("discard 2,3", "not_held", "You do not hold 3.", ()),
        ("bid 2", "odd_only", "2 is even.", ()),
        ("ask 1", "yourself", "You cannot ask yourself.", ()),
    ],
)
def test_a_refusal_is_worded_with_the_arguments_and_marks_them(
    text: str, code: str, words: str, marks: tuple[str, ...]
) -> None:
    assert START.refusal(text) == Refusal(code, words, marks)
    assert START.parse(text) not in START.legal_moves()
    with pytest.raises(IllegalMove):
        START.play(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("bid 9", "'9' is not a number here (1 to 3)"),
        ("bid 01", "'01' is not a number here"),
        ("put z9", "'z9' is not a cell here (a1 to c2)"),
        ("discard 5,2", "'5,2' is not a pick of 2 here (1,2 to 7,8)"),
        ("forge gold small", "'gold' is not a metal here (tin, iron)"),
        ("dance", "moves look like `a1-a1`, `put a1`"),
    ],
)
def test_a_text_that_is_not_a_move_is_answered_with_what_would_be(text: str, words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        START.parse(text)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("  bid   3 ", "bid 3"), ("BID 3", "bid 3"), ("A1 - B1", "a1-b1"), ("put B2", "put b2"),
        ("Forge IRON small", "forge iron small"), ("beam a1 V Down", "beam A1 v down"),
    ],
)  # fmt: skip
def test_blanks_and_the_case_of_letters_do_not_matter(typed: str, text: str) -> None:
    assert str(START.parse(typed)) == text


def test_the_case_of_letters_counts_where_it_tells_moves_apart() -> None:
    class Marked(Workshop, frozen=True):
        @move("{cell}")
        def mark_cell(self, cell: Cell) -> Self:
            """Mark {cell}."""
            return self

        @move("{corner}")
        def mark_corner(self, corner: Corner) -> Self:
            """Mark corner {corner}."""
            return self

        @move("say {word}")
        def say(self, word: Literal["nO", "No", "YES"]) -> Self:
            """Say {word}."""
            return self

    for text in ("a1", "A1", "say nO", "say No", "say YES"):
        assert str(Marked().parse(text)) == text
    assert str(Marked().parse("say yes")) == "say YES"
    with pytest.raises(Unreadable):
        Marked().parse("say no")


def test_every_move_at_the_table_is_numbered_and_few_share_a_gesture() -> None:
    moves = START.moves.all(START)
    assert len(moves) == len(set(moves)) == 36 + 6 + 6 + 8 + 28 + 3 + 4 + 2 + 1
    assert all(moves.index(move) == number and move in moves for number, move in enumerate(moves))
    shared = {move for move in moves if START.moves.from_gesture(move.gesture(START), START) != move}
    assert {str(move) for move in shared} == {"put a1", "put b2", "clear b1", "clear c1", "clear a2", "clear c2"}
    assert not shared & set(START.legal_moves())


class Muddle(Workshop, frozen=True):
    @move("stack {cell}")
    def stack(self, cell: Cell) -> Self:
        """Stack a stone on {cell}."""
        require(cell in self.stones, "empty", "{cell} is empty.")
        return self


def test_a_gesture_of_several_moves_is_that_of_a_legal_one() -> None:
    muddle = Muddle(stones=START.stones)
    assert muddle.moves.named(Press("b1"), muddle) == muddle.parse("put b1")
    assert muddle.moves.from_gesture(Press("a1"), muddle) == muddle.parse("clear a1")
    with pytest.raises(IllegalMove, match="Several moves are made like this"):
        muddle.moves.named(Press("a1"), muddle)
    full = muddle.replace(stones=Cells({cell: 0 for cell in muddle.board.cells if cell != "c2"}))
    assert full.moves.named(Press("c2"), full) == full.parse("put c2")


def test_a_single_move_is_tried_without_listing_the_others() -> None:
    class Asked(Workshop, frozen=True):
        def bid(self, amount: int) -> Self:
            raise AssertionError("not asked for")

    assert Asked.moves.kinds == Workshop.moves.kinds, "a method that is defined anew without @move has the same moves"
    assert Asked().play("stop").outcome()
    with pytest.raises(AssertionError):
        list(Asked().legal_moves())


class Huge(Workshop, frozen=True):
    @move("draw {cards}")
    def draw_cards(self, cards: Annotated[tuple[int, ...], Several(6, Number(1, 60))]) -> Self:
        """Draw."""
        return self


def test_millions_of_moves_are_numbered_without_listing_them() -> None:
    moves = Huge().moves.all(Huge())
    assert len(moves) > 50_000_000
    actions: Actions[Move, Any] = Actions(moves, planes=(), encode=lambda position, seat: array("f"))
    drawn = Huge.draw_cards((3, 14, 15, 26, 53, 59))
    assert actions.move(actions.number(drawn)) == drawn
    assert Huge().play(drawn) == Huge()
    with pytest.raises(KeyError):
        actions.number(Huge.draw_cards((1,)))


SMALL = Annotated[int, Number(1, 2)]


@pytest.mark.parametrize(
    ("notation", "hints", "doc", "words"),
    [
        ("{a}{b}", {"a": SMALL, "b": SMALL}, "", "write something between"),
        ("{a} to {c}", {"a": SMALL, "b": SMALL}, "", "but its notation"),
        ("jump {far}", {"far": int}, "Jump.", "annotate far with a domain"),
        ("jump {far}", {"far": SMALL}, "Jump {fra}.", r"Wrong.jump: its docstring has \{fra\}, but its notation"),
        (
            "jump",
            {"seat": int},
            "Jump.",
            r"Wrong.jump takes the seat that moves: declare it with @move\(…, seated=True",
        ),
    ],
)
def test_mistakes_in_a_declaration_are_named_with_their_place(
    notation: str, hints: dict[str, Any], doc: str, words: str
) -> None:
    def jump(*arguments: Any) -> Any: ...

    jump.__doc__, jump.__annotations__ = doc, hints
    vars(jump)["__signature__"] = Signature([Parameter(name, Parameter.POSITIONAL_ONLY) for name in ("self", *hints)])
    wrong: Any = type("Wrong", (Workshop,), {"jump": move(notation)(jump)}, frozen=True)
    with pytest.raises(TypeError, match=words) as caught:
        list(wrong().legal_moves())
    assert place_of(caught.value) == f"{__file__}, line {jump.__code__.co_firstlineno}"


def test_moves_are_values() -> None:
    bid = Workshop.bid(3)
    assert (str(bid), bid.words(START), bid) == ("bid 3", "Bid 3", START.parse("bid 3"))
    assert pickle.loads(pickle.dumps(bid)) == bid
    assert (bid in START.legal_moves(), START.play(bid), START.bid(3)) == (True, START, START)
    assert START.refusal(Workshop.bid(9)) == Refusal("no_such_move", "'9' is not a number here.")


class Nod(Move, frozen=True): ...


class Speaking(Workshop, frozen=True):
    @move("speak")
    def speak(self) -> Self:
        return self


def test_a_move_without_a_docstring_is_called_as_it_is_written() -> None:
    assert (Nod().words(START), Speaking.speak().words(START)) == ("nod", "speak")


class Bidding(Position[Move, Open], frozen=True):
    """A number among many, and a pick of three."""

    hands: tuple[tuple[int, ...], ...] = (tuple(range(5)), tuple(range(5)))
    bids: tuple[int, ...] = ()
    to_move: int = 0
    seats = 2

    @move("bid {number}")
    def bid(self, number: Annotated[int, Number(0, 40)]) -> Self:
        """Bid {number}."""
        require(not self.bids or number > self.bids[-1], "too_low", "{number} is too low.")
        return self.replace(bids=(*self.bids, number), to_move=1 - self.to_move)

    @move("give {cards}", seated=True)
    def give(self, seat: int, cards: Annotated[tuple[int, ...], Several(3, Held("hands", range(5)))]) -> Self:
        """Give {cards} away."""
        left = tuple(card for card in self.hands[seat] if card not in cards)
        return self.replace(hands=replace_at(self.hands, seat, left), to_move=1 - self.to_move)

    def outcome(self) -> Outcome | None:
        return Outcome.highest((0, 1)) if 40 in self.bids else None


def test_numbers_among_many_are_typed_in_after_a_button() -> None:
    assert Bidding().moves.buttons(Bidding(), 0) == ["bid"]


class Stall(Position[Move, Open], frozen=True):
    """A market whose cards are pressed for two kinds of moves, and pieces that are put on a board."""

    offer: tuple[int, ...] = (3, 5)
    to_move = 0
    seats = 1
    board = SquareBoard(2, 1)

    @move("buy {card}")
    def buy(self, card: Annotated[int, OneOf(range(9), now="offer", is_drawn=True)]) -> Self:
        require(card != 5, "dear", "{card} is too dear.")
        return self

    @move("reserve {card}")
    def reserve(self, card: Annotated[int, OneOf(range(9), now="offer", is_drawn=True)]) -> Self:
        return self

    @move("{kind} {cell}")
    def put(self, kind: Annotated[str, OneOf(("tent", "lamp"), is_drawn=True)], cell: Cell) -> Self:
        return self

    def outcome(self) -> None:
        return None


def test_choices_that_are_drawn_are_pressed_and_put() -> None:
    position = Stall()
    made = {"buy 3": Press("3"), "reserve 3": Press("3"), "lamp b1": Drag("lamp", "b1")}
    for text, gesture in made.items():
        each = position.parse(text)
        assert each.gesture(position) == gesture
        assert type(each).from_gesture(gesture, position) == each
    assert position.moves.buttons(position, 0) == []
    refusals = [position.refusal(text) for text in ("buy 4", "buy 5")]
    assert [refusal and refusal.marks for refusal in refusals] == [(), ("5",)], "what lies there is marked"


BOARD = SquareBoard(3, 3)
NEAR = {cell: BOARD.neighbors(cell) for cell in BOARD.cells}


class Walk(Position[Move, Open], frozen=True):
    """A walk from a square to one beside it."""

    at: str = "b2"
    to_move = 0
    seats = 1
    board = BOARD

    @move("{start}-{end}")
    def step(self, start: Cell, end: Annotated[str, Places("cells", given=NEAR)]) -> Self:
        require(start == self.at, "not_there", "Nobody is on {start}.")
        return self.replace(at=end)

    def outcome(self) -> None:
        return None


def test_places_may_depend_on_the_argument_before() -> None:
    position = Walk()
    assert len(position.moves.all(position)) == 24
    assert [str(each) for each in position.legal_moves()] == ["b2-b1", "b2-a2", "b2-c2", "b2-b3"]
    assert position.parse("b2-c2").gesture(position) == Drag("b2", "c2")
    refusal = position.refusal("b2-c3")
    assert refusal is not None
    assert refusal.text == "'c3' is not a cell here."


def test_a_random_move_is_found_without_listing_all_of_them() -> None:
    position = Bidding(bids=(37,))
    found = {position.moves.sample(position, 0, Random(seed)) for seed in range(200)}
    assert {each for each, _ in filter(None, found)} == set(position.legal_moves())
    assert all(position.play(each) == after for each, after in filter(None, found))


class Lay(Move, frozen=True):
    """Lay {tile} at {column}{row}{how}."""

    notation = "{joker} {tile}@{column}{row} {how}"
    tile: Annotated[str, OneOf(("elm", "oak"))]
    column: Annotated[int, Named("ab")]
    row: Annotated[int, Named("12")]
    how: Annotated[str, OneOf(("", "flat"))] = ""
    joker: Annotated[bool, Flag("joker")] = False


class Carry(Move, frozen=True):
    """Carry a tile."""

    notation = "{start}-{end}"
    start: Cell
    end: Cell


class Rest(Move, frozen=True):
    """Rest."""

    secret = True


class Fell(Move, frozen=True):
    """Fell a tree."""

    notation = "fell {cell}"
    cell: Cell

    def gesture(self, position: Any) -> Gesture:
        return Drag("axe", self.cell)

    def covers(self, position: Any) -> tuple[str, ...]:
        return (self.cell,)

    @classmethod
    def from_gesture(cls, gesture: Gesture, position: Any) -> Self | None:
        match gesture:
            case Drag("axe", to) if to in position.board.cells:
                return cls(to)
        return None

    def words(self, position: Any) -> str:
        return f"fell the tree at {self.cell}"


AnyTree = Lay | Carry | Rest | Fell


class Grove(Position[AnyTree, Open], frozen=True):
    """Moves that are types of their own."""

    laid: tuple[str, ...] = ()
    to_move: int = 0
    seats = 2
    board = SquareBoard(2, 2)

    def apply(self, move: AnyTree, seat: int) -> Self | Refusal:
        if isinstance(move, Lay):
            if not (0 <= move.column < 2 and 0 <= move.row < 2):
                return Refusal("off_board", f"{move} is off the board.")
            if move.joker and not self.laid:
                return Refusal("no_joker", f"{move.tile} does not need a joker yet.")
            return self.replace(laid=(*self.laid, str(move)), to_move=1 - seat)
        if isinstance(move, Carry) and move.start == move.end:
            return Refusal("same", f"{move.end} is where it is.", (move.end,))
        return self.replace(to_move=1 - seat)

    def outcome(self) -> Outcome | None:
        return Outcome.highest((0, 1)) if len(self.laid) > 2 else None

    def zones(self, seat: int | None) -> tuple[Zone, ...]:
        return (BoardZone(board=self.board, pieces={}),)


class GroveGame(Game[Grove, Options]):
    name, title, summary, seats = "grove", "Grove", "Plant trees.", range(2, 3)


GROVE = GroveGame()


def test_a_move_may_have_a_type_of_its_own() -> None:
    position = GROVE.begin()
    moves, legal = position.moves.all(position), list(position.legal_moves())
    assert position.moves.kinds == (Lay, Carry, Rest, Fell)
    assert len(legal) == 16 + 12 + 1 + 4
    assert legal == [each for each in moves if position.refusal(each) is None]
    assert all(position.parse(str(each)) == each for each in moves)
    assert all(moves.index(each) == number for number, each in enumerate(moves))
    assert position.play("ELM @ b2  flat").laid == ("elm@b2 flat",)
    assert position.refusal(Lay("elm", 0, 0, joker=True)) == Refusal("no_joker", "elm does not need a joker yet.")
    assert position.refusal("a1-a1") == Refusal("same", "a1 is where it is.", ("a1",))
    assert Lay("elm", 7, 0) not in position.legal_moves()
    assert Rest().secret
    assert not Lay("oak", 0, 0).secret
    assert position.moves.sample(position, 0, Random(1)) is not None


PLANTED = Grove(("elm@a1",))


@pytest.mark.parametrize(
    ("position", "text", "gesture", "label"),
    [
        (START, "a1-b1", Drag("a1", "b1"), "Carry a stone from a1 to b1"),
        (START, "put b1", Press("b1"), "Put down a stone: b1"),
        (START, "clear a1", Press("a1"), "Clear a1"),
        (START, "beam A1 v down", Put("beam", "A1", 1, True), "Lay a beam: A1, v, down"),
        (START, "discard 2,7", Pick(("2", "7")), "Discard 2,7"),
        (START, "bid 3", Press("bid 3"), "Bid 3"),
        (START, "forge iron small", Press("forge iron small"), "Forge something: iron, small"),
        (START, "ask 2", Press("player 2"), "Ask player 2"),
        (START, "stop", Press("stop"), "Stop"),
        (Bidding(), "bid 17", Enter("bid", 17), "Bid 17"),
        (Bidding(), "give 0,2,4", Pick(("0", "2", "4")), "Give 0,2,4 away"),
        (PLANTED, "joker oak@b1", Press("joker oak@b1"), "Lay oak at b1: joker"),
        (PLANTED, "a1-b2", Drag("a1", "b2"), "Carry a tile: a1, b2"),
        (PLANTED, "rest", Press("rest"), "Rest"),
        (PLANTED, "fell b1", Drag("axe", "b1"), "fell the tree at b1"),
    ],
)
def test_every_move_has_words_and_a_gesture_that_leads_back(
    position: Any, text: str, gesture: Gesture, label: str
) -> None:
    move = position.parse(text)
    assert move.gesture(position) == gesture
    assert position.moves.from_gesture(gesture, position) == move
    assert move.words(position) == label
    assert position.refusal(move) is None


NO_MOVES: dict[Any, tuple[Gesture, ...]] = {
    START: (
        Press("z9"), Put("a1", "b1"), Put("beam", "a1"), Put("beam", "A1", 2), Put("clear", "a1"), Drag("", "a1"),
        Pick(("2",)), Pick(("7", "2")), Pick(("2", "2")), Enter("bid", 3), Drag("beam", "A1"), Press("beam"),
    ),
    Bidding(): (Enter("bid", 41), Pick(("0", "2"))),
    GROVE.begin(): (Press("b1"), Press("fell b1"), Drag("axe", "b9"), Press("axe")),
}  # fmt: skip


@pytest.mark.parametrize(
    ("position", "gesture"), [(position, gesture) for position, found in NO_MOVES.items() for gesture in found]
)
def test_other_gestures_are_no_moves(position: Any, gesture: Gesture) -> None:
    assert position.moves.from_gesture(gesture, position) is None


def test_a_position_that_names_types_of_moves_needs_apply() -> None:
    class Idle(Position[Rest, Open], frozen=True):
        seats = 1
        to_move = 0

        def outcome(self) -> Outcome | None:
            return None

    with pytest.raises(NotImplementedError, match="types and `apply`"):
        list(Idle().legal_moves())
