"""Run the real command in a subprocess."""

import os
import subprocess
import sys
from pathlib import Path

COMMAND = Path(sys.executable).with_name("textveil")


def textveil(*arguments, cwd=None, stdin=None, **environment):
    """Return the finished process; `stdin` is text."""
    clean = {k: v for k, v in os.environ.items() if k != "TEXTVEIL_KEY"}
    return subprocess.run(
        [str(COMMAND), *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        input=stdin,
        env={**clean, "COLUMNS": "100", **environment},
        timeout=120,
    )
