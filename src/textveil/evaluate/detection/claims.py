"""Claims: how well a publisher hides, and how well an attacker tells real names from fake ones.

Precision and recall of passages as in paper 4, section 2.2.2 and Table 1. A passage is *covered* if
every letter and digit of it is: what is left of a name is still a name.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.span import Span, Spans

__all__ = ["ClaimCount", "Published", "claimed_by", "covered", "left_by", "published"]


@dataclass(frozen=True, slots=True)
class ClaimCount:
    """How many passages were told rightly.

    Attributes
    ----------
    right
        Passages that are what they were taken for.
    wrong
        Passages that are something else.
    missing
        Passages that should have been told, and were not.
    """

    right: int = 0
    wrong: int = 0
    missing: int = 0

    def __add__(self, other: "ClaimCount") -> "ClaimCount":
        return ClaimCount(
            self.right + other.right, self.wrong + other.wrong, self.missing + other.missing
        )

    @property
    def precision(self) -> float | None:
        """Share of the told passages that is right; None if nothing is."""
        return self.right / (self.right + self.wrong) if self.right else None

    @property
    def recall(self) -> float:
        """Share of the passages that was told; 0 if there are none."""
        return self.right / (self.right + self.missing) if self.right else 0.0


@dataclass(frozen=True, slots=True, repr=False)
class Published:
    """A document as it was published, and what an attacker looks for in it.

    Attributes
    ----------
    document
        The published text, without annotations.
    fake
        Replacements, where they stand now.
    real
        What is left of identifiers that the publisher missed; pieces of one passage lie together.
    count
        How well the publisher hid.
    """

    document: Document
    fake: Spans
    real: tuple[tuple[Span, ...], ...]
    count: ClaimCount


def covered(text: str, span: Span, by: Spans) -> bool:
    """Tell whether every letter and digit of a passage lies in one of the spans.

    Examples
    --------
    >>> covered("Ana Ruiz", Span(0, 8, "NAME"), Spans([Span(0, 3, "NAME"), Span(4, 8, "NAME")]))
    True
    """
    return not any(True for _ in _left(text, span, by))


def _left(text: str, span: Span, by: Spans) -> Iterable[Span]:
    """Yield the pieces of a passage outside the spans that hold a letter or digit."""
    for piece in Spans([span]).subtract(by):
        if any(map(str.isalnum, text[piece.start : piece.end])):
            yield piece


def published(document: Document, release: Release) -> Published:
    """Return what was published of a document with gold spans, and how well the publisher hid.

    Passages that the release shows unchanged were not hidden.
    """
    gold, text = document.spans or Spans(), document.text
    changed = [edit for edit in release.edits if edit.replacement != text[edit.start : edit.end]]
    release = replace(release, edits=tuple(changed))
    found = Spans(Span(edit.start, edit.end, edit.label) for edit in changed)
    left = [tuple(_left(text, span, found)) for span in gold]
    real = tuple(
        tuple(Span(release.to_output(p.start), release.to_output(p.end), p.label) for p in pieces)
        for pieces in left
        if pieces
    )
    wrong = sum(not any(span.overlaps(one) for one in gold) for span in found)
    shown = replace(document, text=release.text, spans=None, layers=())
    count = ClaimCount(len(gold) - len(real), wrong, len(real))
    fake = Spans(Span(a, b, edit.label) for edit, a, b in release.placed() if a < b)
    return Published(shown, fake, real, count)


def left_by(one: Published, tagged: Spans) -> tuple[list[tuple[Span, ...]], list[Span]]:
    """Return the real and the fake passages that are left after an attacker redacts some spans."""
    text = one.document.text
    real = [some for some in one.real if not all(covered(text, part, tagged) for part in some)]
    return real, [span for span in one.fake if not covered(text, span, tagged)]


def claimed_by(one: Published, claims: Spans) -> ClaimCount:
    """Return how an attacker does who claims that certain spans are real."""
    told = [any(part.overlaps(c) for part in some for c in claims) for some in one.real]
    wrong = sum(
        not any(part.overlaps(claim) for some in one.real for part in some) for claim in claims
    )
    return ClaimCount(sum(told), wrong, len(told) - sum(told))
