"""What a new match is set up with, from the values that people naturally give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from boardwright.core.canonical import is_portable, json_values
from boardwright.core.chance import distribution as chance
from boardwright.core.game.game import AnyGame
from boardwright.core.game.position_text import read_position
from boardwright.core.match.clock import Clock
from boardwright.core.match.header import Adjudication, Header
from boardwright.core.refusal import BadOptions
from boardwright.core.rules.options import GivenOptions, Options
from boardwright.core.rules.position import AnyPosition
from boardwright.core.rules.seats import usual_seats
from boardwright.core.seed import Fresh, Seed

NOT_PORTABLE = "Options and start may have fractions from 0.0001 to 1e16 only: others are written in several ways."


class Setup(TypedDict, total=False):
    """The keyword arguments of `Match.new`."""

    seats: int | None
    options: GivenOptions
    players: Sequence[str]
    seed: Seed | Fresh | None
    shares: Sequence[str]
    at: int
    clock: Clock | str
    adjudication: Adjudication
    start: AnyPosition | str | None


def new_header(game: AnyGame, seed: bytes | None, setup: Setup) -> Header:
    """The header of a new match; BadOptions if the parts do not fit."""
    given, seats = setup.get("start"), setup.get("seats")
    start = read_position(game, given) if isinstance(given, str) else given
    if seats is None:
        seats = usual_seats(game.seats) if start is None else start.seats
    names = tuple(setup.get("players", ())) or tuple(f"Player {seat + 1}" for seat in range(seats))
    if len(names) != seats:
        raise BadOptions(f"{seats} seats need {seats} names, not {len(names)}.")
    options = setup.get("options")
    header = Header(
        game=game.name,
        version=game.version,
        seats=seats,
        options=json_values(options if isinstance(options, Options) else game.read_options(options)),
        players=names,
        created=setup.get("at", 0),
        commitment=None if seed is None else chance.commitment(seed),
        shares=tuple(setup.get("shares", ())),
        salt="" if seed is None else chance.Salts(seed).salt(0),
        clock=_clock(setup.get("clock", "none")),
        adjudication=setup.get("adjudication", Adjudication()),
        start=None if start is None else json_values(game.encode(start)),
    )
    if not is_portable(header):
        raise BadOptions(NOT_PORTABLE)
    return header


def _clock(given: Clock | str) -> Clock:
    if isinstance(given, Clock):
        return given
    try:
        return Clock.read(given)
    except ValueError as error:
        raise BadOptions(f"{error}.") from None
