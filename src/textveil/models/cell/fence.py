"""The fence around a model: limits that the system keeps, set by the process that they bind.

Two steps, because a process must open its own files before it may open none. `set_limits` comes
first: from then on memory, processor time, open files and written files are bounded. `seal` comes
before the first byte of a foreign model is used: from then on the system refuses every call that
is not in `calls.tsv`, so no file, no connection and no process can be opened, whatever code runs.

Both try what they set, and say what does not hold on this system.
"""

import ctypes
import mmap
import platform
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.resources import files
from typing import Final

try:
    import resource
except ImportError:  # pragma: no cover - systems without limits
    _LIMITS = False
else:
    _LIMITS = True

__all__ = ["MEMORY", "OPEN_FILES", "seal", "set_limits"]

MEMORY: Final = 10**9
"""Bytes of address space."""
OPEN_FILES: Final = 32

# Constants of the Linux kernel: linux/prctl.h, linux/seccomp.h, linux/bpf_common.h, linux/audit.h.
_PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 4, 22, 38
_MODE_FILTER: Final = 2
_LOAD, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_CALL_AT, _MACHINE_AT = 0, 4
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050001
_MACHINES: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_INTERNET, _STREAM = 2, 1


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_ushort),
        ("if_true", ctypes.c_ubyte),
        ("if_false", ctypes.c_ubyte),
        ("value", ctypes.c_uint),
    )


class _Program(ctypes.Structure):
    _fields_ = (("size", ctypes.c_ushort), ("first", ctypes.POINTER(_Instruction)))


def set_limits(seconds: int) -> list[str]:
    """Bound memory, processor time and open files of this process; it can write no file.

    Returns
    -------
    list
        What this system does not bound; empty if all limits hold.
    """
    if not _LIMITS:
        return ["memory", "processor time"]
    # The caller moves the lower of both limits on time as it sends texts.
    unbounded = [
        what
        for what, which, limit in (
            ("written files", resource.RLIMIT_FSIZE, 0),
            ("open files", resource.RLIMIT_NOFILE, OPEN_FILES),
            ("core files", resource.RLIMIT_CORE, 0),
            ("memory", resource.RLIMIT_AS, MEMORY),
        )
        if not _bounded(which, limit, limit)
    ]
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    if not _bounded(resource.RLIMIT_CPU, seconds, most):
        unbounded.append("processor time")
    # Some systems take a limit on memory and do not keep it.
    if "memory" not in unbounded and _can_take(MEMORY):
        unbounded.append("memory")
    return unbounded


def _bounded(which: int, soft: int, hard: int) -> bool:
    with suppress(OSError, ValueError):
        resource.setrlimit(which, (soft, hard))
        return True
    return False


def _can_take(size: int) -> bool:
    with suppress(OSError, ValueError, MemoryError):
        mmap.mmap(-1, size).close()
        return True
    return False


def seal() -> list[str]:
    """Refuse every further call to the system that is not listed, for this process and for good.

    Returns
    -------
    list
        What can still be reached; empty if the fence holds.
    """
    machine = platform.machine()
    system = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
    if system is None or machine not in _MACHINES:
        return ["network"]
    steps = _steps(_MACHINES[machine], _listed(machine))
    held = (_Instruction * len(steps))(*(_Instruction(*step) for step in steps))
    program = _Program(len(steps), held)
    system.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    system.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    system.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(program), 0, 0)
    return ["network"] if system.socket(_INTERNET, _STREAM, 0) >= 0 else []


def _steps(machine: int, calls: Sequence[int]) -> list[tuple[int, int, int, int]]:
    """Return a program that allows the listed calls of a machine, and refuses all others."""
    refused, allowed = (_RETURN, 0, 0, _REFUSE), (_RETURN, 0, 0, _ALLOW)
    steps = [(_LOAD, 0, 0, _MACHINE_AT), (_JUMP_IF_EQUAL, 1, 0, machine), refused]
    steps.append((_LOAD, 0, 0, _CALL_AT))
    for call in calls:
        steps += [(_JUMP_IF_EQUAL, 0, 1, call), allowed]
    return [*steps, refused]


def _listed(machine: str) -> list[int]:
    table = (files("textveil.models.cell") / "calls.tsv").read_text("utf-8")
    head, *rows = [line.split("\t") for line in table.splitlines() if not line.startswith("#")]
    column = head.index(machine)
    return [int(row[column]) for row in rows if row[column] != "-"]
