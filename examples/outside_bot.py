"""A bot that plays over the API with an ordinary account. Replace `choose` by your own code.

python examples/outside_bot.py http://127.0.0.1:8000 deblockle
"""

import asyncio
import json
import random
import sys
import urllib.request

import websockets


def choose(state: dict) -> dict:
    return random.choice(state["moves"])


def ask(base: str, path: str, body: dict, token: str = "") -> dict:
    head = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(f"{base}/api{path}", json.dumps(body).encode(), head, method="POST")
    return json.load(urllib.request.urlopen(request))


async def play(base: str, game: str) -> str:
    token = ask(base, "/guests", {"name": "Outsider"})["token"]
    match = ask(base, "/matches", {"game": game, "quick": True}, token)["match"]
    async with websockets.connect(f"{base.replace('http', 'ws', 1)}/api/matches/{match}/live", max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "token": token}))
        async for message in socket:
            state = json.loads(message).get("state") or {}
            if state.get("outcome"):
                return f"{match}: {state['outcome']['reason']}, winners {state['outcome']['winners']}"
            if state.get("moves"):
                request = {"type": "play", "move": choose(state)["text"], "number": state["number"]}
                await socket.send(json.dumps(request))
    return f"{match}: the connection was closed"


if __name__ == "__main__":
    print(asyncio.run(play(*sys.argv[1:])))
