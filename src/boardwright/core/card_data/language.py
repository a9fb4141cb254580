"""What commands as data are made of: conditions and instructions, and the JSON that names them.

Both see the numbers of a command as arguments, each less one: players count from 1. What an instruction relies on is
proved by facts, in plain words, when the cards are loaded; none of them has to check anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Generic, NamedTuple, TypeAlias

from msgspec import Meta

from boardwright.core.card_data.command import Args, C
from boardwright.core.card_data.registry import JsonObject, Registry

Test: TypeAlias = Callable[[Any, Args], str]
Change: TypeAlias = Callable[[Any, Args], Any]

MOST_STEPS = 20
"""Conditions, and instructions, that a command may have."""


class Condition(NamedTuple):
    """A test that returns "" or the code of a refusal, whatever the arguments are.

    `reads` are the arguments the test looks at, `ranges` what it leaves of them before the state is looked at,
    `proves` what instructions may rely on once it holds.
    """

    test: Test
    reads: tuple[int, ...] = ()
    ranges: Mapping[int, range] = {}
    proves: tuple[str, ...] = ()


class Instruction(NamedTuple):
    """A change: what it relies on, what is no longer certain after it, what is certain then."""

    change: Change
    needs: tuple[str, ...] = ()
    spoils: tuple[str, ...] = ()
    proves: tuple[str, ...] = ()


class Language(NamedTuple, Generic[C]):
    """What commands are made of: conditions, instructions, words that are taken, and the largest number that counts.

    `command` is the type of the moves.
    """

    command: type[C]
    conditions: Registry[Condition]
    instructions: Registry[Instruction]
    reserved: tuple[str, ...] = ()
    largest: int = 99


class Steps(JsonObject, frozen=True):
    """The JSON of conditions and instructions."""

    undoable: bool
    conditions: Annotated[list[Any], Meta(max_length=MOST_STEPS)]
    instructions: Annotated[list[Any], Meta(max_length=MOST_STEPS)]


class RuleJson(Steps, frozen=True):
    """The JSON of a command."""

    reg_exp: str


def parts_of(command: Any) -> int:
    """How much there is to compile in the JSON of a command, whatever it is."""
    if not isinstance(command, Mapping):
        return 1
    lists = [command.get(key) for key in ("conditions", "instructions")]
    return 1 + str(command.get("reg_exp", "")).count(" ") + sum(len(each) for each in lists if isinstance(each, list))
