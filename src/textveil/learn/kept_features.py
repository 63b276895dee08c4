"""Kept features: what documents look like to a random field, sealed, from one command to the next.

Features do not depend on annotations, so each document's are made once. They hold words of the
documents, so they lie in the same store. They are a copy: lost or outdated ones are made again.
"""

import json
import zlib
from hashlib import sha256
from typing import Final

from textveil.detect.tagger import probe_of
from textveil.learn.training import TrainingPlan
from textveil.models.features import VERSION
from textveil.models.roles import books_of_today, write_roles
from textveil.models.windows import Window
from textveil.values.sealed_store import SealedStore

__all__ = ["KeptFeatures", "WindowRows"]

WindowRows = list[tuple[Window, list[list[str]]]]
"""The windows of a text, each with the features of its words."""

_KIND: Final = "learn features"
_QUICK: Final = 1
"""The lowest level of compression; higher ones take longer than the features themselves."""


class KeptFeatures:
    """Features of the documents of one store.

    Parameters
    ----------
    store
        Where they are kept.
    plan
        How models are fitted. Features that were made with other word lists, other detectors or
        another version are not used.
    """

    def __init__(self, store: SealedStore, plan: TrainingPlan) -> None:
        self._store = store
        roles = write_roles(books_of_today(plan.language))
        told = [VERSION, plan.language, *plan.hints, probe_of(plan.hints, plan.language)]
        self._stamp = sha256(json.dumps(told).encode() + roles).digest()
        self._new: dict[str, bytes] = {}

    def get(self, name: str) -> WindowRows | None:
        """Return the features of a document; None if they are to be made."""
        content = self._store.fetch(_KIND, name)
        if content is None or not content.startswith(self._stamp):
            return None
        told = json.loads(zlib.decompress(content[len(self._stamp) :]))
        return [
            (Window(starts, ends, words, (core[0], core[1]), line, tuple(breaks)), rows)
            for (starts, ends, words, core, line, breaks), rows in told
        ]

    def add(self, name: str, found: WindowRows) -> None:
        """Remember features until `write`."""
        self._new[name] = self._stamp + zlib.compress(json.dumps(found).encode(), _QUICK)

    def write(self) -> None:
        """Put everything that was added into the store."""
        if not self._new:
            return
        with self._store.step():
            for name, content in self._new.items():
                self._store.put(_KIND, name, content)
        self._new.clear()
