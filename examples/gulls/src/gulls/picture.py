"""What a gull sees: a row for each gull with the cards it has laid, a row with the player's hand, and buttons to dive."""

from __future__ import annotations

from boardwright.core.board import Board, Count, Token, square

from gulls.facts import FISH, HAND
from gulls.view import GullsView


def board(view: GullsView) -> Board:
    """One column for each fish; the last row is the player's hand."""
    seats = len(view.caught)
    tokens = {
        square(column, seat): _card(card, seat)
        for column, dive in enumerate((*view.dives, view.laid))
        for seat, card in enumerate(dive)
        if card
    }
    tokens |= {square(column, seats): _card(card, view.seat) for column, card in enumerate(view.hand)}
    return Board(
        title="Gulls",
        columns=HAND,
        rows=seats + 1,
        tokens=tokens,
        counts=(
            Count("Fish", view.fish[-1] if view.fish else 0, len(FISH)),
            *(Count(f"player {seat + 1} has", worth, HAND * len(FISH)) for seat, worth in enumerate(view.caught)),
        ),
        buttons=tuple(f"dive {card}" for card in sorted(set(view.hand))),
        lines=(f"Row {seats + 1} is your hand." if view.seat is not None else "You watch from the beach.",),
    )


def _card(card: int, seat: int | None) -> Token:
    return Token("?", seat, "face down") if card < 0 else Token(str(card), seat, f"card {card}")
