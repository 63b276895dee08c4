"""Pipes: what can be read once only is read once only."""

import os
import subprocess

from tests.e2e.textveil_cli import COMMAND, SOURCE, clean_environment


def test_a_text_that_comes_through_a_pipe_is_scanned():
    done = subprocess.run(
        [str(COMMAND), "scan", "-", "--policy", "patterns-only"],
        input="Call 617-555-0134.\n",
        capture_output=True,
        text=True,
        env={**clean_environment(), "PYTHONPATH": os.pathsep.join([str(SOURCE)])},
    )
    assert done.returncode == 0, done.stderr
    assert '"PHONE"' in done.stdout
