"""The package's description on PyPI, made from README.md when a wheel or an sdist is built.

Pages of PyPI have no files beside them, so relative links and pictures would be broken. If the environment variable
`BOARDWRIGHT_URL` has the address of the repository's files, such as `https://example.org/boardwright/blob/main/`,
links and pictures lead there; otherwise pictures are left out and links are plain text.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

VARIABLE = "BOARDWRIGHT_URL"
_PICTURE = re.compile(r'!\[[^\]]*\]\((?!https?:)([^)\s]+)\)|<img src="(?!https?:)([^"]+)"[^>]*>')
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|mailto:)([^)\s]+)\)")


def description(readme: str, base: str) -> str:
    """Return the README for a page elsewhere.

    >>> description("![A board](a.png)\\n\\nSee [the API](docs/api.md).", "")
    'See the API.'
    >>> description("[the API](docs/api.md)", "https://example.org/main")
    '[the API](https://example.org/main/docs/api.md)'
    """
    if not base:
        plain = _LINK.sub(lambda match: match[1], _PICTURE.sub("", readme))
        return re.sub(r"\n{3,}", "\n\n", re.sub(r"(?m)^ +$", "", plain)).strip()
    base = base.rstrip("/")
    whole = _PICTURE.sub(lambda match: match[0].replace(match[1] or match[2], f"{base}/{match[1] or match[2]}"), readme)
    return _LINK.sub(lambda match: f"[{match[1]}]({base}/{match[2]})", whole)


class ReadmeHook(MetadataHookInterface):
    """Sets the fields that pyproject.toml calls dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        base = os.environ.get(VARIABLE, "")
        text = description((Path(self.root) / "README.md").read_text("utf-8"), base)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = {"Repository": base} if base else {}
