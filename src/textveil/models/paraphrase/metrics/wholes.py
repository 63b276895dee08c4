"""SEPIA and BADGER: the grammar of both sentences, and how well one compresses the other."""

import zlib
from collections import Counter

from textveil.models.paraphrase.analysis import Analysis

__all__ = ["badger", "sepia"]

_LEVEL = 9


def sepia(reference: Analysis, translation: Analysis) -> float:
    """Return the share of grammatical links that both sentences have, from 0 to 1.

    SEPIA (Habash and El Kholy 2008) counts runs of words along the surface and along the tree of
    dependencies, and gives more weight to those with a longer surface span. Here the runs are the
    words and the pairs of a word and its head; a pair weighs 1 and the logarithm of its span.
    """
    words = _shared(Counter(reference.lemmas), Counter(translation.lemmas))
    return (words + _shared(_links(reference), _links(translation))) / 2


def _links(one: Analysis) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for at, word in enumerate(one.words):
        if word.head != at:
            # Twice the weight for a head that is not a neighbour: its run is longer.
            found[word.lemma, one.words[word.head].lemma] += 1 + (abs(word.head - at) > 1)
    return found


def _shared(left: Counter, right: Counter) -> float:  # type: ignore[type-arg]
    total = sum(left.values()) + sum(right.values())
    return 2 * sum((left & right).values()) / total if total else 0.0


def badger(reference: Analysis, translation: Analysis) -> float:
    """Return how little one sentence adds to the other when they are compressed, from 0 to 1.

    BADGER (Parker 2008) is 1 less the normalized compression distance with the Burrows-Wheeler
    transform; the mean of both orders is taken.
    """
    one, other = (" ".join(a.tokens).encode() for a in (reference, translation))
    alone = _size(one), _size(other)
    together = (_size(one + b" " + other) + _size(other + b" " + one)) / 2
    distance = (together - min(alone)) / max(alone)
    return min(1.0, max(0.0, 1.0 - distance))


def _size(text: bytes) -> int:
    # The header that every compressed text has says nothing.
    return len(zlib.compress(text, _LEVEL)) - len(zlib.compress(b"", _LEVEL))
