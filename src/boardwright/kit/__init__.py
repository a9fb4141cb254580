"""The conformance kit: six laws that every game keeps, as a function, a command and a pytest plugin."""

from __future__ import annotations

from boardwright.kit.check import LAWS, Report, check
from boardwright.kit.failure import Failure

__all__ = ["LAWS", "Failure", "Report", "check"]
