"""A server in the process of the test, with users who are signed in."""

import re
import warnings
from contextlib import contextmanager
from dataclasses import dataclass, field

from textveil.store.keys import Derivation
from textveil.values.keys.password import Password
from textveil.values.keys.secret import Secret
from textveil.web.application import application
from textveil.web.bench import ServerSettings, Workbench
from textveil.web.people import accounts
from textveil.web.people.accounts import Accounts

with warnings.catch_warnings():
    # Starlette would rather have a successor of httpx that the lock does not have.
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

KEY = Secret(b"0123456789abcdef")
WORDS = "four plain words here"


@dataclass
class Started:
    """The application, its workplace, and what it said."""

    place: Workbench
    app: object
    said: list[str] = field(default_factory=list)

    def browser(self):
        """Return a browser of a stranger."""
        return TestClient(self.app, "http://localhost", follow_redirects=False)

    def user(self, name):
        """Return a browser of a user with an account, signed in."""
        known = Accounts(self.place.server())
        if not known.knows(name):
            known.enter_by_link(known.new_link(name), name, Password(WORDS))
        browser = self.browser()
        done = browser.post("/login", data={"name": name, "password": WORDS})
        assert done.status_code == 303, done.text
        return browser


@contextmanager
def started(folder, **settings):
    """Start a workbench in a folder; it is stopped at the end of the block."""
    # Passwords cost as little here as the method allows.
    accounts._METHOD = Derivation("argon2id", 1, 1, 8)
    place = Workbench(ServerSettings(folder, **settings), KEY)
    place.prepare()
    said = []
    app = application(place, said.append)
    with TestClient(app, "http://localhost"):
        yield Started(place, app, said)
        place.close_own()


def csrf(browser, path="/account"):
    """Return the token that a page of this session holds."""
    return re.search(r'name="csrf-token" content="([^"]+)"', browser.get(path).text)[1]


def post(browser, path, /, **data):
    """Send a form as a page does."""
    return browser.post(path, data={"csrf": csrf(browser), **data})
