"""A match starts from a file, and is downloaded in another program's format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.page.driver import press_more

Visit = Callable[..., Any]

PENTOBI = "(;GM[Blokus Duo];B[e9,f9,e10];W[j5])"


def test_a_match_starts_from_a_file_and_is_downloaded_again(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    path = tmp_path / "game.blksgf"
    path.write_text(PENTOBI)
    page.click("#game-blokus .play")
    page.check("dialog input[value=screen]")
    page.click("summary:text('Advanced')")
    page.set_input_files("input[name=start]", str(path))
    page.click("#begin")
    page.wait_for_selector(".stage .zone")
    with page.expect_download() as download:
        press_more(page, "#record-blksgf")
    assert download.value.path().read_text().replace("\n", "") == PENTOBI


def test_a_match_starts_after_some_moves_of_a_file(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    path = tmp_path / "game.blksgf"
    path.write_text(PENTOBI)
    page.click("#game-blokus .play")
    page.check("dialog input[value=screen]")
    page.click("summary:text('Advanced')")
    page.set_input_files("input[name=start]", str(path))
    page.fill("input[name=start_move]", "1")
    page.click("#begin")
    page.wait_for_selector(".stage .zone")
    assert page.locator("#log li.move").count() == 1


def test_a_file_that_cannot_be_read_is_explained(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    path = tmp_path / "game.blksgf"
    path.write_text("(;GM[Chess])")
    page.click("#game-blokus .play")
    page.click("summary:text('Advanced')")
    page.set_input_files("input[name=start]", str(path))
    page.click("#begin")
    page.wait_for_selector("dialog .toast.error:has-text(\"'Chess' is not a game that can be read\")")
