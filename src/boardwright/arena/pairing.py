"""One game between bots, determined by its seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from hashlib import sha256
from typing import Self

import msgspec

from boardwright.bots import bot
from boardwright.bots.bot import BotFailure, Candidate, SeenMatch
from boardwright.core.canonical import JSON
from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game as find_game
from boardwright.core.match.header import Adjudication
from boardwright.core.match.match import Match
from boardwright.core.records import record
from boardwright.core.refusal import IllegalMove
from boardwright.core.search.playout import first_actor

_LONGEST = 1000
"""The move limit of a game that states no bound: bots may repeat moves forever."""


def default_max_moves(game: AnyGame) -> int:
    """Return the number of moves after which a game between bots is a draw by default."""
    return game.bound or _LONGEST


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be played: `bots` are the bot names by seat."""

    number: int
    game: str
    bots: tuple[str, ...]
    seed: str
    options: dict[str, JSON] = {}
    max_moves: int = 0
    keep: bool = False

    @property
    def filename(self) -> str:
        """The name of the record file."""
        return f"{self.game}-{self.number:05}.jsonl"


class Search(msgspec.Struct, frozen=True):
    """The search of a bot before a move: visits of moves by their texts, and the mean value for its seat.

    A bot that does not search has no visits and no value.
    """

    visits: dict[str, int] = {}
    value: float | None = None

    @classmethod
    def of(cls, candidates: Sequence[Candidate]) -> Self:
        """Return the search that visited those candidates.

        >>> Search.of([Candidate("left", 3, 0.5), Candidate("right", 1, -0.5)])
        Search(visits={'left': 3, 'right': 1}, value=0.25)
        """
        total = sum(each.visits for each in candidates)
        visits = {str(each.move): each.visits for each in candidates}
        return cls(visits, sum(each.visits * each.mean for each in candidates) / total if total else None)


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of a game. `places` are by seat, 1 the best; `record` is set if the pairing says `keep`.

    `forfeits` holds the reason, by seat, why a bot failed and left the match. `searches` are those of all moves, in
    their order, if the record is kept.
    """

    pairing: Pairing
    scores: tuple[int, ...]
    places: tuple[int, ...]
    reason: str
    moves: int
    forfeits: dict[int, str] = {}
    record: str | None = None
    searches: list[Search] = []


def series(
    game: str, bots: tuple[str, ...], games: int, seed: str, options: dict[str, JSON], max_moves: int
) -> list[Pairing]:
    """Return games between the same bots on the same seats, each with its own seed; their records are kept.

    >>> [pairing.seed for pairing in series("deblockle", ("greedy", "random"), 2, "s", {}, 100)]
    ['s/0', 's/1']
    """
    return [
        Pairing(
            number=number,
            game=game,
            bots=bots,
            seed=f"{seed}/{number}",
            options=options,
            max_moves=max_moves,
            keep=True,
        )
        for number in range(games)
    ]


def play(pairing: Pairing) -> Result:
    """Play a pairing. The result is reproducible unless a bot has a time budget.

    >>> result = play(Pairing(number=0, game="deblockle", bots=("greedy", "random"), seed="a", max_moves=300))
    >>> result.places
    (1, 2)
    """
    searches: list[Search] = []
    match, forfeits = play_match(pairing, searches)
    assert match.outcome is not None
    return Result(
        pairing=pairing,
        scores=match.outcome.scores,
        places=match.outcome.places,
        reason=match.outcome.reason,
        moves=match.moves_done,
        forfeits=forfeits,
        record=record.dump(match).decode() if pairing.keep else None,
        searches=searches if pairing.keep else [],
    )


def play_match(pairing: Pairing, searches: list[Search] | None = None) -> tuple[Match, dict[int, str]]:
    """Play a pairing and return the match, and by seat the reasons why bots forfeited; add to `searches`."""
    game = find_game(pairing.game)
    match = Match.new(
        game,
        seats=len(pairing.bots),
        options=game.read_options(pairing.options),
        players=pairing.bots,
        seed=sha256(pairing.seed.encode()).digest(),
        adjudication=Adjudication(dead_position=True, max_moves=pairing.max_moves),
    )
    players = [bot(spec, game) for spec in pairing.bots]
    rngs = [random.Random(f"{pairing.seed}/{seat}") for seat in range(len(players))]
    forfeits: dict[int, str] = {}
    try:
        while match.outcome is None:
            seat = first_actor(match.position)
            try:
                players[seat].follow(SeenMatch(match, seat))
                match.play(players[seat].choose(match.position, seat, rngs[seat]), seat)
                if searches is not None:
                    searches.append(Search.of(players[seat].candidates))
            except (BotFailure, IllegalMove) as failure:
                forfeits[seat] = str(failure)
                match.resign(seat)
        for seat, player in enumerate(players):
            player.follow(SeenMatch(match, seat))
    finally:
        for player in players:
            player.close()
    return match, forfeits
