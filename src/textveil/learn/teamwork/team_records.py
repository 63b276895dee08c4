"""Records of the people of a project, which stand beside those of the loop in its store."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from textveil.learn.project.open_batch import documents_of
from textveil.learn.project.project_records import (
    GUESS,
    ONLY,
    put_record,
    read_records,
    spans_from_json,
    spans_to_json,
)
from textveil.learn.teamwork.marks import DocumentState, PersonMarks
from textveil.learn.teamwork.team_plan import TeamPlan
from textveil.values.document import Document
from textveil.values.keys.sealed_store import SealedStore
from textveil.values.span import Spans

__all__ = ["DECISION", "TeamRecords"]

PLAN: Final = "team plan"
NUMBER: Final = "team number"
"""By a document's number, its id."""
PLACE: Final = "team place"
"""By id, the number of a document."""
BROUGHT: Final = "team brought"
"""By id, the spans that the document's file had."""
STATE: Final = "team state"
DECISION: Final = "team decision"
"""By id, what was decided between people."""
DISPUTE: Final = "team dispute"
"""Ids of documents that wait for a decision."""
NOTE: Final = "team note"
_PAGE: Final = 500

Made = TypeVar("Made")


def marks_of(user: str) -> str:
    """Return the kind of the records of one person's marks."""
    return f"team marks of {user}"


def news_of(user: str) -> str:
    """Return the kind of the records of what was changed in one person's marks."""
    return f"team news of {user}"


def reopened_for(user: str) -> str:
    """Return the kind of the records of what one person is asked to look at again."""
    return f"team reopened for {user}"


class TeamRecords:
    """Reads and writes the records of a team, each as it is needed.

    Parameters
    ----------
    store
        The store of the project.
    """

    def __init__(self, store: SealedStore) -> None:
        self.store = store

    def prepare(self, documents: Iterable[Document], brought: Mapping[str, Spans]) -> None:
        """Give numbers from 1 on to the documents, and keep the spans that their files had."""
        with self.store.step():
            put_record(self.store, PLAN, ONLY, TeamPlan().to_json())
            for number, document in enumerate(documents, 1):
                put_record(self.store, NUMBER, str(number), document.id)
                put_record(self.store, PLACE, document.id, number)
                if brought.get(document.id):
                    spans = spans_to_json(brought[document.id])
                    put_record(self.store, BROUGHT, document.id, spans)

    def plan(self) -> TeamPlan:
        """Return the plan of the team."""
        found = self.one(PLAN, ONLY, TeamPlan.from_json)
        return found or TeamPlan()

    def set_plan(self, plan: TeamPlan) -> None:
        """Change the plan."""
        put_record(self.store, PLAN, ONLY, plan.to_json())

    def id_of(self, number: int) -> str | None:
        """Return the id of the document with a number; None if there is none."""
        return self.one(NUMBER, str(number), str)

    def ids(self, numbers: Sequence[int]) -> dict[int, str]:
        """Return the ids of several documents by their numbers."""
        rows = self.store.fetch_some(NUMBER, [str(one) for one in numbers])
        return {int(key): json.loads(content) for key, content in rows.items()}

    def count(self) -> int:
        """Return how many documents there are; cost: the logarithm of it."""
        high = 1
        while self.id_of(high) is not None:
            high *= 2
        low = high // 2
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.id_of(middle) is not None else (low, middle)
        return low

    def numbers(self, names: Sequence[str]) -> dict[str, int]:
        """Return the numbers of documents by their ids."""
        rows = self.store.fetch_some(PLACE, names)
        return read_records(PLACE, rows, lambda _, row: int(row))

    def document(self, name: str) -> Document:
        """Return a document without annotations."""
        return documents_of(self.store, [name])[name]

    def marks(self, user: str, name: str) -> PersonMarks | None:
        """Return what somebody has marked in a document; None before the first time."""
        return self.one(marks_of(user), name, PersonMarks.from_json)

    def beginning(self, name: str) -> Spans:
        """Return what a document begins with: the spans of its file, else the model's findings."""
        found = self.one(BROUGHT, name, spans_from_json)
        return found or self.one(GUESS, name, spans_from_json) or Spans()

    def state(self, name: str) -> DocumentState:
        """Return how far people are with a document."""
        return self.one(STATE, name, DocumentState.from_json) or DocumentState()

    def states(self, names: Sequence[str]) -> dict[str, DocumentState]:
        """Return how far people are with several documents."""
        rows = self.store.fetch_some(STATE, names)
        found = read_records(STATE, rows, lambda _, row: DocumentState.from_json(row))
        return {name: found.get(name, DocumentState()) for name in names}

    def all_states(self) -> dict[str, DocumentState]:
        """Return the state of all documents that somebody has begun."""
        rows = self.store.fetch_all(STATE)
        return read_records(STATE, rows, lambda _, row: DocumentState.from_json(row))

    def set_state(self, name: str, state: DocumentState) -> None:
        """Keep how far people are with a document."""
        put_record(self.store, STATE, name, state.to_json())
        if state.disputed:
            self.store.put(DISPUTE, name, b"")
        else:
            self.store.delete(DISPUTE, name)

    def disputes(self, size: int, after: str | None = None) -> list[str]:
        """Return ids of documents that wait for a decision."""
        return list(self.store.page(DISPUTE, size, after))

    def notes(self, name: str) -> list[dict[str, Any]]:
        """Return the notes about a document, in the order in which they were written."""
        return self.one(NOTE, name, list) or []

    def add_note(self, name: str, user: str, text: str) -> None:
        """Keep a note about a document."""
        with self.store.step():
            put_record(self.store, NOTE, name, [*self.notes(name), {"user": user, "text": text}])

    def one(self, kind: str, key: str, made: Callable[[Any], Made]) -> Made | None:
        """Return the record of a kind and key; None if there is none."""
        found = self.store.fetch(kind, key)
        if found is None:
            return None
        return read_records(kind, {key: found}, lambda _, row: made(row))[key]
