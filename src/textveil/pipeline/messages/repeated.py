"""Repeated passages: a private value that stands elsewhere in the message too, or inside a name."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from textveil.lexicon.tables.folding import squeeze_text
from textveil.values.messages.message import MessagePassage, place_of
from textveil.values.messages.parse import Parse
from textveil.values.span import Span

__all__ = ["with_repeats"]

_PROPER: Final = ("NNP", "NNPS")
_LONG: Final = 5
"""Letters from which on a word with one wrong letter is still read as the word."""


def with_repeats(parse: Parse, private: Sequence[MessagePassage]) -> tuple[MessagePassage, ...]:
    """Return private passages without overlap, and every other place where one of them stands.

    A value inside a longer name, as "Tokyo" in "Tokyo University", makes the whole name private.
    """
    kept: list[MessagePassage] = []
    for one in sorted(private, key=lambda p: (p.span.start - p.span.end, p.span.start)):
        if not any(_meet(one, other) for other in kept):
            kept.append(one)
    for one in tuple(kept):
        if one.whole is not None:
            continue
        for start, end in _standing(parse, parse.text[one.span.start : one.span.end]):
            again = _named(parse, one, start, end)
            if not any(_meet(again, other) for other in kept):
                kept.append(again)
    return tuple(sorted(kept, key=lambda p: p.span.start))


def _standing(parse: Parse, value: str) -> Iterator[tuple[int, int]]:
    """Yield where a value stands in a text, by any case and misspelt by one letter."""
    text, wanted = parse.text.casefold(), value.casefold()
    at = text.find(wanted)
    while at >= 0:
        yield at, at + len(wanted)
        at = text.find(wanted, at + 1)
    plain = _letters(value)
    count = (
        len(parse.words_in(0, len(value))) if parse.text.startswith(value) else len(value.split())
    )
    for width in {count, 1}:
        for first in range(len(parse) - width + 1):
            start, end = parse.span_of(first, first + width)
            found = _letters(parse.text[start:end])
            if found == plain or (len(plain) >= _LONG and _is_near(found, plain)):
                yield start, end


def _letters(text: str) -> str:
    """Return a text squeezed, each run of one letter once."""
    return "".join(letter for letter, _ in groupby(squeeze_text(text)))


def _is_near(one: str, other: str) -> bool:
    """Tell whether two words are one letter, or one exchange of neighbours, apart."""
    if abs(len(one) - len(other)) > 1 or not one:
        return False
    first = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if first is None:
        return True
    a, b = one[first:], other[first:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


def _named(parse: Parse, one: MessagePassage, start: int, end: int) -> MessagePassage:
    words = parse.words_in(start, end)
    first, last = words.start, words.stop
    while last < len(parse) and parse.words[last].tag in _PROPER:
        last += 1
    begin, stop = parse.span_of(first, last)
    label = one.span.label if (begin, stop) == (start, end) else "ORGANIZATION"
    return replace(one, span=Span(begin, stop, label, one.span.score, one.span.source))


def _meet(one: MessagePassage, other: MessagePassage) -> bool:
    a, b = place_of(one), place_of(other)
    return a[0] < b[1] and b[0] < a[1]
