"""The use of kernels: the switch, a missing package, and one that does not fit."""

from __future__ import annotations

import random
import sys

import pytest

from boardwright.bots.evaluation import compiled as module
from boardwright.bots.evaluation.compiled import KernelMismatch, compiled, status
from boardwright.bots.mcts import MctsBot
from boardwright.bots.tree import Tree
from boardwright.core.game.registry import game
from boardwright.core.rules.position import AnyPosition
from tests.kernels.case import require_kernels


def test_the_switch_forces_pure_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_KERNELS", "off")
    made: list[Tree] = []
    iterate = Tree.iterate

    def counted(tree: Tree, position: AnyPosition, seat: int) -> None:
        made.append(tree)
        iterate(tree, position, seat)

    monkeypatch.setattr(Tree, "iterate", counted)
    start = game("deblockle").begin()
    assert status() == "off: BOARDWRIGHT_KERNELS=off"
    assert compiled(game("deblockle"), start) is None
    found = MctsBot(game("deblockle"), 40).search(start, 0, random.Random(1))
    assert len(made) == sum(each.visits for each in found)


def test_a_switch_that_is_neither_on_nor_off_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_KERNELS", "0")
    with pytest.raises(KernelMismatch, match="must be on or off, not '0'"):
        status()


def test_without_the_package_everything_works_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOARDWRIGHT_KERNELS", raising=False)
    monkeypatch.setattr(module, "PACKAGE", "boardwright_kernels_missing")
    assert status() == "off: boardwright-kernels is not installed"
    start = game("blokus").begin()
    assert compiled(game("blokus"), start) is None
    assert MctsBot(game("blokus"), 5).search(start, 0, random.Random(1))


def test_a_package_that_does_not_fit_is_an_error_and_no_fallback(monkeypatch: pytest.MonkeyPatch) -> None:
    require_kernels()
    monkeypatch.setattr(sys.modules["boardwright_kernels"], "INTERFACE", 0)
    module._check_interface.cache_clear()
    try:
        with pytest.raises(KernelMismatch, match="has interface 0, but this version of Boardwright needs 6"):
            MctsBot(game("deblockle"), 5).search(game("deblockle").begin(), 0, random.Random(1))
    finally:
        module._check_interface.cache_clear()
