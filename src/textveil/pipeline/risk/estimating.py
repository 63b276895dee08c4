"""Estimates: what readers found in a sample, and what it says about the whole release."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from types import MappingProxyType
from typing import Any, Final

from textveil.certify.risk.file import RISK_SCHEMA
from textveil.certify.risk.section import risk_sentence
from textveil.errors import InputError, InvalidValueError, UsageError
from textveil.evaluate.remaining import Overlooked, Remaining, both_overlooked, remaining
from textveil.formats.sources import Source
from textveil.pipeline.risk.published import PublishedDocument, PublishedRelease
from textveil.pipeline.risk.sampling import MARKS, UNREAD, SampleDraw, Stamp
from textveil.values.document import Document
from textveil.values.figures.round_counts import rounded_up
from textveil.values.span import Span

__all__ = ["RiskEstimate", "estimate_risk", "risk_content"]

_TWO: Final = 2


@dataclass(frozen=True, slots=True)
class RiskEstimate:
    """What may remain in a release.

    Attributes
    ----------
    release
        Its id.
    documents
        How many it has.
    left_out
        Documents of the sample that were left out, each for a reason that was given.
    readers
        How many people read.
    figures
        Both bounds, and what they rest on.
    overlooked
        What two readers both overlooked; None if no two of them read the same documents.
    """

    release: str
    documents: int
    left_out: int
    readers: int
    figures: Remaining
    overlooked: Overlooked | None

    @property
    def sentence(self) -> str:
        """Both bounds in words."""
        return risk_sentence(self.to_publish())

    def to_publish(self) -> dict[str, Any]:
        """Return what is published of it."""
        return risk_content(
            self.release,
            self.documents,
            self.readers,
            self.figures,
            self.overlooked,
            self.left_out,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the estimate as a JSON object; it is for the owner of the release."""
        return {
            "release": self.release,
            "documents": self.documents,
            "left_out": self.left_out,
            "readers": self.readers,
            **self.figures.to_json(),
            "overlooked": self.overlooked and self.overlooked.to_json(),
            "sentence": self.sentence,
        }


def estimate_risk(
    release: PublishedRelease,
    reviews: Sequence[Source],
    most: int | None = None,
    reasons: Mapping[str, str] = MappingProxyType({}),
) -> RiskEstimate:
    """Return what may remain in a release, from what people found in a sample of it.

    A document that was drawn and that nobody read counts as holding as much as one can hold,
    whether it still has its mark or is missing from the reviews.

    Parameters
    ----------
    release
        The release. Without its record nobody knows what is a fake, and every mark is a miss.
    reviews
        What each person read: the documents of a sample, with what had been missed marked.
    most
        How much one document can hold; by default the most that was replaced in any document,
        rounded up, because it is published: who knew it could tell a real name from fakes.
    reasons
        Why documents were not read, by their ids. They leave the sample, and the bounds say nothing
        of documents like them.

    Raises
    ------
    InputError
        If a review is of another release, has a document that was not drawn, or nobody has read a
        document of it.
    UsageError
        If a reason is given for a document that was read or not drawn, or is empty.
    """
    asked: list[dict[str, Document]] = []
    draws: set[SampleDraw] = set()
    for review in reviews:
        documents, drawn_by = _by_id(review, release.id)
        asked.append(documents)
        draws |= drawn_by
    names: list[str] = []
    found: dict[str, list[list[Span]]] = {}
    replaced = 0
    for one in release:
        names.append(one.document.id)
        replaced = max(replaced, one.replaced)
        if any(one.document.id in review for review in asked):
            read = [_missed(one, review.get(one.document.id)) for review in asked]
            found[one.document.id] = [spans for spans in read if spans is not None]
    drawn = {name for draw in draws for name in draw.of(names)}
    _require_drawn(asked, drawn, reviews)
    unread = {name for name in drawn if not found.get(name)}
    left_out = _left_out(reasons, unread, release.id)
    groups = [list(_passages(read)) for read in found.values() if read]
    if not groups:
        raise InputError(
            f"nobody has read a document of this review: all still have the mark {UNREAD}",
            where=str(reviews[0].path),
            hint=f"who has read a document takes its mark {UNREAD} away",
        )
    pairs = [group for read in found.values() if len(read) == _TWO for group in _passages(read)]
    by_two = any(len(read) == _TWO for read in found.values())
    counts, held_back = [len(group) for group in groups], len(unread - left_out)
    figures = _bounds(counts, _most(most, replaced), held_back)
    overlooked = _chapman(pairs) if by_two and len(reviews) == _TWO else None
    return RiskEstimate(release.id, len(names), len(left_out), len(reviews), figures, overlooked)


def _require_drawn(
    asked: Sequence[Mapping[str, Document]], drawn: Container[str], reviews: Sequence[Source]
) -> None:
    """Raise if a review has a document that the draw which it names did not draw."""
    for review, source in zip(asked, reviews, strict=True):
        if strangers := sorted(name for name in review if name not in drawn):
            raise InputError(
                f"document {strangers[0]} was not drawn from this release",
                where=str(source.path),
                hint="ids of a sample say how it was drawn; do not change them",
            )


def _left_out(reasons: Mapping[str, str], unread: Container[str], release_id: str) -> set[str]:
    """Return the ids of documents that leave the sample; raise for a reason that fits none."""
    names = set()
    for name, reason in reasons.items():
        stamp = Stamp.read(name)
        bare = stamp.document if stamp.is_of(release_id) else name
        if not reason.strip():
            raise UsageError(f"document {name} has no reason", where="reasons")
        if bare not in unread:
            raise UsageError(
                f"document {name} was read, or not drawn, and needs no reason", where="reasons"
            )
        names.add(bare)
    return names


def _by_id(review: Source, release_id: str) -> tuple[dict[str, Document], set[SampleDraw]]:
    """Return the documents of a review by their ids in the release, and how they were drawn."""
    documents: dict[str, Document] = {}
    draws = set()
    for document in review:
        stamp = Stamp.read(document.id)
        if not stamp.is_of(release_id):
            raise InputError(
                "this is not a review of this release",
                where=f"{review.path}, document {document.id}",
                hint="draw documents with `textveil risk sample`; their ids name the release",
            )
        documents[stamp.document] = document
        draws.add(stamp.draw)
    if not documents:
        raise InputError("there is no document in it", where=str(review.path))
    return documents, draws


def _missed(published: PublishedDocument, read: Document | None) -> list[Span] | None:
    """Return what a reader marked; None if the document was not read.

    What lies inside a passage that was replaced was not missed.
    """
    if read is None:
        return None
    if read.text != published.document.text:
        raise InputError(
            "the text of a review is not the published one",
            where=f"document {published.document.id}",
            hint="the tool or format changed it; jsonl keeps every character",
        )
    spans = read.spans
    # An empty text has no place for a mark, and holds nothing.
    if spans is None or any(span.label == UNREAD for span in spans):
        return [] if not read.text.strip() else None
    done = [(p.start, p.end) for p in published.passages if p.changed]
    return [
        span
        for span in spans
        if span.label not in MARKS
        and not any(start <= span.start and span.end <= end for start, end in done)
    ]


def _passages(read: Sequence[Iterable[Span]]) -> Iterator[frozenset[int]]:
    """Yield who found each missed passage; marks that overlap are one passage."""
    marks = sorted((s.start, s.end, who) for who, spans in enumerate(read) for s in spans)
    reach, finders = -1, set[int]()
    for start, end, who in marks:
        if start >= reach and finders:
            yield frozenset(finders)
            finders = set()
        reach = max(reach, end) if finders else end
        finders.add(who)
    if finders:
        yield frozenset(finders)


def _chapman(passages: Iterable[frozenset[int]]) -> Overlooked:
    found = list(passages)
    first, second = (sum(who in finders for finders in found) for who in (0, 1))
    return both_overlooked(first, second, sum(len(one) == _TWO for one in found))


def _most(asked: int | None, replaced: int) -> int:
    if asked is not None:
        return asked
    if not replaced:
        raise UsageError(
            "nothing says how much a document can hold: no replaced passages are known",
            hint="say it: --most 20",
        )
    return rounded_up(replaced)


def _bounds(missed: Sequence[int], most: int, unread: int) -> Remaining:
    try:
        return remaining(missed, most, unread=unread)
    except InvalidValueError:
        raise UsageError(
            f"a document holds {max(missed):,} missed identifiers, and {most:,} was said to be "
            "the most",
            where="--most",
            hint="give a number that no document of yours exceeds, whether it was read or not",
        ) from None


def risk_content(
    release_id: str,
    documents: int,
    readers: int,
    found: Remaining,
    both: Overlooked | None,
    left_out: int = 0,
) -> dict[str, Any]:
    """Return what is published of an estimate: bounds for the whole, nothing of single documents.

    Bounds are rounded up, so that they stay bounds.
    """
    return {
        "schema": RISK_SCHEMA,
        "release": release_id,
        "documents": documents,
        "read": found.read,
        "unread": found.unread,
        "left_out": left_out,
        "readers": readers,
        "confidence": found.confidence,
        "most": found.most,
        "share": min(1.0, _up(found.share)),
        "mean": _up(found.mean),
        # Where any number may have been overlooked, there is nothing to say.
        "overlooked": None
        if both is None or both.high is None
        else {"estimate": round(both.estimate, 2), "high": both.high},
        "seal": "",
    }


def _up(value: float) -> float:
    return ceil(value * 10_000) / 10_000
