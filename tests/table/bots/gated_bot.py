"""A bot as a program that thinks until a file appears: `python gated_bot.py STARTED GO`.

It writes the file STARTED when it begins to think, and ends with the process that started it.
"""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import suppress
from pathlib import Path


def main(started: Path, go: Path) -> None:
    parent = os.getppid()
    for line in sys.stdin:
        answer = ""
        if line.startswith("choose"):
            started.touch()
            while not go.exists():
                if os.getppid() != parent:
                    return
                time.sleep(0.005)
            answer = json.loads(line.split(maxsplit=2)[2])["moves"][-1]
        print(f"= {answer}", flush=True)


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        main(Path(sys.argv[1]), Path(sys.argv[2]))
