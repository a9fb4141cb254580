"""Compiled rules and tree search for Boardwright, built from tables that its Python rules export."""

from boardwright_kernels._kernels import Kernel, Playouts, Search

INTERFACE = 6
"""Raised when tables, states or methods change; Boardwright refuses any other than the one it was written for."""

__all__ = ["INTERFACE", "Kernel", "Playouts", "Search"]
