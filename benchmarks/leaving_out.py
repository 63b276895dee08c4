"""Leaving out: times of posts that are not ours, taken out or made wider, and what a reader said.

Posts with annotated times are drawn in the order of a seed, behind those that the rules were
changed after. What is read is the version for the group `public`. A reader marked the versions that
are not natural or not complete, by the rule at the head of `leaving_out_marks.tsv`; the posts are
not ours, so only their names and marks are kept.
"""

import tarfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.measure import Row
from textveil.detect.messages.temporal import Temporal
from textveil.errors import TextveilError
from textveil.formats.annotated.timeml import TimeMl
from textveil.pipeline.messages.composing import written_parse
from textveil.pipeline.messages.levels import Group
from textveil.pipeline.messages.versions import VersionSettings, versions_of
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.messages.message import MessagePassage, place_of
from textveil.values.span import Span

MARKS = Path(__file__).parent / "leaving_out_marks.tsv"
KEY = Secret(b"the key of the benchmark of leaving out")
POSTS = Path("time") / "tweets_timex3_train.tar.xz"
SEED, BEFORE, COUNT = 5, 205, 300
BAR = 0.85


@dataclass(frozen=True)
class Left:
    """A post, its version for everybody, and the annotated times that still stand in it."""

    name: str
    before: str
    after: str
    standing: tuple[str, ...]


def left_out(posts: Path) -> Iterator[Left]:
    """Yield the versions of the drawn posts that have an annotated time."""
    with TemporaryDirectory() as folder:
        with tarfile.open(posts) as archive:
            archive.extractall(folder, filter="data")
        [inside] = Path(folder).iterdir()
        documents = sorted(TimeMl().read(inside), key=lambda one: one.id)
    Random(SEED).shuffle(documents)  # noqa: S311 - draws test posts
    yield from map(version, documents[BEFORE : BEFORE + COUNT])


def overlap(place: tuple[int, int], span: Span) -> bool:
    """Tell whether a passage and a span share a character."""
    return place[0] < span.end and span.start < place[1]


def version(document: Document) -> Left:
    """Return what everybody reads of one post."""
    name, text = document.id, document.text
    at = datetime.fromisoformat(str(document.metadata.get("at") or "2014-04-15")[:10])
    found = Temporal(at.isoformat()).passages(Document(name, text))
    passages = [replace(one, private=True) for one in found]
    # What is measured is leaving out, so a time that only the annotators found goes too.
    passages += [
        MessagePassage(span, True, (span.start, span.end))
        for span in document.spans
        if not any(overlap(place_of(one), span) for one in found)
    ]
    groups = (Group("family"), Group("public"))
    try:
        made = versions_of(
            Document(name, text), written_parse(text), passages, groups, VersionSettings(at, KEY)
        )
        release = made.versions[-1].release
    except TextveilError:
        return Left(name, text, text, ("refused",))
    standing = tuple(
        text[span.start : span.end]
        for span in document.spans
        if not any(one.start < span.end and span.start < one.end for one in release.edits)
    )
    return Left(name, text, release.text, standing)


def rows(samples: Path | None) -> Iterator[Row]:
    """Yield the share of posts that are natural and complete, and of those without a time."""
    lines = [line.split("\t") for line in MARKS.read_text("utf-8").splitlines()]
    marks = [line[1] for line in lines if not line[0].startswith("#")]
    share = marks.count("-") / len(marks)
    figure = f"{share:.1%} of {len(marks)} posts natural and complete"
    yield Row("leaving_out", "one reader, one pass", figure, "", "85%", share >= BAR, 1)
    if samples is not None:
        found = list(left_out(samples / POSTS))
        whole = sum(not one.standing for one in found)
        figure = f"{whole / len(found):.1%} of {len(found)} posts"
        yield Row("leaving_out", "no annotated time stands as written", figure, "", "", None, 1)
