"""Everything that the package of a game imports from Boardwright.

>>> from boardwright.api import Move, Open, Outcome, Position, move
>>> class Coin(Position[Move, Open], frozen=True):
...     is_kept: bool = False
...     to_move = 0
...     seats = 1
...     @move("keep")
...     def keep(self):
...         '''Keep the coin.'''
...         return self.replace(is_kept=True)
...     def outcome(self): return Outcome.highest((1,), "kept") if self.is_kept else None
>>> Coin().play("keep").outcome().reason
'kept'

Other modules of Boardwright may change at any time; the names here change as `API` says. The sections of `__all__` are
those of the reference for authors.
"""

from __future__ import annotations

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.card_data import (
    Args,
    BadCards,
    CardFolder,
    Command,
    Condition,
    Instruction,
    Language,
    LegalCommands,
    Registry,
    Rule,
    RuleJson,
    Rules,
    Source,
    read,
)
from boardwright.core.chance.deal import Chances
from boardwright.core.chance.distribution import Distribution, Rng
from boardwright.core.drawing.assets import asset
from boardwright.core.drawing.picture import Shape, circle, group, image, part, path, polygon, rect, shape, words
from boardwright.core.game.achievement import Achievement
from boardwright.core.game.explanation import ScoreRow, Term
from boardwright.core.game.game import Game
from boardwright.core.game.notation import Notation
from boardwright.core.game.perft import Perft
from boardwright.core.game.registry import API
from boardwright.core.hidden import Bag, Dealing, Deck, Hand, Pool, Secret
from boardwright.core.hidden.components import masked
from boardwright.core.layout import (
    Board,
    BoardZone,
    Cells,
    Counters,
    Drawing,
    Field,
    Frame,
    GraphBoard,
    Grid,
    HandZone,
    HexBoard,
    Item,
    Items,
    Lines,
    Piece,
    Pile,
    Place,
    Role,
    Row,
    Spot,
    SquareBoard,
    Supply,
    Symbol,
    Track,
    Zone,
    card,
    card_back,
    chip,
    cube,
    die,
    disc,
    faces,
    grid_frame,
    pawn,
    pips,
    plate,
    road,
    token,
    wall,
)
from boardwright.core.match.match import Match
from boardwright.core.moves import (
    Cell,
    Corner,
    Edge,
    Flag,
    Flip,
    Held,
    Move,
    Named,
    Number,
    OneOf,
    Places,
    Seat,
    Several,
    Turn,
    move,
    require,
)
from boardwright.core.moves.gesture import Drag, Enter, Gesture, Grouped, Pick, Press, Put
from boardwright.core.records.record import dump, load
from boardwright.core.records.sgf import Node, matches, read_tree, write_tree
from boardwright.core.refusal import BadOptions, IllegalMove, Refusal, Unreadable
from boardwright.core.rules.event import Event
from boardwright.core.rules.options import Choice, Options, in_words, read_options
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import Position
from boardwright.core.rules.seats import SeatColor
from boardwright.core.rules.timed import Timed
from boardwright.core.rules.view import Open, View
from boardwright.core.search.heuristics import Heuristics
from boardwright.core.search.numbering import Actions, Limits, Plane
from boardwright.core.tuples import replace_at

Meta = msgspec.Meta
"""The bounds and the description of an option: `Annotated[int, Meta(ge=3, le=19, description="cells on a side")]`."""

__all__ = [
    # Game: the object with names and types, its options, and the version of this module.
    "API", "Game", "Options", "Meta", "in_words", "Choice", "read_options", "BadOptions",
    # Positions: one state of the game, what follows from it, and values for its fields.
    "Position", "Timed", "Cells", "replace_at", "Outcome", "Event",
    # Moves: what a player decides, and why it is not possible.
    "move", "require", "Move", "Refusal", "IllegalMove", "Unreadable",
    # Domains: the values that an argument of a move can have.
    "Cell", "Edge", "Corner", "Places", "Held", "Seat", "Turn", "Flip", "Several", "Number", "OneOf", "Named", "Flag",
    # Chance and secrets: what nobody decides, and what not everybody sees.
    "Distribution", "Chances", "Dealing", "Deck", "Hand", "Secret", "Bag", "Pool", "View", "Open", "masked",
    # Boards: places with names, neighbors and ways.
    "SquareBoard", "HexBoard", "GraphBoard", "Track", "Board",
    # Zones: the parts of a table.
    "Zone", "BoardZone", "Row", "HandZone", "Pile", "Supply", "Counters", "Lines", "faces",
    # Pieces: what lies in zones.
    "Piece", "disc", "pawn", "cube", "wall", "road", "card", "card_back", "die", "chip", "token", "asset",
    # Zones of your own: boards and things as data, with symbols that are sent once.
    "Field", "Frame", "Spot", "grid_frame", "Items", "Item", "Role", "Symbol", "Place", "Drawing", "SeatColor",
    # Drawings: the shapes of symbols and frames, and what many of them share.
    "Shape", "part", "rect", "circle", "path", "polygon", "words", "image", "group", "shape", "Grid", "plate", "pips",
    # Gestures: how moves are made at the table.
    "Gesture", "Press", "Drag", "Put", "Pick", "Enter", "Grouped",
    # Cards and commands as data: JSON that names what the game has registered.
    "Registry", "read", "BadCards", "Language", "Command", "Args", "Condition", "Instruction", "Rule", "RuleJson",
    "Rules", "LegalCommands", "CardFolder", "Source",
    # Bots and learning programs: what they know beside the rules, and positions and moves as numbers.
    "Heuristics", "Rng", "ScoreRow", "Term", "Actions", "Plane", "Limits",
    # Achievements, counts and files: what a game can have besides.
    "Achievement", "Perft", "Notation", "Node", "read_tree", "write_tree", "matches", "JSON",
    # Matches: games played in tests.
    "Match", "dump", "load",
]  # fmt: skip
