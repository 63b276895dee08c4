"""Importing this loads what commands need, for processes that are copied from this one."""

import signal
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import matplotlib.figure  # noqa: F401 - charts are drawn by many commands

from textveil.cli.app import run
from textveil.pipeline.warming import compile_kernels

_NOTE = "Seen: Ana Ruiz, 12 Elm Street, Springfield, IL 62701, on 3 May 2016. Call 617-555-0134."

with TemporaryDirectory() as folder, redirect_stdout(StringIO()):
    note, out = Path(folder, "note.txt"), Path(folder, "out")
    note.write_text(_NOTE, "utf-8")
    assert run(["release", str(note), str(out), "--quiet"]) == 0
    assert run(["verify", str(out), "--quiet"]) == 0
    for kind in ("hospital", "everyday"):
        asked = ["synth", kind, "-n", "1", "-o", str(Path(folder, f"{kind}.jsonl")), "--quiet"]
        assert run(asked) == 0
compile_kernels()
# A command takes signals in its own way, and leaves it so.
signal.signal(signal.SIGTERM, signal.SIG_DFL)
