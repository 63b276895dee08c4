"""Parses: the grammar of a text as a reader of syntax sees it, word by word.

Offsets count code points of the text that was parsed, so that a finding leads back to it.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from textveil.errors import InvalidValueError

__all__ = ["Parse", "ParsedWord"]


@dataclass(frozen=True, slots=True, repr=False)
class ParsedWord:
    """One word with its place in the grammar of its sentence.

    Attributes
    ----------
    start, end
        Half-open offsets in the text.
    lemma
        Base form in lower case: `be` for "was".
    tag
        Part of speech in the tags of the Penn Treebank: `VBD`, `NNP`.
    head
        Number of the word that this one depends on; its own number if it is the root of a sentence.
    relation
        How it depends on its head: `nsubj`, `pobj`, `ROOT`.
    """

    start: int
    end: int
    lemma: str
    tag: str
    head: int
    relation: str

    def __repr__(self) -> str:
        return f"ParsedWord([{self.start},{self.end}) {self.tag} {self.relation}->{self.head})"


@dataclass(frozen=True, repr=False)
class Parse:
    """The grammar of a text: its words, sentences, noun phrases and named things.

    Ranges are half-open and count words.

    Attributes
    ----------
    text
        The text that was parsed.
    words
        All words and marks in order; white space is none.
    sentences
        Range of each sentence; together they are all words.
    noun_phrases
        Range of each noun phrase without what follows its noun.
    names
        Range of each named thing with the parser's own label for it, such as `GPE`.

    Raises
    ------
    InvalidValueError
        If a head is not the number of a word.
    """

    text: str
    words: tuple[ParsedWord, ...]
    sentences: tuple[tuple[int, int], ...] = ()
    noun_phrases: tuple[tuple[int, int], ...] = ()
    names: tuple[tuple[int, int, str], ...] = ()

    def __post_init__(self) -> None:
        if any(not 0 <= word.head < len(self.words) for word in self.words):
            raise InvalidValueError("a head must be the number of a word", where="parse")

    def __repr__(self) -> str:
        return f"Parse({len(self.words)} words, {len(self.sentences)} sentences)"

    def __len__(self) -> int:
        return len(self.words)

    def text_of(self, word: int) -> str:
        """Return a word as it is written."""
        return self.text[self.words[word].start : self.words[word].end]

    def span_of(self, first: int, end: int) -> tuple[int, int]:
        """Return the offsets in the text of a range of words that is not empty."""
        return self.words[first].start, self.words[end - 1].end

    def words_in(self, start: int, end: int) -> range:
        """Return the numbers of the words that share a code point with a passage of the text."""
        first = bisect_right(self._ends, start)
        return range(first, max(first, bisect_left(self._starts, end)))

    def sentence_of(self, word: int) -> range:
        """Return the words of the sentence that a word stands in."""
        at = bisect_right(self._openings, word) - 1
        found = range(*self.sentences[at]) if at >= 0 else range(0)
        return found if word in found else range(len(self))

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        return tuple(word.start for word in self.words)

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        return tuple(word.end for word in self.words)

    @cached_property
    def _openings(self) -> tuple[int, ...]:
        return tuple(first for first, _ in self.sentences)

    @cached_property
    def _children(self) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = [[] for _ in self.words]
        for at, word in enumerate(self.words):
            if word.head != at:
                found[word.head].append(at)
        return tuple(map(tuple, found))

    def children(self, word: int) -> tuple[int, ...]:
        """Return the words that depend directly on a word, in order."""
        return self._children[word]

    def ancestors(self, word: int) -> Iterator[int]:
        """Yield what a word depends on, nearest first, up to the root of its sentence."""
        # A parse that was made by hand may have a circle; no tree is deeper than its words.
        for _ in self.words:
            head = self.words[word].head
            if head == word:
                return
            word = head
            yield word
