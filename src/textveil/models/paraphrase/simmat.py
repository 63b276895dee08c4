"""SimMat: how alike two sentences are, by identical phrases and similar words (section 5.1.1).

The four steps of Figure 5.1: match identical phrases, longest first (Algorithm 2); leave out minor
words; match the rest by the assignment of greatest weight (Kuhn-Munkres); calculate.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

from textveil.models.paraphrase.analysis import AnalysedWord, Analysis
from textveil.models.paraphrase.kinship import path

__all__ = [
    "ALPHA",
    "Comparison",
    "PhraseMatch",
    "WordMatch",
    "compared",
    "matched_phrases",
    "simmat",
]

ALPHA: Final = 0.2
"""The exponent alpha of Eq. 5.2 (section 5.1.2)."""

_MINOR: Final = frozenset({"IN", "MD", "PRP$", "."})
"""Penn tags of minor words: prepositions and conjunctions, modal verbs, possessives, the period."""


class PhraseMatch(NamedTuple):
    """An identical phrase: where it begins in both sentences, and its words."""

    left: int
    right: int
    words: int


class WordMatch(NamedTuple):
    """Two words that stand for each other, and how near they are."""

    left: int
    right: int
    path: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sentences side by side; all places are numbers of words.

    Attributes
    ----------
    phrases
        Identical phrases, in the order in which they were found: longest first.
    words
        Similar words, in the order of the left sentence.
    minor
        Minor words of both sentences that are left out.
    rest
        Words of both sentences that remain after both (#ReW of Eq. 5.3).
    alpha
        The exponent of Eq. 5.2.

    Examples
    --------
    The pair of section 5.1.1: phrases of four words and of one, "study" for "findings", five
    words against one.

    >>> phrases = (PhraseMatch(3, 2, 4), PhraseMatch(9, 6, 1))
    >>> pair = Comparison(phrases, (WordMatch(1, 1, 1 / 3),), rest=((0, 1, 2, 7, 8), (1,)))
    >>> round(pair.relmat, 4), round(pair.penalty, 4), round(pair.simmat, 4)
    (0.8715, 0.256, 0.6484)
    """

    phrases: tuple[PhraseMatch, ...]
    words: tuple[WordMatch, ...]
    minor: tuple[tuple[int, ...], tuple[int, ...]] = field(default=((), ()))
    rest: tuple[tuple[int, ...], tuple[int, ...]] = field(default=((), ()))
    alpha: float = ALPHA

    @property
    def relmat(self) -> float:
        """How much of what is matched is identical (Eq. 5.2), from 0 to 1; 0 if nothing is."""
        same = sum(phrase.words for phrase in self.phrases)
        long = sum(phrase.words**self.alpha for phrase in self.phrases)
        near = sum(word.path**self.alpha for word in self.words if word.path)
        count = len(self.words)
        whole = same + count + long + count
        return (same + long + near) / whole if whole else 0.0

    @property
    def penalty(self) -> float:
        """What the difference of the remaining words costs (Eq. 5.3), from 0 to 0.5.

        It compares what is left of both sentences: if nothing is left of one, it is 0.
        """
        left, right = map(len, self.rest)
        # The page docs/methods/paraphrase.md says why, and what the other reading gives.
        if not left or not right:
            return 0.0
        return 0.5 * (abs(left - right) / max(left, right)) ** 3

    @property
    def simmat(self) -> float:
        """The whole metric (Eq. 5.4), from 0 to 1."""
        return self.relmat * (1.0 - self.penalty)


def simmat(left: Analysis, right: Analysis, alpha: float = ALPHA) -> float:
    """Return how alike two sentences are, from 0 to 1."""
    return compared(left, right, alpha).simmat


def compared(left: Analysis, right: Analysis, alpha: float = ALPHA) -> Comparison:
    """Return two sentences side by side.

    Notes
    -----
    With n and m words: at most n m steps for identical phrases and, with r words remaining,
    O(r^3) for the assignment.
    """
    phrases = matched_phrases(left, right)
    used = (
        {at for phrase in phrases for at in range(phrase.left, phrase.left + phrase.words)},
        {at for phrase in phrases for at in range(phrase.right, phrase.right + phrase.words)},
    )
    minor, rest = zip(
        *(_parted(one.words, taken) for one, taken in zip((left, right), used, strict=True)),
        strict=True,
    )
    words = tuple(_matched_words(left, right, rest[0], rest[1]))
    return Comparison(phrases, words, minor, rest, alpha)


def _parted(
    words: Sequence[AnalysedWord], used: set[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the minor words that are in no phrase, and the others that are in none."""
    free = [at for at in range(len(words)) if at not in used]
    minor = tuple(at for at in free if words[at].tag in _MINOR)
    return minor, tuple(at for at in free if words[at].tag not in _MINOR)


def matched_phrases(left: Analysis, right: Analysis) -> tuple[PhraseMatch, ...]:
    """Return identical phrases, longest first, each word in one at most.

    Where several are as long, the first in the left sentence comes first, then the first in the
    right one. Two words are the same if they share a form.
    """
    runs = list(_runs(left, right))
    found: list[PhraseMatch] = []
    while runs:
        best = min(runs, key=lambda run: (-run.words, run.left, run.right))
        found.append(best)
        runs = [part for run in runs for part in _without(run, best)]
    return tuple(found)


def _runs(left: Analysis, right: Analysis) -> Iterator[PhraseMatch]:
    """Yield the runs of same words that cannot be made longer."""
    places = right.places
    same = [{there for form in word.forms for there in places.get(form, ())} for word in left.words]
    for here, others in enumerate(same):
        for there in sorted(others):
            if here and there - 1 in same[here - 1]:
                continue
            length = 1
            while here + length < len(same) and there + length in same[here + length]:
                length += 1
            yield PhraseMatch(here, there, length)


def _without(run: PhraseMatch, taken: PhraseMatch) -> Iterator[PhraseMatch]:
    """Yield what is left of a run when the words of a phrase are used."""
    far = run.words
    # Words of the run that the phrase uses on either side are two stretches at most.
    stretches = sorted(
        (max(0, start - own), min(far, start - own + taken.words))
        for start, own in ((taken.left, run.left), (taken.right, run.right))
    )
    at = 0
    for first, end in stretches:
        if first >= end:
            continue
        if first > at:
            yield PhraseMatch(run.left + at, run.right + at, first - at)
        at = max(at, end)
    if at < far:
        yield PhraseMatch(run.left + at, run.right + at, far - at)


def _matched_words(
    left: Analysis, right: Analysis, ours: Sequence[int], theirs: Sequence[int]
) -> Iterator[WordMatch]:
    """Yield the pairs of the assignment with the greatest sum of `path`."""
    if not ours or not theirs:
        return
    # scipy takes half a second to load.
    from scipy.optimize import linear_sum_assignment

    near = np.array(
        [[path(left.words[a].forms, right.words[b].forms) for b in theirs] for a in ours]
    )
    for row, column in zip(*linear_sum_assignment(near, maximize=True), strict=True):
        yield WordMatch(ours[row], theirs[column], float(near[row, column]))
