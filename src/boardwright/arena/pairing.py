"""A pairing: one whole game between bots, decided by its seed and nothing else."""

from __future__ import annotations

import random
from hashlib import sha256

import msgspec

from boardwright.bots import bot
from boardwright.bots.bot import BotFailure
from boardwright.core import record
from boardwright.core.canonical import JSON
from boardwright.core.game import AnyGame
from boardwright.core.header import Adjudication
from boardwright.core.match import Match
from boardwright.core.refusal import IllegalMove
from boardwright.core.registry import game as find_game

_LONGEST = 1000
"""Moves after which a game without a bound of its own is drawn: bots may repeat themselves for ever."""


def default_max_moves(game: AnyGame) -> int:
    """After how many moves a game between bots is given up as a draw, unless the caller knows better."""
    return game.bound or _LONGEST


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be played: `bots` by seat, as the texts that name them."""

    number: int
    game: str
    bots: tuple[str, ...]
    seed: str
    options: dict[str, JSON] = {}
    max_moves: int = 0
    keep: bool = False


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a pairing ended. `payoffs` are by seat and add up to zero; `record` is there if it was to be kept.

    `forfeits` says, by seat, why a bot could not play on; its seat then leaves the match.
    """

    pairing: Pairing
    scores: tuple[int, ...]
    payoffs: tuple[float, ...]
    reason: str
    moves: int
    forfeits: dict[int, str] = {}
    record: str | None = None


def play(pairing: Pairing) -> Result:
    """Plays a pairing. The same pairing gives the same result everywhere, unless a bot has a budget of seconds.

    >>> result = play(Pairing(number=0, game="deblockle", bots=("greedy", "random"), seed="a", max_moves=300))
    >>> result.payoffs
    (1.0, -1.0)
    """
    match, forfeits = play_match(pairing)
    assert match.outcome is not None
    return Result(
        pairing=pairing,
        scores=match.outcome.scores,
        payoffs=match.outcome.payoffs(),
        reason=match.outcome.reason,
        moves=match.moves_done,
        forfeits=forfeits,
        record=record.dump(match).decode() if pairing.keep else None,
    )


def play_match(pairing: Pairing) -> tuple[Match, dict[int, str]]:
    """The whole match of a pairing, and why bots had to leave it."""
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
    dice = [random.Random(f"{pairing.seed}/{seat}") for seat in range(len(players))]
    forfeits: dict[int, str] = {}
    try:
        while match.outcome is None:
            seat = match.position.actors[0]
            try:
                match.play(players[seat].choose(match.position, seat, dice[seat]), seat)
            except (BotFailure, IllegalMove) as failure:
                forfeits[seat] = str(failure)
                match.resign(seat)
    finally:
        for player in players:
            player.close()
    return match, forfeits
