"""Name parts: finds a person again by surname, first name or initials.

A *part* of a found name is one of its words of at least three letters that is no title, particle
or suffix. It stands again wherever the same letters stand at token borders, whatever their case and
spacing (`SMITH`, `Smith's`, `Smi-` and `th` over a line end), if they begin with a capital or no
other word is spelt so (`kovacs`). A part that is also an everyday word (`Long`, `May`) must not
begin a sentence or line that goes on in small letters: `Long ago` is nobody, `Long:` and a
signature are. A surname of six letters that is no everyday word also stands inside a longer token
(`#canarymanstrong`) that is no word of its own. Where a part stands in a clinical term (`Foley
catheter`), it is nobody. The *initials* of a name of two parts or more stand where the first
letters stand, each with a full stop.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from textveil.detect.propagation.occurrences import MIN_LENGTH, Values
from textveil.detect.propagation.spellings import surnames, telling_words
from textveil.lexicon.people.inner_words import stands_in_term
from textveil.lexicon.people.person_names import read_names
from textveil.lexicon.style.sentences import opens_sentence, stands_for_time
from textveil.lexicon.tables.folding import fold, squeeze_text
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import Kind, are_everyday, look_up
from textveil.values.document import Document
from textveil.values.label import family_of
from textveil.values.span import Spans

__all__ = ["SHORTEST", "name_parts", "parts_in"]

SHORTEST: Final = 3
"""Parts with fewer letters are not looked for: they coincide with ordinary text."""

_INITIAL: Final = re.compile(r"(?<!\w)\w\.(?=\s?\w\.)")
_NEXT: Final = re.compile(r"(\w)\.\s?")
_WORDLIKE: Final = re.compile(r"\w")


def name_parts(
    document: Document, found: Spans, *, language: str = ENGLISH
) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and label of every part of a found name."""
    names = [
        (span.label, document.covered_by(span)) for span in found if family_of(span.label) == "NAME"
    ]
    return parts_in(document.text, names, language=language)


def parts_in(
    text: str, names: Iterable[tuple[str, str]], *, sure: bool = False, language: str = ENGLISH
) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and label of every part of a name in a text.

    Parameters
    ----------
    text
        Where they are looked for.
    names
        Labels and names.
    sure
        Whether the names are known, not guessed: then words in small letters are parts, too, and
        an everyday word with a capital is the name at the start of a sentence.
    language
        Of the text.
    """
    initials: dict[str, str] = {}
    values = Values()
    for label, passage in names:
        for name in read_names(fold(passage).text, language=language):
            parts = [one.bare for one in name.words if sure or one.text[:1].isupper()]
            values |= Values.of(((label, part) for part in parts), SHORTEST)
            if len(parts) > 1:
                initials.setdefault("".join(part[0].upper() for part in parts), label)
        words = telling_words(passage, language=language)
        values |= Values.of((label, word) for word in words)
        inside = surnames(passage, language=language)
        values |= Values.of(((label, word) for word in inside), inner=True)
    for start, end, label in values.occurrences(text, language):
        if _is_name(text, start, end, sure, language):
            yield start, end, label
    if initials:
        yield from _dotted(text, initials)


def _dotted(text: str, initials: Mapping[str, str]) -> Iterator[tuple[int, int, str]]:
    """Yield every place of initials with full stops, in one pass, however many there are."""
    longest = max(map(len, initials))
    for first in _INITIAL.finditer(text):
        letters, at = "", first.start()
        while len(letters) < longest and (one := _NEXT.match(text, at)):
            letters, at = letters + one.group(1), one.end()
            end = one.end(1) + 1
            if letters in initials and not _WORDLIKE.match(text, end):
                yield first.start(), end, initials[letters]


def _is_name(text: str, start: int, end: int, sure: bool, language: str) -> bool:
    """Tell whether these letters are a name at this place, not another word."""
    shown = text[start:end]
    spelt = squeeze_text(shown)
    if stands_in_term(text, start, end, language=language):
        return False
    if len(spelt) >= MIN_LENGTH and not are_everyday([spelt], language):
        return True
    if not text[start].isupper():
        return False
    if sure:
        return not stands_for_time(text, start, end, language=language)
    # In capitals throughout it is no sentence's first word.
    everyday = not shown.isupper() and bool(look_up(shown, language).kinds & Kind.WORD)
    return not (everyday and opens_sentence(text, start, end, language=language))
