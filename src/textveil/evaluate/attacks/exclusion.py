"""Exclusion: guesses what many subjects share from what never appears among its surrogates.

A surrogate is never its own original. If three hundred subjects draw a state each, the state that
they share is the only one that none of them shows. Passages are taken to stand for one value if
they have one label and stand in the same words with many subjects. For days see `shared_days`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import ClassVar, Final

from textveil.evaluate.attacks.wordings import same_words
from textveil.lexicon.geography.localities import state_code
from textveil.lexicon.tables.folding import squeeze_text
from textveil.values.figures.attack import ATTACKS, Glimpse, Guess, Knowledge

__all__ = ["Exclusion", "ranked_by_absence"]

_TRIES: Final = 1000


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Guess the value behind passages that stand in the same words with many subjects.

    Notes
    -----
    A place, name or organization is guessed from the list of its label: the candidate that the
    subjects show least often; of several, the one that the rest of the release shows most often; of
    several, one at random.
    """

    name: ClassVar[str] = "exclusion"
    meaning: ClassVar[str] = ATTACKS["exclusion"]
    needs: ClassVar[frozenset[str]] = frozenset({"lists", "subjects"})

    def guesses(self, view: Glimpse, known: Knowledge) -> Iterator[Guess]:
        """Yield a guess for each label and wording of more than five subjects, the most first."""
        shown: dict[str, Counter[str]] = defaultdict(Counter)
        for seen in view.passages:
            shown[seen.label][seen.shown] += 1
        for (label, wording), numbers in same_words(view):
            candidates = known.lists.get(label, ())
            here = Counter(view.passages[number].shown for number in numbers)
            rng = Random(wording)  # noqa: S311 - a guess need not be secret
            guess = _most_absent(here, candidates, rng, label, shown[label] - here)
            if guess:
                about = f"{label} in one wording, {len(numbers)} passages"
                yield Guess(about, guess, tuple(numbers), 1 / len(candidates), label)

    def is_right(self, guess: Guess, real: tuple[str, ...]) -> bool:
        """Tell whether more than half of the passages had the value that was guessed."""
        words = _words(guess.label, guess.value)
        return 2 * sum(words <= _words(guess.label, value) for value in real) > len(real)


def _most_absent(
    shown: Counter[str],
    candidates: Sequence[str],
    rng: Random,
    label: str,
    besides: Counter[str],
) -> str:
    """Return the candidate that `ranked_by_absence` would put first; of equals, one at random."""
    here, there = (_appearances(some, candidates, label) for some in (shown, besides))
    drawn = [one for one in there if not here[one]]
    if drawn:
        most = max(there[one] for one in drawn)
        return rng.choice(sorted(one for one in drawn if there[one] == most))
    # Nearly all of a long list are absent: the first that is met will do.
    tried = (rng.choice(candidates) for _ in range(_TRIES if candidates else 0))
    absent = next((one for one in tried if not here[one]), "")
    return absent or min(candidates, key=lambda one: here[one], default="")


def ranked_by_absence(
    shown: Iterable[str],
    candidates: Sequence[str],
    rng: Random,
    *,
    label: str = "",
    besides: Iterable[str] = (),
) -> list[str]:
    """Return candidates, those first that are shown least often; ties at random.

    Parameters
    ----------
    shown
        Surrogates of those who share a value; a counter of them will do.
    candidates
        What the value may be. A candidate is shown where all its words are.
    rng
        Breaks ties.
    label
        Kind of the values: states are compared by their codes.
    besides
        Surrogates of others: of candidates that are shown as often, those come first that others
        show more often, because they should have been drawn here, too.
    """
    here, there = (_appearances(some, candidates, label) for some in (shown, besides))
    order = {one: (here[one], -there[one], rng.random()) for one in candidates}
    return sorted(candidates, key=order.__getitem__)


def _words(label: str, value: str) -> frozenset[str]:
    code = state_code(value) if label == "STATE" else ""
    return frozenset({code} if code else {squeeze_text(word) for word in value.split()} - {""})


def _appearances(shown: Iterable[str], candidates: Sequence[str], label: str) -> Counter[str]:
    """Return how often each candidate is shown; those that are not are left out."""
    counts = shown if isinstance(shown, Counter) else Counter(shown)
    by_first = _by_first_word(tuple(candidates), label if label == "STATE" else "")
    found: Counter[str] = Counter()
    for value, times in counts.items():
        words = _words(label, value)
        for word in words:
            for candidate, theirs in by_first.get(word, ()):
                if theirs <= words:
                    found[candidate] += times
    return found


@lru_cache(maxsize=32)
def _by_first_word(
    candidates: tuple[str, ...], label: str
) -> dict[str, list[tuple[str, frozenset[str]]]]:
    """Return the candidates with their words, each under one of these."""
    listed: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for candidate in candidates:
        words = _words(label, candidate)
        if words:
            listed.setdefault(min(words), []).append((candidate, words))
    return listed
