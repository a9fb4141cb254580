"""A match with its analysis as a file: the record, and a note on the position after each move that is analyzed."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from boardwright.bots.analysis.analysis import Moment
from boardwright.core.records.annotations import Annotations, Note
from boardwright.core.records.record import annotation_lines

_WORDS = {
    "forced": "The only move.",
    "best": "The best move.",
    "good": "A good move.",
    "unclear": "Perhaps not the best move.",
    "mistake": "A mistake.",
    "turning_point": "A turning point.",
}


def annotated(record: bytes, moments: Iterable[Moment]) -> bytes:
    """Returns a record with notes on its moves.

    >>> moment = Moment(1, 0, "a", "take a", (0.5, -0.5), 0.0, [])
    >>> print(annotated(b"the record;", [moment]).decode().strip())
    the record;{"note":{"after":1,"facts":{"best":[],"error":0.0,"evaluation":[0.5,-0.5],"loss":0.0},...
    """
    return record + annotation_lines(Annotations(notes=tuple(map(_note, moments))))


def _note(moment: Moment) -> Note:
    facts = {name: getattr(moment, name) for name in ("evaluation", "loss", "error", "best")}
    return Note(moment.number, text=comment_text(moment), facts=msgspec.to_builtins(facts))


def comment_text(moment: Moment) -> str:
    """Returns the words about a move: what it was, and what was better and why."""
    text = _WORDS[moment.mark]
    if moment.is_blamed:
        best = moment.best[0]
        text += f" Better was {best.description or best.move}. {best.why}"
    return text
