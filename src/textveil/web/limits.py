"""The login limit: how often somebody may guess, counted before the guess is tried."""

import threading
import time
from collections import OrderedDict
from typing import Final

__all__ = ["LoginLimit"]

_WINDOW: Final = 15 * 60.0
_MOST: Final = {"name": 8, "address": 40}
_KNOWN: Final = 20_000


class LoginLimit:
    """Counts attempts by name and by address; a right password takes its own attempt back.

    An attempt counts before the password is tried, so that a thousand guesses at the same time are
    no way around it.
    """

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._attempts: OrderedDict[tuple[str, str], list[float]] = OrderedDict()

    def begin(self, name: str, address: str) -> bool:
        """Count an attempt; tell whether it may be made."""
        now = time.monotonic()
        with self._turn:
            rows = [self._row(kind, of, now) for kind, of in _kinds(name, address)]
            if any(len(row) >= _MOST[kind] for row, kind in zip(rows, _MOST, strict=True)):
                return False
            for row in rows:
                row.append(now)
            return True

    def forgive(self, name: str, address: str) -> None:
        """Take back the attempts with a name whose password somebody knows, and this one of theirs.

        Other attempts from their address stay: who has an account cannot guess at those of others
        without end.
        """
        with self._turn:
            self._attempts.pop(("name", name), None)
            if here := self._attempts.get(("address", address)):
                here.pop()

    def _row(self, kind: str, of: str, now: float) -> list[float]:
        row = self._attempts.setdefault((kind, of), [])
        row[:] = [when for when in row if now - when < _WINDOW]
        self._attempts.move_to_end((kind, of))
        while len(self._attempts) > _KNOWN:
            self._attempts.popitem(last=False)
        return row


def _kinds(name: str, address: str) -> tuple[tuple[str, str], ...]:
    return (("name", name), ("address", address))
