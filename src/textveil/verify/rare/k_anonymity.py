"""Substring k-anonymity: every kept run of a suppressed text is frequent enough.

Three claims, each with its own verifier: kept runs occur k times in the input, with k subjects in
the input, or k times in the release itself. The exact check takes linear time, whatever k is: a
suffix array is computed, proved to be one, and gives the interval of every run. It shares no code
with the kernels that choose what is kept, except the suffix array that it proves.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError
from textveil.strings.alphabet import BREAK, Codes
from textveil.strings.suffixes.intervals import has_owners, rank_intervals, suffix_owners
from textveil.strings.suffixes.suffix_array import Ranks, is_suffix_array, suffix_array
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.verdict import Verdict
from textveil.verify.rare.kept_runs import (
    SHOWN,
    Claim,
    Failure,
    Findings,
    SuppressedTexts,
    search_all,
    search_some,
)
from textveil.verify.readers.shown_text import in_releases, shown_text

__all__ = ["KOccurrences", "KOutput", "KSubjects", "check_k_anonymity"]

_NO_INPUT = "the input was not given"


@dataclass(frozen=True, slots=True)
class KOccurrences:
    """Check that every kept run occurs at least k times in the input.

    Occurrences may overlap; each lies inside one document and holds no mark. Kept text must be
    that of the input, and the two lengths equal.

    Attributes
    ----------
    k
        How often each run must occur, from 2 on.
    mark
        The character that stands for a suppressed one, also where the input has it.
    """

    claim: ClassVar[str] = "k-occurrences"

    k: int = 5
    mark: str = "*"

    def __post_init__(self) -> None:
        self._claimed()  # refuses what is out of bounds

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents; without the input only `output` is checkable."""
        return _verify_cases(cases, self._claimed())

    def _claimed(self) -> Claim:
        return Claim(self.claim.removeprefix("k-"), self.k, self.mark)


@dataclass(frozen=True, slots=True)
class KSubjects(KOccurrences):
    """Check that every kept run occurs in the documents of at least k distinct subjects.

    A document without a subject counts as a subject of its own. Kept text must be that of the
    input, and the two lengths equal.

    Attributes
    ----------
    k
        How many subjects each run needs, from 2 on.
    mark
        The character that stands for a suppressed one, also where the input has it.
    """

    claim: ClassVar[str] = "k-subjects"


@dataclass(frozen=True, slots=True)
class KOutput(KOccurrences):
    """Check that every kept run occurs at least k times inside the kept runs of the release.

    The release alone decides. Where the input was given, kept text must also be that of the input,
    and the two lengths equal.

    Attributes
    ----------
    k
        How often each run must occur, from 2 on.
    mark
        The character that stands for a suppressed one.
    """

    claim: ClassVar[str] = "k-output"


def check_k_anonymity(
    before: Sequence[Document] | None,
    after: Sequence[str],
    k: int,
    guarantee: str,
    *,
    mark: str = "*",
    show: str = "",
    method: str = "exact",
    rng: np.random.Generator | None = None,
    sample: int = 100,
) -> Verdict:
    """Check suppressed texts against a guarantee, without a record of edits.

    Parameters
    ----------
    before
        The input; None if it was not given, which leaves only `output` checkable.
    after
        The released text of each document, in the same order.
    k
        How often each kept run must occur, or with how many subjects, from 2 on.
    guarantee
        `occurrences`, `subjects` or `output`.
    mark
        The character that stands for a suppressed one, also where the input has it.
    show
        Characters that were never to be suppressed: a rare run of nothing else refutes the claim
        like any other, and its witness says why it stands there.
    method
        `exact`: all runs, in linear time, with at most 25 bytes a character beyond the texts.
        `exhaustive`: all runs, by a plain search through all texts for each; for small input.
        `sample`: the same for runs chosen at random; a verdict that holds says so.
    rng
        The source of randomness that `sample` needs.
    sample
        How many runs to choose.

    Returns
    -------
    Verdict
        Its claim is that of the guarantee's verifier. `checked` counts kept runs, and each failing
        run counts once. A witness gives the run's offsets and how often it was found, or the first
        character that is not that of the input. Documents are numbered from 1 where the input,
        which has their ids, was not given.

    Raises
    ------
    InvalidValueError
        If an option is out of its bounds, or the documents do not come in pairs.

    Examples
    --------
    >>> note = Document("n", "banana")
    >>> check_k_anonymity([note], ["*ana*a"], 2, "occurrences")
    Verdict(claim='k-occurrences', status=holds, checked=2, failures=0)
    >>> check_k_anonymity([note], ["*ana*a"], 3, "occurrences").witnesses[0].to_json()["count"]
    2
    """
    claim = Claim(guarantee, k, mark, show)
    if before is None and guarantee != "output":
        return claim.not_checkable(_NO_INPUT)
    texts = SuppressedTexts.of(claim, before, after)
    if method == "exact":
        return _check_exactly(texts)
    if method == "exhaustive":
        return search_all(texts).verdict(texts)
    if method == "sample":
        return _check_sample(texts, rng, sample)
    hint = "known are exact, exhaustive and sample"
    raise InvalidValueError("there is no method with this name", hint=hint)


def _verify_cases(cases: Iterable[Case], claim: Claim) -> Verdict:
    """Check what cases keep of their texts."""
    paired = list(cases)
    known = [case.before for case in paired if case.before is not None]
    before = known if len(known) == len(paired) else None
    if before is None and claim.guarantee != "output":
        return claim.not_checkable(_NO_INPUT)
    ids = [case.release.id for case in paired]
    after = [shown_text(case, claim.mark) for case in paired]
    verdict = _check_exactly(SuppressedTexts.of(claim, before, after, ids))
    return in_releases(verdict, paired)


def _check_sample(texts: SuppressedTexts, rng: np.random.Generator | None, sample: int) -> Verdict:
    """Search for runs chosen at random (paper 1, footnote 3)."""
    if rng is None or sample < 1:
        raise InvalidValueError("a sample needs a source of randomness and at least one run")
    runs = sum(1 for _ in texts.runs())
    chosen = rng.choice(runs, min(sample, runs), replace=False).tolist() if runs else []
    looked_at = f"a random sample of {len(chosen):,} of {runs:,} kept runs"
    return search_some(texts, set(chosen)).verdict(texts, looked_at)


def _check_exactly(texts: SuppressedTexts) -> Verdict:
    """Look up every kept run in a suffix array that was proved to be one."""
    claim, laid = texts.claim, _Laid.out(texts)
    if not laid.starts.size:
        return Findings(0, 0, []).verdict(texts)
    order = suffix_array(laid.searched)
    if not is_suffix_array(laid.searched, order):
        return claim.not_checkable("the suffix array library gives wrong results on this machine")
    low, high = rank_intervals(laid.searched, order, laid.starts, laid.lengths)
    if claim.guarantee != "subjects":
        rare = laid.unchanged(high - low < claim.k)
        times = (high - low)[rare[:SHOWN]].tolist()
        return laid.findings(rare, times).verdict(texts)
    subjects = np.array(texts.subjects, np.int32)
    owners = suffix_owners(laid.searched, order, laid.documents, subjects)
    del order
    rare = laid.unchanged(~has_owners(owners, low, high, claim.k))
    times = [int(np.unique(owners[low[run] : high[run]]).size) for run in rare[:SHOWN]]
    return laid.findings(rare, times).verdict(texts)


@dataclass(frozen=True, slots=True, repr=False)
class _Laid:
    """All texts laid one after the other as codes, with their kept runs.

    Attributes
    ----------
    searched
        The codes in which runs must occur: those of the input, or of the release.
    documents
        Where each document starts.
    starts, lengths
        The kept runs, from left to right.
    changed
        Numbers of the runs that are not what the input has at their place.
    places
        Where each of those first differs.
    """

    searched: Codes
    documents: NDArray[np.int64]
    starts: Ranks
    lengths: Ranks
    changed: NDArray[np.int64]
    places: NDArray[np.int64]

    @classmethod
    def out(cls, texts: SuppressedTexts) -> "_Laid":
        """Encode both sides with one table, so that equal codes are equal characters."""
        codes, starts = _coded([*(texts.before or ()), *texts.after], texts.claim.mark)
        count = len(texts.after)
        searched = after = codes
        different = np.zeros(0, np.int64)
        if texts.before:
            before, after = codes[: starts[count] - 1], codes[starts[count] :]
            searched = after if texts.claim.guarantee == "output" else before
            # Suppressed characters have the code BREAK, and are not compared.
            different = np.flatnonzero((after != before) & (after != BREAK))
        runs, lengths = _blocks(after != BREAK)
        holders = np.searchsorted(runs, different, side="right") - 1
        changed, firsts = np.unique(holders, return_index=True)
        return cls(searched, starts[:count], runs, lengths, changed, different[firsts])

    def unchanged(self, rare: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the numbers of the rare runs, without those that fail already."""
        rare[self.changed] = False
        return np.flatnonzero(rare)

    def findings(self, rare: NDArray[np.int64], times: Sequence[int]) -> Findings:
        """Put together what fails; `times` belong to the first rare runs."""
        first = [self._failure(place, 1) for place in self.places[:SHOWN].tolist()]
        for run, found in zip(rare[:SHOWN].tolist(), times, strict=True):
            first.append(self._failure(int(self.starts[run]), int(self.lengths[run]), found))
        return Findings(self.starts.size, self.changed.size + rare.size, first)

    def _failure(self, start: int, length: int, times: int | None = None) -> Failure:
        document = int(np.searchsorted(self.documents, start, side="right")) - 1
        start -= int(self.documents[document])
        return Failure(document, start, start + length, times)


def _coded(texts: Sequence[str], mark: str) -> tuple[Codes, NDArray[np.int64]]:
    """Return one code for each character of all texts, and where each text starts.

    Marks have the code `BREAK`, and one stands between two texts. Linear in the texts.
    """
    points = np.frombuffer(mark.join(texts).encode("utf-32-le", "surrogatepass"), "<u4")
    seen = np.zeros(0x110000, np.bool_)
    seen[points] = True
    seen[ord(mark)] = False
    count = int(seen.sum())
    names = np.zeros(seen.size, np.uint8 if count < 1 << 8 else np.int32)
    names[seen] = np.arange(1, count + 1)
    sizes = [len(text) + 1 for text in texts]
    return names[points], np.cumsum([0, *sizes[:-1]], dtype=np.int64)


def _blocks(kept: NDArray[np.bool_]) -> tuple[Ranks, Ranks]:
    """Return start and length of each maximal block of true values."""
    width = np.int32 if kept.size < 1 << 31 else np.int64
    # Between documents there is always a false value: no block crosses their border.
    edges: NDArray[Any] = np.flatnonzero(np.diff(kept, prepend=False, append=False)).astype(width)
    starts, ends = edges[0::2].copy(), edges[1::2]
    return starts, ends - starts
