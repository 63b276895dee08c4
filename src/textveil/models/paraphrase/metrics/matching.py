"""METEOR, TERp, MAXSIM: words are matched by form, by lemma, and by meaning."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from textveil.models.paraphrase.analysis import Analysis
from textveil.models.paraphrase.kinship import path
from textveil.models.paraphrase.metrics.edits import EditCosts, edit_rate

__all__ = ["maxsim", "meteor", "terp"]

# Weights of the four kinds of matches of METEOR 1.x; paraphrase tables are not at hand.
_EXACT, _STEM, _SYNONYM = 1.0, 0.6, 0.8
_ALPHA, _BETA, _GAMMA = 0.85, 0.2, 0.6
"""Parameters of METEOR 1.5 for English, tuned to rank (Denkowski and Lavie 2014)."""
# Costs of TERp for what is no whole edit (Snover et al. 2009: stems and synonyms cost less).
_STEM_COST, _SYNONYM_COST = 0.3, 0.4
_LONG: int = 3


def meteor(reference: Analysis, translation: Analysis) -> float:
    """Return METEOR (Denkowski and Lavie 2014) by form, lemma and synonyms, from 0 to 1.

    Content and function words weigh the same, and there are no paraphrase tables.
    """
    pairs = sorted(_stages(reference, translation))
    if not pairs:
        return 0.0
    weight = sum(kind for _, _, kind in pairs)
    precision, recall = weight / len(translation), weight / len(reference)
    mean = precision * recall / (_ALPHA * precision + (1 - _ALPHA) * recall)
    chunks = 1 + sum(
        (after[0], after[1]) != (before[0] + 1, before[1] + 1) for before, after in pairwise(pairs)
    )
    return mean * (1 - _GAMMA * (chunks / len(pairs)) ** _BETA) if chunks > 1 else mean


def _stages(reference: Analysis, translation: Analysis) -> Iterator[tuple[int, int, float]]:
    """Yield pairs of places with the weight of their kind: equal, same lemma, same meaning."""
    free_left, free_right = set(range(len(reference))), set(range(len(translation)))
    for kind, alike in (
        (_EXACT, lambda one, other: one.text == other.text),
        (_STEM, lambda one, other: not set(one.forms).isdisjoint(other.forms)),
        (_SYNONYM, lambda one, other: path(one.forms, other.forms) == 1.0),
    ):
        options = {
            left: [at for at in sorted(free_right) if alike(word, translation.words[at])]
            for left, word in ((at, reference.words[at]) for at in sorted(free_left))
        }
        before = -2
        for left, places in options.items():
            open_places = [at for at in places if at in free_right]
            if not open_places:
                continue
            # The place that goes on from the match before keeps the chunks few.
            chosen = (
                before + 1
                if before + 1 in open_places
                else min(open_places, key=lambda at: abs(at - left))
            )
            before = chosen
            free_left.discard(left)
            free_right.discard(chosen)
            yield left, chosen, kind


def terp(reference: Analysis, translation: Analysis) -> float:
    """Return TERp (Snover et al. 2009) without its paraphrase table; 0 if nothing is edited.

    A word costs less for one of the same lemma or meaning.
    """

    def replaced(there: int, here: int) -> float:
        theirs, ours = translation.words[there], reference.words[here]
        if theirs.text == ours.text:
            return 0.0
        if not set(theirs.forms).isdisjoint(ours.forms):
            return _STEM_COST
        return _SYNONYM_COST if path(theirs.forms, ours.forms) == 1.0 else 1.0

    return edit_rate(reference.lemmas, translation.lemmas, EditCosts(replaced))


def maxsim(reference: Analysis, translation: Analysis) -> float:
    """Return MAXSIM (Chan and Ng 2008): an F of runs of one to three words, from 0 to 1.

    Runs of lemmas with their parts of speech are matched by equality, and single words then by the
    assignment of greatest likeness: 1 for what shares a sense, half for the same part of speech
    and any kinship.
    """
    scores = [_unigrams(reference, translation)]
    for order in range(2, _LONG + 1):
        left, right = (_tagged(one, order) for one in (reference, translation))
        total = sum(left.values()) + sum(right.values())
        if total:
            scores.append(2 * sum((left & right).values()) / total)
    return sum(scores) / len(scores)


def _tagged(one: Analysis, order: int) -> Counter[tuple[tuple[str, str], ...]]:
    words = [(word.lemma, word.tag[:2]) for word in one.words]
    return Counter(tuple(words[at : at + order]) for at in range(len(words) - order + 1))


def _unigrams(reference: Analysis, translation: Analysis) -> float:
    same = _tagged(reference, 1) & _tagged(translation, 1)
    count = float(sum(same.values()))
    left, right = (_left_over(one, same) for one in (reference, translation))
    if left and right:
        from scipy.optimize import linear_sum_assignment

        near = np.array([[_likeness(reference, a, translation, b) for b in right] for a in left])
        count += float(near[linear_sum_assignment(near, maximize=True)].sum())
    return 2 * count / (len(reference) + len(translation))


def _left_over(one: Analysis, same: Counter[tuple[tuple[str, str], ...]]) -> Sequence[int]:
    left = Counter(same)
    free = []
    for at, word in enumerate(one.words):
        key = ((word.lemma, word.tag[:2]),)
        if left[key]:
            left[key] -= 1
        else:
            free.append(at)
    return free


def _likeness(left: Analysis, a: int, right: Analysis, b: int) -> float:
    one, other = left.words[a], right.words[b]
    if not set(one.forms).isdisjoint(other.forms):
        return 1.0
    near = path(one.forms, other.forms)
    return 1.0 if near == 1.0 else near * (one.tag[:2] == other.tag[:2])
