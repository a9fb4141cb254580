"""A bot that plays over the API with an ordinary account. Replace `choose` by your own code.

python examples/outside_bot.py http://127.0.0.1:8000 deblockle
"""

import asyncio
import json
import random
import secrets
import sys
import urllib.error
import urllib.request

import websockets


def choose(state: dict) -> dict:
    """Returns the gesture of a move: the fields that a group shares, and one of its values."""
    offers = [(group, value) for seat in state["moves"] for group in seat["groups"] for value in group["values"]]
    group, value = random.choice(offers)
    shared = {key: group[key] for key in ("kind", "part", "piece", "turn", "flip") if key in group}
    field = {"press": "part", "drag": "to", "put": "cell", "pick": "parts", "enter": "number"}[group["kind"]]
    return shared | {field: value if field == "number" else named(value, state["names"])}


def named(value: int | str | list, names: list) -> str | list:
    """Returns the name of a part in place of its number, or those of several parts."""
    if isinstance(value, list):
        return [named(each, names) for each in value]
    return names[value] if isinstance(value, int) else value


def ask(base: str, path: str, body: dict, token: str = "") -> dict:
    head = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(f"{base}/api{path}", json.dumps(body).encode(), head, method="POST")
    return json.load(urllib.request.urlopen(request))


def sit_down(base: str, game: str, token: str) -> str:
    """Joins a waiting match or opens one, with a share of the seed; asks again if somebody else was faster."""
    order = {"game": game, "quick": True}
    while True:
        promised = ask(base, "/commitments", {"quick": order}, token)
        contribution = {"match": promised["match"], "share": secrets.token_hex(32)}
        try:
            return ask(base, "/matches", order | contribution, token)["match"]
        except urllib.error.HTTPError as error:
            if error.code != 409:
                raise


async def play(base: str, game: str) -> str:
    token = ask(base, "/guests", {"name": "Outsider"})["token"]
    match = sit_down(base, game, token)
    async with websockets.connect(f"{base.replace('http', 'ws', 1)}/api/matches/{match}/live", max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "token": token, "include": ["moves"]}))
        state: dict = {}
        async for received in socket:
            message = json.loads(received)
            if message["type"] not in ("state", "entries"):
                continue
            state |= message.get("state") or {**message["changes"], "number": message["number"]}
            if state["outcome"]:
                return f"{match}: {state['outcome']['reason']}, winners {state['outcome']['winners']}"
            if state["moves"]:
                request = {"type": "play", "gesture": choose(state), "number": state["number"]}
                await socket.send(json.dumps(request))
    return f"{match}: the connection was closed"


if __name__ == "__main__":
    print(asyncio.run(play(*sys.argv[1:])))
