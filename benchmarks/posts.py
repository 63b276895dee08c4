"""Posts that no model was trained on: words of persons, places and organizations.

The sets are the development posts of WNUT 2017 and of the Broad Twitter Corpus. Handles are left
out: words after `@`, with or without a blank between. Each model has its figures at the threshold
of the policy, and its recall at the precision that the reference has there, interpolated between
thresholds. The words are those of suite `detect`.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from benchmarks.detect import WORD, Tally, one_core, painted
from benchmarks.measure import Row
from benchmarks.readers import Asked, Detect, reader, shown
from textveil.values.document import Document
from textveil.values.label import family_of
from textveil.values.span import Span, Spans

SETS = {"wnut17": "wnut17", "btc": "btc"}
WANTED = frozenset({"person", "location", "corporation", "group", "PER", "LOC", "ORG"})
FAMILIES = frozenset({"NAME", "ADDRESS", "ORGANIZATION"})
THRESHOLDS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98)
BAR = 6.0
"""Points of recall above the reference, at its precision."""

HANDLE = re.compile(r"@\s?$")

Point = tuple[float, float]
"""Precision and recall."""


def rows(asked: Asked) -> Iterator[Row]:
    """Yield a row for each model on each set; the reference comes first."""
    for name, folder in SETS.items():
        path = asked.file(folder, "dev.conll")
        if path is None:
            yield Row("posts", f"{name} dev", "absent: no such file", "", "", None, 0)
            continue
        posts = list(read_posts(path))[: asked.limit]
        with one_core():
            yield from compared(name, posts, asked)


def compared(name: str, posts: Sequence[Document], asked: Asked) -> Iterator[Row]:
    """Yield the rows of one set."""
    reference = asked.compared[0]
    bar: Point | None = None
    for model in asked.compared:
        tally = scored(posts, reader(model))
        own = (tally.precision, tally.recall)
        bar = bar or own
        label = f"{name} dev, {len(posts):,} posts: {shown(model)}"
        figure = f"P {own[0]:.3f} R {own[1]:.3f} at the policy's threshold"
        if model == reference:
            yield Row("posts", label, figure, "", "", None, 1)
            continue
        found = recall_at(bar[0], curve(posts, model))
        if found is None:
            yield Row("posts", label, figure, "its precision is always lower", "", False, 1)
            continue
        points = 100 * (found - bar[1])
        yield Row(
            "posts",
            label,
            f"{figure}; R {found:.3f} at P {bar[0]:.3f}",
            f"{points:+.1f} points beside {shown(reference)}",
            f"at least {BAR:.0f} points above it",
            points >= BAR,
            1,
        )


def curve(posts: Sequence[Document], model: str) -> list[Point]:
    """Return precision and recall of the policy at each threshold of its tagger."""
    tallies = (scored(posts, reader(model, threshold=least)) for least in THRESHOLDS)
    return [(tally.precision, tally.recall) for tally in tallies]


def recall_at(precision: float, points: Sequence[Point]) -> float | None:
    """Return the highest recall at a precision, on the lines between points in their order.

    If every point is more precise, it is the highest recall of a point: no threshold was low
    enough. None if every point is less precise.
    """
    if not points or all(own < precision for own, _ in points):
        return None
    found = [recall for own, recall in points if own >= precision]
    for (low, first), (high, second) in pairwise(points):
        if min(low, high) < precision < max(low, high):
            found.append(first + (second - first) * (precision - low) / (high - low))
    return max(found)


def scored(posts: Sequence[Document], detect: Detect) -> Tally:
    """Count words over all posts."""
    tally = Tally()
    for post in posts:
        count(post, detect(post), tally)
    return tally


def count(post: Document, found: Spans, tally: Tally) -> None:
    """Add the words of a post that are no handles: gold by any character, masked by all."""
    size = len(post.text)
    gold = painted(post.spans or Spans(), size)
    masked = painted(found.where(lambda span: family_of(span.label) in FAMILIES), size)
    for word in WORD.finditer(post.text):
        start, end = word.span()
        if HANDLE.search(post.text, max(0, start - 2), start):
            continue
        is_gold, is_masked = any(gold[start:end]), all(masked[start:end])
        tally.hit += is_gold and is_masked
        tally.masked += is_masked
        tally.gold += is_gold


def read_posts(path: Path) -> Iterator[Document]:
    """Yield the posts of a file with a token and a tag a line, joined by one blank."""
    # Some files part posts by a line that holds only a tab.
    text = path.read_text("utf-8-sig").replace("\r", "")
    blocks = [block for block in re.split(r"\n[ \t]*\n", text) if block.strip()]
    return (read_post(str(at), block) for at, block in enumerate(blocks))


def read_post(name: str, block: str) -> Document:
    """Return one post; entities of other kinds are left out."""
    text = ""
    spans: list[Span] = []
    for line in block.strip("\n").split("\n"):
        token, _, tag = line.partition("\t")
        if not token.strip():
            continue
        start = len(text) + bool(text)
        text = f"{text} {token}" if text else token
        label = tag.strip()[2:]
        last = spans[-1] if spans else None
        if tag.startswith("I-") and last and (last.label, last.end) == (label, start - 1):
            spans[-1] = Span(last.start, len(text), label)
        elif tag.strip() != "O":
            spans.append(Span(start, len(text), label))
    return Document(name, text, spans=Spans(span for span in spans if span.label in WANTED))
