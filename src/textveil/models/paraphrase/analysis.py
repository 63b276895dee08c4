"""Analyses: what is known of a sentence before it is compared with another.

A sentence is parsed once. Everything that compares two sentences takes two analyses, so that a
thousand comparisons with one message parse it once.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from textveil.errors import InputError
from textveil.models.paraphrase.kinship import verb_of
from textveil.models.parser import default_parser
from textveil.values.contracts import Parser
from textveil.values.messages.parse import Parse

__all__ = ["LONGEST", "AnalysedWord", "Analysis", "analyse", "analysis_of"]

LONGEST: Final = 2_000
"""Words of a sentence at most: comparing two longer ones would take minutes."""

_NOUNS: Final = frozenset({"NN", "NNS", "NNP", "NNPS"})


@dataclass(frozen=True, slots=True, repr=False)
class AnalysedWord:
    """A word of a sentence.

    Attributes
    ----------
    start, end
        Half-open offsets in the sentence.
    text
        The word in lower case.
    forms
        Its lemma; a noun in -ing is also read as its verb ("findings": "finding" and "find").
    tag
        Part of speech in the tags of the Penn Treebank.
    head
        Number of the word that it depends on; its own number if it is a root.
    relation
        How it depends on its head.
    name
        The label of the named thing that it belongs to; empty if there is none.
    """

    start: int
    end: int
    text: str
    forms: tuple[str, ...]
    tag: str
    head: int
    relation: str
    name: str = ""

    @property
    def lemma(self) -> str:
        """The lemma."""
        return self.forms[0]

    def __repr__(self) -> str:
        return f"AnalysedWord([{self.start},{self.end}) {self.tag})"


@dataclass(frozen=True, repr=False)
class Analysis:
    """A sentence with its words; it never shows its text."""

    text: str
    words: tuple[AnalysedWord, ...]

    def __repr__(self) -> str:
        return f"Analysis({len(self.words)} words)"

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The words in lower case."""
        return tuple(word.text for word in self.words)

    @cached_property
    def lemmas(self) -> tuple[str, ...]:
        """The lemma of each word."""
        return tuple(word.lemma for word in self.words)

    @cached_property
    def places(self) -> dict[str, tuple[int, ...]]:
        """Where each form stands."""
        found: dict[str, list[int]] = {}
        for at, word in enumerate(self.words):
            for form in word.forms:
                found.setdefault(form, []).append(at)
        return {form: tuple(places) for form, places in found.items()}

    @cached_property
    def counts(self) -> tuple[Counter[tuple[str, ...]], ...]:
        """How often each run of one, two, three, four and five words occurs."""
        return tuple(_runs(self.tokens, length) for length in range(1, 6))


def _runs(tokens: tuple[str, ...], length: int) -> Counter[tuple[str, ...]]:
    return Counter(tokens[at : at + length] for at in range(len(tokens) - length + 1))


def analyse(text: str, parser: Parser | None = None) -> Analysis:
    """Return the analysis of a sentence.

    Raises
    ------
    InputError
        If it has no word, or more than `LONGEST`.
    ComponentError
        If the parser is not installed.
    """
    if not text.strip():
        raise InputError("a sentence is empty", hint="give two sentences a line")
    # Before it is parsed: a parser takes minutes over what is refused anyway.
    if len(text.split()) > LONGEST:
        raise InputError(
            f"a sentence has {len(text.split()):,} words, more than {LONGEST:,}",
            hint="cut it into sentences",
        )
    return analysis_of((parser or default_parser()).parse(text))


def analysis_of(parse: Parse) -> Analysis:
    """Return the analysis of a text that was parsed.

    Examples
    --------
    >>> from textveil.values.messages.parse import ParsedWord
    >>> parse = Parse("Findings", (ParsedWord(0, 8, "finding", "NNS", 0, "ROOT"),))
    >>> analysis_of(parse).words[0].forms
    ('finding', 'find')
    """
    if len(parse.words) > 4 * LONGEST:
        raise InputError(
            f"a sentence has {len(parse.words):,} words and marks",
            hint="cut it into sentences",
        )
    names = {at: label for first, end, label in parse.names for at in range(first, end)}
    words = tuple(
        AnalysedWord(
            word.start,
            word.end,
            parse.text_of(at).lower(),
            _forms(word.lemma, word.tag, parse.text_of(at).lower()),
            word.tag,
            word.head,
            word.relation,
            names.get(at, ""),
        )
        for at, word in enumerate(parse.words)
    )
    return Analysis(parse.text, words)


def _forms(lemma: str, tag: str, written: str) -> tuple[str, ...]:
    first = lemma.lower() or written
    verb = verb_of(first) if tag in _NOUNS else None
    return (first,) if verb is None else (first, verb)
