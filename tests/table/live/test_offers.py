"""Offers: the groups that the page is sent stand for exactly the moves that programs are sent one by one."""

from __future__ import annotations

import random
from unittest import TestCase

import msgspec
from msgspec.structs import astuple

from boardwright.core.game.registry import game
from boardwright.core.game.table_of import table_of
from boardwright.core.match.match import Match
from boardwright.table.live.offers import Puts, names_of, offer_groups, offers, pieces, table_names
from tests.offered import offered

GAMES = ("blokus", "deblockle", "mage_duel", "sagrada")


class TestGroups(TestCase):
    def test_groups_expand_to_the_moves_one_by_one(self) -> None:
        for name in GAMES:
            with self.subTest(name):
                match, dice = Match.new(game(name), seed=bytes(32)), random.Random(name)
                while not match.is_over and match.number < 60:
                    seat = match.position.actors[0]
                    self.assert_same(match, seat)
                    match.play(dice.choice(list(match.position.legal_moves(seat))), seat)
                assert match.number > 20

    def assert_same(self, match: Match, seat: int) -> None:
        known = table_names(table_of(match.game, match.position.view(seat)))
        for names in (known, names_of(known.names[::2]), names_of(())):
            groups = offer_groups(match, (seat,), match.now, names)
            state = {"moves": msgspec.to_builtins(groups), "names": names.names}
            one_by_one = [msgspec.to_builtins(offer) for offer in offers(match, seat, match.now)]
            assert one_by_one
            assert sorted(offered(state), key=str) == sorted(
                ({**offer, "covers": list(offer["covers"])} for offer in one_by_one), key=str
            )

    def test_moves_that_differ_in_the_target_alone_share_a_group(self) -> None:
        match = Match.new(game("blokus"), seed=bytes(32))
        names = table_names(table_of(match.game, match.position.view(0)))
        for _ in range(8):
            seat = match.position.actors[0]
            ((_, groups),) = map(astuple, offer_groups(match, (seat,), match.now, names))
            keys = [(group.piece, group.turn, group.flip) for group in groups if isinstance(group, Puts)]
            assert len(set(keys)) == len(keys)
            match.play(str(next(iter(match.position.legal_moves(seat)))), seat)


class TestPieces(TestCase):
    def test_pieces_with_the_name_between_them_are_the_text(self) -> None:
        for text, name in (
            ("I2@1,1 r90", "1,1"),
            ("at row 1, column 11", "1,11"),
            ("at row 11, column 1", "11,1"),
            ("1,1,1,1", "1,1"),
            ("a, b", ","),
            ("a, b", "a,"),
            ("c3", "c3"),
            ("pass", ""),
            ("", "a1"),
            ("column 7, row 4", "4,7"),
        ):
            found = pieces(text, name)
            gaps = [name] if len(found) == 2 else name.split(",")
            assert len(found) in (1, len(gaps) + 1)
            assert "".join(piece + gap for piece, gap in zip(found, [*gaps[: len(found) - 1], ""], strict=True)) == text
