"""Exclusion: guesses what many subjects share from what never appears among its surrogates.

A surrogate is never its own original. If three hundred subjects draw a state each, the state that
they share is the only one that none of them shows; if each moves one day by its own offset, the
days shown lie around the real one and leave a gap there. Passages are taken to stand for one value
if they have one label and stand in the same words with many subjects.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Final

from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.localities import state_code
from textveil.lexicon.shared_days import wordings
from textveil.lexicon.written_dates import parse
from textveil.values.attacking import Glimpse, Guess, Knowledge, Seen

__all__ = ["Exclusion", "day_named", "possible_days", "ranked_by_absence"]

_FEW: Final = 5
"""So many subjects, or fewer, tell nothing."""
_LEAST_DAYS: Final = 30
_YEARS: Final = frozenset({364, 365, 366, 729, 730, 731})
"""Offsets of whole years are not drawn."""
_WEEK: Final = 7
_NEAR: Final = 4
"""A guess of a day is right if it is so near."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Guess the value behind passages that stand in the same words with many subjects.

    Parameters
    ----------
    max_days
        The largest offset of dates; the default of the surrogate transformer.
    whole_weeks
        Whether dates move by whole weeks, as they do by default.

    Notes
    -----
    A place, name or organization is guessed from the list of its label: the candidate that the
    subjects show least often; of several, the one that the rest of the release shows most often; of
    several, one at random. A day is guessed as the middle of the days that every offset allows.
    """

    max_days: int = 365
    whole_weeks: bool = True
    name: str = "exclusion"
    needs: frozenset[str] = frozenset({"lists", "subjects"})

    def guesses(self, view: Glimpse, known: Knowledge) -> Iterator[Guess]:
        """Yield a guess for each label and wording of more than five subjects, the most first."""
        shown: dict[str, Counter[str]] = defaultdict(Counter)
        for seen in view.passages:
            shown[seen.label][seen.shown] += 1
        for (label, wording), numbers in _groups(view):
            passages = [view.passages[number] for number in numbers]
            rng = Random(wording)  # noqa: S311 - a guess need not be secret
            if label == "DATE":
                guess = self._day(passages, rng)
                # Days beside the real one count as it does.
                near = 1 if self.whole_weeks else 2 * _NEAR + 1
                chance = near / max(1, 2 * len(_moves(self.max_days, self._step)))
            else:
                candidates = known.lists.get(label, ())
                here = Counter(seen.shown for seen in passages)
                guess = _most_absent(here, candidates, rng, label, shown[label] - here)
                chance = 1 / max(1, len(candidates))
            if guess:
                about = f"{label} in one wording, {len(numbers)} passages"
                yield Guess(about, guess, tuple(numbers), chance, label)

    def is_right(self, guess: Guess, real: tuple[str, ...]) -> bool:
        """Tell whether more than half of the passages had the value that was guessed."""
        if guess.label == "DATE":
            wanted = date.fromisoformat(guess.value).toordinal()
            days = [day for value in real if (day := day_named(value)) is not None]
            return 2 * sum(abs(day - wanted) <= _NEAR for day in days) > len(real)
        words = _words(guess.label, guess.value)
        return 2 * sum(words <= _words(guess.label, value) for value in real) > len(real)

    @property
    def _step(self) -> int:
        return _WEEK if self.whole_weeks else 1

    def _day(self, passages: Sequence[Seen], rng: Random) -> str:
        days = [day for seen in passages if (day := day_named(seen.shown)) is not None]
        left = possible_days(days, self.max_days, self._step)
        if not left:
            return ""
        gaps = [at for at, (one, other) in enumerate(pairwise(left), 1) if other - one > self._step]
        runs = [left[a:b] for a, b in pairwise([0, *gaps, len(left)])]
        # Whole years cut single days out: the longest run has the gap that the real day leaves.
        longest = max(map(len, runs))
        run = rng.choice([one for one in runs if len(one) == longest])
        middle = run[len(run) // 2] if len(set(days)) > 1 else rng.choice(left)
        return date.fromordinal(middle).isoformat()


def _most_absent(
    shown: Counter[str],
    candidates: Sequence[str],
    rng: Random,
    label: str,
    besides: Counter[str],
) -> str:
    """Return the candidate that `ranked_by_absence` would put first; of equals, one at random."""
    here, there = (_appearances(some, candidates, label) for some in (shown, besides))
    absent = [one for one in candidates if not here[one]] or candidates
    least = min((here[one] for one in absent), default=0)
    left = [one for one in absent if here[one] == least]
    most = max((there[one] for one in left), default=0)
    best = [one for one in left if there[one] == most]
    return rng.choice(best) if best else ""


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


def possible_days(shown: Iterable[int], max_days: int = 365, step: int = 1) -> list[int]:
    """Return the days that may have become all of the days shown, by offsets of their own.

    Parameters
    ----------
    shown
        Days as ordinals.
    max_days
        The largest offset.
    step
        Offsets are multiples of it.

    Examples
    --------
    >>> len(possible_days([736000])), len(possible_days([736000, 736100]))
    (668, 509)
    >>> len(possible_days([736000], step=7)), len(possible_days([736000, 736100], step=7))
    (94, 0)
    """
    left: set[int] | None = None
    for day in set(shown):
        may_be = {day + sign * n for n in _moves(max_days, step) for sign in (-1, 1)}
        left = may_be if left is None else left & may_be
    return sorted(left or ())


def _moves(max_days: int, step: int) -> list[int]:
    """Return the sizes of offsets; those of whole years are not drawn."""
    first = -(-_LEAST_DAYS // step) * step
    return [n for n in range(first, max_days + 1, step) if n not in _YEARS]


def day_named(value: str) -> int | None:
    """Return the day that a date names with its year, as an ordinal."""
    read = parse(value)
    moment = read.moments[0] if read is not None and not read.impossible else None
    if moment is None or not (moment.year and moment.month and moment.day):
        return None
    return date(moment.year, moment.month, moment.day).toordinal()


def _groups(view: Glimpse) -> list[tuple[tuple[str, str], list[int]]]:
    """Return the passages of one label and wording, where more than a few subjects have them."""
    places: dict[str, list[int]] = defaultdict(list)
    for number, seen in enumerate(view.passages):
        places[seen.document].append(number)
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for document, numbers in places.items():
        numbers.sort(key=lambda number: view.passages[number].start)
        spots = [(view.passages[n].start, view.passages[n].end) for n in numbers]
        told = wordings(view.texts[document], spots)
        turn: Counter[str] = Counter()
        for number, wording in zip(numbers, told, strict=True):
            # Two dates in one sentence are two values: the first is compared with the first.
            turn[wording] += 1
            groups[view.passages[number].label, f"{wording} {turn[wording]}"].append(number)
    many = (
        (key, numbers)
        for key, numbers in groups.items()
        if len({view.passages[number].subject for number in numbers}) > _FEW
    )
    return sorted(many, key=lambda one: (-len(one[1]), one[0]))


def _words(label: str, value: str) -> frozenset[str]:
    code = state_code(value) if label == "STATE" else ""
    return frozenset({code} if code else {squeeze_text(word) for word in value.split()} - {""})


def _appearances(shown: Iterable[str], candidates: Sequence[str], label: str) -> Counter[str]:
    """Return how often each candidate is shown; those that are not are left out."""
    counts = shown if isinstance(shown, Counter) else Counter(shown)
    by_first = _by_first_word(tuple(candidates), label)
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
