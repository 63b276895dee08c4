"""Run the real command in a process of its own, and send it a signal at a chosen step.

A step is a document that a pass takes up, or a file or folder of the current folder that is opened
for writing, made, renamed or removed. A command takes the same steps on a slow machine and on a
fast one, so a test can name the moment at which a process dies.
"""

import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.e2e.textveil_cli import become, clean_environment, copying, opened

from textveil.cli.app import run
from textveil.cli.shell import console

_CHANGES = {"os.mkdir", "os.remove", "os.rename", "os.rmdir", "sqlite3.connect"}


@dataclass(frozen=True)
class Ended:
    """How a process ended: its exit code (below 0: the signal), its steps, and what it told."""

    code: int
    steps: int
    told: str


def mortal(folder, arguments, step=0, signal=0):
    """Run a command in a folder; it gets the signal at the step (from 1 on; 0: never)."""
    context = copying()
    taken = context.Value("i", 0)
    with TemporaryDirectory() as streams:
        Path(streams, "stdin").touch()
        paths = [Path(streams, name) for name in ("stdin", "stdout", "stderr")]
        life = (str(folder), arguments, step, int(signal), taken, paths)
        process = context.Process(target=_live, args=life)
        process.start()
        process.join()
        return Ended(process.exitcode, taken.value, Path(streams, "stderr").read_text("utf-8"))


def _live(folder, arguments, step, signal, taken, paths):
    become(folder, {**clean_environment(), "COLUMNS": "100"}, opened(paths))

    def take():
        taken.value += 1
        if taken.value == step:
            os.kill(os.getpid(), signal)

    def audit(event, about):
        writes = event == "open" and bool(int(about[2]) & (os.O_WRONLY | os.O_RDWR))
        changes = (writes or event in _CHANGES) and isinstance(about[0], str | Path)
        if changes and (Path(folder) / about[0]).is_relative_to(folder):
            take()

    @contextmanager
    def tracked(*, quiet=False):
        # In place of the bars of the command line, which see every document of every pass.
        def track(items, stage, total, weigh=None):
            for item in items:
                take()
                yield item

        yield track

    shown = console.tracked
    for module in list(sys.modules.values()):
        if getattr(module, "tracked", None) is shown:
            module.tracked = tracked
    sys.addaudithook(audit)
    sys.exit(run(arguments))
