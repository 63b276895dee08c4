"""Name parts: a person found by full name is found by surname, first name or initials too.

A *part* of a found name is one of its words of at least three letters that is no title, particle
or suffix. It stands again wherever the same letters stand at token borders, whatever their case and
spacing (`SMITH`, `Smith's`, `Smi-` and `th` over a line end), if they begin with a capital or no
other word is spelt so (`kovacs`). A part that is also an everyday word (`Long`, `May`) must not
begin a sentence or line that goes on in small letters: `Long ago` is nobody, `Long:` and a
signature are. The *initials* of a name of two parts or more stand where the first letters stand,
each with a full stop. Names are read folded.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from textveil.detect.occurrences import MIN_LENGTH, Values
from textveil.detect.spellings import are_everyday, telling_words
from textveil.lexicon.folding import fold, squeeze_text
from textveil.lexicon.name_roles import LINKS, SUFFIXES, is_particle
from textveil.lexicon.terms import credentials, titles
from textveil.lexicon.words import Kind, look_up
from textveil.values.document import Document
from textveil.values.label import family_of
from textveil.values.span import Spans

__all__ = ["SHORTEST", "name_parts", "parts_of", "stands_for_time"]

SHORTEST: Final = 3
"""Parts with fewer letters are not looked for: they coincide with ordinary text."""

_WORD = re.compile(r"[^\W\d_]+(?:[-'][^\W\d_]+)*")
_GOES_ON = re.compile(r"[ \t]+([^\W\d_])")
_OPENS_SENTENCE = re.compile(r"(?:^|[.!?:;*•\n-])[^\w.!?]*$")
_AFTER_TITLE = re.compile(r"(?:^|\W)(?:Mrs?|Ms|Mx|Drs?|Prof|Rev|Fr|Sr|St)\.\s*$")
_LOOK_BACK = 8
_IN_TIME = re.compile(r"(?i)(?:\b(?:in|since|until|till|last|next|every)|\d)\s+$")
_DAY_AFTER = re.compile(r"\s+\d")


def parts_of(name: str) -> list[str]:
    """Return the parts of a name, as they are written.

    Examples
    --------
    >>> parts_of("Dr. Ana de la Cruz-Ortiz, Jr.")
    ['Ana', 'Cruz-Ortiz']
    """
    words = [word.removesuffix("'s") for word in _WORD.findall(name)]
    return [
        word
        for at, word in enumerate(words)
        if word[:1].isupper()
        and word.lower() not in _apart()
        and not is_particle(word, first=not at)
    ]


@cache
def _apart() -> frozenset[str]:
    """Return the words that stand in names and name nobody."""
    plain = {word.rstrip(".").lower() for word in (*titles(), *credentials())}
    return LINKS | SUFFIXES | plain


def name_parts(
    document: Document, found: Spans, *, sure: bool = False
) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and label of every place where a part of a found name stands.

    `sure` tells that the names are known, not guessed: then an everyday word with a capital is the
    name at the start of a sentence too.
    """
    passages = [
        (span.label, document.covered_by(span)) for span in found if family_of(span.label) == "NAME"
    ]
    names = [(label, parts_of(fold(name).text)) for label, name in passages]
    text = document.text
    values = Values.of(((label, part) for label, parts in names for part in parts), SHORTEST)
    values |= Values.of((label, word) for label, name in passages for word in telling_words(name))
    for start, end, label in values.occurrences(text):
        if _is_name(text, start, end, sure=sure):
            yield start, end, label
    # Each set of initials once, however often the name stands in the text.
    initials = {"".join(part[0] for part in parts): label for label, parts in reversed(names)}
    for letters, label in initials.items():
        if len(letters) > 1:
            yield from _initials(text, label, letters)


def _is_name(text: str, start: int, end: int, *, sure: bool) -> bool:
    """Tell whether the letters of a part, at this place, are the name."""
    shown = text[start:end]
    spelt = squeeze_text(shown)
    if len(spelt) >= MIN_LENGTH and not are_everyday([spelt]):
        return True
    if sure:
        return text[start].isupper() and not stands_for_time(text, start, end)
    return text[start].isupper() and not (
        _everyday(shown) and _opens(text, start) and _goes_on(text, end)
    )


def stands_for_time(text: str, start: int, end: int) -> bool:
    """Tell whether a name that is a month or weekday too stands as one: in May, May 3."""
    if not look_up(text[start:end]).kinds & (Kind.MONTH | Kind.WEEKDAY):
        return False
    before, after = text[max(0, start - 12) : start], text[end : end + 6]
    return _IN_TIME.search(before) is not None or _DAY_AFTER.match(after) is not None


def _everyday(word: str) -> bool:
    # In capitals throughout it is no sentence's first word.
    return not word.isupper() and bool(look_up(word).kinds & Kind.WORD)


def _opens(text: str, start: int) -> bool:
    """Tell whether a sentence, line or item begins here, where any word has a capital."""
    before = text[max(0, start - _LOOK_BACK) : start]
    return _OPENS_SENTENCE.search(before) is not None and not _AFTER_TITLE.search(before)


def _goes_on(text: str, end: int) -> bool:
    """Tell whether a word in small letters follows on the line."""
    found = _GOES_ON.match(text, end)
    return found is not None and found.group(1).islower()


def _initials(text: str, label: str, letters: str) -> Iterator[tuple[int, int, str]]:
    dotted = r"\.\s?".join(map(re.escape, letters))
    for match in re.finditer(rf"(?<!\w){dotted}\.(?!\w)", text):
        yield match.start(), match.end(), label
