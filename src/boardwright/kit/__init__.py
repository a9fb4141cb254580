"""The conformance kit: eight laws that every game keeps, as a function, a command and a pytest plugin.

pytest imports this package in every run where Boardwright is installed, so its modules are loaded lazily.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardwright.kit.laws import LAWS, check
    from boardwright.kit.report import Report
    from boardwright.kit.walks.failure import Failure

__all__ = ["LAWS", "Failure", "Report", "check"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from boardwright.kit import laws, report
    from boardwright.kit.walks import failure

    return getattr({"Failure": failure, "Report": report}.get(name, laws), name)
