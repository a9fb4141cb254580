"""A bot as a separate program, as it can be written in any language. It plays the longest move.

boardwright arena deblockle greedy "program:python examples/line_bot.py" --games 10
"""

import json
import sys

for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        answer = "= line_bot"
    elif word == "choose":
        seat, _, request = rest.partition(" ")
        moves = json.loads(request)["moves"]
        answer = f"= {max(moves, key=len)}"
    elif word in ("game", "quit"):
        answer = "="
    else:
        answer = f"? unknown request {word}"
    print(answer, flush=True)
