"""An extension of griffe: examples in docstrings become blocks of code."""

from __future__ import annotations

from typing import Any

from griffe import Extension, Object


def fence(text: str) -> str:
    r"""Return the text with every run of lines from `>>>` to a blank line in a block.

    >>> fence("It adds.\n\n>>> 1 + 1\n2\n\nThat is all.")
    'It adds.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nThat is all.'
    """
    lines: list[str] = []
    is_open = False
    for line in [*text.split("\n"), ""]:
        if not is_open and line.lstrip().startswith(">>>"):
            lines.append("```pycon")
            is_open = True
        elif is_open and not line.strip():
            lines.append("```")
            is_open = False
        lines.append(line)
    return "\n".join(lines[:-1])


class Fenced(Extension):
    """The extension: it changes the docstring of every object that is collected."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fence(obj.docstring.value)
