"""Prepared: what is built once for a text that somebody tries things on, held for a short while.

A suffix array, or the index of a list, is the costly part of an answer; the next key or move of a
slider asks for the same one. It is held in memory alone, for the session that sent it, and is
dropped a minute after its last use.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, TypeVar

__all__ = ["Prepared", "sign_of"]

_SECONDS: Final = 60.0
_MOST: Final = 8
Made = TypeVar("Made")


def sign_of(*parts: str) -> str:
    """Return what tells texts apart, without being one."""
    told = "\0".join(f"{len(one)} {one}" for one in parts)
    return sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(slots=True)
class _Entry:
    turn: threading.Lock
    value: Any = None
    there: bool = False
    used: float = 0.0


class Prepared:
    """Holds what was prepared, for each session.

    Parameters
    ----------
    seconds
        How long after its last use.
    """

    def __init__(self, seconds: float = _SECONDS) -> None:
        self._seconds = seconds
        self._turn = threading.Lock()
        self._entries: OrderedDict[tuple[str, str], _Entry] = OrderedDict()
        self._timer: threading.Timer | None = None

    def of(self, session: str, sign: str, make: Callable[[], Made]) -> Made:
        """Return what was prepared for a sign; made now if it is not there."""
        with self._turn:
            entry = self._entries.setdefault((session, sign), _Entry(threading.Lock()))
            entry.used = time.monotonic()
            self._entries.move_to_end((session, sign))
            while len(self._entries) > _MOST:
                self._entries.popitem(last=False)
            self._watch()
        # Two requests for the same text wait for one another and make it once.
        with entry.turn:
            if not entry.there:
                entry.value, entry.there = make(), True
        made: Made = entry.value
        return made

    def _watch(self) -> None:
        if self._timer is None:
            self._timer = threading.Timer(self._seconds, self.drop)
            self._timer.daemon = True
            self._timer.start()

    def drop(self, now: float | None = None) -> None:
        """Drop what was not used for a while."""
        now = time.monotonic() if now is None else now
        with self._turn:
            for key, entry in list(self._entries.items()):
                if now - entry.used >= self._seconds:
                    del self._entries[key]
            self._timer = None
            if self._entries:
                self._watch()
