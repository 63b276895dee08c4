"""Expressions of time against gold marks: relaxed and strict F1, types and values."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from textveil.detect.messages.temporal import Temporal
from textveil.errors import InvalidValueError
from textveil.lexicon.tables.languages import ENGLISH
from textveil.study.chart import SHARES, Line, Panel
from textveil.study.page import Study
from textveil.study.table import ShownTable
from textveil.values.document import Document
from textveil.values.runs.watch import Track, untracked
from textveil.values.span import Span

__all__ = ["TIME_COLUMNS", "measure_times"]

TIME_COLUMNS: Final = ("type", "gold", "found", "relaxed", "strict", "value")
_ALL: Final = "all"
_TYPES: Final = ("DATE", "TIME", "DURATION", "SET")


def measure_times(documents: Iterable[Document], track: Track = untracked) -> Study:
    """Measure the grammar of time on documents with TIMEX3 marks.

    Relaxed means that an expression and a mark share a character, strict that they are the same
    passage. F1 of a type counts marks of that type and expressions of that type.

    Parameters
    ----------
    documents
        With gold spans, as the format `timeml` reads them, and `at` in their metadata.
    track
        Is told of every document.

    Raises
    ------
    InvalidValueError
        If there is no mark at all.
    """
    counts: Counter[tuple[str, str]] = Counter()
    for document in track(documents, "times", None):
        day = str(document.metadata.get("at") or "")[:10]
        found = Temporal(f"{day}T12:00" if day else "", language=ENGLISH).passages(document)
        gold = document.spans or ()
        counts.update(_counted(list(gold), [(one.span, one.value) for one in found]))
    if not counts[_ALL, "gold"]:
        raise InvalidValueError(
            "no document has a gold expression", hint="give TimeML, or jsonl with gold spans"
        )
    rows = [_row(kind, counts) for kind in (_ALL, *_TYPES)]
    shown = [
        [
            row["type"],
            f"{row['gold']}",
            f"{row['found']}",
            *(f"{row[n]:.3f}" for n in TIME_COLUMNS[3:]),
        ]
        for row in rows
    ]
    lines = [
        Line(name, [(at + 1, row[name]) for at, row in enumerate(rows)])
        for name in ("relaxed", "strict", "value")
    ]
    panel = Panel("Expressions of time", f"{', '.join((_ALL, *_TYPES))}", "F1", lines, SHARES)
    return Study(
        {"rows": rows},
        [ShownTable(TIME_COLUMNS, shown)],
        {"time": [panel]},
        [f"relaxed F1 {rows[0]['relaxed']:.3f}, strict F1 {rows[0]['strict']:.3f}"],
    )


def _counted(gold: list[Span], found: list[tuple[Span, str]]) -> Iterator[tuple[str, str]]:
    """Yield what to count; a type counts only what has that type on both sides."""
    for mark in gold:
        met = [(s, v) for s, v in found if s.start < mark.end and mark.start < s.end]
        yield from ((_ALL, "gold"), (mark.label, "gold"))
        for kind, own in ((_ALL, met), (mark.label, [m for m in met if m[0].label == mark.label])):
            if own:
                yield kind, "met"
                yield from [(kind, "value")] * (own[0][1] == mark.attributes.get("value"))
            if any((s.start, s.end) == (mark.start, mark.end) for s, _ in own):
                yield kind, "same"
    for span, _ in found:
        yield from ((_ALL, "found"), (span.label, "found"))
        met_marks = [mark for mark in gold if span.start < mark.end and mark.start < span.end]
        yield from [(_ALL, "true")] * bool(met_marks)
        yield from [(span.label, "true")] * any(m.label == span.label for m in met_marks)


def _row(kind: str, counts: Counter[tuple[str, str]]) -> dict[str, Any]:
    gold, found = counts[kind, "gold"], counts[kind, "found"]
    precision = counts[kind, "true"] / found if found else 1.0
    recall = counts[kind, "met"] / gold if gold else 1.0
    both = precision + recall
    return {
        "type": kind,
        "gold": gold,
        "found": found,
        "relaxed": 2 * precision * recall / both if both else 0.0,
        "strict": 2 * counts[kind, "same"] / max(1, gold + found),
        "value": counts[kind, "value"] / max(1, counts[kind, "met"]),
    }
