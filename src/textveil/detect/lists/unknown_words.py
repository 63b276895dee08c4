"""Unknown words: in a language that nobody here reads, every capitalised word that no list knows.

Rules find numbers and addresses in any language. Names are words with a capital, and so these go:
a tag says that something stood there. Scripts without capitals cannot be protected so.
"""

import re
from typing import Final

from textveil.lexicon.people.given_names import given_bearers
from textveil.lexicon.style.language_of import common_words
from textveil.lexicon.tables.languages import LANGUAGES
from textveil.lexicon.tables.words import Kind, are_everyday, look_up
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["SOURCE", "has_capitals", "unknown_words"]

SOURCE: Final = "textveil.unknown-words.v1"
_LABEL: Final = "OTHER"
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")  # noqa: RUF001 - apostrophes
_TERMS: Final = Kind.DRUG | Kind.DISEASE
_PLACES: Final = Kind.CITY | Kind.TOWN | Kind.STATE | Kind.COUNTRY | Kind.HOSPITAL
_MOST: Final = 0.5


def unknown_words(document: Document) -> Spans:
    """Return the capitalised words of a document that no list knows; neighbours are one passage.

    Examples
    --------
    >>> note = Document("n", "Herr Quigley kam mit Aspirin am Montag.", foreign="de")
    >>> [note.covered_by(span) for span in unknown_words(note)]
    ['Quigley']
    """
    common, places = common_words(document.foreign), list[tuple[int, int]]()
    for match in _WORD.finditer(document.text):
        word = match[0]
        if word == word.lower() or _is_known(word, common):
            continue
        if places and document.text[places[-1][1] : match.start()] in (" ", "\u00a0"):
            places[-1] = places[-1][0], match.end()
        else:
            places.append(match.span())
    return Spans(Span(start, end, _LABEL, 1.0, SOURCE) for start, end in places)


def _is_known(word: str, common: frozenset[str]) -> bool:
    """Tell whether a list knows a word, and no list knows it as the name of a person or place."""
    small = word.lower()
    if small in common:
        return True
    listed = look_up(small)
    if listed.surname or listed.kinds & _PLACES or given_bearers(small):
        return False
    return any(
        are_everyday([small], code) or look_up(small, code).kinds & _TERMS for code in LANGUAGES
    )


def has_capitals(text: str) -> bool:
    """Tell whether most letters of a text are of a script that has capitals.

    Examples
    --------
    >>> has_capitals("Herr Quigley kam."), has_capitals("\u4ed6\u6765\u4e86")
    (True, False)
    """
    letters = [sign for sign in text if sign.isalpha()]
    cased = sum(sign.lower() != sign.upper() for sign in letters)
    return cased > _MOST * len(letters)
