"""Marks: what one person has marked in one document, and what was decided about it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from textveil.errors import InvalidValueError
from textveil.learn.project.project_records import spans_from_json, spans_to_json
from textveil.values.label import is_label
from textveil.values.span import Span, Spans

__all__ = ["DocumentState", "PersonMarks", "checked_spans"]

_MOST: Final = 20_000


@dataclass(frozen=True, slots=True, repr=False)
class PersonMarks:
    """What one person has marked in one document.

    Attributes
    ----------
    spans
        The marks.
    version
        How often they were kept; 0 before the first time.
    seconds
        How long the person had the document open, all times together.
    done
        Whether the person is done with it.
    """

    spans: Spans = field(default_factory=Spans)
    version: int = 0
    seconds: float = 0.0
    done: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the marks as a JSON object."""
        return {
            "spans": spans_to_json(self.spans),
            "version": self.version,
            "seconds": self.seconds,
            "done": self.done,
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "PersonMarks":
        """Return the marks that `to_json` wrote."""
        spans = spans_from_json(told["spans"])
        return cls(spans, int(told["version"]), float(told["seconds"]), bool(told["done"]))


@dataclass(frozen=True, slots=True)
class DocumentState:
    """How far the people of a project are with one document.

    Attributes
    ----------
    people
        Everybody who has kept marks in it, and whether they are done.
    holder
        Who has it open, if one person annotates it.
    disputed
        Whether people differ, and nobody has decided yet.
    settled
        Whether somebody has decided between people.
    waiting
        Whether it is done and no batch has asked for it yet.
    skipped
        Who has put it off.
    """

    people: dict[str, bool] = field(default_factory=dict)
    holder: str = ""
    disputed: bool = False
    settled: bool = False
    waiting: bool = False
    skipped: tuple[str, ...] = ()

    @property
    def done(self) -> list[str]:
        """Those who are done, in the order of their names."""
        return sorted(name for name, over in self.people.items() if over)

    def with_person(self, user: str, *, done: bool) -> "DocumentState":
        """Return the state after somebody has kept marks."""
        people = {**self.people, user: done}
        skipped = tuple(one for one in self.skipped if one != user)
        return replace(self, people=people, skipped=skipped, holder=self.holder or user)

    def to_json(self) -> dict[str, Any]:
        """Return the state as a JSON object."""
        return {
            "people": self.people,
            "holder": self.holder,
            "disputed": self.disputed,
            "settled": self.settled,
            "waiting": self.waiting,
            "skipped": list(self.skipped),
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "DocumentState":
        """Return the state that `to_json` wrote."""
        return cls(**{**told, "skipped": tuple(told["skipped"])})


def checked_spans(rows: object, length: int, labels: Iterable[str] = ()) -> Spans:
    """Return the spans that a program sent as `[start, end, label]`.

    Parameters
    ----------
    rows
        What was sent.
    length
        Code points of the text.
    labels
        Labels that are allowed besides those of textveil.

    Raises
    ------
    InvalidValueError
        If they are no such list, an offset lies outside the text, or a label is none.

    Examples
    --------
    >>> checked_spans([[0, 3, "NAME"]], 10)
    Spans(NAME[0,3))
    """
    if not isinstance(rows, list) or len(rows) > _MOST:
        raise InvalidValueError("spans are a list of [start, end, label]", where="spans")
    known = set(labels)
    made = []
    for at, row in enumerate(rows):
        where = f"spans, number {at + 1}"
        if not isinstance(row, list) or len(row) != 3 or not isinstance(row[2], str):
            raise InvalidValueError("a span is [start, end, label]", where=where)
        start, end, label = row
        if type(start) is not int or type(end) is not int or not 0 <= start < end <= length:
            raise InvalidValueError("offsets do not fit the text", where=where)
        if label not in known and not is_label(label):
            raise InvalidValueError("this is no label of the project", where=where)
        made.append(Span(start, end, label))
    return Spans(made)
