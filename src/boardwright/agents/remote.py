"""Matches on a Boardwright server, played with the account of a token."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

import httpx2

from boardwright.agents.engine import Seen
from boardwright.core.refusal import BadOptions, IllegalMove, Refusal, Unavailable

_TIMEOUT = 60.0
_SHOWN_FACTS = ("name", "title", "summary", "seats", "has_secrets", "bots")


class ServerUnreachable(Unavailable):
    """The Boardwright server did not answer."""


class RemoteEngine:
    """Matches behind the HTTP API of a server; `close` ends the connection."""

    def __init__(self, url: str, token: str = "", transport: httpx2.AsyncBaseTransport | None = None) -> None:
        self._url = url.rstrip("/")
        head = {"Authorization": f"Bearer {token}"} if token else {}
        self._http = httpx2.AsyncClient(
            base_url=f"{self._url}/api", headers=head, timeout=_TIMEOUT, transport=transport
        )

    async def sign_in(self, name: str) -> None:
        """Become a guest of that name, where there is no token."""
        answer = await self._ask("POST", "/guests", {"name": name})
        self._http.headers["Authorization"] = f"Bearer {answer['token']}"

    async def games(self) -> list[dict[str, Any]]:
        listed = await self._ask("GET", "/games")
        return [
            {**{key: game[key] for key in _SHOWN_FACTS}, "options": game["options"].get("properties", {})}
            for game in listed
        ]

    async def rules(self, game: str) -> str:
        return await self._text(f"/games/{quote(game, '')}/rules")

    async def matches(self) -> list[dict[str, Any]]:
        found = []
        for which in ("mine", "open"):
            for each in await self._ask("GET", f"/matches?which={which}"):
                players = [f"{player['name']} ({player['kind']})" for player in each["players"]]
                name = "match" if which == "mine" else "invitation"
                found.append({name: each["match"], "game": each["game"], "status": each["status"], "players": players})
        return found

    async def new_match(self, game: str, players: Sequence[str], options: Mapping[str, Any], seed: str | None) -> Seen:
        if seed is not None:
            raise BadOptions("The server chooses the seed of a match; leave `seed` out.")
        body: dict[str, Any] = {"game": game, "options": dict(options)}
        if players:
            body |= {"players": list(players), "seats": len(players)}
        return await self._see(await self._ask("POST", "/matches", body))

    async def join(self, invitation: str) -> Seen:
        return await self._see(await self._ask("POST", f"{_path(invitation)}/join", {}))

    async def look(self, match: str) -> Seen:
        return await self._see(await self._ask("GET", _path(match)))

    async def play(self, match: str, move: str, seat: int | None) -> Seen:
        body = {"move": move} if seat is None else {"move": move, "seat": seat}
        return await self._see(await self._ask("POST", f"{_path(match)}/play", body))

    async def why_not(self, match: str, move: str, seat: int | None) -> Refusal | None:
        query = {"move": move} if seat is None else {"move": move, "seat": str(seat)}
        answer = await self._ask("GET", f"{_path(match)}/refusal?{httpx2.QueryParams(query)}")
        refusal = answer["refusal"]
        return None if refusal is None else Refusal(refusal["code"], refusal["text"])

    async def undo(self, match: str) -> Seen:
        return await self._see(await self._ask("POST", f"{_path(match)}/undo", {}))

    async def resign(self, match: str) -> Seen:
        return await self._see(await self._ask("POST", f"{_path(match)}/resign", {}))

    async def history(self, match: str) -> list[str]:
        state = await self._ask("GET", _path(match))
        names = [player["name"] for player in state["players"]]
        log, first = state["log"], state["first"]
        while first:
            page = await self._ask("GET", f"{_path(match)}/log?before={first + 1}")
            log, first = page["log"] + log, page["first"]
        return [_line(entry, names) for entry in log]

    async def record(self, match: str) -> str:
        return await self._text(f"{_path(match)}/record")

    async def close(self) -> None:
        await self._http.aclose()

    async def _see(self, state: dict[str, Any]) -> Seen:
        """Return the match in that state. Its board is asked for by the number of its entry: both belong together."""
        if state["status"] == "open" or state["unreadable"] is not None:
            return _seen(state, "")
        position = await self._ask("GET", f"{_path(state['match'])}/positions/{state['number']}")
        return _seen(state, position["text"])

    async def _send(self, method: str, path: str, body: dict[str, Any] | None = None) -> httpx2.Response:
        try:
            response = await self._http.request(method, path, json=body)
        except httpx2.HTTPError as error:
            raise ServerUnreachable(f"{self._url} does not answer: {error or type(error).__name__}.") from None
        if response.is_success:
            return response
        try:
            problem = response.json()["error"]
            refusal = Refusal(problem["code"], problem["text"])
        except (ValueError, LookupError, TypeError):
            status = f"{response.status_code} {response.reason_phrase}"
            raise ServerUnreachable(f"{self._url} answered {status}; is it a Boardwright server?") from None
        raise IllegalMove(refusal)

    async def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        response = await self._send(method, path, body)
        try:
            return response.json()
        except ValueError:
            raise ServerUnreachable(f"{self._url} did not answer in JSON; is it a Boardwright server?") from None

    async def _text(self, path: str) -> str:
        return (await self._send("GET", path)).text


def _path(match: str) -> str:
    return f"/matches/{quote(match, '')}"


def _seen(state: dict[str, Any], board: str) -> Seen:
    you, outcome = state["you"], state["outcome"]
    moves = [
        (offers["seat"], text)
        for offers in state["moves"]
        for group in offers["groups"]
        for text in _move_texts(group, state["names"])
    ]
    return Seen(
        match=state["match"],
        game=state["game"],
        status=state["status"],
        players=[f"{player['name']} ({player['kind']})" for player in state["players"]],
        your_seats=you,
        number=state["number"],
        board=board,
        acting_seats=[seat for seat in state["actors"] if seat in you] if state["status"] == "running" else [],
        moves=moves,
        outcome=None if outcome is None else f"{outcome['text']} Scores: {outcome['scores']}.",
        invitation=state["match"] if state["status"] == "open" else None,
    )


def _line(entry: dict[str, Any], names: list[str]) -> str:
    who = "Chance" if entry["seat"] is None else names[entry["seat"]]
    kind = "" if entry["kind"] in ("move", "chance") else f"{entry['kind']} "
    text = "(hidden)" if entry["text"] is None else entry["text"]
    return f"{entry['number']}  {who}: {kind}{text}{' (undone)' if entry['undone'] else ''}".rstrip()


def _move_texts(group: dict[str, Any], names: list[str]) -> list[str]:
    """Return the texts of a group of moves: the pieces of their text with the names of each value between them.

    >>> _move_texts({"kind": "drag", "text": ["c7-", ""], "values": [0, 1]}, ["b7", "d7"])
    ['c7-b7', 'c7-d7']
    >>> _move_texts({"kind": "pick", "text": ["give ", ",", ""], "values": [[0, 1]]}, ["b7", "d7"])
    ['give b7,d7']
    """
    pieces, found = group["text"], []
    for value in group["values"]:
        values = value if group["kind"] == "pick" else [value]
        gaps = [names[each] if isinstance(each, int) and group["kind"] != "enter" else str(each) for each in values]
        if len(pieces) > 2 and len(gaps) == 1:
            gaps = gaps[0].split(",")
        found.append("".join(piece + gap for piece, gap in zip(pieces, [*gaps[: len(pieces) - 1], ""], strict=True)))
    return found
