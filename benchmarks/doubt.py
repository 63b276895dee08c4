"""Doubt: how many right and how many wrong passages become tags, and what tags tell a reader.

The sets are synthetic sentences, the development posts of WNUT 2017 and of the Broad Twitter Corpus
without handles, and clinical notes that no model was trained on, with generated identifiers in
them. A passage is right if it touches an annotated one; of the notes also if it touches a value
that the notes are known to hold. Everything that patterns found is sure and not counted. The level
`models.calibration.SURE` was chosen by this table, so its figures are not those of unseen text.
Over all sets, two in five of the passages just below the level are wrong.

What tags tell: a reader looks for real values that were left. The nearer a tag stands, the more the
reader suspects a value; the area under the curve compares values that were left with fakes. One
half says that tags tell nothing.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from benchmarks.detect import lines, one_core, sentence
from benchmarks.held_out import is_held_out
from benchmarks.identifiers import with_identifiers
from benchmarks.measure import Row
from benchmarks.posts import FAMILIES, HANDLE, read_posts
from textveil.detect.tagging.name_spans import SOURCE as MODEL
from textveil.models.calibration import SURE
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.search.detection import Detection
from textveil.pipeline.release.search.doubt import Doubt
from textveil.policy.policy import load_policy
from textveil.values.document import Document
from textveil.values.label import family_of
from textveil.values.span import Span, Spans

SUITE = "doubt"
RESAMPLES = 400
"""Resamples of documents for the interval."""
LEVELS = (0.5, 0.6, 0.7, 0.8, SURE, 0.95)
KNOWN = Path(__file__).parents[1] / "scripts" / "clinical_identifiers.tsv"

Read = tuple[Document, Spans]
"""A document with its gold, and what the policy finds in it."""


def rows(samples: Path | None) -> Iterator[Row]:
    """Yield the rows of each set: one for each level, and one for what tags tell."""
    if samples is None:
        yield Row(SUITE, "all sets", "absent: no such files", "", "", None, 0)
        return
    engine = Engine(load_policy("hide-in-plain-sight"))
    for name, documents in sets(samples):
        with one_core():
            read = [(one, found_in(one, engine)) for one in documents]
        for level in LEVELS:
            yield tagged(name, read, level)
        yield told(name, read)


def sets(samples: Path) -> Iterator[tuple[str, list[Document]]]:
    """Yield the sets with their names."""
    path = samples / "presidio_synth" / "dev.jsonl"
    yield "synthetic sentences", [sentence(str(at), one) for at, one in enumerate(lines(path))]
    for name in ("wnut17", "btc"):
        posts = read_posts(samples / name / "dev.conll")
        yield f"{name} dev", [replace(one, spans=without_handles(one.spans, one)) for one in posts]
    kept_out = [
        Document(one["id"], one["text"])
        for one in lines(samples / "clinical" / "notes_ccby.jsonl")
        if is_held_out(one["id"])
    ]
    yield "notes with identifiers", list(map(with_known, with_identifiers(kept_out)))


def with_known(note: Document) -> Document:
    """Return a note; values that the notes are known to hold are gold, too."""
    known = [line.split("\t")[-1] for line in KNOWN.read_text("utf-8").splitlines() if "\t" in line]
    listed = re.compile(rf"\b(?:{'|'.join(map(re.escape, known))})(?!\w)")
    own = (Span(*found.span(), "OTHER") for found in listed.finditer(note.text))
    return Document(note.id, note.text, spans=Spans([*(note.spans or ()), *own]))


def found_in(document: Document, engine: Engine) -> Spans:
    """Return what the policy finds in a document, without overlaps and handles."""
    bare = Document(document.id, document.text)
    return without_handles(Detection.settle(bare, engine.scan(bare)), bare)


def without_handles(spans: Spans | None, document: Document) -> Spans:
    """Return the spans that are no handles, with their sign or without it."""
    text = document.text
    return (spans or Spans()).where(
        lambda s: text[s.start] != "@" and not HANDLE.search(text, max(0, s.start - 2), s.start)
    )


def unsure_at(read: Sequence[Read], level: float) -> list[Spans]:
    """Return what is unsure in each document; each is a subject of its own."""
    doubt = Doubt("document", level)
    for document, found in read:
        doubt.learn(document, found)
    return [doubt.unsure(document, found) for document, found in read]


def tagged(name: str, read: Sequence[Read], level: float) -> Row:
    """Return how many right and how many wrong passages of the model become tags."""
    right, wrong, right_tags, wrong_tags = 0, 0, 0, 0
    for (document, found), unsure in zip(read, unsure_at(read, level), strict=True):
        marked = set(unsure)
        for span in found:
            if span.source != MODEL:
                continue
            is_right = touches(span, document.spans or Spans())
            right, wrong = right + is_right, wrong + (not is_right)
            right_tags += is_right and span in marked
            wrong_tags += not is_right and span in marked
    figure = f"tags for {right_tags} of {right} right and {wrong_tags} of {wrong} wrong passages"
    share = f"{right_tags / max(1, right):.1%} and {wrong_tags / max(1, wrong):.1%}"
    shown = f"{name}, {len(read):,}: level {level}{' (chosen)' if level == SURE else ''}"
    return Row(SUITE, shown, figure, share, "", None, 1)


def told(name: str, read: Sequence[Read]) -> Row:
    """Return how well the nearness of tags tells values that were left from fakes.

    Only names, places and organizations are compared: addresses of web pages are never left.
    """
    pairs: list[tuple[list[float], list[float]]] = []
    for (document, found), unsure in zip(read, unsure_at(read, SURE), strict=True):
        tags, tagged_ones = [(span.start, span.end) for span in unsure], set(unsure)
        wanted = found.where(lambda s: family_of(s.label) in FAMILIES)
        missed = (gold for gold in document.spans or () if not touches(gold, found))
        fakes = [nearness(span, tags) for span in wanted if span not in tagged_ones]
        pairs.append(([nearness(gold, tags) for gold in missed], fakes))
    left, fakes = joined(pairs)
    if not left or not fakes:
        return Row(SUITE, f"{name}: what tags tell", "nothing was left", "", "", None, 1)
    rng = Random(0)  # noqa: S311 - the same resamples every time
    drawn = [joined(rng.choices(pairs, k=len(pairs))) for _ in range(RESAMPLES)]
    areas = sorted(area(*one) for one in drawn if all(one))
    low, high = areas[len(areas) // 40], areas[-1 - len(areas) // 40]
    figure = f"AUC {area(left, fakes):.2f} ({low:.2f} to {high:.2f})"
    figure += f" of {len(left)} values left and {len(fakes)} fakes"
    return Row(SUITE, f"{name}: what tags tell", figure, "one half tells nothing", "", None, 1)


def joined(pairs: Sequence[tuple[list[float], list[float]]]) -> tuple[list[float], list[float]]:
    """Return the figures of all documents together."""
    return [x for one, _ in pairs for x in one], [x for _, one in pairs for x in one]


def touches(span: Span, others: Spans) -> bool:
    """Tell whether a span shares a character with one of the others."""
    return any(span.overlaps(other) for other in others)


def nearness(span: Span, tags: Sequence[tuple[int, int]]) -> float:
    """Return how near the next tag stands: 1 beside it, 0 if there is none."""
    gaps = (max(start - span.end, span.start - end, 0) for start, end in tags)
    return max((1 / (1 + gap) for gap in gaps), default=0.0)


def area(high: Sequence[float], low: Sequence[float]) -> float:
    """Return how often a figure of the first kind is higher than one of the second.

    Equal ones count half.
    """
    ordered = sorted(low)
    wins = sum(bisect_left(ordered, one) + bisect_right(ordered, one) for one in high)
    return wins / (2 * len(high) * len(low))
