"""The bots that a server offers: every one has a time limit, and the workers leave a core to the server."""

from __future__ import annotations

from unittest import mock

from boardwright import bots
from boardwright.bots.bot import Bot
from boardwright.core.game.registry import game
from boardwright.table.server_bots import CHEAP, default_workers, spec, time_limit


def test_every_bot_of_every_game_has_a_time_limit_and_the_costly_ones_are_not_cheap() -> None:
    for name in ("blokus", "deblockle", "mage_duel", "sagrada"):
        limits = {bot: time_limit(bot, game(name)) for bot in bots.names(game(name))}
        assert set(limits.values()) <= {5.0, 10.0, 20.0}
        assert {bot for bot, limit in limits.items() if limit > CHEAP} >= {"level5", "level6", "mcts", "perfect"}


def test_a_bot_from_elsewhere_is_not_taken_for_a_cheap_one() -> None:
    assert time_limit("of another package", game("blokus")) > CHEAP


def test_what_stands_behind_a_name_is_a_bot() -> None:
    for name in bots.names(game("deblockle")):
        assert isinstance(bots.bot(spec(name), game("deblockle")), Bot)


def test_the_workers_leave_one_core_to_the_server_and_share_the_others() -> None:
    for cores, servers, workers in ((1, 1, 1), (2, 1, 1), (8, 1, 7), (8, 2, 3), (2, 4, 1)):
        with mock.patch("os.sched_getaffinity", return_value=set(range(cores)), create=True):
            assert default_workers(servers) == workers
