"""What tests of pages share on which a command is tried."""

import html
import re

from tests.unit.web.workbench import csrf

CANARY = "Zanzibarquartz"


def tried(browser, path, **typed):
    """Send a form, and return what a program gets: the command line and its result."""
    data = {"csrf": csrf(browser), **typed}
    done = browser.post(path, data=data, headers={"accept": "application/json"})
    assert done.status_code == 200, done.text
    return done.json()


def marks(shown):
    """Return what a page marks."""
    return [html.unescape(one) for one in re.findall(r"<mark>(.*?)</mark>", shown)]


def leaves_nothing(bench, action):
    """Check that the audit log says what was done, and that no log or file holds the canary."""
    entries = str([entry.to_json() for entry in bench.place.server().log()])
    assert action in entries
    assert CANARY not in entries + str(bench.said)
    for path in bench.place.settings.folder.rglob("*"):
        assert path.is_dir() or CANARY.encode() not in path.read_bytes()
