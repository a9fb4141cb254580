"""The layers of ARCHITECTURE.md hold: who may import whom, and no module imports in a circle."""

from __future__ import annotations

import pytest

from tests.imports import Import, cycles, imports, modules

BELOW: dict[str, set[str]] = {
    "core": set(),
    "api": {"core"},
    "games": {"core"},
    "bots": {"core"},
    "store": {"core"},
    "kit": {"core"},
    "authoring": {"core"},
    "table": {"core", "bots", "store"},
    "lab": {"core", "bots"},
    "arena": {"core", "bots"},
    "web": {"core", "bots", "store", "table"},
    "agents": {"core", "bots"},
    "workbench": {"core", "bots", "store", "table", "kit", "web"},
    "cli": {"core", "bots", "store", "table", "kit", "authoring", "lab", "arena", "web", "agents", "workbench"},
}
"""The layers that a layer may import. Games are found by entry points, so nobody imports them."""


def layer(module: str) -> str:
    """The folder or module below the package that a module belongs to; nothing for the package itself."""
    return [*module.split("."), ""][1]


def game(module: str) -> str:
    """The game that a module belongs to, if any."""
    return module.split(".")[2] if layer(module) == "games" and module.count(".") > 1 else ""


def is_compat(module: str) -> bool:
    return "compat" in module.split(".")


def shown(found: list[Import]) -> str:
    return "\n".join(str(each) for each in found)


def test_every_folder_is_a_layer() -> None:
    assert {layer(name) for name in modules()} - {"", "__main__"} == set(BELOW)


@pytest.mark.parametrize("name", BELOW)
def test_a_layer_imports_only_the_layers_below_it(name: str) -> None:
    allowed = BELOW[name] | {name, ""}
    wrong = [each for each in imports() if layer(each.importer) == name and layer(each.imported) not in allowed]
    assert not wrong, shown(wrong)


def test_nothing_but_the_version_is_imported_from_the_package_itself() -> None:
    users = {layer(each.importer) for each in imports() if each.imported == "boardwright"}
    assert users <= {"agents", "cli", "web"}


def test_no_game_imports_another_game() -> None:
    wrong = [each for each in imports() if game(each.importer) and game(each.imported) not in ("", game(each.importer))]
    assert not wrong, shown(wrong)


def test_no_module_imports_a_compat_module() -> None:
    found = [each for each in imports() if is_compat(each.imported) and not is_compat(each.importer)]
    assert not found, shown(found)


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert not cycles()
