"""An agent for tournaments that plays at random: where a language model would choose, it draws lots.

    pip install 'boardwright[mcp]'
    boardwright arena deblockle "agent:command=python examples/mcp_agent.py" greedy -o cubes=1 --games 2

The arena starts it with the address of its tools in BOARDWRIGHT_MCP_URL and ends it after the game.
"""

from __future__ import annotations

import asyncio
import os
import random

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
                await tools.call_tool("play", {"match": match, "move": random.choice(state["moves"])})


if __name__ == "__main__":
    asyncio.run(main())
