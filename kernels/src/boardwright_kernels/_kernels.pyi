from typing import Any, Protocol, TypeAlias, final

from typing_extensions import Buffer

class _Array(Protocol):
    """A NumPy array: a buffer, but declared as one only from Python 3.12 on."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...

_Buffer: TypeAlias = Buffer | _Array

@final
class Kernel:
    """The compiled rules of one variant of a game, built from tables.

    A state is a buffer of `words` 32-bit words, and a move is its number in the game's `actions`. Buffers for many
    states hold them one after the other; NumPy arrays serve. Calls on many states release the interpreter's lock, check
    everything first, and change nothing if they raise ValueError.
    """

    words: int
    actions: int
    seats: int
    def __new__(cls, engine: str, tables: dict[str, Buffer], /) -> Kernel: ...
    def actor(self, state: _Buffer, /) -> int | None:
        """The seat to move; None when the game is over."""
    def moves(self, state: _Buffer, /) -> list[int]:
        """The legal moves in the order of the Python rules."""
    def candidates(self, state: _Buffer, /) -> list[int]:
        """The moves that deep search looks at."""
    def step(self, state: _Buffer, action: int, /) -> bytes:
        """The state after a legal move; ValueError for any other."""
    def prior(self, state: _Buffer, action: int, /) -> float:
        """How good a legal move looks before it is tried."""
    def payoffs(self, state: _Buffer, /) -> tuple[float, ...] | None:
        """Each seat's payoff; None while the game goes on."""
    def evaluate(self, state: _Buffer, /) -> tuple[float, ...]:
        """How good the state looks to each seat, from -1 to 1."""
    def is_chance(self, state: _Buffer, /) -> bool:
        """Whether an outcome of chance comes first."""
    def take(self, state: _Buffer, outcome: int, /) -> bytes:
        """The state after an outcome of chance."""
    def playout_move(self, state: _Buffer, seed: int, /) -> int:
        """A move of a play-out."""
    def playouts(self, state: _Buffer, count: int, seed: int, /) -> tuple[int, int, tuple[float, ...]]:
        """Plays on at random, `count` times: the games that ended, the steps, and the sum of payoffs by seat."""
    def search(self, state: _Buffer, exploration: float, seed: int, only: int = ..., /) -> Search:
        """A tree search from a state in which somebody is to move, of all moves or of `only` one.

        One that looks at a single move never ends early.
        """
    def mask(self, state: _Buffer, /) -> bytes:
        """One byte for every move: 1 where it is legal."""
    def observe(self, state: _Buffer, seat: int, /) -> bytearray:
        """What a seat sees, as 32-bit floats."""
    def turn(
        self, state: _Buffer, mask: bytes, action: int, seed: bytes, draws: int, /
    ) -> tuple[bytes, bytes, int, int]:
        """Makes a move that is marked in the mask, and draws what follows as a match with that seed does.

        Returns the next state, its mask, the seat to move or -1 at the end, and how many outcomes were drawn so far.
        """
    def write_masks(self, states: _Buffer, masks: _Buffer, /) -> None:
        """Writes one byte for every move of every state: 1 where it is legal."""
    def step_many(
        self,
        states: _Buffer,
        actions: _Buffer,
        masks: _Buffer,
        payoffs: _Buffer,
        over: _Buffer,
        seeds: _Buffer = ...,
        draws: _Buffer = ...,
        /,
    ) -> int:
        """Makes one move in every state, in place, and returns how many games are over.

        `actions` are 32-bit numbers, -1 where nothing is played; every other one must be marked in `masks`, as the last
        call wrote them. Writes the new masks, `payoffs` as 32-bit floats for every seat, 0 while a game goes on, and
        a byte in `over`: 1 if it has ended.
        Games with chance need the seed of every game, 32 bytes each, and how many outcomes were drawn from it, as
        64-bit numbers, which are counted on: outcomes are those of a match with that seed.
        """
    def write_observations(self, states: _Buffer, seats: _Buffer, observations: _Buffer, /) -> None:
        """Writes what the seat to act in every state sees, as 32-bit floats, and its number into `seats` (64 bits).

        Where nobody acts, `seats` says whose observation it is.
        """
    def random_actions(self, states: _Buffer, actions: _Buffer, seed: int, /) -> None:
        """Writes a random legal move for every state as a 32-bit number, -1 where nobody is to move."""

@final
class Search:
    """A tree search from one state; `Kernel.search` makes it. One thread at a time may use it."""

    def run(self, iterations: int, seconds: float, /) -> int:
        """Iterates, without the interpreter's lock, and returns how many iterations were made.

        It ends after that many iterations, with `seconds` other than 0 when the time is up, and earlier if no move can
        overtake the first.
        """
    def moves(self) -> list[tuple[int, int, float]]:
        """The moves tried: number, visits and mean value for the seat to move."""
    def values(self) -> tuple[float, ...]:
        """The mean value of all iterations for each seat; after a search of one move the value of that move."""
    def move_root(self, state: _Buffer, seed: int, /) -> bool:
        """Goes on from a state a few steps ahead and keeps its subtree; False, and a new tree, if there is none."""

@final
class Playouts:
    """Play-outs of a game whose other rules stay in Python, built from tables."""

    def __new__(cls, engine: str, tables: dict[str, Buffer], /) -> Playouts: ...
    def scores(self, state: _Buffer, faces: Buffer, /) -> tuple[tuple[int, ...], int]:
        """Every seat's points and the target of one alone, given the faces of the rounds to come, a byte each."""
    def payoffs(self, state: _Buffer, count: int, seed: int, /) -> tuple[float, ...]:
        """The mean payoffs of so many random play-outs, made without the interpreter's lock."""
