"""Refining: the special label of a family, where words in or around a passage tell it.

A model is trained on corpora that say `NAME` and `ADDRESS` and no more. Whether a name is that of a
patient or of a carer, whether a place is a city or a country, is told here by titles, headings and
lists. A label that is special already is left alone.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from textveil.detect.name_spans import whole_names
from textveil.lexicon.phrases import phrases_at
from textveil.lexicon.words import Kind, look_up
from textveil.lexicon.written_times import begins_with_time
from textveil.values.label import family_of
from textveil.values.span import Span, Spans

__all__ = ["refine"]

_AROUND: Final = 28
_CARER_BEFORE: Final = re.compile(
    r"(?i:\b(?:drs?|doctor|physician|surgeon|attending|resident|nurse|provider|radiologist"
    r"|pathologist|cardiologist|anesthesiologist|pcp|dictated by|signed by|reviewed by"
    r"|referring|consultant|therapist)\b[^\w\n]*(?:\w+[^\w\n]+)?)$"
)
_CARER_AFTER: Final = re.compile(
    r"^[\s,]*(?:M\.?D\b|D\.?O\b|R\.?N\b|N\.?P\b|P\.?A(?:-C)?\b|Ph\.?D\b|LPN\b|FACS\b|MBBS\b|DDS\b)"
)
_CARER_INSIDE: Final = re.compile(r"^(?i:drs?\b\.?|doctor\b|nurse\b)")
_PATIENT_BEFORE: Final = re.compile(
    r"(?i:\b(?:patient(?: name)?|pt(?: name)?|resident name|member name|re|mother|father|wife"
    r"|husband|son|daughter|brother|sister|spouse|next of kin|guardian)\b[^\w\n]*"
    r"(?:(?:mr|mrs|ms|miss)\b\.?\s*)?)$"
)
_WORD: Final = re.compile(r"[^\W\d_]+|[^\w\s]")
_HOSPITAL: Final = re.compile(
    r"(?i:\b(?:hospitals?|clinics?|infirmary|medical (?:center|centre|group)|hospice|icu"
    r"|nursing home|health (?:center|centre|system)|sanatorium)\b)"
)
_INITIALS: Final = 3
_WORDLIKE: Final = frozenset({"NAME", "ADDRESS", "ORGANIZATION", "USERNAME"})
_DOSING: Final = frozenset(
    [
        "bid",
        "hs",
        "im",
        "iv",
        "mcg",
        "mg",
        "npo",
        "po",
        "prn",
        "qam",
        "qd",
        "qds",
        "qhs",
        "qid",
        "qod",
        "qpm",
        "stat",
        "subq",
        "sl",
        "tds",
        "tid",
    ]
)
_DOSE: Final = re.compile(
    r"\s+\d+(?:\.\d+)?\s?(?:mg|mcg|g|ml|mL|units?|tabs?|tablets?|caps?|puffs?|drops?)\b"
)
_DRUGS_TOO: Final = frozenset(["colace", "maalox", "miralax", "norco", "senna", "senokot", "tums"])
"""Drugs that the list of drugs does not have."""
_COMMON: Final = 4
"""A family name that so many bear (see `Word`) is one, whatever follows."""
_NEXT_WORD: Final = re.compile(r"\s+([^\W\d_]+)")
_NUMBERS: Final = frozenset({"ADDRESS", "AGE", "DATE", "OTHER-ID", "PHONE", "QUANTITY"})
_REST: Final = re.compile(r"(?:[/-]\d{1,4}){1,2}\b")
_ZIP: Final = re.compile(r"^\d{5}(?:-\d{4})?$")
_STREET: Final = re.compile(r"^\d+\w?\s+\w")


def refine(text: str, spans: Spans) -> Spans:
    """Return the spans with special labels where they can be told.

    Examples
    --------
    >>> refine("Seen by Dr. Lee in Boston.", Spans([Span(12, 15, "NAME"), Span(19, 25, "ADDRESS")]))
    Spans(PROVIDER[12,15), CITY[19,25))
    """
    together = whole_names(text, _joined_numbers(text, spans))
    return Spans(
        _refined(text, _whole(text, span, together, at))
        for at, span in enumerate(together)
        if not _is_medical(text, span)
    )


def _is_medical(text: str, span: Span) -> bool:
    """Tell whether a word that was taken for a name is a drug with its dose, or a disease."""
    if family_of(span.label) not in _WORDLIKE:
        return False
    word = text[span.start : span.end]
    # Po and Im are family names, PO and im are not.
    if word.lower().strip(".") in _DOSING and not word.istitle():
        return True
    facts = look_up(word)
    drug = facts.kinds & Kind.DRUG or word.lower() in _DRUGS_TOO
    if drug and max(facts[:3]) < _COMMON and _DOSE.match(text, span.end):
        return True
    bare = re.sub(r"['\u2019]s$", "", word)
    head = _NEXT_WORD.match(text, span.end)
    eponym = look_up(bare).kinds & Kind.EPONYM if bare.isalpha() else 0
    return bool(eponym and head and look_up(head[1]).kinds & Kind.EPONYM_HEAD)


def _joined_numbers(text: str, spans: Spans) -> Iterator[Span]:
    """Yield the spans; parts of a number that nothing parts are one: `4471` and `-AA-90`."""
    last: Span | None = None
    for span in spans:
        if last is not None and last.end == span.start and _one_number(text, last, span):
            last = replace(last, end=span.end, label="OTHER-ID")
            continue
        if last is not None:
            yield last
        last = span
    if last is not None:
        yield last


def _one_number(text: str, left: Span, right: Span) -> bool:
    labels = {left.label, right.label}
    numbers = labels <= _NUMBERS and "OTHER-ID" in labels
    return numbers and not any(map(str.isspace, text[left.end - 1 : right.start + 1]))


def _whole(text: str, span: Span, spans: Spans, at: int) -> Span:
    """Return a date with the rest of its number, where a model stopped at a stroke: `6/7`."""
    if span.label != "DATE":
        return span
    rest = _REST.match(text, span.end)
    following = spans[at + 1].start if at + 1 < len(spans) else len(text)
    if rest is None or rest.end() > following or not text[span.end - 1].isdigit():
        return span
    return replace(span, end=rest.end())


def _refined(text: str, span: Span) -> Span:
    judge = _JUDGES.get(span.label)
    label = judge(text, span) if judge else span.label
    return span if label == span.label else replace(span, label=label)


def _name(text: str, span: Span) -> str:
    before = text[max(0, span.start - _AROUND) : span.start]
    after = text[span.end : span.end + _AROUND]
    inside = text[span.start : span.end]
    if _are_initials(inside):
        return "INITIALS"
    if _CARER_INSIDE.match(inside) or _CARER_BEFORE.search(before) or _CARER_AFTER.match(after):
        return "PROVIDER"
    return "PATIENT" if _PATIENT_BEFORE.search(before) else "NAME"


def _are_initials(inside: str) -> bool:
    """Tell whether these are two or three letters of one case that are no listed name."""
    if not 1 < len(inside) <= _INITIALS or not (inside.isupper() or inside.islower()):
        return False
    facts = look_up(inside)
    return inside.isalpha() and not (facts.female or facts.male or facts.surname)


def _address(text: str, span: Span) -> str:
    inside = text[span.start : span.end]
    words = _WORD.findall(inside)
    if _ZIP.match(inside):
        return "ZIP"
    if not words or any(character.isdigit() for character in inside):
        return "STREET" if _STREET.match(inside) else "ADDRESS"
    entry = phrases_at(words, 0) if len(words) > 1 else None
    kinds = Kind(look_up(words[0]).kinds) if len(words) == 1 else Kind(0)
    if entry is not None and entry[0] == len(words):
        kinds = entry[1]
    for kind, label in _PLACES:
        if kinds & kind:
            return label
    return "ADDRESS"


_PLACES: Final = (
    (Kind.COUNTRY, "COUNTRY"),
    (Kind.STATE | Kind.STATE_CODE, "STATE"),
    (Kind.CITY | Kind.TOWN, "CITY"),
)


def _organization(text: str, span: Span) -> str:
    found = _HOSPITAL.search(text, span.start, span.end)
    return "HOSPITAL" if found else "ORGANIZATION"


def _date(text: str, span: Span) -> str:
    return "TIME" if begins_with_time(text[span.start : span.end]) else "DATE"


_JUDGES: Final[dict[str, Callable[[str, Span], str]]] = {
    "NAME": _name,
    "ADDRESS": _address,
    "ORGANIZATION": _organization,
    "DATE": _date,
}
