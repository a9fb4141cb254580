"""Tables for the compiled kernel, and positions as its states."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain
from struct import Struct
from typing import Any, ClassVar, Final, get_args

from boardwright.core.search.kernel import KernelTables, filled, integers, reals, texts
from boardwright.games.mage_duel import bot, facts
from boardwright.games.mage_duel.board import is_complete, read_border
from boardwright.games.mage_duel.options import MageDuelOptions
from boardwright.games.mage_duel.position import ABANDONED, MageDuelPosition, Reason

_REASONS: Final[tuple[Reason, ...]] = get_args(Reason)
_NOBODY: Final = 2
_MOST_GROUPS: Final = 4
_READ: Final = Struct(f"10I {facts.NO_TILE}s {facts.SLOTS}s {facts.CELLS}s")
"""The parts of a state that are read back: words, deck, border and cells."""


def kernel(position: MageDuelPosition) -> MageDuelTables | None:
    """Return the tables of any variant, from the first tile on; None where only the end can be claimed."""
    is_begun = is_complete(position.border, position.options.edges) and position.reason != "timeout_claim"
    return MageDuelTables.of(position) if is_begun and position.window != ABANDONED else None


class MageDuelTables(KernelTables[MageDuelPosition, MageDuelOptions]):
    """The tables of one variant.

    States know neither the order of play nor the time: nothing in play depends on them.
    """

    engine: ClassVar[str] = "mage_duel"
    outcomes: Sequence[str] = facts.TILES

    def tables(self) -> dict[str, array[Any]]:
        options, key = self.options, bot.KEY_LAYS
        return {
            "options": integers((options.joker_price, options.end_on_full_board, bot.PLAYOUT_MOVES)),
            "weights": reals(bot.GRIP, bot.FLEXIBLE, bot.CERTAIN, bot.PLAYOUT_WEIGHT),
            "learned": reals(*chain(*((*each.odd, *each.even, each.bias, each.output) for each in bot.weights()))),
            "node_points": integers((0, *facts.NODE_POINTS.values())),
            "faces": integers(chain(*facts.FACES)),
            "across": integers(chain(*facts.ACROSS)),
            "group_count": integers(map(len, facts.GROUPS)),
            "groups": integers(_groups()),
            "fit_start": integers(accumulate(map(len, facts.FITTING), initial=0)),
            "fitting": integers(chain(*facts.FITTING)),
            "names": texts(facts.TILES),
            "key_count": integers(map(len, key)),
            "key_lays": integers(chain(*(filled(lays, 2) for lays in key))),
        }

    def pack(self, position: MageDuelPosition, seat: int | None = None) -> bytes:
        board = position.board
        labels, open_edges, points = bytearray(facts.NODES), bytearray(facts.NODES), [0] * facts.NODES
        for root, nodes in board.nodes().items():
            for node in nodes:
                labels[node] = nodes[0]
            each = board.structures[root]
            open_edges[nodes[0]] = each.open
            points[nodes[0]] = each.blue | each.red << 16
        deck = bytes(map(position.deck.count, range(facts.NO_TILE)))
        border = read_border(position.border)
        words = [self._actor(position, seat), _NOBODY if position.last_side is None else position.last_side]
        words += [position.last_skipped, position.drawing, _REASONS.index(position.reason), position.top]
        words += [*position.jokers, len(board.order), len(position.deck)]
        planes = deck + border + board.cells + board.frames + bytes(labels) + bytes(open_edges)
        return array("I", words).tobytes() + planes + array("I", points).tobytes()

    def _actor(self, position: MageDuelPosition, seat: int | None) -> int:
        """Return the side to move now, or after the draw; at the end it is not told."""
        if position.actors:
            return position.actors[0] if seat is None else seat
        return 0 if position.last_side is None else 1 - position.last_side

    def unpack(self, state: bytes) -> MageDuelPosition:
        """Return the position with its tiles by cell, as if they had been laid in that order, and without a clock."""
        _, last_side, last_skipped, drawing, reason, top, *rest = _READ.unpack_from(state)
        blue, red, filled, _, deck, faces, cells = rest
        laid = ((cell, lay % facts.LAYS, lay // facts.LAYS) for cell, lay in enumerate(cells) if lay != facts.EMPTY)
        return MageDuelPosition(
            options=self.options,
            border="".join(facts.LETTERS[face] for face in faces),
            laid=tuple((cell, lay // 4, lay % 4, side) for cell, lay, side in laid),
            deck=tuple(tile for tile in range(facts.NO_TILE) for _ in range(deck[tile])),
            top=top,
            jokers=(blue, red),
            last_side=None if last_side == _NOBODY else last_side,
            last_skipped=bool(last_skipped),
            moves_done=filled,
            updated=None,
            drawing=bool(drawing),
            reason=_REASONS[reason],
        )


def _groups() -> Iterator[int]:
    """Yield by lay, four times a kind, a number of edges and four edges; zeros where there are fewer."""
    for groups in facts.GROUPS:
        words = chain(*((kind, len(edges), *filled(edges, 4)) for kind, edges in groups))
        yield from filled(words, 6 * _MOST_GROUPS)
