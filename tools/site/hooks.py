"""Hooks of MkDocs: which files the site has, and what is added to them.

Pages keep the paths that they have in the repository, so their links need no change; only their addresses are
shorter. Other files of the repository that a page links to are copied.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from tools.site import game_page, reference

ROOT = Path(__file__).parents[2]
PAGES = ("*.md", "docs/*.md", "benchmarks/README.md", "kernels/README.md", "src/boardwright/games/*/README.md")
ADDRESSES = (
    (r"README\.md", "index.html"),
    (r"src/boardwright/games/(\w+)/README\.md", r"games/\1/index.html"),
    (r"benchmarks/README\.md", "figures/index.html"),
    (r"kernels/README\.md", "kernels/index.html"),
    (r"(?:docs/)?(.+)\.md", r"\1/index.html"),
    (r"docs/(images/.+)", r"\1"),
)
_LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")
_LINK_TO_FOLDER = re.compile(r"\[([^\]]+)\]\((?!\w+:|#)([^)#\s]+)\)")
_IMAGE = re.compile(r'<img src="([^"]+)" alt="([^"]*)"(?: width="([^"]*)")?>')


def address(path: str) -> str:
    """Where a file of the repository is on the site.

    >>> address("docs/lab.md"), address("src/boardwright/games/blokus/README.md"), address("examples/line_bot.py")
    ('lab/index.html', 'games/blokus/index.html', 'examples/line_bot.py')
    """
    for pattern, replacement in ADDRESSES:
        if re.fullmatch(pattern, path):
            return re.sub(pattern, replacement, path).lower()
    return path


def on_files(files: Files, *, config: Any) -> Files:
    """The pages, what they link to, the generated ones, and the theme's own files."""
    pages = [str(path.relative_to(ROOT)) for pattern in PAGES for path in sorted(ROOT.glob(pattern))]
    linked = {target for page in pages for target in _targets(page)}
    chosen = [*pages, *sorted(linked - set(pages))]
    made = [File(path, str(ROOT), config.site_dir, use_directory_urls=True, dest_uri=address(path)) for path in chosen]
    made += [File.generated(config, f"reference/{name}.md", content=text) for name, text in reference.pages().items()]
    others = [file for file in files if file.src_dir != config.docs_dir]
    return Files([*made, *others])


def _targets(page: str) -> Iterator[str]:
    """The files of the repository that a page links to or shows."""
    text = (ROOT / page).read_text("utf-8")
    for link in [*_LINK.findall(text), *(match[0] for match in _IMAGE.findall(text))]:
        path = (ROOT / page).parent.joinpath(link).resolve()
        if path.is_file():
            yield str(path.relative_to(ROOT))


def on_page_markdown(markdown: str, *, page: Any, config: Any, files: Files) -> str:
    """Pictures with a width become Markdown, folders are not links, and a game's page gets its numbers."""
    path = page.file.src_uri
    markdown = _IMAGE.sub(_picture, markdown)
    markdown = _LINK_TO_FOLDER.sub(lambda match: _unless_folder(match, (ROOT / path).parent), markdown)
    name = re.fullmatch(r"src/boardwright/games/(\w+)/README\.md", path)
    return markdown + "\n\n" + game_page.numbers(name[1]) if name else markdown


def _picture(match: re.Match[str]) -> str:
    source, text, width = match.groups()
    return f"![{text}]({source})" + (f'{{ width="{width}" }}' if width else "")


def _unless_folder(match: re.Match[str], folder: Path) -> str:
    return match[1] if (folder / match[2]).is_dir() else match[0]
