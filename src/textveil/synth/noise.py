"""Typing mistakes and reading mistakes, with annotations that stay exact.

A text is cut at the borders of its annotations, each piece is spoilt by itself, and the pieces are
put together again. No mistake crosses a border, and none empties a piece, so every annotation
covers exactly what became of what it covered.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from textveil.synth.own_lists import table
from textveil.values.span import Span, Spans

__all__ = ["Spoiler", "misread", "mistype", "spoil"]

Spoiler = Callable[[str, Random, float], str]

_NEAR: Final = {
    **dict(zip("qwertyuiop", "wertyuioop", strict=True)),
    **dict(zip("asdfghjkl", "sdfghjklk", strict=True)),
    **dict(zip("zxcvbnm", "xcvbnmn", strict=True)),
}


def _words(text: str) -> Iterator[tuple[int, int]]:
    start = None
    for at, letter in enumerate(text):
        if letter.isalpha():
            start = at if start is None else start
        elif start is not None:
            yield start, at
            start = None
    if start is not None:
        yield start, len(text)


def _mistyped(word: str, rng: Random) -> str:
    at = rng.randrange(len(word) - 1)
    kind = rng.randrange(5)
    if kind == 0:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if kind == 1:
        return word[:at] + word[at + 1 :]
    if kind == 2:
        return word[: at + 1] + word[at:]
    if kind == 3:
        near = _NEAR.get(word[at].lower(), word[at])
        return word[:at] + (near.upper() if word[at].isupper() else near) + word[at + 1 :]
    return word[0] + word[1:].swapcase() if rng.random() < 0.3 else word.lower()


def mistype(text: str, rng: Random, rate: float) -> str:
    """Spoil about `rate` of the words of at least two letters as hands do: swaps, doubles, gaps."""
    out, last = [], 0
    for start, end in _words(text):
        if end - start >= 2 and rng.random() < rate:
            out += [text[last:start], _mistyped(text[start:end], rng)]
            last = end
    return "".join(out) + text[last:]


def misread(text: str, rng: Random, rate: float) -> str:
    """Spoil about `rate` of the letters as scanners do: l for 1, rn for m, a blank lost."""
    out, looks = [], table("misread", "misread")
    for letter in text:
        spoilt = letter
        if rng.random() < rate:
            spoilt = rng.choice(("", "  ", " ")) if letter == " " else looks.get(letter, letter)
        out.append(spoilt)
    joined = "".join(out)
    return joined or text


def spoil(text: str, spans: Spans, spoiler: Spoiler, rng: Random, rate: float) -> tuple[str, Spans]:
    """Return the spoilt text and its annotations; these must not overlap.

    Examples
    --------
    >>> text, spans = spoil("Dr. Ruiz", Spans([Span(4, 8, "NAME")]), misread, Random(1), 0.9)
    >>> len(spans), spans[0].start == text.index(text[spans[0].start :])
    (1, True)
    """
    pieces: list[str] = []
    moved: list[Span] = []
    at = length = 0
    for span in spans:
        for start, end, kept in ((at, span.start, None), (span.start, span.end, span)):
            piece = spoiler(text[start:end], rng, rate)
            if kept is not None:
                moved.append(Span(length, length + len(piece), kept.label, entity=kept.entity))
            pieces.append(piece)
            length += len(piece)
        at = span.end
    pieces.append(spoiler(text[at:], rng, rate))
    return "".join(pieces), Spans(moved)
