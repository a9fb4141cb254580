"""Tables look as they did when somebody last looked at their pictures: see `pictures.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boardwright.core.game.registry import names
from tests.page.conftest import SAME_SEED, serving_examples
from tests.page.pictures import SCREENS, Photographer, Screen, difference, kept, photograph, thumbnail, write_comparison
from tests.scale import SCALE

DAILY = [screen for screen in SCREENS if screen[1:] in ((0, 1440, "light"), (1, 390, "dark")) and screen[0] in names()]
SPOILT = {
    "a panel has moved": "document.querySelector('.zone[data-role=score]').style.translate = '0 10px'",
    "a color is another": "document.documentElement.style.setProperty('--paper', '#f4efe2')",
    "a piece has no art": "document.querySelector('.places .place:has(.held) .art').remove()",
    "the table is longer": "document.querySelector('.stage').style.paddingBottom = '20rem'",
}


@pytest.fixture(scope="module")
def photographer(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Photographer]:
    with serving_examples(tmp_path_factory.mktemp("pictures"), SAME_SEED) as server:
        yield Photographer(chromium, server)


@pytest.mark.parametrize("screen", SCREENS if SCALE > 1 else DAILY, ids=lambda screen: Path(screen.name).stem)
def test_a_table_looks_as_before(screen: Screen, photographer: Photographer, tmp_path: Path) -> None:
    picture = photographer.picture(screen)
    found = difference(kept(screen), thumbnail(picture))
    assert not found.is_seen, f"{found}: look at {write_comparison(screen, picture, tmp_path)}"


def test_a_difference_is_found(photographer: Photographer) -> None:
    with photographer.table(Screen("deblockle", 0, 1280, "light")) as page:
        before = thumbnail(photograph(page))
        assert difference(before, thumbnail(photograph(page))) == (0, 0)
        for spoilt, change in SPOILT.items():
            page.evaluate(change)
            after = thumbnail(photograph(page))
            assert difference(before, after).is_seen, spoilt
            before = after
