"""Kept runs side by side with the input, and the obvious way to count where they occur.

A suppressed text has the length of its input, with a mark in place of each suppressed character.
So the two texts and the mark say everything: a *kept run* is a maximal block of other characters,
and it must be what stands at its place in the input. Counting here is a plain search through all
texts: slow, and independent of every kernel. `textveil.verify.rare.k_anonymity` has the fast way.
"""

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from textveil.errors import InvalidValueError, require_known
from textveil.values.document import Document
from textveil.values.label import RARE
from textveil.values.verdict import MOST_WITNESSES, Verdict, Witness

__all__ = ["SHOWN", "Claim", "Failure", "Findings", "SuppressedTexts", "search_all", "search_some"]

SHOWN: Final = MOST_WITNESSES
"""How many failures a verdict points at."""

_RARE: Final = {
    "occurrences": "this kept run occurs fewer than {k} times in the input",
    "subjects": "this kept run occurs with fewer than {k} subjects in the input",
    "output": "this kept run occurs fewer than {k} times in the release",
}


@dataclass(frozen=True, slots=True)
class Claim:
    """What is claimed about a suppressed text.

    Attributes
    ----------
    guarantee
        `occurrences`, `subjects` or `output`.
    k
        How often each kept run must occur, or with how many subjects, from 2 on.
    mark
        The one character that stands for a suppressed one.
    show
        Characters that were never to be suppressed; they only change how a failure is told.
    """

    guarantee: str
    k: int
    mark: str = "*"
    show: str = ""

    def __post_init__(self) -> None:
        require_known("guarantee", self.guarantee, _RARE)
        if self.k < 2:
            raise InvalidValueError("k must be 2 or more", where=f"k = {self.k}")
        if len(self.mark) != 1:
            raise InvalidValueError("a mark is one character", where=f"length {len(self.mark)}")

    @property
    def name(self) -> str:
        """The name of the claim, which is that of its verifier."""
        return f"k-{self.guarantee}"

    def not_checkable(self, reason: str) -> Verdict:
        """Say that the claim cannot be checked, and why."""
        return Verdict.not_checkable(self.name, reason)


@dataclass(frozen=True, slots=True, repr=False)
class SuppressedTexts:
    """Texts before and after suppression, and what is claimed of them.

    Attributes
    ----------
    claim
        The claim.
    ids
        The id of each document.
    before
        The input texts; None if they were not given.
    after
        The released texts. One whose length is not that of its input cannot be compared: marks
        stand in its place, so that it supports no other text either.
    subjects
        The subject of each document, numbered from 0; empty if the input was not given.
    misfits
        Numbers of the documents whose two lengths differ, with the length of the release.
    """

    claim: Claim
    ids: Sequence[str]
    before: Sequence[str] | None
    after: Sequence[str]
    subjects: Sequence[int]
    misfits: dict[int, int]

    @classmethod
    def of(
        cls,
        claim: Claim,
        before: Sequence[Document] | None,
        after: Sequence[str],
        ids: Sequence[str] | None = None,
    ) -> "SuppressedTexts":
        """Bring texts together; without ids and input, documents are numbered from 1."""
        if before is None:
            ids = ids or [str(number) for number in range(1, len(after) + 1)]
            return cls(claim, ids, None, after, (), {})
        if len(before) != len(after):
            raise InvalidValueError(
                "each document needs one released text", where=f"{len(before)} and {len(after)}"
            )
        texts = [document.text for document in before]
        pairs = list(zip(texts, after, strict=True))
        misfits = {n: len(new) for n, (old, new) in enumerate(pairs) if len(old) != len(new)}
        if misfits:
            mark, numbered = claim.mark, enumerate(pairs)
            after = [mark * len(old) if n in misfits else new for n, (old, new) in numbered]
        numbers: dict[str, int] = {}
        people = [numbers.setdefault(d.counted_subject, len(numbers)) for d in before]
        return cls(claim, ids or [d.id for d in before], texts, after, people, misfits)

    @property
    def searched(self) -> Sequence[str]:
        """The texts in which kept runs must occur."""
        if self.before is None or self.claim.guarantee == "output":
            return self.after
        return self.before

    def runs(self) -> Iterator[tuple[int, int, int]]:
        """Yield document, start and end of each kept run."""
        run = re.compile(f"[^{re.escape(self.claim.mark)}]+")
        for document, text in enumerate(self.after):
            for match in run.finditer(text):
                yield document, *match.span()


class Failure(NamedTuple):
    """A place that breaks the claim.

    `times` is how often a rare run was found, and None for a character that was changed.
    """

    document: int
    start: int
    end: int
    times: int | None = None

    def witness(self, texts: SuppressedTexts) -> Witness:
        """Return the failure as a witness, told without text."""
        name = texts.ids[self.document]
        if self.document in texts.misfits:
            end = texts.misfits[self.document]
            return Witness(name, 0, end, "the release has another length than the input")
        if self.times is None:
            return Witness(name, self.start, self.end, "kept text differs from the input")
        claim = texts.claim
        reason = _RARE[claim.guarantee].format(k=claim.k)
        if set(texts.after[self.document][self.start : self.end]) <= set(claim.show):
            reason += "; all its characters are among those never suppressed"
        return Witness(name, self.start, self.end, reason, self.times, RARE)


@dataclass(frozen=True, slots=True)
class Findings:
    """What a check of the runs found.

    Attributes
    ----------
    checked
        How many runs were looked at.
    failing
        How many of them fail.
    first
        The first of those, at least `SHOWN` of them where there are as many.
    """

    checked: int
    failing: int
    first: Sequence[Failure]

    def verdict(self, texts: SuppressedTexts, looked_at: str = "all kept runs") -> Verdict:
        """Conclude, with the documents that could not be compared at all."""
        unlike = [Failure(document, 0, 0) for document in texts.misfits]
        ordered = sorted([*unlike, *self.first], key=lambda failure: failure[:2])
        witnesses = [failure.witness(texts) for failure in ordered[:SHOWN]]
        what = looked_at if self.checked or unlike else "nothing was kept"
        reason = f"k = {texts.claim.k}, {what}"
        failures = self.failing + len(unlike)
        return Verdict.of(texts.claim.name, self.checked, witnesses, failures, reason)


def search_all(texts: SuppressedTexts) -> Findings:
    """Search all texts for each kept run; each takes time in proportion to the text."""
    return search_some(texts, range(sum(1 for _ in texts.runs())))


def search_some(texts: SuppressedTexts, chosen: Container[int]) -> Findings:
    """Search all texts for some kept runs, and compare every kept run with the input.

    Parameters
    ----------
    texts
        The texts and the claim.
    chosen
        Numbers of the runs to search for, in the order of `SuppressedTexts.runs`.

    Returns
    -------
    Findings
        `checked` counts the runs that were searched for, and those that differ from the input.
    """
    checked = failing = 0
    first: list[Failure] = []
    for number, (document, start, end) in enumerate(texts.runs()):
        failure = _difference(texts, document, start, end)
        if failure is None:
            if number not in chosen:
                continue
            times = _times(texts, texts.after[document][start:end])
            failure = Failure(document, start, end, times) if times < texts.claim.k else None
        checked += 1
        failing += failure is not None
        if failure is not None and len(first) < SHOWN:
            first.append(failure)
    return Findings(checked, failing, first)


def _difference(texts: SuppressedTexts, document: int, start: int, end: int) -> Failure | None:
    """Return where a run first differs from the input, if the input was given."""
    if texts.before is None:
        return None
    kept, original = texts.after[document][start:end], texts.before[document][start:end]
    if kept == original:
        return None
    at = start + next(n for n in range(end - start) if kept[n] != original[n])
    return Failure(document, at, at + 1)


def _times(texts: SuppressedTexts, run: str) -> int:
    """Count the subjects of a run, or its places up to k.

    A run holds no mark, so no place that a search finds does.
    """
    k = texts.claim.k
    if texts.claim.guarantee == "subjects":
        pairs = zip(texts.searched, texts.subjects, strict=True)
        return len({subject for text, subject in pairs if run in text})
    found = 0
    for text in texts.searched:
        at = text.find(run)
        while at >= 0 and found < k:
            found += 1
            at = text.find(run, at + 1)
    return found
