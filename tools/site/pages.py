"""The pages of the site: the documents of the repository at shorter addresses, and those that are made from the code.

Links between documents lead to the new addresses; other files of the repository that a page links to are copied.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from tools.site import game_page, reference

ROOT = Path(__file__).parents[2]
PAGES = ("*.md", "docs/*.md", "benchmarks/README.md", "kernels/README.md", "src/boardwright/games/*/README.md")
ADDRESSES = (
    (r"README\.md", "index.md"),
    (r"src/boardwright/games/(\w+)/README\.md", r"games/\1.md"),
    (r"benchmarks/README\.md", "figures.md"),
    (r"kernels/README\.md", "kernels.md"),
    (r"(?:docs/)?(.+\.md)", r"\1"),
    (r"docs/(images/.+)", r"\1"),
)
_LINK = re.compile(r"(?P<before>\]\()(?P<path>(?!\w+:|#)[^)#\s]+)")
_LINK_TO_FOLDER = re.compile(r"\[([^\]]+)\]\((?!\w+:|#)([^)#\s]+)\)")
_IMAGE = re.compile(r'<img src="([^"]+)" alt="([^"]*)"(?: width="([^"]*)")?>')


def address(path: str) -> str:
    """Return where a file of the repository is among the pages.

    >>> address("docs/lab.md"), address("src/boardwright/games/blokus/README.md"), address("examples/line_bot.py")
    ('lab.md', 'games/blokus.md', 'examples/line_bot.py')
    """
    for pattern, replacement in ADDRESSES:
        if re.fullmatch(pattern, path):
            return re.sub(pattern, replacement, path).lower()
    return path


def write(folder: Path) -> None:
    """Write all pages and the files that they link to into an empty folder."""
    pages = [str(path.relative_to(ROOT)) for pattern in PAGES for path in sorted(ROOT.glob(pattern))]
    for page in pages:
        _write(folder / address(page), markdown(page))
    for name, text in reference.pages().items():
        _write(folder / f"reference/{name}.md", _moved(text, "reference/page.md", f"reference/{name}.md"))
    for linked in {target for page in pages for target in _targets(page)} - set(pages):
        target = folder / address(linked)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / linked, target)


def markdown(page: str) -> str:
    """Return a document as a page: pictures with a width in Markdown, no links to folders, a game's numbers."""
    text = _IMAGE.sub(_picture, (ROOT / page).read_text("utf-8"))
    text = _LINK_TO_FOLDER.sub(lambda match: _unless_folder(match, (ROOT / page).parent), text)
    name = re.fullmatch(r"src/boardwright/games/(\w+)/README\.md", page)
    return _moved(text + "\n\n" + game_page.numbers(name[1]) if name else text, page, address(page))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _targets(page: str) -> Iterator[str]:
    """Yield the files of the repository that a page links to or shows."""
    text = (ROOT / page).read_text("utf-8")
    for link in [*(match["path"] for match in _LINK.finditer(text)), *(match[0] for match in _IMAGE.findall(text))]:
        path = (ROOT / page).parent.joinpath(link).resolve()
        if path.is_file():
            yield str(path.relative_to(ROOT))


def _moved(text: str, page: str, at: str) -> str:
    """Return a text with its links to files of the repository as they are seen from the page's address."""

    def link(match: re.Match[str]) -> str:
        path = (ROOT / page).parent.joinpath(match["path"]).resolve()
        if not path.is_file() or not path.is_relative_to(ROOT):
            return match[0]
        return match["before"] + os.path.relpath(address(str(path.relative_to(ROOT))), os.path.dirname(at) or ".")

    return _LINK.sub(link, text)


def _picture(match: re.Match[str]) -> str:
    source, text, width = match.groups()
    return f"![{text}]({source})" + (f'{{ width="{width}" }}' if width else "")


def _unless_folder(match: re.Match[str], folder: Path) -> str:
    return match[1] if (folder / match[2]).is_dir() else match[0]
