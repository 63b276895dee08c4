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
    """Open a page and return what the browser prints; the browser keeps its files in `profile`."""
    command = [_CHROMIUM, *_FLAGS, f"--user-data-dir={profile}", *more, page.as_uri()]
    return subprocess.run(command, capture_output=True, text=True).stdout
