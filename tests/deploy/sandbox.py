"""Run a command under the kernel filters that systemd makes of a unit: `python -m tests.deploy.sandbox UNIT COMMAND…`.

systemd itself has to be the first process of a machine, so the filters are made here, of the same settings and by
the same library: system calls, address families, and memory that is both written and executed.
"""

from __future__ import annotations

import ctypes
import errno
import os
import socket
import subprocess
import sys
from functools import cache
from pathlib import Path

_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_NE, _LT, _LE, _EQ, _GE, _GT, _MASKED_EQ = range(1, 8)
_PROT_WRITE, _PROT_EXEC = 2, 4
_NO_NEW_PRIVILEGES = 38


class Unit:
    """The settings of a service; a setting that is given several times has all its lines."""

    def __init__(self, path: Path) -> None:
        self.lines: dict[str, list[str]] = {}
        for line in path.read_text().splitlines():
            name, equals, value = line.partition("=")
            if equals and not line.startswith("#"):
                self.lines.setdefault(name, []).append(value)

    def get(self, name: str) -> str:
        """Return the only line of a setting; "" without one."""
        (value,) = self.lines.get(name, [""])
        return value

    def system_calls(self) -> frozenset[str]:
        """Return the names of the allowed system calls: the lists in their order, those after a tilde taken away."""
        allowed = expanded("@default")
        first, *others = self.lines["SystemCallFilter"]
        assert not first.startswith("~"), "the first list says what is allowed"
        for line in (first, *others):
            named = frozenset[str]().union(*map(expanded, line.removeprefix("~").split()))
            allowed = allowed - named if line.startswith("~") else allowed | named
        return allowed


@cache
def expanded(name: str) -> frozenset[str]:
    """Return the system calls of a group, groups within it included; any other name stands for itself."""
    if not name.startswith("@"):
        return frozenset({name})
    shown = subprocess.run(["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True)
    words = [line.strip() for line in shown.stdout.splitlines()[1:]]
    return frozenset().union(*(expanded(word) for word in words if word and not word.startswith("#")))


class _Comparison(ctypes.Structure):
    """A condition on an argument of a system call (`struct scmp_arg_cmp`)."""

    _fields_ = (("arg", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64))


class Filter:
    """A seccomp filter: what it does by default, and its exceptions."""

    def __init__(self, default: int) -> None:
        self._library = ctypes.CDLL("libseccomp.so.2", use_errno=True)
        self._library.seccomp_init.restype = ctypes.c_void_p
        self._context = ctypes.c_void_p(self._library.seccomp_init(ctypes.c_uint32(default)))
        assert self._context

    def add(self, action: int, call: str, *comparisons: tuple[int, int, int, int]) -> None:
        """Add an exception; a system call that this machine does not have is left out."""
        number = self._library.seccomp_syscall_resolve_name(call.encode())
        if number < 0:
            return
        array = (_Comparison * len(comparisons))(*(_Comparison(*each) for each in comparisons))
        done = self._library.seccomp_rule_add_array(
            self._context, ctypes.c_uint32(action), number, ctypes.c_uint(len(comparisons)), array
        )
        assert done in (0, -errno.EACCES), (call, done)  # EACCES: it is what the filter does anyway

    def load(self) -> None:
        """Put the filter on this process and all that it starts."""
        done = self._library.seccomp_load(self._context)
        assert done == 0, done


def restrict(unit: Unit) -> None:
    """Put the restrictions of a unit on this process."""
    assert unit.get("NoNewPrivileges") == "yes"
    assert ctypes.CDLL(None).prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0
    os.umask(int(unit.get("UMask"), 8))
    filters = [_families(unit), _memory(), _system_calls(unit)]
    for each in filters if unit.get("MemoryDenyWriteExecute") == "yes" else [filters[0], filters[2]]:
        each.load()


def _system_calls(unit: Unit) -> Filter:
    """Return the filter of SystemCallFilter, which kills unless SystemCallErrorNumber names an error."""
    number = unit.get("SystemCallErrorNumber")
    made = Filter(_ERRNO | getattr(errno, number) if number else _KILL)
    for call in unit.system_calls():
        made.add(_ALLOW, call)
    return made


def _families(unit: Unit) -> Filter:
    """Return the filter of RestrictAddressFamilies."""
    allowed = sorted(getattr(socket, name) for name in unit.get("RestrictAddressFamilies").split())
    made, refused = Filter(_ALLOW), _ERRNO | errno.EAFNOSUPPORT
    made.add(refused, "socket", (0, _LT, allowed[0], 0))
    made.add(refused, "socket", (0, _GT, allowed[-1], 0))
    for family in set(range(allowed[0], allowed[-1])) - set(allowed):
        made.add(refused, "socket", (0, _EQ, family, 0))
    return made


def _memory() -> Filter:
    """Return the filter of MemoryDenyWriteExecute."""
    made, refused, both = Filter(_ALLOW), _ERRNO | errno.EPERM, _PROT_WRITE | _PROT_EXEC
    made.add(refused, "mmap", (2, _MASKED_EQ, both, both))
    for call in ("mprotect", "pkey_mprotect"):
        made.add(refused, call, (2, _MASKED_EQ, _PROT_EXEC, _PROT_EXEC))
    return made


if __name__ == "__main__":
    restrict(Unit(Path(sys.argv[1])))
    os.execvp(sys.argv[2], sys.argv[2:])
