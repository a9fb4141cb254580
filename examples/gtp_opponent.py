"""Seats a Blokus engine that speaks the Go Text Protocol, such as one installed on this machine, at any table.

boardwright arena blokus level6 "program:python examples/gtp_opponent.py ENGINE OPTIONS" -o variant=duo --games 10

The engine has to know the game that it is told about by `set_game`, and to write moves as points such as `e9,f9,e10`,
with a1 at the lower left. Where its program has to be told the game by an option, give that option too;
and if it may resign, the option that keeps it from resigning.
"""

import json
import subprocess
import sys

from boardwright.games.blokus import GAME

START = GAME.begin()
GAMES = {"duo": "Blokus Duo", "classic": "Blokus", "classic2": "Blokus Two-Player", "classic3": "Blokus Three-Player"}


class Engine:
    """The engine, and the last piece of every color that it knows of."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.known = None

    def ask(self, request):
        """Sends a command and returns the text of the answer."""
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()).strip() or not lines:
            if not line:
                raise RuntimeError(f"the engine ended after {request!r}")
            if line.strip():
                lines.append(line.strip())
        if not lines[0].startswith("="):
            raise RuntimeError(f"{request!r}: {lines[0]}")
        return " ".join([lines[0][1:], *lines[1:]]).strip()

    def choose(self, view, moves):
        """The engine's move in a position, told by the pieces placed since the last one."""
        size, last = len(view["board"]), {color["number"]: color["last"] for color in view["colors"]}
        if self.known is None or sum(map(bool, last.values())) < sum(map(bool, self.known.values())):
            self.ask(f"set_game {GAMES[view['variant']]}")
            self.known = {number: [] for number in last}
        order = sorted(last)
        names = {number: "bw"[place] if len(order) == 2 else place + 1 for place, number in enumerate(order)}
        first = order.index(view["color"])
        for number in order[first:] + order[:first]:
            if last[number] != self.known[number]:
                self.ask(f"play {names[number]} {','.join(point(cell, size) for cell in last[number])}")
                self.known[number] = last[number]
        if moves == ["pass"]:
            return "pass"
        points = set(self.ask(f"genmove {names[view['color']]}").lower().split(","))
        for text in moves:
            cells = sorted(START.parse(text).cells())
            if {point(cell, size) for cell in cells} == points:
                self.known[view["color"]] = [list(cell) for cell in cells]
                return text
        raise RuntimeError(f"the engine's move {','.join(points)} is not legal")


def point(cell, size):
    """A square as the engine writes it."""
    row, column = cell
    return f"{'abcdefghijklmnopqrst'[column]}{size - row}"


def main():
    engine = Engine(sys.argv[1:])
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "choose":
            request = json.loads(rest.partition(" ")[2])
            try:
                print("=", engine.choose(request["view"], request["moves"]), flush=True)
            except RuntimeError as error:
                print("?", error, flush=True)
        elif word == "hello":
            print("=", engine.ask("name"), flush=True)
        elif word == "quit":
            print("=", flush=True)
            break
        else:
            print("=", flush=True)
    engine.process.kill()


main()
