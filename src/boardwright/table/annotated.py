"""A match with its analysis as a file: the record, with a line of comment after each move.

Without the lines that begin with `{"comment"` the file is the record of the match, which `verify` reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from boardwright.bots.analysis import Moment

_WORDS = {
    "forced": "The only move.",
    "best": "The best move.",
    "good": "A good move.",
    "unclear": "Perhaps not the best move.",
    "mistake": "A mistake.",
    "turning_point": "A turning point.",
}


def annotated(record: bytes, moments: Iterable[Moment]) -> bytes:
    """Returns a record with comments after its moves.

    >>> moment = Moment(1, 0, "a", "take a", (0.5, -0.5), 0.0, [])
    >>> print(annotated(b'{"adjudication": {}}\\n{"number": 1}\\n', [moment]).decode().splitlines()[2])
    {"comment":{"entry":1,"text":"The best move.","evaluation":[0.5,-0.5],"loss":0.0,"error":0.0,"best":[]}}
    """
    by_entry = {moment.number: moment for moment in moments}
    return b"".join(line for number, row in enumerate(record.splitlines()) for line in _lines(number, row, by_entry))


def _lines(number: int, row: bytes, moments: dict[int, Moment]) -> Iterator[bytes]:
    yield row + b"\n"
    moment = moments.get(number)
    if moment is not None:
        comment = {
            "entry": moment.number,
            "text": comment_text(moment),
            "evaluation": moment.evaluation,
            "loss": moment.loss,
            "error": moment.error,
            "best": moment.best,
        }
        yield msgspec.json.encode({"comment": comment}) + b"\n"


def comment_text(moment: Moment) -> str:
    """Returns the words about a move: what it was, and what was better and why."""
    text = _WORDS[moment.mark]
    if moment.is_blamed:
        best = moment.best[0]
        text += f" Better was {best.description or best.move}. {best.why}"
    return text
