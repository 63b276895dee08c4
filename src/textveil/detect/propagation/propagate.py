"""Propagation: finds a value everywhere once it was found anywhere; a name also by its parts.

Two passages say the same value where their squeezed forms are equal: folded, case-folded, letters
and digits only (`lexicon.tables.folding.squeeze`). An *occurrence* begins and ends at token
borders, so `1234` is not found inside `12345`; identifying numbers of six characters also stand
inside a longer token, between letters (`x4471123x`). Values with fewer than `MIN_LENGTH` letters
and digits are left alone: they coincide with ordinary text. Of names, surname, first name and
initials are looked for as well (`detect.propagation.name_parts`).
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from operator import itemgetter

from textveil.detect.propagation.name_parts import name_parts
from textveil.detect.propagation.occurrences import Values
from textveil.lexicon.numbers.measures import is_amount_at
from textveil.lexicon.people.inner_words import begins_term, inner_number, stands_in_term
from textveil.lexicon.style.sentences import crosses_sentence, stands_for_time, written_as_name
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import are_everyday
from textveil.values.document import Document
from textveil.values.label import DESCRIBING, family_of
from textveil.values.span import Explanation, Span, Spans

__all__ = ["SOURCE", "is_carried", "numbers_in", "propagate"]

SOURCE = "textveil.propagate.v1"

_SCORE = 0.9
_WORD = re.compile(r"[^\W_]+")
_EXPLANATION = Explanation("propagate.same-value", (("same-value", _SCORE),))
_CARRIED = Explanation("propagate.other-subject", (("same-value", _SCORE),))
_NOTHING = Values()
_PART = Explanation("propagate.name-part", (("part-of-a-name", _SCORE),))


def propagate(
    document: Document,
    found: Spans,
    values: Iterable[Values] = (),
    *,
    carried: Values = _NOTHING,
    language: str = ENGLISH,
) -> Spans:
    """Return every other place of the document with a found value.

    Parameters
    ----------
    document
        The text to look through.
    found
        What detectors found in it; its values are looked for in the same document.
    values
        Values found elsewhere, to be looked for too.
    carried
        Values of other subjects that are carried to this one, except to clinical places;
        `is_carried` tells what they found.
    language
        Language of the document.

    Returns
    -------
    Spans
        Without overlaps among themselves (`Spans.partition`), and without those that `found`
        covers already.

    Examples
    --------
    >>> note = Document("1", "MRN 12-3456 ... sample 123456, again 123 456.")
    >>> propagate(note, Spans([Span(4, 11, "MRN")]))
    Spans(MRN[23,29), MRN[37,44))
    """
    pairs = [(span.label, document.covered_by(span)) for span in found]
    own = Values.of(pairs)
    own |= numbers_in(pairs)
    places = {
        (start, end): (label, _CARRIED if known is carried else _EXPLANATION)
        for known in (carried, *values, own)
        for start, end, label in known.occurrences(document.text, language)
        if known is not carried or not _is_clinical(document.text, start, end, language)
    }
    covered = found.covered()
    names = found.where(lambda span: family_of(span.label) == "NAME").covered()
    same = [
        Span(start, end, label, _SCORE, SOURCE, explanation)
        for (start, end), (label, explanation) in places.items()
        if not _inside(start, end, covered)
        and not _by_chance(document.text, start, end, label, language)
        and not (family_of(label) == "NAME" and _cuts_name(start, end, names))
    ]
    parts = [
        Span(start, end, label, _SCORE, SOURCE, _PART)
        for start, end, label in name_parts(document, found | Spans(same), language=language)
        if not _inside(start, end, covered)
    ]
    return Spans([*same, *parts]).partition()


def is_carried(span: Span) -> bool:
    """Tell whether a passage is a value of another subject, and was found as nothing else."""
    return span.explanation == _CARRIED


def numbers_in(pairs: Iterable[tuple[str, str]]) -> Values:
    """Return the numbers among labels and values that also stand inside longer tokens."""
    inner = ((label, value) for label, value in pairs if inner_number(label, squeeze_text(value)))
    return Values.of(inner, inner=True)


def _by_chance(text: str, start: int, end: int, label: str, language: str) -> bool:
    """Tell whether the letters of a name are other words here.

    So are `hope` where Will Hope is known, May in a date, Foley in a Foley catheter, Leiden in
    factor V Leiden, and a name over the end of a sentence. Everyday words that describe, such as
    `officer` or `the court`, do so where they were found; only those that are written as the name
    of an organization are looked for.
    """
    family = family_of(label)
    shown = text[start:end]
    if family in DESCRIBING:
        words = _WORD.findall(shown)
        named = len(words) > 1 and written_as_name(text, start, end, language=language)
        return are_everyday(words, language) and not (named and family == "ORGANIZATION")
    if family == "ADDRESS":
        return stands_in_term(text, start, end, language=language)
    if family != "NAME":
        return False
    small = shown.islower() and are_everyday([squeeze_text(shown)], language)
    return (
        small
        or stands_in_term(text, start, end, language=language)
        or crosses_sentence(text, start, end, language=language)
        or stands_for_time(text, start, end, language=language)
    )


def _is_clinical(text: str, start: int, end: int, language: str) -> bool:
    """Tell whether a place says something clinical, whatever other subjects call so.

    A laboratory value is nobody's number, and nobody is meant by Lou Gehrig's disease.
    """
    return is_amount_at(text, start, end, language=language) or begins_term(
        text, start, end, language=language
    )


def _cuts_name(start: int, end: int, names: tuple[tuple[int, int], ...]) -> bool:
    """Tell whether a place begins inside a found name and ends behind it, or the other way.

    In "Ann Doyle, Ann Reed" stands "Doyle, Ann", which is nobody's name there.
    """
    at = bisect_right(names, start, key=itemgetter(0)) - 1
    if at >= 0 and names[at][0] < start < names[at][1] < end:
        return True
    at = bisect_right(names, end - 1, key=itemgetter(0)) - 1
    return at >= 0 and start < names[at][0] < end < names[at][1]


def _inside(start: int, end: int, covered: tuple[tuple[int, int], ...]) -> bool:
    at = bisect_right(covered, start, key=itemgetter(0)) - 1
    return at >= 0 and end <= covered[at][1]
