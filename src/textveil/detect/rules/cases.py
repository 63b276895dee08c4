"""Numbers of court cases, files and parcels that are known by their form."""

import re
from functools import partial

from textveil.detect.rules.introduced import framed
from textveil.detect.rules.rule import Context, Hit, Rule, accept, goes_on, listed, words

__all__ = ["rules"]

_ITEM = r"[A-Z]{0,3}[0-9]{1,6}/[0-9]{2,4}"


def _kept(data: bytes, start: int, end: int, score: float) -> Hit | None:
    if goes_on(data, start, end):
        return None
    return Hit(start, end, score, (("form:case", score),))


def _numbered(data: bytes, start: int, end: int, courts: Context) -> Hit | None:
    """Accept "no. 287/03"; a short number needs a word before it: "application no. 1/02"."""
    short = data.index(b"/", start, end) - start < 3
    if short and not courts.near(data, start - courts.window, start):
        return None
    return _kept(data, start, end, 0.8)


def _slashed(data: bytes, start: int, end: int) -> Hit | None:
    """Accept a number and a year, but not two years of a season."""
    number, year = data[start:end].split(b"/")
    if len(number) == 4 and (int(number) + 1) % 100 == int(year):
        return None
    return _kept(data, start, end, 0.5)


def _listed(data: bytes, start: int, end: int, language: str) -> Hit | None:
    found = re.compile(rb"[A-Z]{0,3}[0-9]").search(data, start, end)
    opening = rf"{words(language, 'case-word', 'number-word')}\.?[ \n:]{{1,2}}"
    if found is None or not listed(data, found.start(), opening, _ITEM, language):
        return None
    return Hit(found.start(), end, 0.75, (("context:list", 0.75),))


def rules(language: str = "en") -> tuple[Rule, ...]:
    """Return the rules of a language."""
    return (
        framed(
            "id.number-of-year",
            "OTHER-ID",
            rf"\b{words(language, 'number-word')}\.?[ \n]{{1,2}}"
            rf"(?P<value>{_ITEM}(?:/[A-Z0-9]{{1,6}})?)\b",
            partial(_numbered, courts=Context(words(language, "case-word"), window=40)),
        ),
        Rule(
            id="id.listed",
            label="OTHER-ID",
            pattern=rf"(?:[,;] ?|\b{words(language, 'list-joint')}[ \n]){_ITEM}\b",
            check=partial(_listed, language=language),
        ),
        Rule(
            id="id.slashed",
            label="OTHER-ID",
            pattern=r"\b[0-9]{4,6}/[0-9]{2}\b",
            check=_slashed,
            before=Context(
                words(language, "case-word", "case-hint", "number-word"), window=40, weight=0.2
            ),
            veto=Context(words(language, "page-word"), window=8),
        ),
        Rule(
            id="id.eu-case",
            label="OTHER-ID",
            pattern=r"\b[CTF] ?-[0-9]{1,4}/[0-9]{2}(?: ?P)?\b"
            r"|\bECLI:[A-Z]{2}:[A-Z0-9]{1,7}:[0-9]{4}:[A-Z0-9.]{1,25}\b",
            check=partial(_kept, score=0.8),
        ),
        Rule(
            id="id.docket",
            label="OTHER-ID",
            pattern=r"\b(?:[0-9]{1,2}:)?(?:[0-9]{2}|[0-9]{4})[- ]?"
            rf"{words(language, 'docket-code')}[- ]?[0-9]{{2,7}}(?:-[A-Za-z0-9]{{1,5}}){{0,4}}\b",
            check=partial(_kept, score=0.85),
        ),
        Rule(
            id="id.citation",
            label="OTHER-ID",
            pattern=r"\[(?:19|20)[0-9]{2}\] (?:[0-9]{1,2} )?[A-Z][A-Za-z.]{1,8}(?: [A-Z]"
            r"[A-Za-z]{1,8})? [0-9]{1,5}\b",
            check=accept(0.6, ("form:citation", 0.6)),
        ),
        Rule(
            id="id.parcel",
            label="OTHER-ID",
            pattern=r"\b1Z[0-9A-Z]{16}\b|\b[A-Z]{2}[0-9]{9}[A-Z]{2}\b",
            check=accept(0.85, ("form:parcel", 0.85)),
        ),
    )
