"""Sessions: who is signed in. They live in the server's vault and survive its restart."""

import json
import secrets
import time
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import Final

from textveil.values.keys.sealed_store import SealedStore
from textveil.web.people.accounts import Accounts

__all__ = ["Session", "Sessions"]

SESSION: Final = "session"
IDLE_SECONDS: Final = 45 * 60
MOST_SECONDS: Final = 14 * 3600
_TOUCH_SECONDS: Final = 60
_SWEPT: Final = 50
"""Sessions that are looked at for their end when somebody signs in."""


@dataclass(frozen=True, slots=True, repr=False)
class Session:
    """One browser of one user.

    Attributes
    ----------
    user
        The account.
    csrf
        The token that every changing request must bring.
    began, seen
        When it began, and when it was last used.
    epoch
        The account's when it began: a new password ends it.
    """

    user: str
    csrf: str
    began: float
    seen: float
    epoch: int

    def alive(self, now: float) -> bool:
        """Tell whether it has not ended."""
        return now - self.seen < IDLE_SECONDS and now - self.began < MOST_SECONDS


class Sessions:
    """Begins, finds and ends sessions."""

    def __init__(self, store: SealedStore) -> None:
        self._store = store

    def begin(self, user: str) -> str:
        """Begin a session, and return its token, which only the browser has."""
        token, now = secrets.token_urlsafe(32), time.time()
        made = Session(user, secrets.token_urlsafe(32), now, now, Accounts(self._store).epoch(user))
        self._store.put(SESSION, _digest(token), _content(made))
        self._sweep(now)
        return token

    def find(self, token: str) -> Session | None:
        """Return the session of a token; None if it has ended."""
        if not token:
            return None
        key, now = _digest(token), time.time()
        found = self._store.fetch(SESSION, key)
        if found is None:
            return None
        session = Session(**json.loads(found))
        if not session.alive(now) or Accounts(self._store).epoch(session.user) != session.epoch:
            self._store.delete(SESSION, key)
            return None
        if now - session.seen > _TOUCH_SECONDS:
            # A session that ended meanwhile must not come back.
            self._store.put_if(SESSION, key, _content(replace(session, seen=now)), found)
        return session

    def end(self, token: str) -> None:
        """End a session."""
        self._store.delete(SESSION, _digest(token))

    def _sweep(self, now: float) -> None:
        for key, content in self._store.page(SESSION, _SWEPT).items():
            if not Session(**json.loads(content)).alive(now):
                self._store.delete(SESSION, key)


def _content(session: Session) -> bytes:
    return json.dumps(asdict(session)).encode()


def _digest(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
