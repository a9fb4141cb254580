"""Worlds for the tests of the founding documents' interface: Ann is Blue and hosts, Bob is Red."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from boardwright.core.chance.distribution import Distribution
from boardwright.games.mage_duel.compat import Board, Rules, World
from boardwright.games.mage_duel.compat.events import Event
from boardwright.games.mage_duel.facts import TILES
from boardwright.games.mage_duel.moves import Place

START = 1_000_000
BORDER = ("C3", "R4", "C11", "R12", "C20", "R19", "C24", "R28")
"""What chance gives for the border here: cities at d8, h5, d1 and a1, roads at e8, h4, e1 and a5."""


class Dice:
    """Chance that gives the queued outcomes first, then the first one there is."""

    def __init__(self, outcomes: Iterable[str] = ()) -> None:
        self.outcomes: Iterator[str] = iter(outcomes)

    def queue(self, *tiles: str) -> None:
        self.outcomes = iter((*self.outcomes, *tiles))

    def __call__(self, chances: Distribution) -> str:
        return next(self.outcomes, chances.outcomes[0])


def random_world(seed: int, rules: Rules | None = None) -> World:
    dice = Random(seed)
    return started(World(lambda chances: chances.sample(dice), rules))


def started(world: World, at: int = START) -> World:
    world.create_game("ann")
    world.join_game("bob", "ann", at=at)
    return world


def duel(*, jokers: int = 64, first: str = "CCCC", draws: Iterable[str] = (), rules: Rules | None = None) -> World:
    """A game under way on board 1, with the border above and jokers enough to lay anything."""
    return started(World(Dice((*BORDER, first, *draws)), rules or Rules(joker_number=jokers)))


def lay(world: World, player: str, text: str, at: int = START) -> list[Event]:
    """A joker placement such as `CCRR@d5 r2`."""
    tile, _, rest = text.partition("@")
    return world.make_move(player, TILES.index(tile), int(rest[-1]), "abcdefgh".index(rest[0]), int(rest[1]) - 1, at=at)


def lay_in_turn(world: World, *texts: str) -> None:
    """Joker placements of Ann and Bob in turn."""
    for number, text in enumerate(texts):
        lay(world, ("ann", "bob")[number % 2], text)


def skip(world: World, *players: str) -> None:
    for player in players:
        world.skip_move(player, at=START)


def names(events: Iterable[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def boards(world: World) -> list[Board]:
    return [world.board(board_id) for board_id in sorted(world.board_ids())]


def everything(world: World) -> object:
    """All that a refused request must leave alone."""
    players = ("ann", "bob", "cat")
    return (
        boards(world),
        [world.union_find(board_id) for board_id in world.board_ids()],
        dict(world.moves),
        dict(world.snapshots),
        [world.game(player) for player in players],
        [world.player(player) for player in players],
        [world.progress(player) for player in players],
    )


def random_play(world: World, seed: int, moves: int) -> int:
    """Plays on board 1 by chance, with jokers, skips and turns missed; the time it is then."""
    dice, at = Random(seed), world.board(1).last_update_timestamp
    for _ in range(moves):
        if world.board(1).game_state == "Finished":
            break
        position = world.position(1)
        seat = position.actors[0]
        missed = position.moves_done > 0 and dice.random() < 0.15
        at += dice.randrange(66, 131) if missed else dice.randrange(66)
        player = ("ann", "bob")[1 - seat if missed else seat]
        options = list(position.legal_moves(1 - seat if missed else seat, at * 1000))
        choice = options[dice.randrange(len(options))]
        if isinstance(choice, Place) and dice.random() < 0.9:
            joker = choice.tile if choice.joker else None
            world.make_move(player, joker, choice.rotation, choice.col, choice.row, at=at)
        else:
            world.skip_move(player, at=at)
    return at
