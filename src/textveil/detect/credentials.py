"""Credentials: what stands after the name of a professional says what they are, not who.

A model takes the `PA` of "Laura Kim, PA-C" for a state, and the `FNP-BC` after a name for a part
of it. Which words are credentials is a fact; the place tells that one is meant.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

from textveil.lexicon.credentials import ended_credentials
from textveil.lexicon.languages import ENGLISH
from textveil.values.label import family_of
from textveil.values.span import Span, Spans

__all__ = ["without_credentials"]

_GAP: Final = r"(?:[^\S\n]{0,20},[^\S\n]{0,20}|[^\S\n]{1,20}|/)"
_NO_ZIP: Final = r"(?!,?\s{1,20}\d{5}(?!\d))"
"""A state before a postal code."""
_WORD: Final = re.compile(r"\w+")


class _Written(NamedTuple):
    """Expressions for credentials of a language."""

    marked: re.Pattern[str]
    """One that its ending tells, wherever it stands: `PA-C`."""
    behind: re.Pattern[str]
    """Those right behind a name, each after a comma, a blank or a stroke."""


@cache
def _written(language: str) -> _Written:
    return _Written(
        re.compile(rf"(?<![\w-]){ended_credentials(language, least=1)}"),
        re.compile(rf"(?:{_GAP}{ended_credentials(language)}{_NO_ZIP})+"),
    )


def without_credentials(text: str, spans: Spans, *, language: str = ENGLISH) -> Spans:
    """Return what is left of the passages without credentials.

    Examples
    --------
    >>> text = "Ana Ruiz, PA, of Erie, PA. Eva Lund FNP-BC"
    >>> found = [(0, 8, "NAME"), (10, 12, "STATE"), (23, 25, "STATE"), (27, 42, "NAME")]
    >>> without_credentials(text, Spans(Span(*one) for one in found))
    Spans(NAME[0,8), STATE[23,25), NAME[27,35))
    """
    written = _written(language)
    kept = Spans(_not_behind_names(text, spans, written))
    marked = Spans(Span(*found.span(), "OTHER") for found in written.marked.finditer(text))
    if not marked:
        return kept
    whole = set(kept)
    pieces = kept.subtract(marked)
    return Spans(one for piece in pieces for one in _bare(text, piece, piece in whole))


def _bare(text: str, piece: Span, whole: bool) -> Iterator[Span]:
    """Yield a piece of a passage without loose signs at the cuts."""
    words = [] if whole else list(_WORD.finditer(text, piece.start, piece.end))
    if words:
        yield replace(piece, start=words[0].start(), end=words[-1].end())
    elif whole:
        yield piece


def _not_behind_names(text: str, spans: Spans, written: _Written) -> Iterator[Span]:
    reached = 0
    for span in spans:
        named = family_of(span.label) == "NAME"
        # A name behind a name may be the other part of it: "LEE, DO".
        if not named and span.end <= reached:
            continue
        yield span
        behind = written.behind.match(text, span.end) if named else None
        reached = behind.end() if behind else reached
