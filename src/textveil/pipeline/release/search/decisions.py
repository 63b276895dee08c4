"""Decisions: what people say of single places before a release is made.

Somebody looks through the findings and says of a place that it stays, that it is something else, or
that something was overlooked. This happens after detection, and before a value is looked for
wherever else it stands: a name that somebody adds goes everywhere. A place that stays while its
value goes elsewhere would be residue, so a run that would do this is refused.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from textveil.errors import FormatError, InputError, UsageError
from textveil.formats.inputs import require_file
from textveil.formats.json.json_text import parse
from textveil.policy.policy_lists import label_fault
from textveil.values.runs.clear_document import Clear
from textveil.values.span import Span, Spans

__all__ = ["SOURCE", "Decisions", "decision_line", "read_decisions"]

SOURCE: Final = "textveil.decisions.v1"
"""The source of passages that somebody has named."""
_FIELDS: Final = frozenset({"id", "start", "end", "label"})
_EXAMPLE: Final = 'a line is {"id": "1", "start": 0, "end": 3, "label": "NAME"}, or "label": null'
_STAYS: Final = "-"
"""Stands for the label of a place that stays."""
_SHOWN: Final = 10
"""Places that a message names at most."""
_NOTHING: Final = Spans()


@dataclass(frozen=True, slots=True)
class Decisions:
    """What was decided, by document: spans with the label, or with none for what stays.

    Examples
    --------
    >>> told = Decisions({"1": Spans([Span(0, 3, "PLACE")])})
    >>> told.counted
    {'stays': 0, 'labelled': 1}
    """

    places: Mapping[str, Spans] = field(default_factory=dict)

    @property
    def counted(self) -> dict[str, int]:
        """How many places stay, and how many got a label; empty without decisions."""
        labels = [span.label for spans in self.places.values() for span in spans]
        stays = labels.count(_STAYS)
        return {"stays": stays, "labelled": len(labels) - stays} if labels else {}

    @property
    def digest(self) -> str:
        """A hash of all decisions: an unfinished run with others is not resumed."""
        return sha256("".join(self.lines()).encode()).hexdigest() if self.places else ""

    def lines(self) -> Iterator[str]:
        """Yield the decisions as lines of JSON, in order."""
        for name in sorted(self.places):
            for span in self.places[name]:
                label = None if span.label == _STAYS else span.label
                yield decision_line(name, span.start, span.end, label)

    def renamed(self, names: Iterable[tuple[str, str]]) -> "Decisions":
        """Return the decisions for documents with other ids, by pairs of new and earlier id."""
        pairs = [(new, old) for new, old in names if old in self.places]
        # What is about no document keeps its id, and is refused by it.
        lost = self.places.keys() - {old for _, old in pairs}
        named = {name: self.places[name] for name in lost}
        return Decisions({**named, **{new: self.places[old] for new, old in pairs}})

    def applied(self, clear: Clear, found: Spans, length: int) -> Spans:
        """Return what was found in a document, as somebody has decided.

        Parameters
        ----------
        clear
            The document, as it is read.
        found
            What detectors found.
        length
            Characters of the text itself: cells of a row, which stand behind it, are the columns'.
        """
        told = self.places.get(clear.given.id)
        if told is None:
            return found
        for span in told:
            if span.end > length:
                raise InputError(
                    "a decision is about a place outside the text",
                    where=_place(clear.given.id, span),
                    hint="decide about the same documents from which the findings came",
                )
        seen = clear.seen(told)
        named = seen.where(lambda span: span.label != _STAYS)
        return found.subtract(seen) | Spans(replace(one, source=SOURCE) for one in named)

    def overruled(self, clear: Clear, going: Spans) -> list[str]:
        """Return which places of a document were to stay, and would go with a value."""
        told = self.places.get(clear.given.id, _NOTHING)
        stays = told.where(lambda span: span.label == _STAYS)
        if not stays:
            return []
        places = clear.back(going).covered()
        return [
            _place(clear.given.id, one)
            for one in stays
            if any(start < one.end and one.start < end for start, end in places)
        ]

    def require(self, seen: Collection[str], overruled: Sequence[str]) -> None:
        """Raise if the decisions cannot be kept.

        Parameters
        ----------
        seen
            The ids of all documents.
        overruled
            Places that were to stay, and would go.
        """
        missing = sorted(self.places.keys() - set(seen))
        if missing:
            raise InputError(
                "decisions are about documents that are not in the input",
                where=_listed(missing, ", "),
                hint="decide about the same documents from which the findings came",
            )
        if overruled:
            raise InputError(
                "a place was to stay, and its value goes elsewhere: who reads it there would know "
                "what was replaced",
                where=_listed(overruled, "; "),
                hint="let the value stay at all of its places, or at none",
            )


def read_decisions(path: Path | None) -> Decisions:
    """Return the decisions of a file; none without a file.

    Raises
    ------
    InputError
        If a line does not hold a decision, or two of a document overlap.
    """
    if path is None:
        return Decisions()
    require_file(path)
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise InputError("cannot be read as a file of text", where=str(path)) from None
    places: dict[str, list[Span]] = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            name, span = _decision(parse(line, str(path), number), f"{path}, line {number}")
            places.setdefault(name, []).append(span)
    for name, spans in places.items():
        ordered = sorted(spans, key=lambda span: (span.start, span.end))
        for one, other in pairwise(ordered):
            if one.overlaps(other):
                where = f"{path}, {_place(name, other)}"
                raise InputError("two decisions are about the same place", where=where)
    return Decisions({name: Spans(spans) for name, spans in places.items()})


def decision_line(document: str, start: int, end: int, label: str | None) -> str:
    """Return a decision as a line of JSON; without a label the place stays."""
    row = {"id": document, "start": start, "end": end, "label": label}
    return json.dumps(row, ensure_ascii=False) + "\n"


def _decision(row: Any, where: str) -> tuple[str, Span]:
    if not isinstance(row, dict) or row.keys() != _FIELDS:
        raise FormatError("a line holds no decision", where=where, hint=_EXAMPLE)
    name, start, end, label = row["id"], row["start"], row["end"], row["label"]
    if not isinstance(name, str) or not (label is None or isinstance(label, str)):
        raise FormatError("a line holds no decision", where=where, hint=_EXAMPLE)
    if type(start) is not int or type(end) is not int or not 0 <= start < end:
        raise FormatError("start and end do not enclose a place", where=where, hint=_EXAMPLE)
    if label is not None and label_fault(label)[0]:
        # The name of a label may be anything that somebody has typed.
        raise UsageError("there is no such label", where=where, hint=_EXAMPLE)
    return name, Span(start, end, label or _STAYS)


def _place(name: str, span: Span) -> str:
    return f"document {name}, {span.start} to {span.end}"


def _listed(names: Sequence[str], between: str) -> str:
    more = len(names) - _SHOWN
    return between.join([*names[:_SHOWN], *([f"and {more:,} more"] if more > 0 else [])])
