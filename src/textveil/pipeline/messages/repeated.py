"""Repeated passages: a private value that stands elsewhere in the message too, or inside a name."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.values.messages.message import MessagePassage, place_of
from textveil.values.messages.parse import Parse
from textveil.values.span import Span

__all__ = ["private_passages", "with_repeats"]

_PROPER: Final = ("NNP", "NNPS")
_SENSITIVE: Final = "SENSITIVE"
_LONG: Final = 5
"""Letters from which on a word with one wrong letter is still read as the word."""


def private_passages(
    parse: Parse, passages: Sequence[MessagePassage]
) -> tuple[MessagePassage, ...]:
    """Return what must be hidden in a message, as wholes that can be replaced.

    Marks at the edge of a passage stay in the text. A passage inside a longer name makes the name
    private, a verb takes its particle with it, and times that are told together are one.

    Parameters
    ----------
    parse
        The parsed message.
    passages
        What was found in it, private or not.
    """
    private = [_bounded(parse, one) for one in passages if one.private]
    named = [one for one in passages if not one.private and one.whole is None]
    wider = [_in_name(parse, one, named) for one in private]
    return with_repeats(parse, _together(parse, wider))


def _bounded(parse: Parse, one: MessagePassage) -> MessagePassage:
    """Return a passage without marks at its edges, and a verb with its particle."""
    start, end = one.span.start, one.span.end
    while end - start > 1 and not parse.text[end - 1].isalnum():
        end -= 1
    while end - start > 1 and not parse.text[start].isalnum():
        start += 1
    words = parse.words_in(start, end)
    if one.whole is None and len(words) == 1 and parse.words[words[0]].tag.startswith("VB"):
        beside = [at for at in parse.children(words[0]) if parse.words[at].relation == "prt"]
        if beside == [words[0] + 1]:
            end = parse.words[beside[0]].end
    if not parse.text[start:end].strip() or (start, end) == (one.span.start, one.span.end):
        return one
    return replace(one, span=replace(one.span, start=start, end=end))


def _in_name(parse: Parse, one: MessagePassage, named: Sequence[MessagePassage]) -> MessagePassage:
    """Return a passage, or the whole name of an organization that it stands in."""
    if one.whole is not None:
        return one
    span = one.span
    own = [
        (other.span.start, other.span.end)
        for other in named
        if facts().is_a(other.span.label, "whole-name")
    ]
    read = [
        parse.span_of(first, end)
        for first, end, label in parse.names
        if facts().is_a(label, "whole-name")
    ]
    around = [
        (start, end)
        for start, end in (*own, *read)
        if start <= span.start and span.end <= end and end - start > span.end - span.start
    ]
    if not around or not parse.text[span.start].isupper():
        return one
    start, end = max(around, key=lambda place: place[1] - place[0])
    if facts().is_a(parse.text[start:end].split(" ")[0], "article"):
        start += len(parse.text[start:end].split(" ")[0]) + 1
    label = span.label if span.label == _SENSITIVE else "ORGANIZATION"
    return replace(one, span=replace(span, start=start, end=end, label=label))


def _together(parse: Parse, private: Sequence[MessagePassage]) -> list[MessagePassage]:
    """Return passages, with times that are told together as one: "from Monday to Thursday"."""
    found: list[MessagePassage] = []
    for one in sorted(private, key=lambda p: (place_of(p)[0], -place_of(p)[1])):
        before = found[-1] if found else None
        joined = None if before is None else _as_one_time(parse, before, one)
        if joined is None:
            found.append(one)
        else:
            found[-1] = joined
    return found


def _as_one_time(parse: Parse, one: MessagePassage, other: MessagePassage) -> MessagePassage | None:
    if one.whole is None or other.whole is None or one.whole[1] > other.whole[0]:
        return None
    between = parse.text[one.whole[1] : other.whole[0]].strip()
    lead = parse.text[other.whole[0] : other.span.start].strip()
    again = next((p for p in (one, other) if p.span.label == "SET"), None)
    words, beside = parse.words_in(*one.whole), parse.words_in(*other.whole)
    heads = {parse.words[at].head for at in beside if parse.words[at].head not in beside}
    if facts().is_a(between, "time-joiner") or facts().is_a(lead, "time-joiner"):
        linked = bool(heads & set(words))
    else:
        linked = not between and again is not None
    if not linked:
        return None
    whole = (one.whole[0], other.whole[1])
    if again is not None:
        return replace(again, whole=whole, since=None, until=None)
    if one.since is None or one.until is None or other.since is None or other.until is None:
        return None
    if facts().is_a(lead or between, "time-range") and other.until < one.since:
        return None
    since, until = min(one.since, other.since), max(one.until, other.until)
    span = replace(one.span, end=other.span.end)
    return replace(one, span=span, whole=whole, since=since, until=until)


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
