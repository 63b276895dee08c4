"""Show a page in a browser without a window."""

import shutil
import subprocess

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

needs_browser = pytest.mark.skipif(_CHROMIUM is None, reason="there is no Chromium on this machine")


def shown(page, profile, *more):
    """Open a page and return what the browser prints; the browser keeps its files in `profile`.

    A browser that ended before it had shown anything is started again: on a machine that is busy
    its own processes may not be there in time.
    """
    printed = ""
    for number in range(3):
        folder = f"--user-data-dir={profile}-{number}"
        command = [_CHROMIUM, *_FLAGS, folder, *more, page.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True)
        printed = done.stdout
        if done.returncode == 0 and (printed or "--dump-dom" not in more):
            break
    return printed
