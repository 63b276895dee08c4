"""Rooms: where plain text may lie while a job works, and never longer.

A room is a folder in memory where the machine has one (`/dev/shm`), else in the folder of the
server. A small process of its own waits for the server's end, however it ends, and removes what is
left.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

__all__ = ["PlainRooms"]

_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - private folders are made in it
_KEEPER: Final = """
import shutil, sys, time
sys.stdin.read()
from pathlib import Path
for _ in range(100):
    shutil.rmtree(sys.argv[1], ignore_errors=True)
    if not Path(sys.argv[1]).exists():
        break
    time.sleep(0.1)
"""


class PlainRooms:
    """Makes rooms; all of them are gone once the server is.

    Parameters
    ----------
    folder
        The folder of the server, for machines without a folder in memory.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._base: Path | None = None
        self._keeper: subprocess.Popen[bytes] | None = None

    @property
    def base(self) -> Path:
        """The folder of all rooms; it is made when it is first needed."""
        if self._base is None:
            above = _MEMORY if _MEMORY.is_dir() else self._folder
            self._base = Path(tempfile.mkdtemp(prefix="textveil-", dir=above))
            self._keeper = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-I", "-c", _KEEPER, str(self._base)],
                stdin=subprocess.PIPE,
                start_new_session=True,
            )
        return self._base

    @contextmanager
    def room(self) -> Iterator[Path]:
        """Give a new room, and remove it with everything in it."""
        made = Path(tempfile.mkdtemp(dir=self.base))
        try:
            yield made
        finally:
            shutil.rmtree(made, ignore_errors=True)

    def close(self) -> None:
        """Remove everything that is left."""
        if self._base is not None:
            shutil.rmtree(self._base, ignore_errors=True)
        if self._keeper is not None and self._keeper.stdin is not None:
            with suppress(OSError):
                self._keeper.stdin.close()
            self._keeper.wait()
        self._base = self._keeper = None
