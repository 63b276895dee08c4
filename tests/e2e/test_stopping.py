"""Work that takes long says so, and stops when the user says so."""

import signal
import subprocess
import sys
from functools import partial
from random import Random

import pytest
from tests.e2e.textveil_cli import clean_environment


@pytest.fixture(scope="module")
def letters():
    return "".join(Random(5).choices("ACGT", k=60_000))  # noqa: S311


@pytest.fixture
def started(letters, tmp_path):
    """A run of etfs over 60,000 letters, hours too long for a test."""
    (tmp_path / "w.txt").write_text(letters)
    (tmp_path / "s.txt").write_text(letters[1000:1008] + "\n")
    command = [sys.executable, "-m", "textveil", "sanitize", "w.txt", "-s", "s.txt", "-m", "etfs"]
    running = subprocess.Popen(
        [*command, "-o", "out.txt", "--report", "report.json"],
        cwd=tmp_path,
        env=clean_environment(),
        stderr=subprocess.PIPE,
        text=True,
        # A job in the background ignores Ctrl-C, and so would what it starts.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    yield running, tmp_path
    if running.poll() is None:
        running.kill()
        running.wait()
    running.stderr.close()


def test_long_work_says_so_first_and_ctrl_c_stops_it_with_nothing_written(started):
    running, folder = started
    told = running.stderr.readline()
    assert told.startswith("this will take about ")
    assert "-m tfs makes the same promises and takes seconds" in told
    assert running.poll() is None
    running.send_signal(signal.SIGINT)
    # If it went on, it would end after minutes, with another code and a file.
    rest = running.communicate()[1]
    assert running.returncode == 130
    assert rest == "stopped; nothing was written\n"
    assert sorted(path.name for path in folder.iterdir()) == ["s.txt", "w.txt"]
