"""Builds the extension against the stable ABI, so that one wheel serves every Python from 3.11 on."""

from __future__ import annotations

from setuptools import Extension, setup

SOURCES = (
    "batch",
    "blokus",
    "blokus_learned",
    "blokus_planes",
    "blokus_playout",
    "blokus_value",
    "deblockle",
    "deblockle_planes",
    "deblockle_tables",
    "engine",
    "fair_chance",
    "mage_duel",
    "mage_duel_learned",
    "mage_duel_planes",
    "mage_duel_tables",
    "mage_duel_value",
    "module",
    "playouts_type",
    "sagrada",
    "sagrada_commands",
    "sagrada_goals",
    "sagrada_planes",
    "sagrada_rules",
    "sagrada_tables",
    "sagrada_window",
    "search",
    "search_root",
    "search_type",
    "single",
)
HEADERS = ("binding", "blokus", "deblockle", "engine", "mage_duel", "sagrada", "sagrada_rules", "search")

setup(
    ext_modules=[
        Extension(
            "boardwright_kernels._kernels",
            [f"csrc/{name}.c" for name in SOURCES],
            depends=[f"csrc/{name}.h" for name in HEADERS],
            define_macros=[("Py_LIMITED_API", "0x030B0000")],
            # Without contraction the evaluations are bit by bit those of Python.
            extra_compile_args=["-std=c11", "-O3", "-ffp-contract=off", "-Wall", "-Wextra"],
            py_limited_api=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
