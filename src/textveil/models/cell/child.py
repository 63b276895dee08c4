"""A child process that is asked over pipes, with a limit on every wait and on processor time."""

import json
import os
import select
import signal
import subprocess
import sys
from contextlib import suppress
from math import ceil
from time import monotonic
from typing import Final
from weakref import finalize

from textveil.errors import FormatError, ModelError
from textveil.models.cell.messages import Message, unpacked

try:
    from resource import RLIMIT_CPU, prlimit
except ImportError:  # pragma: no cover - systems on which nobody can move the limit of another
    prlimit = None  # type: ignore[assignment]

__all__ = ["Child"]

_BEGIN: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from textveil.models.cell.process import main; main(int(sys.argv[2]))"
)
_FIRST_SECONDS: Final = 6.0
"""Of processor time, until the model is ready."""
_PATIENCE: Final = 4.0
"""How much longer than its processor time a child may take, on a machine that is busy."""
_ALONE: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"}
"""All the environment that a child has: one thread needs less memory."""


class Child:
    """A process of its own, ended when nobody refers to it any more."""

    def __init__(self) -> None:
        paths = json.dumps(list(map(os.path.abspath, filter(None, sys.path))))
        begin = [sys.executable, "-I", "-B", "-X", "utf8", "-c", _BEGIN]
        self._seconds = _FIRST_SECONDS
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [*begin, paths, str(ceil(_FIRST_SECONDS))],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=_ALONE,
                cwd=os.path.sep,
                close_fds=True,
            )
        except OSError:
            raise ModelError("no process could be started for the model") from None
        self._to, self._from = (
            pipe.fileno() for pipe in (self._process.stdin, self._process.stdout) if pipe
        )
        for pipe in (self._to, self._from):
            os.set_blocking(pipe, False)
        self._end = finalize(self, _ended, self._process)

    def end(self) -> None:
        """End the process."""
        self._end()

    def ask(self, question: bytes, most: int, seconds: float) -> Message:
        """Return the answer to a question.

        Parameters
        ----------
        question
            A message.
        most
            Bytes that the answer may have.
        seconds
            Processor time that is added to what the process may use.

        Raises
        ------
        ModelError
            If it crashed, took too long, or answered anything else. The process is ended then.
        """
        self._allow(seconds)
        until = monotonic() + _PATIENCE * (seconds or _FIRST_SECONDS)
        try:
            self._send(memoryview(question), until)
            return unpacked(lambda size: self._receive(size, until), most)
        except (BrokenPipeError, EOFError):
            raise self._crashed() from None
        except TimeoutError:
            self.end()
            raise _slow() from None
        except (FormatError, TypeError, LookupError, ValueError, OverflowError):
            self.end()
            raise ModelError("the process of the model gave no answer that fits") from None

    def _allow(self, seconds: float) -> None:
        self._seconds += seconds
        if prlimit is not None:
            with suppress(OSError, ValueError):
                _, most = prlimit(self._process.pid, RLIMIT_CPU)
                prlimit(self._process.pid, RLIMIT_CPU, (ceil(self._seconds), most))

    def _send(self, rest: memoryview, until: float) -> None:
        while rest:
            _wait(self._to, select.POLLOUT, until)
            with suppress(BlockingIOError):
                rest = rest[os.write(self._to, rest) :]

    def _receive(self, size: int, until: float) -> bytes:
        found = bytearray()
        while len(found) < size:
            _wait(self._from, select.POLLIN, until)
            with suppress(BlockingIOError):
                piece = os.read(self._from, min(size - len(found), 1 << 20))
                if not piece:
                    raise EOFError
                found += piece
        return bytes(found)

    def _crashed(self) -> ModelError:
        """Return the error for a process that has ended by itself."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE)
        code = self._process.poll()
        self.end()
        if code == -signal.SIGXCPU:
            return _slow()
        return ModelError(
            "the process of the model ended by itself: the model is damaged, or needs more memory "
            "than it may have",
            hint="use a model whose author you trust, or train it again",
        )


def _slow() -> ModelError:
    return ModelError(
        "the model took longer than it may",
        hint="use a smaller model; what it may take stands in docs/methods/cell.md",
    )


def _wait(on: int, event: int, until: float) -> None:
    poll = select.poll()
    poll.register(on, event)
    if not poll.poll(max(0.0, 1000 * (until - monotonic()))):
        raise TimeoutError


def _ended(process: "subprocess.Popen[bytes]") -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
    if process.poll() is None:
        process.kill()
    process.wait()
