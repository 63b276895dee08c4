"""Shape: the words of a message as they are looked for in posts, with all that can stand there."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from textveil.trace.messages.kept import KeptMessage
from textveil.trace.messages.reading import PostWords, bits_of, words_of_text

__all__ = ["NEAR", "MessageShape", "Wording"]

NEAR: Final = 3
"""Words around a wording that are looked at."""

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
    names
        Units inside a sentence that are written with a capital or in digits.
    """

    message: KeptMessage
    units: tuple[str | int, ...]
    sentences: tuple[tuple[int, int], ...]
    names: frozenset[int]

    @classmethod
    def of(cls, message: KeptMessage) -> "MessageShape":
        """Read a message."""
        units: list[str | int] = []
        bounds: list[int] = []
        named: set[int] = set()
        at = 0
        ends = (*((place.start, place.end) for place in message.places), (len(message.text),) * 2)
        for number, (start, end) in enumerate(ends):
            part = message.text[at:start]
            read = PostWords.read(part)
            for position, (first, stop) in enumerate(read.sentences()):
                spots = [read.located(word, word + 1) for word in range(first, stop)]
                named.update(len(units) + n for n, spot in enumerate(spots) if _named(part, spot))
                units += read.words[first:stop]
                # The last stretch goes on behind the place.
                ends_here = position < len(read.sentences()) - 1
                if ends_here or part.rstrip()[-1:] in (".", "!", "?"):
                    bounds.append(len(units))
            if number < len(message.places):
                if any(map(str.isupper, message.text[start:end])):
                    named.add(len(units))
                units.append(number)
            at = end
        cuts = sorted({0, *bounds, len(units)})
        return cls(message, tuple(units), tuple(pairwise(cuts)), frozenset(named - set(cuts)))

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

    def sentence_of(self, at: int) -> tuple[int, int]:
        """Return the sentence of a unit."""
        return next(one for one in self.sentences if one[0] <= at < one[1])

    def beside(self, at: int, step: int) -> list[frozenset[str]]:
        """Return what can stand at the next words before or behind a unit.

        A place that may be empty lets through what stands beyond it.
        """
        found: list[set[str]] = []
        open_ended = False
        for where in _outwards(at, step, len(self.units)):
            if not open_ended and len(found) == NEAR - 1:
                break
            if not open_ended:
                found.append(set())
            unit = self.units[where]
            ways = ((unit,),) if isinstance(unit, str) else self.wordings[unit]
            found[-1].update(one[-1 if step < 0 else 0] for one in ways if one)
            open_ended = () in ways
        return [frozenset(one) for one in found]

    def weight(self, unit: str | int) -> float:
        """Return the bits of a unit: of a place those of its least telling wording."""
        if isinstance(unit, str):
            return bits_of(unit)
        return min(sum(map(bits_of, one)) for one in self.wordings[unit])


def _outwards(at: int, step: int, count: int) -> range:
    """Return the numbers of the units before or behind one, the nearest first."""
    return range(at + step, -1 if step < 0 else count, step)


def _named(text: str, spot: tuple[int, int]) -> bool:
    """Tell whether a word has a capital, or is a number; "I" is none."""
    start, end = spot
    return text[start].isdigit() or (text[start].isupper() and end - start > 1)
