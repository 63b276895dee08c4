"""Labour: one worker process, its room, and what it says of its progress."""

import json
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from textveil.web.words import words
from textveil.web.working.rooms import PlainRooms

__all__ = ["Labour"]


class Labour:
    """Starts a worker for a job and reads what it says; the order goes to it by a pipe.

    The worker ends when the pipe does: it never outlives the server.
    """

    def __init__(self, rooms: PlainRooms, order: dict[str, Any]) -> None:
        self._room = Path(tempfile.mkdtemp(dir=rooms.base))
        self._said: dict[str, Any] = {}
        self._end: dict[str, Any] | None = None
        self._stopped = False
        self._process = subprocess.Popen(
            [sys.executable, "-m", "textveil.web.working.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._reader = threading.Thread(
            target=self._read, args=(json.dumps({**order, "room": str(self._room)}),), daemon=True
        )
        self._reader.start()

    def _read(self, order: str) -> None:
        try:
            if self._process.stdin is not None and self._process.stdout is not None:
                self._process.stdin.write(order + "\n")
                self._process.stdin.flush()
                for line in self._process.stdout:
                    said = json.loads(line)
                    if "state" in said:
                        self._end = said
                    else:
                        self._said = said
        except (OSError, ValueError):
            self._process.kill()
        finally:
            self._process.wait()
            shutil.rmtree(self._room, ignore_errors=True)

    @property
    def ended(self) -> bool:
        """Whether the process has ended, and its room is gone."""
        return not self._reader.is_alive()

    def progress(self) -> dict[str, Any]:
        """Return the stage, how much of it is done, and how much there is."""
        return dict(self._said)

    def stop(self) -> None:
        """Have the worker stopped."""
        self._stopped = True
        self._process.terminate()

    def wait(self) -> None:
        """Wait until the worker has ended."""
        self._reader.join()

    def outcome(self) -> tuple[str, dict[str, Any]]:
        """Return the state of the job after this, and what is told of it."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        if self._process.stdout is not None:
            self._process.stdout.close()
        if self._end is not None:
            return self._end["state"], self._end["told"]
        if self._stopped:
            return "stopped", {}
        # Somebody killed it: it is begun again, and fails the second time.
        return "waiting", {"what": words().error_job_killed}
