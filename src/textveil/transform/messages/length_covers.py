"""Length covers: what can stand for a length of time ("for three years"), or for what comes again.

Phrases come from the table `length_covers.tsv`, by the lengths of which they are true.
"""

import re
from typing import Final

from textveil.lexicon.tables.facts import facts
from textveil.values.messages.ladder import Ladder, Rung
from textveil.values.messages.message import MessagePassage

__all__ = ["again_ladder", "length_ladder", "seconds_of"]

_LENGTH: Final = re.compile(
    r"P(?P<clock>T?)(?P<number>[0-9]{1,6}(?:\.[0-9]{1,3})?)(?P<unit>[YMWDHS])$"
)
_SECONDS: Final = {"Y": 31_536_000, "M": 2_629_800, "W": 604_800, "D": 86_400}
_CLOCK: Final = {"H": 3600, "M": 60, "S": 1}


def seconds_of(value: str) -> int | None:
    """Return the seconds of a length in the notation of TIMEX3; None if it has none.

    Examples
    --------
    >>> seconds_of("P3Y"), seconds_of("PT25M"), seconds_of("PXD")
    (94608000, 1500, None)
    """
    found = _LENGTH.match(value)
    if found is None:
        return None
    units = _CLOCK if found["clock"] else _SECONDS
    return int(float(found["number"]) * units[found["unit"]]) if found["unit"] in units else None


def length_ladder(text: str, passage: MessagePassage, *, owned: bool = False) -> Ladder:
    """Return the ladder of a length: about as long, then any length, then nothing.

    Parameters
    ----------
    text
        The whole phrase.
    passage
        What was found in it.
    owned
        Whether an article or an owner stands before it.

    Examples
    --------
    >>> from textveil.values.span import Span
    >>> three = MessagePassage(Span(4, 15, "DURATION"), True, (0, 15), "P3Y")
    >>> [rung.text for rung in length_ladder("for three years", three).rungs]
    ['for three years', 'for a few years', 'for some time', '']
    """
    if owned:
        # "My day" becomes "my time": no other length goes with an owner or an article.
        nouns = tuple(facts().words("length-noun"))
        return Ladder(
            (
                Rung((text,), relation="length"),
                Rung(nouns, relation="length"),
                Rung((), relation="out"),
            )
        )
    start = passage.span.start - (passage.whole or (passage.span.start, 0))[0]
    lead = text[:start]
    length = seconds_of(passage.value)
    near: list[str] = []
    wide: list[str] = []
    for form, value in facts().values("length-cover").items():
        fewest, most = value.split()
        if fewest == "-":
            wide.append(form)
        elif length is not None and int(fewest) <= length <= int(most):
            near.append(form)
    rungs = [Rung((text,), relation="length")]
    for forms in (near, wide):
        shown = tuple(lead + form for form in forms if (lead + form).casefold() != text.casefold())
        if shown:
            rungs.append(Rung(shown, relation="length"))
    return Ladder((*rungs, Rung((), relation="out")))


def again_ladder(text: str) -> Ladder:
    """Return the ladder of what happens again: "every Monday", then "regularly", then nothing."""
    forms = tuple(
        form for form in facts().words("again-cover") if form.casefold() != text.casefold()
    )
    return Ladder(
        (Rung((text,), relation="again"), Rung(forms, relation="again"), Rung((), relation="out"))
    )
