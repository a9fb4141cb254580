"""The rooms of ARCHITECTURE.md hold: folders that do not import each other, small enough to be seen at a glance."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

from tests.imports import Import, all_imports, modules, trees

MODULES, LINES, FUNCTION = 14, 350, 40
GAME_MODULES = 18
ONE_IMPORTER, CLASSES, NAMES = 60, 10, 15

LONG_FUNCTIONS = {
    "boardwright.table.server.runtime.__init__": 42,
}
"""Functions that are longer than `FUNCTION`: they put the parts of an application together, in one list."""
SHARED_NAMES = ("boardwright.games.", "boardwright.cli.", "boardwright.web.api.routes.", "boardwright.store.sql.")
"""Rooms in which modules have the names of what they serve."""
COLLECTORS = {"boardwright.kit.laws", "boardwright.store.sql.store", "boardwright.store.backup.transfer"}
"""Modules that put many parts of one kind together: the laws, the queries, the databases."""


def is_counted(module: str) -> bool:
    """Whether the measures hold for a module: founding interfaces keep the modules and names they were given."""
    return "compat" not in module.split(".")


def short(path: Path) -> str:
    """Return the path of a module below the package."""
    return path.relative_to(modules()["boardwright"].parent).as_posix()


def room(module: str) -> str:
    """Return the folder that a module lies in."""
    return short(modules()[module].parent)


@cache
def edges() -> dict[tuple[str, str], list[Import]]:
    """Return the imports of one room by another, those for type checkers only too."""
    found = defaultdict(list)
    for each in all_imports():
        pair = room(each.importer), room(each.imported)
        if pair[0] != pair[1] and "." not in pair:  # the package itself names the public things of many rooms
            found[pair].append(each)
    return found


def folders() -> Counter[str]:
    """Return how many modules each folder has, beside its `__init__.py`."""
    return Counter(room(name) for name, path in modules().items() if path.name != "__init__.py")


def mutual_rooms() -> list[tuple[str, str]]:
    """Return the pairs of rooms that import each other."""
    return [(a, b) for a, b in edges() if a < b and (b, a) in edges()]


def test_no_two_rooms_import_each_other() -> None:
    mutual = mutual_rooms()
    assert not mutual, "\n".join(str(each) for a, b in mutual for each in (*edges()[a, b], *edges()[b, a]))


def test_a_folder_has_few_modules() -> None:
    large = {
        name: count
        for name, count in folders().items()
        if count > (GAME_MODULES if name.startswith("games/") else MODULES)
    }
    assert not large


def test_a_file_is_short() -> None:
    sizes = {short(path): len(path.read_text("utf-8").splitlines()) for path in modules().values()}
    assert not {name: size for name, size in sizes.items() if size > LINES}


def test_a_function_fits_on_a_screen() -> None:
    sizes = {
        f"{name}.{node.name}": (node.end_lineno or 0) - node.lineno + 1
        for name, tree in trees()
        if is_counted(name)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert not {name: size for name, size in sizes.items() if size > LONG_FUNCTIONS.get(name, FUNCTION)}


def serving_one() -> list[str]:
    """Return the modules that exactly one other module imports."""
    importers = defaultdict(set)
    for each in all_imports():
        if is_counted(each.importer) and not is_collected(each):
            importers[each.imported].add(each.importer)
    return sorted(name for name, users in importers.items() if len(users) == 1 and is_counted(name))


def test_few_modules_serve_one_other_module() -> None:
    alone = serving_one()
    assert len(alone) <= ONE_IMPORTER, "\n".join(alone)


def is_collected(found: Import) -> bool:
    """Whether an import only puts many parts of one kind together, as the package of a room does with its modules."""
    return found.importer in COLLECTORS or modules()[found.importer].name == "__init__.py"


def classes() -> dict[str, int]:
    """Return the names of classes with several meanings.

    The words of a game's rules are its own: no game is imported by another module.
    """
    found = Counter(
        node.name
        for name, tree in trees()
        if is_counted(name) and not name.startswith("boardwright.games.")
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    return {name: count for name, count in found.items() if count > 1}


def module_names() -> dict[str, int]:
    """Return the names of modules with several meanings.

    Games share the names of their modules; commands, endpoints and queries have those of their subjects.
    """
    found = Counter(
        path.stem
        for name, path in modules().items()
        if path.name != "__init__.py" and not name.startswith(SHARED_NAMES)
    )
    return {name: count for name, count in found.items() if count > 1}


def test_a_class_name_has_one_meaning() -> None:
    assert len(classes()) <= CLASSES, classes()


def test_a_module_name_has_one_meaning() -> None:
    assert len(module_names()) <= NAMES, module_names()
