"""Run the real command in a process of its own.

Starting one anew takes longer than most commands do. These are copies of a process that has loaded
what most commands need and has done nothing else, so they know nothing of each other.
"""

import multiprocessing
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from textveil.cli import console

COMMAND = Path(sys.executable).with_name("textveil")
_STREAMS = ("stdin", "stdout", "stderr")


def copying():
    """Return the context whose processes are copies of the one that has loaded everything."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.e2e.warmed"])
    return context


def textveil(*arguments, cwd=None, stdin="", **environment):
    """Return the finished process; `stdin` is text."""
    clean = {name: value for name, value in os.environ.items() if name != "TEXTVEIL_KEY"}
    environment = {**clean, "COLUMNS": "100", **environment}
    with TemporaryDirectory() as streams:
        Path(streams, "stdin").write_text(stdin or "", "utf-8")
        started = (list(map(str, arguments)), str(cwd or Path.cwd()), environment, streams)
        process = copying().Process(target=_run, args=started)
        process.start()
        process.join()
        out, err = (Path(streams, name).read_text("utf-8") for name in _STREAMS[1:])
    return subprocess.CompletedProcess(arguments, process.exitcode, out, err)


def _run(arguments, cwd, environment, streams):
    become(cwd, environment, streams)
    from textveil.cli.app import run

    sys.exit(run(arguments))


def become(cwd, environment, streams):
    """Make this process what a shell would start: its folder, environment and streams."""
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    console.notes.width = int(environment["COLUMNS"])
    for number, name in enumerate(_STREAMS):
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC if number else os.O_RDONLY
        os.dup2(os.open(Path(streams, name), flags, 0o600), number)
    # Programs of this kind start without a stdin of their own.
    sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115 - it is open as long as the process
