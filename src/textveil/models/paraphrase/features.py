"""Features: what two sentences are like, as numbers with names.

Three sets, in this order: SimMat and the eight metrics of machine translation (16 dimensions, as
the paper combines them); what the words tell beyond (numbers, names, order, weights); what an
encoder tells.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.lexicon.relations.wordnet import ADJECTIVE, ADVERB, NOUN, VERB, wordnet
from textveil.models.paraphrase.analysis import AnalysedWord, Analysis
from textveil.models.paraphrase.metrics.edits import edit_rate
from textveil.models.paraphrase.metrics.matching import maxsim, meteor, terp
from textveil.models.paraphrase.metrics.ngrams import bleu, nist
from textveil.models.paraphrase.metrics.wholes import badger, sepia
from textveil.models.paraphrase.simmat import Comparison, compared

__all__ = ["BEYOND", "METRICS", "SIMMAT", "beyond", "metrics", "word_features"]

SIMMAT: Final = ("simmat",)
METRICS: Final = (
    *(f"bleu{order}" for order in range(1, 5)),
    *(f"nist{order}" for order in range(1, 6)),
    *("ter", "meteor", "terp", "maxsim", "sepia", "badger"),
)
"""The 15 dimensions of the eight metrics."""
BEYOND: Final = (
    *("relmat", "penalty", "words", "longer", "left over", "kinship"),
    *("same words", "same left", "same right", "rare same", "rare left", "rare right"),
    *("letters", "longest phrase", "phrases", "turned", "moved", "begin", "end"),
    *("numbers", "other numbers", "names", "other names", "heads"),
)
"""What the words tell beyond the metrics."""

_PARTS: Final = (NOUN, VERB, ADJECTIVE, ADVERB)
_NUMBER: Final = "CD"
_NAME: Final = "NNP"
_FEW: Final = 5
_LETTERS: Final = 3
_RAREST: Final = 8.0


def word_features(
    left: Analysis, right: Analysis, names: Iterable[str], pair: Comparison | None = None
) -> NDArray[np.float64]:
    """Return the features of these names that need no encoder."""
    wanted = list(names)
    made: dict[str, float] = {}
    pair = pair or compared(left, right)
    made["simmat"] = pair.simmat
    if not set(METRICS).isdisjoint(wanted):
        made |= zip(METRICS, metrics(left, right), strict=True)
    if not set(BEYOND).isdisjoint(wanted):
        made |= zip(BEYOND, beyond(left, right, pair), strict=True)
    return np.array([made[name] for name in wanted], np.float64)


def metrics(left: Analysis, right: Analysis) -> tuple[float, ...]:
    """Return the 15 dimensions; the left sentence is the reference."""
    return (
        *(bleu(left.counts, right.counts, order) for order in range(1, 5)),
        *(nist(left.counts, right.counts, order) for order in range(1, 6)),
        edit_rate(left.tokens, right.tokens),
        meteor(left, right),
        terp(left, right),
        maxsim(left, right),
        sepia(left, right),
        badger(left, right),
    )


def beyond(left: Analysis, right: Analysis, pair: Comparison) -> tuple[float, ...]:
    """Return what the words tell beyond the metrics, in the order of `BEYOND`."""
    return (
        pair.relmat,
        pair.penalty,
        *_sizes(left, right, pair),
        *_overlaps(left, right),
        _letters(left, right),
        *_order(left, right, pair),
        *_kinds(left, right),
    )


def _sizes(left: Analysis, right: Analysis, pair: Comparison) -> Iterator[float]:
    few, many = sorted((len(left), len(right)))
    yield log(few + 1)
    yield (many - few) / many
    rest = sum(map(len, pair.rest)) + sum(map(len, pair.minor))
    yield rest / (len(left) + len(right))
    # How near the words that remain are, of all that remain on the shorter side.
    yield sum(word.path for word in pair.words) / len(pair.words) if pair.words else 1.0


def _overlaps(left: Analysis, right: Analysis) -> Iterator[float]:
    one, other = set(left.lemmas), set(right.lemmas)
    for weight in (lambda _: 1.0, _rarity):
        same, ours, theirs = (
            sum(map(weight, words)) for words in (one & other, one - other, other - one)
        )
        yield same / (same + ours + theirs)
        # In order of size: the pair is the same in both orders.
        few, many = sorted((ours, theirs))
        yield few / (same + few) if same + few else 0.0
        yield many / (same + many) if same + many else 0.0


@lru_cache(maxsize=1 << 15)
def _rarity(lemma: str) -> float:
    """Return the weight of a word: less, the more senses it has; most for what is in no dictionary.

    Words of grammar are in no dictionary either, and short: they weigh least.
    """
    senses = sum(len(wordnet().senses(lemma, part)) for part in _PARTS)
    if not senses:
        return 1.0 if len(lemma) < _FEW else _RAREST
    return _RAREST / (1.0 + log(senses))


def _letters(left: Analysis, right: Analysis) -> float:
    one, other = (_grams(" ".join(a.tokens)) for a in (left, right))
    total = sum(one.values()) + sum(other.values())
    return 2 * sum((one & other).values()) / total if total else 0.0


def _grams(text: str) -> Counter[str]:
    return Counter(text[at : at + _LETTERS] for at in range(len(text) - _LETTERS + 1))


def _order(left: Analysis, right: Analysis, pair: Comparison) -> Iterator[float]:
    """Yield what the phrases tell of the order of the sentences, and how both begin and end."""
    phrases = sorted(pair.phrases)
    few = min(len(left), len(right))
    yield max((phrase.words for phrase in phrases), default=0) / few
    yield len(phrases) / few
    places = [phrase.right for phrase in phrases]
    turns = sum(b < a for at, a in enumerate(places) for b in places[at + 1 :])
    yield turns / max(1, len(places) * (len(places) - 1) / 2)
    shifts = [abs(p.left / len(left) - p.right / len(right)) * p.words for p in phrases]
    yield sum(shifts) / max(1, sum(phrase.words for phrase in phrases))
    yield _alike(left.lemmas[:_FEW], right.lemmas[:_FEW])
    yield _alike(left.lemmas[-_FEW:], right.lemmas[-_FEW:])


def _kinds(left: Analysis, right: Analysis) -> Iterator[float]:
    for tag in (_NUMBER, _NAME):
        one, other = (_of_tag(a.words, tag) for a in (left, right))
        yield _alike(one, other) if one or other else 1.0
        yield float(min(len(one - other), len(other - one)))
    yield _alike(_links(left), _links(right))


def _of_tag(words: Sequence[AnalysedWord], tag: str) -> set[str]:
    return {word.text for word in words if word.tag.startswith(tag)}


def _links(one: Analysis) -> set[tuple[str, str, str]]:
    return {
        (word.lemma, word.relation, one.words[word.head].lemma)
        for word in one.words
        if word.text.isalnum()
    }


def _alike(one: Iterable[object], other: Iterable[object]) -> float:
    left, right = set(one), set(other)
    return len(left & right) / len(left | right) if left or right else 1.0
