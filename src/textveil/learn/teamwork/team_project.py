"""The team project: a learning project that several people annotate at the same time.

Each person's marks are records beside the project. What is done by everybody who is to do it, or
decided by somebody between them, is submitted to the loop.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from textveil.errors import InvalidValueError
from textveil.learn.project.learning_project import LearningProject
from textveil.learn.project.open_batch import read_batch
from textveil.learn.project.project_records import GUESS, SCORE, put_record, read_records
from textveil.learn.teamwork.marks import DocumentState, PersonMarks, checked_spans
from textveil.learn.teamwork.team_records import (
    DECISION,
    TeamRecords,
    marks_of,
    news_of,
    reopened_for,
)
from textveil.values.contracts import Strategy
from textveil.values.document import Document
from textveil.values.keys.sealed_store import SealedStore
from textveil.values.metadata import Metadata
from textveil.values.runs.watch import Track, untracked
from textveil.values.span import Spans

__all__ = ["GivenMarks", "KeptMarks", "QueuedDocument", "TeamProject"]

_LONGEST_VISIT: Final = 24 * 3600.0


@dataclass(frozen=True, slots=True, repr=False)
class GivenMarks:
    """What a page sends.

    Attributes
    ----------
    version
        Of the marks that it began with.
    rows
        The spans, not checked yet.
    seconds
        How long the person had the document open since it was last kept.
    done
        Whether the person is done with it.
    """

    version: int
    rows: object
    seconds: float = 0.0
    done: bool = True

    @classmethod
    def from_json(cls, told: object) -> "GivenMarks":
        """Return what was sent; raise InvalidValueError if it is no such thing."""
        if not isinstance(told, dict):
            raise InvalidValueError("marks are an object with version, spans and seconds")
        version, seconds = told.get("version"), told.get("seconds", 0.0)
        if type(version) is not int or version < 0:
            raise InvalidValueError("a version is a number from 0 on", where="version")
        number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
        if not number or not 0 <= seconds <= _LONGEST_VISIT:
            raise InvalidValueError("seconds are a number from 0 on", where="seconds")
        done = told.get("done", True)
        if not isinstance(done, bool):
            raise InvalidValueError("done is true or false", where="done")
        return cls(version, told.get("spans"), float(seconds), done)


@dataclass(frozen=True, slots=True, repr=False)
class KeptMarks:
    """What came of it.

    Attributes
    ----------
    version, spans
        Those that stand.
    stale
        Whether others were kept meanwhile, and these were not.
    complete
        Whether the batch is complete, so that a model can learn from it.
    """

    version: int
    spans: Spans
    stale: bool = False
    complete: bool = False


@dataclass(frozen=True, slots=True)
class QueuedDocument:
    """A document that somebody can annotate now.

    Attributes
    ----------
    number, id
        Which one.
    score
        How much the strategy wants it; None if it was drawn.
    common
        Whether several people annotate it.
    begun, reopened, skipped
        Whether this person has begun it, is asked to look at it again, or has put it off.
    """

    number: int
    id: str
    score: float | None
    common: bool
    begun: bool
    reopened: bool
    skipped: bool


class TeamProject:
    """What people do in a project.

    Parameters
    ----------
    store
        The store of the project.
    strategies
        As a `LearningProject` has them.

    Notes
    -----
    Guarantee: when `keep` or `settle` returns marks that are not stale, they are on the disk, and
    so is everything that follows from them. Two people who keep the same version get one success.
    """

    def __init__(self, store: SealedStore, strategies: Callable[[str, int], Strategy]) -> None:
        self._store = store
        self.loop = LearningProject(store, strategies)
        self.records = TeamRecords(store)

    def shown(self, user: str, name: str) -> PersonMarks:
        """Return the marks of a person, or what the document begins with."""
        found = self.records.marks(user, name)
        return found or PersonMarks(self.records.beginning(name))

    def keep(self, user: str, name: str, given: GivenMarks, members: int = 1) -> KeptMarks:
        """Keep the marks of a person; `members` is how many people annotate in this project.

        Raises
        ------
        InvalidValueError
            If offsets or labels do not fit. Then nothing is changed.
        """
        records = self.records
        document, plan = records.document(name), records.plan()
        spans = checked_spans(given.rows, len(document.text), plan.labels)
        with self._store.step():
            standing = self.shown(user, name)
            if standing.version != given.version:
                return KeptMarks(standing.version, standing.spans, stale=True)
            seconds = round(standing.seconds + given.seconds, 3)
            made = PersonMarks(spans, given.version + 1, seconds, given.done)
            put_record(self._store, marks_of(user), name, made.to_json())
            state = records.state(name).with_person(user, done=given.done)
            if given.done:
                self._store.delete(reopened_for(user), name)
                state = self._judged(document, state, plan.needed(name, members))
            records.set_state(name, state)
            complete = given.done and read_batch(self._store, ()).waiting
        return KeptMarks(made.version, spans, complete=complete)

    def _judged(self, document: Document, state: DocumentState, needed: int) -> DocumentState:
        """Return the state after somebody is done: submit, ask for a decision, or wait."""
        done = state.done
        if len(done) < needed:
            return state
        every = [self.shown(user, document.id) for user in done]
        ways = {one.spans for one in every}
        if state.settled:
            decided = self.decision(document.id)
            ways |= {decided.spans} if decided else set()
        if len(ways) > 1:
            return replace(state, disputed=True)
        seconds = sum(one.seconds for one in every) / len(every)
        return self._submitted(document, replace(state, disputed=False), every[0].spans, seconds)

    def _submitted(
        self, document: Document, state: DocumentState, spans: Spans, seconds: float
    ) -> DocumentState:
        """Submit what is done; a document that nobody asked for waits for its batch."""
        if self._store.fetch(GUESS, document.id) is None:
            made = PersonMarks(spans, 1, seconds, True)
            put_record(self._store, DECISION, document.id, made.to_json())
            return replace(state, waiting=True)
        timed = Metadata({"lead_time": seconds}) if seconds > 0 else Metadata({})
        self.loop.submit([replace(document, spans=spans, metadata=timed)])
        return replace(state, waiting=False)

    def decision(self, name: str) -> PersonMarks | None:
        """Return what was decided about a document; None if nothing was."""
        return self.records.one(DECISION, name, PersonMarks.from_json)

    def settle(self, user: str, name: str, given: GivenMarks) -> KeptMarks:
        """Decide between people: what is given is submitted, and they see what was changed.

        Raises
        ------
        InvalidValueError
            If offsets or labels do not fit, or nobody is done with the document.
        """
        records = self.records
        document, plan = records.document(name), records.plan()
        spans = checked_spans(given.rows, len(document.text), plan.labels)
        with self._store.step():
            state, standing = records.state(name), self.decision(name) or PersonMarks()
            if standing.version != given.version:
                return KeptMarks(standing.version, standing.spans, stale=True)
            if not state.done:
                raise InvalidValueError("nobody is done with this document", where="version")
            seconds = [self.shown(one, name).seconds for one in state.done]
            made = PersonMarks(spans, given.version + 1, given.seconds, True)
            state = replace(state, disputed=False, settled=True)
            state = self._submitted(document, state, spans, sum(seconds) / len(seconds))
            put_record(self._store, DECISION, name, made.to_json())
            for one in state.people:
                if one != user and self.shown(one, name).spans != spans:
                    self._store.put(news_of(one), name, b"")
            records.set_state(name, state)
            complete = read_batch(self._store, ()).waiting
        return KeptMarks(made.version, spans, complete=complete)

    def reopen(self, name: str, user: str) -> None:
        """Ask one person to look at a document again; what is submitted stands until then."""
        with self._store.step():
            state = self.records.state(name)
            if user not in state.people:
                raise InvalidValueError("this person has not annotated the document", where="user")
            marks = replace(self.shown(user, name), done=False)
            put_record(self._store, marks_of(user), name, marks.to_json())
            self._store.put(reopened_for(user), name, b"")
            people = {**state.people, user: False}
            self.records.set_state(name, replace(state, people=people, disputed=False))

    def open_for(self, user: str, name: str, members: int) -> None:
        """Note that somebody has opened a document, so that nobody else is offered it."""
        if self.records.plan().is_common(name, members) or members < 2:
            return
        with self._store.step():
            state = self.records.state(name)
            if not state.holder:
                self.records.set_state(name, replace(state, holder=user))

    def skip(self, user: str, name: str) -> None:
        """Put a document off: others may have it, and this person gets it last."""
        with self._store.step():
            state = self.records.state(name)
            skipped = tuple(dict.fromkeys((*state.skipped, user)))
            holder = "" if state.holder == user and user not in state.people else state.holder
            self.records.set_state(name, replace(state, skipped=skipped, holder=holder))

    def queue(self, user: str, members: int, size: int = 50) -> list[QueuedDocument]:
        """Return what somebody can annotate now: reopened ones, then the batch by its strategy.

        Cost: the records of the open batch, not those of the project.
        """
        records, plan = self.records, self.records.plan()
        again = list(self._store.page(reopened_for(user), size))
        names = list(dict.fromkeys((*again, *read_batch(self._store, ()).open)))
        states, numbers = records.states(names), records.numbers(names)
        scores = self._scores(names)
        made = []
        for name in names:
            state = states[name]
            open_ = name in again or _is_open(state, user, plan.needed(name, members))
            if open_:
                made.append(
                    QueuedDocument(
                        numbers[name],
                        name,
                        scores.get(name),
                        plan.is_common(name, members),
                        user in state.people,
                        name in again,
                        user in state.skipped,
                    )
                )
        return sorted(made, key=lambda one: one.skipped)[:size]

    def _scores(self, names: Sequence[str]) -> dict[str, float | None]:
        rows = self._store.fetch_some(SCORE, names)
        return read_records(SCORE, rows, lambda _, row: row.get("score"))

    def scores_of(self, name: str) -> dict[str, Any]:
        """Return the strategy's score of a document, and how sure the model is of its spans."""
        return self.records.one(SCORE, name, dict) or {}

    def should_learn(self) -> bool:
        """Tell whether a model could learn now, or choose the first batch."""
        batch = read_batch(self._store, ())
        return batch.last is None or batch.waiting

    def learn(self, track: Track = untracked) -> int:
        """Let a model learn, and submit what was done before a batch asked for it.

        Returns how many rounds were made.
        """
        made = 0
        while self.loop.learn(track):
            made += 1
            self._submit_waiting()
        return made

    def _submit_waiting(self) -> None:
        with self._store.step():
            for name in read_batch(self._store, ()).open:
                state, decided = self.records.state(name), self.decision(name)
                if state.waiting and decided is not None:
                    document = self.records.document(name)
                    state = self._submitted(document, state, decided.spans, decided.seconds)
                    self.records.set_state(name, state)

    def news(self, user: str, size: int = 50) -> list[str]:
        """Return ids of documents in which somebody's marks were changed by a decision."""
        return list(self._store.page(news_of(user), size))

    def seen(self, user: str, name: str) -> None:
        """Take a document off the list of news."""
        self._store.delete(news_of(user), name)


def _is_open(state: DocumentState, user: str, needed: int) -> bool:
    """Tell whether somebody may be offered a document of the batch."""
    if state.people.get(user) or state.disputed or state.waiting:
        return False
    if user in state.people:
        return True
    if needed == 1:
        return not state.people and state.holder in ("", user)
    return len(state.people) < needed
