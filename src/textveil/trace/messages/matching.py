"""Matching: which wordings of a message stand in a post, and how much of the message does.

Nothing here knows who got which version: a place is looked for in all its wordings alike.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from textveil.lexicon.relations.page_index import DEFAULT_INDEX, open_index
from textveil.trace.messages.kept import KeptMessage
from textveil.trace.messages.kin import (
    LONG_ENOUGH,
    are_kin,
    is_number,
    is_one_mistake,
    says_little,
    stem_of,
)
from textveil.trace.messages.reading import PostWords, bits_of, words_of_text
from textveil.trace.messages.shape import NEAR, MessageShape, Wording

__all__ = ["MatchedMessage", "matched"]

_FIRM: Final = 3
"""Points of its surroundings from which a wording is sure."""
_RARE: Final = 11.0
"""Bits from which on a wording stands for itself, without its surroundings."""
_LEAST: Final = 20.0
"""Bits by which a sentence of which more was found stands before a shorter one."""

_FAR: Final = 4
"""Units around one among which its neighbours are looked for."""
_USUAL: Final = 9.0
"""Bits below which a word is a usual one, such as a preposition."""
_NAMED: Final = 2.5
"""How much more another name or number says than another word."""
_ALPHA: Final = 0.0169
"""Co above which a phrase tells the same as a private passage (paper 5, section 3.1.2)."""


@dataclass(frozen=True, slots=True, repr=False)
class MatchedMessage:
    """What of a message stands in a stretch of a post.

    Attributes
    ----------
    shape
        The message.
    seen
        Of each place the wordings that stand there; empty if none does.
    first, stop
        The words of the post that it was found in.
    coverage
        Share of the most telling sentence that stands in the post, by bits.
    told
        Bits of that sentence that stand in the post.
    bits
        Bits of all units that were found.
    runs
        Share of what was found that stands beside its neighbours of the message.
    sentence
        The most telling sentence of the message: the one with the highest coverage, where each
        counts less the fewer bits of it were found.
    said
        The words of the post in which that sentence stands.
    contradicted
        Share of what was found, or stands otherwise, that stands otherwise: where a word of the
        message should be, between its neighbours, stands one that means something else.
    whole
        Share of the whole message that stands in the post, by bits.
    """

    shape: MessageShape
    seen: tuple[frozenset[int], ...]
    first: int
    stop: int
    coverage: float
    told: float
    bits: float
    runs: float
    sentence: int
    said: tuple[int, int]
    contradicted: float = 0.0
    whole: float = 0.0

    def closest(self) -> str:
        """Return the most telling sentence, with the wordings that were seen."""
        message = self.shape.message
        word = [min(seen, default=0) for seen in self.seen]
        start, end = self.shape.sentences[self.sentence]
        shown = [
            unit if isinstance(unit, str) else message.places[unit].wordings[word[unit]]
            for unit in self.shape.units[start:end]
        ]
        return " ".join(one for one in shown if one)


class _Stretch:
    """Words of a post with where each stands."""

    def __init__(
        self, words: Sequence[str], first: int, stop: int, ends: Sequence[int] = ()
    ) -> None:
        self.words, self.first, self.stop = words, first, stop
        self.at: dict[str, list[int]] = defaultdict(list)
        self.stems: dict[str, list[int]] = defaultdict(list)
        for number in range(first, stop):
            self.at[words[number]].append(number)
            self.stems[stem_of(words[number])].append(number)
        self.ends = ends

    def edge(self, number: int, step: int) -> int:
        """Return the word before the sentence of a word, or behind it."""
        if step > 0:
            return next((one for one in self.ends if one > number), self.stop)
        return max((one for one in self.ends if one <= number), default=self.first) - 1

    def word(self, number: int) -> str:
        return self.words[number] if self.first <= number < self.stop else ""

    def some(self, words: Iterable[str]) -> Iterator[int]:
        """Yield where any of some words stands."""
        for word in words:
            yield from self.at.get(word, ())

    def spots(self, wording: Wording) -> Iterator[int]:
        """Yield where a wording stands."""
        for spot in self.at.get(wording[0], ()):
            if tuple(self.words[spot : spot + len(wording)]) == wording:
                yield spot

    def surrounded(
        self, start: int, end: int, before: list[frozenset[str]], behind: list[frozenset[str]]
    ) -> int:
        """Return the points of what stands around: 2 for the next word, 1 for others near."""
        points = 0
        for step, edge, around in ((-1, start, before), (1, end - 1, behind)):
            for distance, wanted in enumerate(around, 1):
                if self.word(edge + step * distance) in wanted:
                    points += 2 if distance == 1 else 1
                elif distance == 1 and any(
                    self.word(edge + step * far) in wanted for far in range(2, NEAR + 1)
                ):
                    points += 1
        return points


def matched(shape: MessageShape, post: PostWords, first: int, stop: int) -> MatchedMessage:
    """Return what of a message stands in these words of a post."""
    ends = [end for _, end in post.sentences() if first < end <= stop]
    stretch = _Stretch(post.words, first, stop, ends)
    used: dict[int, set[int]] = {}
    seen = []
    for number in range(len(shape.message.places)):
        letters, spots = _seen(shape, number, stretch)
        seen.append(letters)
        used[number] = spots
    found = _found_units(shape, seen, used, stretch)
    weights = [shape.weight(unit) for unit in shape.units]
    sentence, coverage, told = _most_telling(shape, weights, found)
    bits = sum(weights[one] for one in found)
    beside = [one for one in found if _goes_on(one, found)]
    runs = sum(weights[one] for one in beside) / (bits or 1.0)
    against = sum(
        weights[one] * (_NAMED if one in shape.names else 1.0)
        for one in range(len(shape.units))
        if _is_other(shape, one, found, stretch)
    )
    return MatchedMessage(
        shape,
        tuple(seen),
        *_reach(found, range(len(shape.units)), (first, stop)),
        coverage,
        told,
        bits,
        runs,
        sentence,
        _reach(found, range(*shape.sentences[sentence]), (first, stop)),
        against / ((bits + against) or 1.0),
        bits / (sum(weights) or 1.0),
    )


def _most_telling(
    shape: MessageShape, weights: Sequence[float], found: Mapping[int, list[int]]
) -> tuple[int, float, float]:
    """Return the sentence of which most stands in the post, with its coverage and its bits."""
    rows = []
    for at, (start, end) in enumerate(shape.sentences):
        total = sum(weights[start:end])
        told = sum(weights[one] for one in range(start, end) if one in found)
        rows.append(
            (told * told / ((total or 1.0) * (told + _LEAST)), told / (total or 1.0), told, -at)
        )
    _, coverage, told, back = max(rows)
    return -back, coverage, told


def _reach(found: Mapping[int, list[int]], units: range, whole: tuple[int, int]) -> tuple[int, int]:
    """Return from which to which word of the post some units stand; the whole if none does."""
    spots = [spot for one in units for spot in found.get(one, ())]
    return min(spots, default=whole[0]), max(spots, default=whole[1] - 1) + 1


def _is_other(shape: MessageShape, at: int, found: dict[int, list[int]], stretch: _Stretch) -> bool:
    """Tell whether another word stands where a unit should, one that means something else.

    Words of grammar are none: they change with who tells a story.
    """
    unit = shape.units[at]
    wordings = [(unit,)] if isinstance(unit, str) else shape.wordings[unit]
    said = {word for one in wordings for word in one if len(one) == 1 and not says_little(word)}
    if at in found or not said:
        return False
    between = [word for word in _between(shape, at, found, stretch) if not says_little(word)]
    if not between or any(are_kin(other, word) for other in between for word in said):
        return False
    if len(between) > 1 and all(map(is_number, (*between, *said))):
        # "three thousand" may be 3000.
        return False
    return not (isinstance(unit, int) and _is_related(shape.message, unit, " ".join(between)))


def _between(
    shape: MessageShape, at: int, found: dict[int, list[int]], stretch: _Stretch
) -> Sequence[str]:
    """Return the few words that stand where a unit should: between those around it.

    A sentence begins and ends where one of the post does.
    """
    begin, end = shape.sentence_of(at)
    around = range(max(at - _FAR + 1, begin), at), range(at + 1, min(at + _FAR, end))
    low = next((max(found[one]) for one in reversed(around[0]) if found.get(one)), None)
    high = next((min(found[one]) for one in around[1] if found.get(one)), None)
    if low is None and high is not None and at - begin < _FAR:
        low = stretch.edge(high, -1)
    elif high is None and low is not None and end - at <= _FAR:
        high = stretch.edge(low, 1)
    if low is None or high is None or not 1 < high - low <= _FAR + 1:
        return ()
    return stretch.words[low + 1 : high]


def _is_related(message: KeptMessage, place: int, phrase: str) -> bool:
    """Tell whether a phrase stands for a private passage that it is found with on many pages."""
    where = message.places[place]
    passage = _telling(message.text[where.start : where.end])
    said = _telling(phrase)
    return where.private and bool(passage and said) and _together(passage, said) > _ALPHA


def _telling(phrase: str) -> str:
    """Return a phrase without its usual words."""
    return " ".join(word for word in words_of_text(phrase) if bits_of(word) >= _USUAL)


@lru_cache(maxsize=1 << 12)
def _together(passage: str, phrase: str) -> float:
    return open_index(DEFAULT_INDEX).together(passage, phrase)


def _goes_on(unit: int, found: dict[int, list[int]]) -> bool:
    """Tell whether a neighbour of a unit stands beside it in the post too."""
    return any(
        abs(spot - other) <= 2 + abs(unit - near)
        for near in (unit - 1, unit + 1)
        for other in found.get(near, ())
        for spot in found[unit]
    )


def _seen(shape: MessageShape, number: int, stretch: _Stretch) -> tuple[frozenset[int], set[int]]:
    """Return the wordings of a place that stand in a stretch, and the words they cover."""
    at = shape.position[number]
    before, behind = shape.beside(at, -1), shape.beside(at, 1)
    hits: list[tuple[int, int, int, int]] = []
    for letter, wording in enumerate(shape.wordings[number]):
        for spot in stretch.spots(wording) if wording else ():
            points = stretch.surrounded(spot, spot + len(wording), before, behind)
            own = sum(map(bits_of, wording)) >= _RARE and not _elsewhere(shape, number, wording)
            if points >= 2 or own:
                hits.append((points, len(wording), letter, spot))
    hits = [one for one in hits if not _inside_longer(one, hits)] or _typed(
        shape, number, stretch, before, behind
    )
    if not hits:
        return _nothing_between(shape, number, stretch, before, behind), set()
    best = max(hits)[0]
    kept = [one for one in hits if one[0] == best or one[0] >= _FIRM]
    covered = {spot + more for _, size, _, spot in kept for more in range(size)}
    return frozenset(letter for _, _, letter, _ in kept), covered


def _inside_longer(one: tuple[int, int, int, int], hits: list[tuple[int, int, int, int]]) -> bool:
    _, size, _, spot = one
    return any(
        other[1] > size and other[3] <= spot and spot + size <= other[3] + other[1]
        for other in hits
    )


def _elsewhere(shape: MessageShape, number: int, wording: Wording) -> bool:
    """Tell whether a wording can stand for another part of the message."""
    others = (one for at, ways in enumerate(shape.wordings) if at != number for one in ways)
    return shape.fixed.issuperset(wording) or any(wording == one for one in others)


def _typed(
    shape: MessageShape,
    number: int,
    stretch: _Stretch,
    before: list[frozenset[str]],
    behind: list[frozenset[str]],
) -> list[tuple[int, int, int, int]]:
    """Return wordings of one word that stand between their neighbours with one mistake."""
    found = []
    for spot in range(stretch.first, stretch.stop):
        word = stretch.words[spot]
        if len(word) < LONG_ENOUGH - 1 or word in shape.all_words:
            continue
        points = stretch.surrounded(spot, spot + 1, before, behind)
        if points >= 2:
            near = [
                (points, 1, letter, spot)
                for letter, one in enumerate(shape.wordings[number])
                if len(one) == 1 and len(one[0]) >= LONG_ENOUGH and is_one_mistake(word, one[0])
            ]
            found += near if len(near) == 1 else []
    return found


def _nothing_between(
    shape: MessageShape,
    number: int,
    stretch: _Stretch,
    before: list[frozenset[str]],
    behind: list[frozenset[str]],
) -> frozenset[int]:
    """Return the wording without words, if what is around the place stands side by side.

    Around a place are its neighbours, or the begin or end of its sentence.
    """
    if () not in shape.wordings[number]:
        return frozenset()
    at = shape.position[number]
    begin, end = shape.sentence_of(at)
    first, last = at == begin, at == end - 1
    if first and last:
        return frozenset()
    if first:
        sides = any(stretch.edge(spot, -1) == spot - 1 for spot in stretch.some(behind[0]))
    elif last:
        sides = any(stretch.edge(spot, 1) == spot + 1 for spot in stretch.some(before[0]))
    else:
        sides = any(stretch.word(spot + 1) in behind[0] for spot in stretch.some(before[0]))
    return frozenset({shape.wordings[number].index(())}) if sides else frozenset()


def _found_units(
    shape: MessageShape,
    seen: Sequence[frozenset[int]],
    used: dict[int, set[int]],
    stretch: _Stretch,
) -> dict[int, list[int]]:
    """Return the units that stand in a stretch, with the words of the post."""
    taken = {spot for spots in used.values() for spot in spots}
    found: dict[int, list[int]] = {}
    for at, unit in enumerate(shape.units):
        if isinstance(unit, int):
            if seen[unit]:
                found[at] = sorted(used[unit]) or []
            continue
        spots = [spot for spot in stretch.at.get(unit, ()) if spot not in taken] or [
            spot for spot in stretch.stems.get(stem_of(unit), ()) if spot not in taken
        ]
        if spots:
            # Of several the one that goes on from the unit before.
            last = found.get(at - 1) or [-9]
            spot = min(spots, key=lambda one: abs(one - last[-1] - 1))
            taken.add(spot)
            found[at] = [spot]
    return found
