r"""Utility: how much of an anonymized text is left, and how useful it still is.

The questions that paper 2 leaves open in its section 4: how many characters and words remain, do
the same terms come out as frequent, and does a classifier still tell topics apart.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.figures.score import Score

__all__ = ["KEPT", "WHOLE", "evaluate_utility", "frequent_terms", "remaining", "topic_accuracy"]

KEPT: Final = "remaining characters"
WHOLE: Final = "words left whole"

_WORD = re.compile(r"\w+")
# Pieces of words beside a `*` are no words: they would count as new terms.
_WHOLE_WORD = re.compile(r"(?<![\w*\\])\w+(?![\w*\\])")
# To a classifier a form is a word like any other.
_FEATURE = re.compile(r"(?:[\w*]|\\.)+")
_PART = re.compile(r"\\(.)|(\*)|([^*\\]+)", re.DOTALL)
_Z = 1.96
_SHORTEST = 4


def evaluate_utility(
    documents: Sequence[Document],
    releases: Sequence[Release],
    topics: Sequence[str] | None = None,
    *,
    top: int = 100,
    folds: int = 5,
    rng: np.random.Generator | None = None,
) -> tuple[Score, ...]:
    """Measure how much is left of texts in which forms replaced terms.

    Parameters
    ----------
    documents, releases
        Before and after, in the same order.
    topics
        The topic of each document; without them topics are not classified.
    top
        How many frequent terms are compared.
    folds
        Parts of the cross-validation.
    rng
        Deals the documents out to the folds; needed with topics.

    Returns
    -------
    tuple of Score
        `remaining characters`: the share of the input's characters that is still shown, inside
        forms too. `words left whole`: the share of words that no edit touches. `frequent terms
        kept`: the share of the most frequent terms that are still among the most frequent. With
        topics, `topic accuracy` of a naive Bayes classifier that learns and is tested on the input,
        and the same on the release.

    Examples
    --------
    >>> from textveil.values.edit import Edit
    >>> note = Document("n", "I live in Japan.")
    >>> made = Release.of(note, [Edit(10, 15, "Ja*an", "QUASI")])
    >>> [f"{s.name} {s}" for s in evaluate_utility([note], [made])][:2]
    ['remaining characters 0.938', 'words left whole 0.750']
    """
    if len(documents) != len(releases):
        raise InvalidValueError("each document needs its release")
    before = [document.text for document in documents]
    after = [release.text for release in releases]
    shown = sum(remaining(d, r) for d, r in zip(documents, releases, strict=True))
    characters = sum(map(len, before))
    whole, words = map(sum, zip(*map(_whole_words, documents, releases), strict=True))
    old, new = set(frequent_terms(before, top)), set(frequent_terms(after, top))
    scores = [
        _share(KEPT, shown, characters),
        _share(WHOLE, whole, words),
        _share("frequent terms kept", len(old & new), len(old)),
    ]
    if topics is not None:
        if rng is None:
            raise InvalidValueError("dealing documents out to folds needs a source of randomness")
        seed = int(rng.integers(1 << 32))
        for group, texts in (("input", before), ("release", after)):
            # The same folds for both, so that only the texts differ.
            again = np.random.default_rng(seed)
            scores.append(topic_accuracy(texts, topics, folds=folds, rng=again, group=group))
    return tuple(scores)


def remaining(document: Document, release: Release) -> int:
    """Return how many characters of the input a release still shows.

    Those outside the edits; and where a replacement is a form of what stood there, its letters.
    """
    shown = release.input_length
    for edit in release.edits:
        shown -= edit.end - edit.start
        shown += _shown(edit.replacement, document.text[edit.start : edit.end])
    return shown


def _shown(form: str, passage: str) -> int:
    parts = [(escaped or plain, bool(star)) for escaped, star, plain in _PART.findall(form)]
    pattern = "".join(".+" if star else re.escape(text) for text, star in parts)
    if not re.fullmatch(pattern, passage, re.DOTALL | re.IGNORECASE):
        return 0
    return sum(len(text) for text, _ in parts)


def _whole_words(document: Document, release: Release) -> tuple[int, int]:
    """Return the words that no edit touches, and all words."""
    edits = iter(release.edits)
    edit = next(edits, None)
    whole = words = 0
    for match in _WORD.finditer(document.text):
        words += 1
        while edit is not None and edit.end <= match.start():
            edit = next(edits, None)
        whole += edit is None or edit.start >= match.end()
    return whole, words


def frequent_terms(texts: Iterable[str], top: int = 100) -> list[str]:
    """Return the words that stand in most texts, of at least four letters, case-folded.

    Ties are broken by the number of occurrences, then by the alphabet. Pieces of words beside a
    `*` do not count.
    """
    holders: Counter[str] = Counter()
    times: Counter[str] = Counter()
    for text in texts:
        words = [word for word in _WHOLE_WORD.findall(text.casefold()) if len(word) >= _SHORTEST]
        times.update(words)
        holders.update(set(words))
    return sorted(holders, key=lambda word: (-holders[word], -times[word], word))[:top]


def topic_accuracy(
    texts: Sequence[str],
    topics: Sequence[str],
    *,
    folds: int = 5,
    rng: np.random.Generator,
    group: str = "",
) -> Score:
    """Return the accuracy of a multinomial naive Bayes classifier, by cross-validation.

    Parameters
    ----------
    texts, topics
        What to learn from, and what to learn.
    folds
        Each fold is classified by what the others taught; topics are dealt out evenly.
    rng
        Deals the documents out.
    group
        What the score is restricted to.

    Returns
    -------
    Score
        With Wilson's interval at 95 %.

    Raises
    ------
    InvalidValueError
        If there are not at least two topics, of two documents each.
    """
    names = sorted(set(topics))
    fewest = min(Counter(topics).values(), default=0)
    if len(texts) != len(topics) or len(names) < 2 or fewest < 2 or folds < 2:
        raise InvalidValueError(
            "topics can be classified where each document has one, there are at least two, and at "
            "least two documents of each"
        )
    labels = np.array([names.index(topic) for topic in topics])
    rows = list(_coded(texts))
    parts = _dealt(labels, min(folds, fewest), rng)
    right = 0
    for part in range(min(folds, fewest)):
        bayes = _Bayes(rows, labels, np.flatnonzero(parts != part), len(names))
        tested = np.flatnonzero(parts == part)
        right += sum(bayes.topic(rows[at]) == labels[at] for at in tested.tolist())
    return _wilson("topic accuracy", int(right), len(texts), group)


def _coded(texts: Iterable[str]) -> Iterator[NDArray[np.int64]]:
    """Yield each text as numbers of its words."""
    numbers: dict[str, int] = {}
    for text in texts:
        words = _FEATURE.findall(text.casefold())
        yield np.array([numbers.setdefault(word, len(numbers)) for word in words], np.int64)


def _dealt(labels: NDArray[np.int64], folds: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return the fold of each document, with every topic spread evenly."""
    parts = np.zeros(labels.size, np.int64)
    for label in np.unique(labels):
        members = rng.permutation(np.flatnonzero(labels == label))
        parts[members] = np.arange(members.size) % folds
    return parts


class _Bayes:
    """Multinomial naive Bayes with add-one smoothing; words that were never seen are ignored."""

    def __init__(
        self,
        rows: Sequence[NDArray[np.int64]],
        labels: NDArray[np.int64],
        taught: NDArray[np.int64],
        topics: int,
    ) -> None:
        size = max((int(row.max()) + 1 for row in rows if row.size), default=0)
        counts = np.ones((topics, size + 1))
        for at in taught.tolist():
            np.add.at(counts[labels[at]], rows[at], 1)
        self._known = counts.sum(axis=0) > topics
        prior = np.bincount(labels[taught], minlength=topics)
        self._prior = np.log(prior / prior.sum())
        self._weights = np.log(counts / counts.sum(axis=1, keepdims=True))

    def topic(self, row: NDArray[np.int64]) -> int:
        """Return the most likely topic; the first of equals."""
        seen = row[self._known[row]]
        return int(np.argmax(self._prior + self._weights[:, seen].sum(axis=1)))


def _share(name: str, part: int, whole: int) -> Score:
    # Of nothing, nothing is lost.
    return Score.exact(name, part / whole if whole else 1.0, whole)


def _wilson(name: str, right: int, count: int, group: str) -> Score:
    share = right / count
    spread = _Z**2 / count
    middle = (share + spread / 2) / (1 + spread)
    half = _Z / (1 + spread) * sqrt(share * (1 - share) / count + spread / (4 * count))
    low, high = min(max(0.0, middle - half), share), max(min(1.0, middle + half), share)
    return Score(name, share, low, high, count, group)
