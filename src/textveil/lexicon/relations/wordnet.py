"""WordNet 3.0 as a graph: words, their senses in order, and what is a kind or a part of what.

A *sense* is the number of a synset: a set of words that mean one thing. Numbers follow the files of
WordNet: nouns, verbs, adjectives, adverbs, each in the order of its file. There are no glosses.
The graph is a few arrays, read once in about a tenth of a second.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError
from textveil.lexicon.relations.wordnet_forms import FormRules
from textveil.lexicon.tables.named_arrays import shipped_arrays

__all__ = ["ADJECTIVE", "ADVERB", "NOUN", "VERB", "Listing", "WordNet", "wordnet"]

NOUN: Final = "n"
VERB: Final = "v"
ADJECTIVE: Final = "a"
ADVERB: Final = "r"

_PARTS: Final = (NOUN, VERB, ADJECTIVE, ADVERB)


class Listing:
    """Rows of numbers of different lengths, kept in two arrays.

    Examples
    --------
    >>> rows = Listing(np.array([2, 0, 1]), np.array([7, 8, 9]))
    >>> rows.row(0), rows.row(1), rows.turned(10).row(9)
    ((7, 8), (), (2,))
    """

    __slots__ = ("_edges", "_items")

    def __init__(self, counts: NDArray[Any], items: NDArray[Any]) -> None:
        self._edges = np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))
        self._items = items

    def row(self, number: int) -> tuple[int, ...]:
        """Return one row."""
        return tuple(self._items[self._edges[number] : self._edges[number + 1]].tolist())

    def turned(self, size: int) -> "Listing":
        """Return, for each of `size` items, the rows that it stands in."""
        owners = np.repeat(np.arange(len(self._edges) - 1), np.diff(self._edges))
        order = np.argsort(self._items, kind="stable")
        return Listing(np.bincount(self._items, minlength=size), owners[order])


class WordNet:
    """The graph; `wordnet()` returns the one that ships.

    Words are compared without case; blanks and underscores are the same.

    Parameters
    ----------
    arrays
        What `scripts/build_wordnet.py` packed.

    Examples
    --------
    >>> graph = wordnet()
    >>> boston = graph.senses("Boston", NOUN)[0]
    >>> graph.name(boston), [graph.name(sense) for sense in graph.instance_hypernyms(boston)]
    ('boston.n.01', ['state_capital.n.01'])
    >>> [graph.class_of(sense) for sense in graph.senses("live", VERB)][:2]
    ['verb.stative', 'verb.stative']
    """

    def __init__(self, arrays: dict[str, NDArray[Any]]) -> None:
        self._arrays = arrays
        self._words = _Words(arrays["words"].tobytes())
        self._written = _Words(arrays["written"].tobytes())
        self._classes = arrays["classes"]
        self._class_names = tuple(arrays["class_names"].tobytes().decode("ascii").split("\n"))
        # Where the synsets of each part of speech begin, and at last where they end.
        self._starts = tuple(arrays["starts"].tolist())
        self._senses = {part: self._listing(f"senses_{part}") for part in _PARTS}
        self._members = self._listing("members")
        self._is_a = self._listing("hypernyms")
        self._instance_of = self._listing("instances")
        self._part_of = self._listing("holonyms")

    def __repr__(self) -> str:
        return f"WordNet({len(self)} senses)"

    def __len__(self) -> int:
        """Return the number of synsets."""
        return int(self._starts[-1])

    def _listing(self, name: str) -> Listing:
        return Listing(self._arrays[f"{name}_counts"], self._arrays[name])

    # Words and senses

    def senses(self, word: str, part: str) -> tuple[int, ...]:
        """Return the senses of a word as it is written in the dictionary, the usual one first.

        `part` is `NOUN`, `VERB`, `ADJECTIVE` or `ADVERB`. Inflected words have no senses here: ask
        for those of `base`.
        """
        at = self._words.find(_key(word))
        return () if at is None else self._senses[_checked(part)].row(at)

    def base(self, word: str, part: str) -> str | None:
        """Return the base form of a word ("went": "go"); None if WordNet does not know the word."""
        for form in self._forms.base_forms(_key(word), _checked(part)):
            if self.senses(form, part):
                return form
        return None

    @cached_property
    def _forms(self) -> FormRules:
        exceptions, endings = (self._arrays[name].tobytes() for name in ("exceptions", "endings"))
        return FormRules.from_lines(exceptions.decode("utf-8"), endings.decode("ascii"))

    def words(self, sense: int) -> tuple[str, ...]:
        """Return the words of a synset as they are written, with blanks."""
        known = len(self._words)
        return tuple(
            self._words.at(at) if at < known else self._written.at(at - known)
            for at in self._members.row(sense)
        )

    def all_words(self) -> Iterator[str]:
        """Yield every word of the dictionary in lower case, in order."""
        return (self._words.at(number) for number in range(len(self._words)))

    def part_of_speech(self, sense: int) -> str:
        """Return the part of speech of a sense."""
        return next(p for p, end in zip(_PARTS, self._starts[1:], strict=True) if sense < end)

    def class_of(self, sense: int) -> str:
        """Return the class of a sense, one of 45: `verb.motion`, `noun.location`."""
        return str(self._class_names[self._classes[sense]])

    def name(self, sense: int) -> str:
        """Return how a sense is usually called: its first word, part of speech and number."""
        word = _key(self.words(sense)[0])
        part = self.part_of_speech(sense)
        number = self.senses(word, part).index(sense) + 1
        return f"{word.replace(' ', '_')}.{part}.{number:02d}"

    def sense_named(self, name: str) -> int:
        """Return the sense that is called so: the reverse of `name`, for each of its words.

        Raises
        ------
        InvalidValueError
            If there is no such sense.
        """
        word, _, rest = name.rpartition(".")[0].rpartition(".")
        number = name.rpartition(".")[2]
        senses = self.senses(word, rest) if rest in _PARTS else ()
        if not number.isdecimal() or not 1 <= int(number) <= len(senses):
            raise InvalidValueError("WordNet has no sense of this name", where="wordnet")
        return senses[int(number) - 1]

    # Kinds and parts

    def hypernyms(self, sense: int) -> tuple[int, ...]:
        """Return what a sense is a kind of, one step up."""
        return self._is_a.row(sense)

    def instance_hypernyms(self, sense: int) -> tuple[int, ...]:
        """Return what a sense, which is one person, place or thing, is an instance of."""
        return self._instance_of.row(sense)

    def hyponyms(self, sense: int) -> tuple[int, ...]:
        """Return the kinds of a sense, one step down."""
        return self._kinds.row(sense)

    def instances(self, sense: int) -> tuple[int, ...]:
        """Return the persons, places or things that are instances of a sense."""
        return self._instances.row(sense)

    def part_holonyms(self, sense: int) -> tuple[int, ...]:
        """Return the wholes that a sense is a part of."""
        return self._part_of.row(sense)

    def part_meronyms(self, sense: int) -> tuple[int, ...]:
        """Return the parts of a sense."""
        return self._parts_of.row(sense)

    @cached_property
    def _kinds(self) -> Listing:
        return self._is_a.turned(len(self))

    @cached_property
    def _instances(self) -> Listing:
        return self._instance_of.turned(len(self))

    @cached_property
    def _parts_of(self) -> Listing:
        return self._part_of.turned(len(self))

    def above(self, sense: int) -> tuple[int, ...]:
        """Return what a sense is a kind or an instance of, one step up."""
        return self.hypernyms(sense) + self.instance_hypernyms(sense)

    def all_above(self, sense: int) -> dict[int, int]:
        """Return the sense and everything above it, with the fewest steps to each."""
        steps = {sense: 0}
        waiting = deque([sense])
        while waiting:
            at = waiting.popleft()
            for higher in self.above(at):
                if higher not in steps:
                    steps[higher] = steps[at] + 1
                    waiting.append(higher)
        return steps

    def all_below(self, sense: int) -> dict[int, int]:
        """Return the sense, all its kinds and their instances, with the fewest steps to each."""
        steps = {sense: 0}
        waiting = deque([sense])
        while waiting:
            at = waiting.popleft()
            for lower in self.hyponyms(at) + self.instances(at):
                if lower not in steps:
                    steps[lower] = steps[at] + 1
                    waiting.append(lower)
        return steps

    def chains(self, sense: int) -> list[tuple[int, ...]]:
        """Return every way from a sense up to a top, each beginning with the sense."""
        higher = self.above(sense)
        if not higher:
            return [(sense,)]
        return [(sense, *chain) for above in higher for chain in self.chains(above)]

    def longest_chain(self, sense: int) -> tuple[int, ...]:
        """Return the longest way from a sense to a top; the first if several are as long."""
        return max(self.chains(sense), key=len)

    def distance(self, one: int, other: int) -> int | None:
        """Return the edges of the shortest is-a path between two senses.

        None if nothing is above both: there is no artificial root that joins verbs.
        """
        here, there = self.all_above(one), self.all_above(other)
        return min((here[at] + there[at] for at in here.keys() & there.keys()), default=None)

    def word_distance(self, one: str, other: str, part: str) -> int | None:
        """Return the smallest distance between a sense of one word and one of another."""
        pairs = ((a, b) for a in self.senses(one, part) for b in self.senses(other, part))
        found = (self.distance(a, b) for a, b in pairs)
        return min((steps for steps in found if steps is not None), default=None)

    def is_a(self, word: str, part: str, wanted: Iterable[int]) -> bool:
        """Tell whether some sense of a word is, or is a kind or an instance of, a wanted sense."""
        kinds = set(wanted)
        return any(kinds & self.all_above(sense).keys() for sense in self.senses(word, part))


class _Words:
    """Sorted words in one text; found by halving, so that none needs to be decoded before."""

    __slots__ = ("_ends", "_starts", "_text")

    def __init__(self, text: bytes) -> None:
        self._text = text
        marks = np.flatnonzero(np.frombuffer(text, np.uint8) == ord("\n"))
        self._starts = np.concatenate(([0], marks + 1)).tolist()
        self._ends = [*marks.tolist(), len(text)]

    def __len__(self) -> int:
        return len(self._ends)

    def at(self, number: int) -> str:
        return self._text[self._starts[number] : self._ends[number]].decode("utf-8")

    def find(self, word: str) -> int | None:
        wanted = word.encode("utf-8", "surrogatepass")
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self._text[self._starts[middle] : self._ends[middle]] < wanted:
                low = middle + 1
            else:
                high = middle
        found = low < len(self) and self._text[self._starts[low] : self._ends[low]] == wanted
        return low if found else None


def _key(word: str) -> str:
    return word.replace("_", " ").lower()


def _checked(part: str) -> str:
    if part not in _PARTS:
        known: Sequence[str] = _PARTS
        raise InvalidValueError(
            "this is not a part of speech", where="wordnet", hint=f"one of {', '.join(known)}"
        )
    return part


@cache
def wordnet() -> WordNet:
    """Return the graph that ships, read once."""
    return WordNet(shipped_arrays("wordnet.bin"))
