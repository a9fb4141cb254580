"""`boardwright.api` is all that packages of games import from Boardwright: examples, new packages and the guide do."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from boardwright import api
from boardwright.authoring.package import BOARDS, PackagePlan, files
from tools.site.reference import sections

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted(path.parent for path in ROOT.glob("examples/*/pyproject.toml"))
PLANS = [
    PackagePlan(name="orchard", seats=range(2, 5), board=board, chance=chance, secrets=secrets)
    for board, chance, secrets in product(BOARDS, (False, True), (False, True))
]


def strange(text: str, own: str) -> Iterator[str]:
    """Yield what the package of a game should not import."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "boardwright.api":
            found = [alias.name for alias in node.names if alias.name not in api.__all__]
        elif isinstance(node, ast.ImportFrom):
            found = [str(node.module)]
        else:
            continue
        yield from (each for each in found if each.split(".")[0] not in {own, "pytest", *sys.stdlib_module_names})


def test_what_is_strange_is_found() -> None:
    text = (
        "import msgspec, ast\nfrom boardwright.core.game.game import Game\nfrom boardwright.api import Game, Gamme, API"
    )
    assert list(strange(text, "own")) == ["msgspec", "boardwright.core.game.game", "Gamme"]


@pytest.mark.parametrize("folder", EXAMPLES, ids=lambda path: path.name)
def test_an_example_imports_nothing_else(folder: Path) -> None:
    modules = sorted(folder.rglob("*.py"))
    assert modules
    assert {path: found for path in modules if (found := list(strange(path.read_text("utf-8"), folder.name)))} == {}


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.board}-{plan.chance}-{plan.secrets}")
def test_a_new_package_imports_nothing_else(plan: PackagePlan) -> None:
    modules = {path: text for path, text in files(plan).items() if path.endswith(".py")}
    assert {path: found for path, text in modules.items() if (found := list(strange(text, plan.name)))} == {}


def test_the_guide_shows_nothing_else() -> None:
    text = (ROOT / "docs" / "new-game.md").read_text("utf-8")
    code = "\n".join(line.removeprefix(">>> ").removeprefix("... ") for line in text.splitlines())
    imports = re.findall(r"^from boardwright\S* import (?:\([^)]*\)|.*)", code, re.MULTILINE)
    shown = {each for found in imports for each in strange(found, "two_herds")}
    assert len(imports) > 5
    assert shown == {"boardwright.lab.pettingzoo"}, "for programs, not for packages"


def test_every_name_is_in_one_section() -> None:
    listed = [name for _, names in sections().values() for name in names]
    assert listed == api.__all__
    assert len(set(listed)) == len(listed)


def test_all_that_is_imported_is_public() -> None:
    names = {name for name in vars(api) if name.isidentifier() and name[0] != "_"}
    assert names - {"annotations", "msgspec"} == set(api.__all__)


def test_a_new_package_names_the_version_that_is_here() -> None:
    text = files(PLANS[0])["pyproject.toml"]
    assert f'[project.entry-points."boardwright.api"]\norchard = "v{api.API}"\n' in text
