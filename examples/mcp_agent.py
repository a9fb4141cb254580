"""An agent for tournaments that plays at random: where a language model would choose, it draws lots.

    pip install 'boardwright[mcp]'
    boardwright arena deblockle "agent:command=python examples/mcp_agent.py" greedy -o cubes=1 --games 2

The arena starts it with the address of its tools in BOARDWRIGHT_MCP_URL and ends it after the game.
"""

from __future__ import annotations

import asyncio
import os
import random
from typing import Any

from mcp import Client


async def main() -> None:
    async with Client(os.environ["BOARDWRIGHT_MCP_URL"]) as tools:
        listed = await tools.call_tool("list_matches", {})
        match = listed.structured_content["result"][0]["match"]
        while True:
            state = (await tools.call_tool("wait", {"match": match, "seconds": 60})).structured_content
            if state["status"] == "over":
                return
            if state["moves"]:
                await tools.call_tool("play", {"match": match, "move": await any_move(tools, state)})


async def any_move(tools: Client, state: dict[str, Any]) -> str:
    """Return a legal move, all equally likely: a page has only some of them."""
    first = state["moves"]
    number = random.randrange(state["moves_total"])
    page, place = divmod(number, len(first))
    if page == 0:
        return str(first[place])
    shown = await tools.call_tool("look", {"match": state["match"], "page": page + 1})
    return str(shown.structured_content["moves"][place])


if __name__ == "__main__":
    asyncio.run(main())
