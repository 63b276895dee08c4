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

from tests.chance import draw_from

from textveil.cli.app import run
from textveil.cli.shell import console

SOURCE = Path(__file__).parents[2] / "src"
COMMAND = Path(sys.executable).with_name("textveil")


def copying():
    """Return the context whose processes are copies of the one that has loaded everything."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.e2e.warmed"])
    return context


def textveil(*arguments, cwd=None, stdin="", together=False, environment=None, **more):
    """Return the finished process; `stdin` is text; `together`: what it tells is in stdout too."""
    environment = {"COLUMNS": "100", **(environment or clean_environment()), **more}
    with TemporaryDirectory() as streams:
        Path(streams, "stdin").write_text(stdin or "", "utf-8")
        Path(streams, "stderr").touch()
        named = ("stdin", "stdout", "stdout") if together else ("stdin", "stdout", "stderr")
        begun = (list(map(str, arguments)), str(cwd or Path.cwd()), environment)
        process = copying().Process(target=_run, args=(*begun, [Path(streams, n) for n in named]))
        process.start()
        process.join()
        out, err = (Path(streams, name).read_text("utf-8") for name in ("stdout", "stderr"))
    return subprocess.CompletedProcess(arguments, process.exitcode, out, err)


def textveil_anew(*arguments, plugged=SOURCE):
    """Run a command as a user starts it, with the modules of one more folder; return the end."""
    modules = os.pathsep.join([str(plugged), str(SOURCE)])
    return subprocess.run(
        [str(COMMAND), *map(str, arguments)],
        capture_output=True,
        text=True,
        env={**clean_environment(), "COLUMNS": "100", "PYTHONPATH": modules},
    )


def clean_environment():
    """Return the environment without a key."""
    return {name: value for name, value in os.environ.items() if name != "TEXTVEIL_KEY"}


def _run(arguments, cwd, environment, paths):
    run_here(arguments, cwd, environment, opened(paths))


def opened(paths):
    """Open the files that are to be stdin, stdout and stderr; return their numbers."""
    reading, writing = os.O_RDONLY, os.O_WRONLY | os.O_CREAT | os.O_APPEND
    return [os.open(path, writing if n else reading, 0o600) for n, path in enumerate(paths)]


def run_here(arguments, cwd, environment, streams):
    """Run a command and end as it ends; `streams` are numbers of open ones."""
    become(cwd, environment, streams)
    # Folders of tests have other names in every run.
    draw_from(" ".join(Path(argument).name for argument in arguments))
    sys.exit(run(arguments))


def become(cwd, environment, streams):
    """Make this process what a shell would start: its folder, environment and three streams."""
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    console.notes.width = int(environment["COLUMNS"])
    for number, opened in enumerate(streams):
        os.dup2(opened, number)
        os.close(opened)
    # Programs of this kind start without a stdin of their own.
    sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115 - it is open as long as the process
