"""A player in a program of its own, for any language to imitate: it takes the first of the longest moves.

boardwright arena deblockle greedy "program:python examples/line_bot.py" --games 10
"""

import json
import sys

for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        answer = "= line_bot"
    elif word == "choose":
        seat, _, question = rest.partition(" ")
        moves = json.loads(question)["moves"]
        answer = f"= {max(moves, key=len)}"
    elif word in ("game", "quit"):
        answer = "="
    else:
        answer = f"? {word} is no question of this protocol"
    print(answer, flush=True)
