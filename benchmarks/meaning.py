"""Meaning: what a policy marks in notes that name hardly anybody, and what it should have kept.

The notes are the transcribed ones of MTSamples, and the tenth of the notes under CC BY that is kept
out of training (`held_out`). Nothing is annotated in them, so:

- words marked per 1,000 are counted as they are;
- listed drugs, diseases and tests, doses, percentages, laboratory values and blood pressures are
  found by `meaning_oracle` and must not be marked;
- harmless passages are estimated from `reviewed_passages.jsonl`: passages drawn at random
  (`draw_passages`) that people judged;
- recall is that of generated identifiers put into the same notes (`identifiers`).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from benchmarks.detect import WORD, lines, one_core, painted
from benchmarks.held_out import is_held_out
from benchmarks.identifiers import with_identifiers
from benchmarks.meaning_oracle import mentions, values
from benchmarks.measure import Row
from benchmarks.readers import Asked, Detect, passages, reader, shown
from benchmarks.reviewed import HARMLESS, Reviewed, read_reviewed, wilson
from textveil.values.document import Document
from textveil.values.span import Spans

MARKED_BAR, HARMLESS_BAR, MENTIONS_BAR, RECALL_BAR = 17.0, 1.0, 2_000, 0.97
LEAST_STILL_MARKED = 0.9
"""Share of the drawn passages that a model must still mark, so that the draw speaks for it."""


@dataclass
class Marks:
    """What a policy marked in the notes, as counts."""

    words: int = 0
    marked: int = 0
    passages: int = 0
    mentions: Counter[str] = field(default_factory=Counter)
    mentions_changed: Counter[str] = field(default_factory=Counter)
    values: Counter[str] = field(default_factory=Counter)
    values_changed: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)

    def add(self, note: Document, found: Spans, reviewed: Reviewed) -> None:
        """Count one note."""
        mask = painted(found, len(note.text))
        for word in WORD.finditer(note.text):
            self.words += 1
            self.marked += all(mask[word.start() : word.end()])
        self.passages += len(found)
        named = bytearray(len(note.text))
        for span in found:
            verdict = reviewed.get((note.id, span.start, span.end))
            self.verdicts[verdict or ""] += 1
            if verdict is not None and verdict not in HARMLESS:
                named[span.start : span.end] = b"\1" * (span.end - span.start)
        for kind, (start, end) in mentions(note.text):
            self.mentions[kind] += 1
            # A drug in a passage that was judged to identify somebody is a name of that person.
            self.mentions_changed[kind] += any(mask[start:end]) and not all(named[start:end])
        for kind, (start, end) in values(note.text):
            self.values[kind] += 1
            self.values_changed[kind] += any(mask[start:end])


def rows(asked: Asked) -> Iterator[Row]:
    """Yield the rows of each model."""
    notes = read_notes(asked)
    if not notes:
        yield Row("meaning", "clinical notes", "absent: no such files", "", "", None, 0)
        return
    reviewed = read_reviewed()
    spoken = list(with_identifiers(notes))
    for model in asked.compared:
        with one_core():
            detect = reader(model)
            marks = Marks()
            for note, found in passages(detect, notes):
                marks.add(note, found, reviewed)
            yield from told(f"{len(notes):,} notes: {shown(model)}", marks, len(reviewed))
            yield recalled(f"{len(notes):,} notes: {shown(model)}", spoken, detect)


def read_notes(asked: Asked) -> list[Document]:
    """Return the notes that no model is trained on."""
    transcribed = asked.file("clinical", "mtsamples.jsonl")
    others = asked.file("clinical", "notes_ccby.jsonl")
    notes = [Document(one["id"], one["text"]) for one in lines(transcribed)] if transcribed else []
    kept_out = [one for one in lines(others) if is_held_out(one["id"])] if others else []
    rest = [Document(one["id"], one["text"]) for one in kept_out]
    return [*notes[: asked.limit], *rest[: asked.limit]]


def told(label: str, marks: Marks, drawn: int) -> Iterator[Row]:
    """Yield the rows of what is marked."""
    per_thousand = 1_000 * marks.marked / marks.words
    yield Row(
        "meaning",
        f"{label}, words marked",
        f"{marks.marked:,} of {marks.words:,} words in {marks.passages:,} passages",
        f"{per_thousand:.1f} per 1,000",
        f"at most {MARKED_BAR:.0f} per 1,000",
        per_thousand <= MARKED_BAR,
        1,
    )
    listed, changed = marks.mentions.total(), marks.mentions_changed.total()
    yield Row(
        "meaning",
        f"{label}, listed drugs, diseases and tests changed",
        by_kind(marks.mentions_changed, marks.mentions),
        f"{2_000 * changed / max(1, listed):.1f} in 2,000",
        "at most 1 in 2,000",
        changed * MENTIONS_BAR <= listed,
        1,
    )
    yield Row(
        "meaning",
        f"{label}, values changed",
        by_kind(marks.values_changed, marks.values),
        f"{marks.values_changed.total():,}",
        "none",
        not marks.values_changed.total(),
        1,
    )
    if drawn:
        yield harmless(label, marks, drawn)


def harmless(label: str, marks: Marks, drawn: int) -> Row:
    """Estimate the harmless passages from those that were judged."""
    judged = Counter({verdict: n for verdict, n in marks.verdicts.items() if verdict})
    number = judged.total()
    wrong = sum(judged[verdict] for verdict in HARMLESS)
    low, high = wilson(wrong, number)
    scale = 1_000 * marks.passages / marks.words
    valid = number >= LEAST_STILL_MARKED * drawn
    name = f"{label}, harmless passages"
    verdicts = ", ".join(f"{verdict} {count:,}" for verdict, count in judged.most_common())
    figure = f"{wrong:,} of {number:,} judged ({verdicts}); {drawn:,} were drawn"
    ratio = f"{scale * low:.2f} to {scale * high:.2f} per 1,000 words"
    bar = f"at most {HARMLESS_BAR:.0f} per 1,000 words, upper end"
    if not valid:
        return Row("meaning", name, figure, f"{ratio}, of another model's draw", bar, None, 1)
    return Row("meaning", name, figure, ratio, bar, scale * high <= HARMLESS_BAR, 1)


def recalled(label: str, notes: Sequence[Document], detect: Detect) -> Row:
    """Count the generated identifiers that are hidden whole."""
    all_of, hidden = Counter[str](), Counter[str]()
    for note, found in passages(detect, notes):
        mask = painted(found, len(note.text))
        for span in note.spans or ():
            words = [word.span() for word in WORD.finditer(note.text, span.start, span.end)]
            all_of[span.label] += 1
            hidden[span.label] += all(all(mask[start:end]) for start, end in words)
    shares = ", ".join(f"{one} {hidden[one] / n:.3f}" for one, n in sorted(all_of.items()))
    recall = hidden.total() / max(1, all_of.total())
    return Row(
        "meaning",
        f"{label}, generated identifiers hidden",
        f"{hidden.total():,} of {all_of.total():,} ({shares})",
        f"R {recall:.3f}",
        f"at least {RECALL_BAR}",
        recall >= RECALL_BAR,
        1,
    )


def by_kind(changed: Counter[str], all_of: Counter[str]) -> str:
    """Return counts by kind in words."""
    return ", ".join(f"{kind} {changed[kind]:,} of {n:,}" for kind, n in sorted(all_of.items()))
