"""The tools that an agent is given, on any engine.

A state goes out twice: as structured content for programs, and as text for models, whose first block is the board.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from itertools import islice
from random import Random
from typing import Annotated, Any, TypeAlias, TypedDict, cast

import msgspec
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent

from boardwright import __version__
from boardwright.agents.engine import Engine, Seen
from boardwright.bots.analysis.analysis import Moment, analyze_move, coach
from boardwright.bots.analysis.played_moves import played_moves
from boardwright.core.match.match import Match
from boardwright.core.records.record import load
from boardwright.core.refusal import BoardwrightError, IllegalMove, Refusal

PAGE = 50
"""Moves or log lines on a page."""
_LONGEST_WAIT = 300.0
_INTERVAL = 0.5

INSTRUCTIONS = """Play board games. `list_games` and `rules` say what there is; `new_match` or `join_match` return the
name of a match, which all other tools take. `look` shows the board and your legal moves; send one of their texts to
`play`. Where there are many moves, a page is a sample of them: other pages and `starts_with` show more. When it is not
your turn, `wait`. If a move is refused, `why_not` names the rule."""


class State(TypedDict):
    """A match as the agent sees it. `moves` is one page of the legal moves, a fair sample of all of them."""

    match: str
    game: str
    status: str
    players: list[str]
    your_seats: list[int]
    acting_seats: list[int]
    """Your seats that may act now; empty if it is not your turn."""
    number: int
    board: str
    moves: list[str]
    moves_total: int
    page: int
    pages: int
    outcome: str | None
    invitation: str | None


class Page(TypedDict):
    """One page of lines."""

    lines: list[str]
    page: int
    pages: int


StateResult: TypeAlias = Annotated[CallToolResult, State]
PageResult: TypeAlias = Annotated[CallToolResult, Page]


class Verdict(TypedDict):
    """Whether a move is legal, and the rule that forbids it."""

    legal: bool
    code: str | None
    reason: str | None


def server(engine: Engine) -> MCPServer[Any]:
    """Return the MCP server with all tools for that engine."""
    made: MCPServer[Any] = MCPServer("boardwright", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING")
    tools = Tools(engine)
    for name in vars(Tools):
        if not name.startswith("_"):
            made.add_tool(_worded(getattr(tools, name)))
    return made


def _worded(tool: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Let the agent read what Boardwright says of an error."""

    @wraps(tool)
    async def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return await tool(*args, **kwargs)
        except IllegalMove as error:
            raise ToolError(f"{error} ({error.refusal.code})") from None
        except BoardwrightError as error:
            raise ToolError(str(error)) from None

    return call


class Tools:
    """The tools, whose docstrings the agent reads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def list_games(self) -> list[dict[str, Any]]:
        """List the games with their numbers of seats, options and bots."""
        return await self._engine.games()

    async def rules(self, game: str) -> str:
        """The rules of a game, with the notation of its moves, as Markdown."""
        return await self._engine.rules(game)

    async def list_matches(self) -> list[dict[str, Any]]:
        """List the matches that you may join with `join_match`, and on a server also your own."""
        return await self._engine.matches()

    async def new_match(
        self,
        game: str,
        players: list[str] | None = None,
        options: dict[str, Any] | None = None,
        seed: int | str | None = None,
    ) -> StateResult:
        """Start a match. `players` has one entry a seat: `me`, `open` for somebody else, or the name of a bot such as
        `level1` (weakest) to `level6`; by default you play seat 0. `seed` repeats the chance of a local match."""
        text = None if seed is None else str(seed)
        return _shown(page_of(await self._engine.new_match(game, players or [], options or {}, text)))

    async def join_match(self, invitation: str) -> StateResult:
        """Take a free seat in a match, by the invitation that `list_matches` or another player gives."""
        return _shown(page_of(await self._engine.join(invitation)))

    async def look(self, match: str, page: int = 1, starts_with: str = "", seat: int | None = None) -> StateResult:
        """The board as you see it and one page of your legal moves, only those that start with a text if given.
        Every page has moves of all kinds, and all pages together have each move once.
        `seat` is needed only if several of your seats may act."""
        return _shown(page_of(await self._engine.look(match), page, starts_with, seat))

    async def play(self, match: str, move: str, seat: int | None = None) -> StateResult:
        """Play a move by its text. Bots reply at once; `seat` is needed only if several of your seats may act."""
        return _shown(page_of(await self._engine.play(match, move, seat)))

    async def why_not(self, match: str, move: str, seat: int | None = None) -> Verdict:
        """Ask whether a move is legal and, if not, which rule forbids it. Nothing is played."""
        refusal = await self._engine.why_not(match, move, seat)
        if refusal is None:
            return Verdict(legal=True, code=None, reason=None)
        return Verdict(legal=False, code=refusal.code, reason=refusal.text)

    async def undo(self, match: str) -> StateResult:
        """Take back your last move. On a server other players may have to agree first."""
        return _shown(page_of(await self._engine.undo(match)))

    async def resign(self, match: str) -> StateResult:
        """Give the match up."""
        return _shown(page_of(await self._engine.resign(match)))

    async def wait(self, match: str, seconds: float = 30.0) -> StateResult:
        """Wait until you may act or the match is over, at most so many seconds."""
        return _shown(page_of(await _turn(self._engine, match, seconds)))

    async def history(self, match: str, page: int | None = None) -> PageResult:
        """The moves and chance outcomes so far, as far as you may know them; the last page by default."""
        lines = await self._engine.history(match)
        pages = max(1, -(-len(lines) // PAGE))
        shown = pages if page is None else _check_page(page, pages)
        found = Page(lines=lines[(shown - 1) * PAGE : shown * PAGE], page=shown, pages=pages)
        return _result(found, "\n".join([*found["lines"], f"page {shown} of {pages}"]))

    async def record(self, match: str) -> str:
        """The record file of the match, which `boardwright verify` checks; secrets are sealed until the end."""
        return await self._engine.record(match)

    async def analysis(self, match: str, first: int = 1, count: int = 5) -> list[dict[str, Any]]:
        """Some moves of a finished match, from the first one on, each with its evaluation, its mark, what it provably
        lost, and better moves. Takes some seconds a move."""
        if (await self._engine.look(match)).status != "over":
            raise IllegalMove(Refusal("not_over", "Analysis is allowed after the end of the match."))
        played = load((await self._engine.record(match)).encode())
        return [_told(moment) for moment in await asyncio.to_thread(_moments, played, first, count)]


def _moments(match: Match, first: int, count: int) -> list[Moment]:
    """Return the analysis of `count` moves of a match, from move `first` on."""
    bot = coach(match.game)
    chosen = islice(played_moves(match), max(0, first - 1), max(0, first - 1) + max(0, count))
    return [analyze_move(bot, played, str(played.number)) for played in chosen]


def _told(moment: Moment) -> dict[str, Any]:
    return {
        "number": moment.number,
        "seat": moment.seat,
        "move": moment.move,
        "evaluation": list(moment.evaluation),
        "mark": moment.mark,
        "loss": moment.loss,
        "error": moment.error,
        "better": [option.move for option in moment.best if option.move != moment.move],
    }


def page_of(seen: Seen, page: int = 1, starts_with: str = "", seat: int | None = None) -> State:
    """Return a page of what an agent sees, with the moves of the given seat, else of its first one that may act."""
    mover = next(iter(seen.acting_seats), None) if seat is None else seat
    texts = [text for owner, text in seen.moves if owner == mover and text.startswith(starts_with)]
    pages = max(1, -(-len(texts) // PAGE))
    page = _check_page(page, pages)
    sample = set(fair_order(texts)[(page - 1) * PAGE : page * PAGE])
    moves = [text for text in texts if text in sample]
    shown = {"moves": moves, "moves_total": len(texts), "page": page, "pages": pages}
    told = msgspec.structs.asdict(seen) | shown
    return cast(State, {name: told[name] for name in State.__annotations__})


def _shown(state: State) -> CallToolResult:
    """Return a state with the board as a text of its own, so that its rows stand under each other."""
    return _result(state, *[state["board"]] * bool(state["board"]), _state_text(state))


def _result(content: Any, *texts: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text) for text in texts], structured_content=content)


def _state_text(state: State) -> str:
    """Return all of a state but the board, in lines."""
    names = enumerate(state["players"])
    players = ", ".join(f"{seat} {name}{' (you)' * (seat in state['your_seats'])}" for seat, name in names)
    lines = [f"match {state['match']}: {state['game']}, {state['status']}, {state['number']} entries"]
    lines += [f"players: {players}"] if players else []
    lines += [f"invitation: {state['invitation']}"] if state["invitation"] else []
    lines += [f"outcome: {state['outcome']}"] if state["outcome"] else []
    if state["acting_seats"]:
        lines.append(f"you may act: seat {', '.join(map(str, state['acting_seats']))}")
        some = f"page {state['page']} of {state['pages']}, {len(state['moves'])} of {state['moves_total']}"
        lines.append(f"legal moves ({some}): {'; '.join(state['moves'])}")
    elif state["status"] == "running":
        lines.append("not your turn: `wait`")
    return "\n".join(lines)


def _check_page(page: int, pages: int) -> int:
    if not 1 <= page <= pages:
        raise IllegalMove(Refusal("no_page", f"There is no page {page}; pages are 1 to {pages}."))
    return page


async def _turn(engine: Engine, match: str, seconds: float) -> Seen:
    """Return the match as soon as the agent may act or it is over; as it stands when the time is up."""
    if not 0 <= seconds <= _LONGEST_WAIT:
        raise IllegalMove(Refusal("bad_wait", f"Wait from 0 to {_LONGEST_WAIT:g} seconds, not {seconds:g}."))
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while True:
        seen = await engine.look(match)
        if seen.acting_seats or seen.status == "over" or loop.time() >= end:
            return seen
        await asyncio.sleep(min(_INTERVAL, max(0.0, end - loop.time())))


_WORDS = re.compile(r"[^\W\d_]+\d*|\d+")
"""The parts of a move's text: a piece, a square, a row, a turn."""
_CANDIDATES = 32
"""Moves of a kind among which the next one is chosen."""


def fair_order(texts: Sequence[str]) -> list[str]:
    """Return the moves so that kinds take turns and places are spread; equal lists have equal orders.

    The first word of a text is a piece or the kind of move in most notations, and the others say where it goes: words
    that were used least go first, and lots decide between equal ones.

    >>> fair_order(["I1@0,0", "I1@0,1", "I1@5,5", "V3@0,0", "V3@7,2", "pass"])
    ['V3@0,0', 'pass', 'I1@5,5', 'V3@7,2', 'I1@0,1', 'I1@0,0']
    """
    rng = Random("\n".join(texts))
    kinds: dict[str, list[tuple[list[str], str]]] = {}
    for text in rng.sample(texts, len(texts)):
        words = _WORDS.findall(text) or [text]
        kinds.setdefault(words[0], []).append((words[1:], text))
    used: Counter[tuple[int, str]] = Counter()
    order: list[str] = []
    while kinds:
        for kind, moves in list(kinds.items()):
            words, text = moves.pop(_least_used(moves[:_CANDIDATES], used))
            used.update(enumerate(words))
            order.append(text)
            if not moves:
                del kinds[kind]
    return order


def _least_used(moves: Sequence[tuple[list[str], str]], used: Counter[tuple[int, str]]) -> int:
    return min(range(len(moves)), key=lambda number: sum(used[place] for place in enumerate(moves[number][0])))
