"""Matching: which wordings of a message stand in a post, and how much of the message does.

Nothing here knows who got which version: a place is looked for in all its wordings alike.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final

from textveil.lexicon.relations.page_index import DEFAULT_INDEX, open_index
from textveil.lexicon.relations.wordnet import ADJECTIVE, ADVERB, NOUN, VERB, wordnet
from textveil.lexicon.tables.facts import facts
from textveil.trace.messages.kept import KeptMessage
from textveil.trace.messages.reading import PostWords, bits_of, words_of_text

__all__ = ["MatchedMessage", "MessageShape", "matched"]

_NEAR: Final = 3
"""Words around a wording that are looked at."""
_FIRM: Final = 3
"""Points of its surroundings from which a wording is sure."""
_RARE: Final = 11.0
"""Bits from which on a wording stands for itself, without its surroundings."""
_TYPED: Final = 5
"""Letters from which on one mistake may be made in a word."""
_LEAST: Final = 10.0
"""Bits that a sentence of a message has at least to be disclosed by itself."""

_FAR: Final = 4
"""Units around one among which its neighbours are looked for."""
_USUAL: Final = 9.0
"""Bits below which a word is a usual one, such as a preposition."""
_ALPHA: Final = 0.0169
"""Co above which a phrase tells the same as a private passage (paper 5, section 3.1.2)."""
_NEAR_MEANING: Final = 1
"""Steps in the graph of meanings within which a word may stand for another."""

Wording = tuple[str, ...]


@dataclass(frozen=True, eq=False, repr=False)
class MessageShape:
    """The words of a message, made once for all posts.

    Attributes
    ----------
    message
        The message.
    units
        Its words in order: a fixed word as text, a place as its number.
    sentences
        Ranges of units.
    """

    message: KeptMessage
    units: tuple[str | int, ...]
    sentences: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, message: KeptMessage) -> "MessageShape":
        """Read a message."""
        units: list[str | int] = []
        bounds: list[int] = []
        at = 0
        ends = (*((place.start, place.end) for place in message.places), (len(message.text),) * 2)
        for number, (start, end) in enumerate(ends):
            read = PostWords.read(message.text[at:start])
            for position, (_, stop) in enumerate(read.sentences()):
                # The last stretch goes on behind the place.
                ends_here = position < len(read.sentences()) - 1
                first = read.sentences()[position][0]
                units += read.words[first:stop]
                if ends_here or message.text[at:start].rstrip()[-1:] in (".", "!", "?"):
                    bounds.append(len(units))
            if number < len(message.places):
                units.append(number)
            at = end
        cuts = sorted({0, *bounds, len(units)})
        return cls(message, tuple(units), tuple(pairwise(cuts)))

    @cached_property
    def wordings(self) -> tuple[tuple[Wording, ...], ...]:
        """Of each place the words of its wordings."""
        return tuple(
            tuple(words_of_text(wording) for wording in place.wordings)
            for place in self.message.places
        )

    @cached_property
    def fixed(self) -> frozenset[str]:
        """The words outside all places."""
        return frozenset(unit for unit in self.units if isinstance(unit, str))

    @cached_property
    def all_words(self) -> frozenset[str]:
        """All words of all versions."""
        inside = {word for place in self.wordings for one in place for word in one}
        return self.fixed | inside

    @cached_property
    def position(self) -> dict[int, int]:
        """Of each place its unit."""
        return {unit: at for at, unit in enumerate(self.units) if isinstance(unit, int)}

    def beside(self, at: int, step: int) -> list[frozenset[str]]:
        """Return what can stand at the next units before or behind one."""
        found = []
        for number in range(1, _NEAR):
            where = at + step * number
            if not 0 <= where < len(self.units):
                break
            unit = self.units[where]
            if isinstance(unit, str):
                found.append(frozenset({unit}))
                continue
            edge = -1 if step < 0 else 0
            found.append(frozenset(one[edge] for one in self.wordings[unit] if one))
        return found

    def weight(self, unit: str | int) -> float:
        """Return the bits of a unit: of a place those of its least telling wording."""
        if isinstance(unit, str):
            return bits_of(unit)
        return min(sum(map(bits_of, one)) for one in self.wordings[unit])


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
        Share of the most covered sentence that stands in the post, by bits.
    bits
        Bits of all units that were found.
    runs
        Share of what was found that stands beside its neighbours of the message.
    sentence
        The most covered sentence of the message.
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
    bits: float
    runs: float
    sentence: int
    contradicted: float = 0.0
    whole: float = 0.0

    def closest(self) -> str:
        """Return the most covered sentence, with the wordings that were seen."""
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

    def __init__(self, words: Sequence[str], first: int, stop: int) -> None:
        self.words, self.first, self.stop = words, first, stop
        self.at: dict[str, list[int]] = defaultdict(list)
        for number in range(first, stop):
            self.at[words[number]].append(number)

    def word(self, number: int) -> str:
        return self.words[number] if self.first <= number < self.stop else ""

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
                    self.word(edge + step * far) in wanted for far in range(2, _NEAR + 1)
                ):
                    points += 1
        return points


def matched(shape: MessageShape, post: PostWords, first: int, stop: int) -> MatchedMessage:
    """Return what of a message stands in these words of a post."""
    stretch = _Stretch(post.words, first, stop)
    used: dict[int, set[int]] = {}
    seen = []
    for number in range(len(shape.message.places)):
        letters, spots = _seen(shape, number, stretch)
        seen.append(letters)
        used[number] = spots
    found = _found_units(shape, seen, used, stretch)
    weights = [shape.weight(unit) for unit in shape.units]
    best, sentence = 0.0, 0
    for at, (start, end) in enumerate(shape.sentences):
        total = sum(weights[start:end])
        if total < _LEAST and len(shape.sentences) > 1:
            continue
        share = sum(weights[one] for one in range(start, end) if one in found) / (total or 1.0)
        if share > best:
            best, sentence = share, at
    bits = sum(weights[one] for one in found)
    beside = [one for one in found if _goes_on(one, found)]
    runs = sum(weights[one] for one in beside) / (bits or 1.0)
    against = sum(
        weights[one] for one in range(len(shape.units)) if _is_other(shape, one, found, stretch)
    )
    spots_found = [spot for spots in found.values() for spot in spots]
    low, high = min(spots_found, default=first), max(spots_found, default=stop - 1) + 1
    return MatchedMessage(
        shape,
        tuple(seen),
        low,
        high,
        best,
        bits,
        runs,
        sentence,
        against / ((bits + against) or 1.0),
        bits / (sum(weights) or 1.0),
    )


def _is_other(shape: MessageShape, at: int, found: dict[int, list[int]], stretch: _Stretch) -> bool:
    """Tell whether another word stands where a unit should, one that means something else."""
    if at in found:
        return False
    low = next((max(found[n]) for n in range(at - 1, at - _FAR, -1) if found.get(n)), None)
    high = next((min(found[n]) for n in range(at + 1, at + _FAR) if found.get(n)), None)
    if low is None or high is None or not 1 < high - low <= _FAR + 1:
        return False
    between = stretch.words[low + 1 : high]
    unit = shape.units[at]
    wordings = [(unit,)] if isinstance(unit, str) else shape.wordings[unit]
    said = {word for one in wordings for word in one if len(one) == 1}
    if not said or any(are_kin(other, word) for other in between for word in said):
        return False
    return not (isinstance(unit, int) and _is_related(shape.message, unit, " ".join(between)))


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
    return wording[0] in shape.fixed or any(wording == one for one in others)


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
        if len(word) < _TYPED - 1 or word in shape.all_words:
            continue
        points = stretch.surrounded(spot, spot + 1, before, behind)
        if points >= 2:
            near = [
                (points, 1, letter, spot)
                for letter, one in enumerate(shape.wordings[number])
                if len(one) == 1 and len(one[0]) >= _TYPED and is_one_mistake(word, one[0])
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
    """Return the wording without words, if the neighbours of the place stand side by side."""
    if () not in shape.wordings[number] or not before or not behind:
        return frozenset()
    sides = any(
        stretch.word(spot) in before[0] and stretch.word(spot + 1) in behind[0]
        for spot in range(stretch.first, stretch.stop - 1)
    )
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
        spots = [spot for spot in stretch.at.get(unit, ()) if spot not in taken]
        if spots:
            # Of several the one that goes on from the unit before.
            last = found.get(at - 1) or [-9]
            spot = min(spots, key=lambda one: abs(one - last[-1] - 1))
            taken.add(spot)
            found[at] = [spot]
    return found


@lru_cache(maxsize=1 << 15)
def are_kin(one: str, other: str) -> bool:
    """Tell whether a word may stand for another: a form or mistyping of it, or near in meaning.

    Examples
    --------
    >>> [are_kin("bike", word) for word in ("bicycle", "bikes", "camera")]
    [True, True, False]
    """
    if is_one_mistake(one, other) or one[:4] == other[:4]:
        return True
    if one.isdecimal() or other.isdecimal():
        return facts().value("number", other) == one or facts().value("number", one) == other
    graph = wordnet()
    for part in (NOUN, VERB, ADJECTIVE, ADVERB):
        first, second = graph.base(one, part) or one, graph.base(other, part) or other
        distance = graph.word_distance(first, second, part)
        if distance is not None and distance <= _NEAR_MEANING:
            return True
    return False


def is_one_mistake(one: str, other: str) -> bool:
    """Tell whether a letter was left out, added, exchanged, or swapped with the next.

    Examples
    --------
    >>> [is_one_mistake("boston", word) for word in ("bostn", "botson", "bosten", "austin")]
    [True, True, True, False]
    """
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    short, long = sorted((one, other), key=len)
    pairs = enumerate(zip(short, long, strict=False))
    same = next((at for at, (a, b) in pairs if a != b), len(short))
    if len(short) < len(long):
        return short[same:] == long[same + 1 :]
    swapped = short[same : same + 2] == long[same : same + 2][::-1]
    return short[same + 1 :] == long[same + 1 :] or (
        swapped and short[same + 2 :] == long[same + 2 :]
    )
