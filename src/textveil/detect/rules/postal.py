"""Postal codes of the United States, the United Kingdom and Canada, and others beside a word."""

import re
from functools import partial

from textveil.detect.rules.introduced import framed
from textveil.detect.rules.rule import GAP, Context, Hit, Rule, choice, named, words
from textveil.lexicon.facts import facts

__all__ = ["rules"]

_CODE = r"[0-9]{5}(?:-[0-9]{4})?"
_UK = r"[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][ABD-HJLNP-UW-Z]{2}"
_CANADA = r"[ABCEGHJ-NPRSTVXY][0-9][ABCEGHJ-NPRSTV-Z][ -]?[0-9][ABCEGHJ-NPRSTV-Z][0-9]"
_VALUE = re.compile(rb"[0-9]{5}(?:-[0-9]{4})?\Z")


def _after_words(data: bytes, start: int, end: int) -> Hit | None:
    """Keep the code itself; the words before it are its context."""
    found = _VALUE.search(data, start, end)
    if found is None or re.match(rb"[-.,/][0-9]", data[end : end + 2]):
        return None
    return Hit(found.start(), end, 0.85, (("context:before", 0.85),))


def _with_four(data: bytes, start: int, end: int) -> Hit | None:
    if re.match(rb"[-.,/][0-9]", data[end : end + 2]) or (start and data[start - 1] in b"-./$"):
        return None
    return Hit(start, end, 0.65, (("form:zip+4", 0.65),))


def _british(data: bytes, start: int, end: int, language: str) -> Hit | None:
    area = re.match(rb"[A-Z]+", data[start:end])
    if area is None or not facts(language).is_a(area.group().decode("ascii"), "postal-area"):
        return None
    return Hit(start, end, 0.75, (("list:areas", 0.75),))


def _canadian(data: bytes, start: int, end: int) -> Hit | None:
    score = 0.8 if b" " in data[start:end] else 0.5
    return Hit(start, end, score, (("form:postal", score),))


def _any_country(data: bytes, start: int, end: int) -> Hit | None:
    if re.match(rb"[-.,/][0-9]|%", data[end : end + 2]):
        return None
    return Hit(start, end, 0.8, (("context:before", 0.8),))


def rules(language: str = "en") -> tuple[Rule, ...]:
    """Return the rules of a language."""
    known = facts(language)
    codes = choice((*known.values("us-state").values(), *known.words("military-state")))
    names = words(language, "us-state", "us-state-short", "us-district")
    near = Context(words(language, "postal-hint"), window=48, weight=0.15)
    return (
        Rule(
            id="zip.state",
            label="ZIP",
            pattern=rf"\b(?:{codes}|(?i:{names})),?{GAP}{_CODE}\b",
            check=_after_words,
        ),
        framed(
            "zip.word",
            "ZIP",
            rf"\b{named(language, 'zip')}(?:[ :#=]{{0,3}}|:?\r?\n[ ]{{0,4}})"
            rf"(?:{words(language, 'value-link')} )?(?P<value>{_CODE}|[0-9]{{4,6}}"
            r"|[0-9]{3} [0-9]{2}|[0-9]{2,5}-[0-9]{3}|[0-9]{4} ?[A-Z]{2}"
            rf"|{_UK}|{_CANADA})\b",
            _any_country,
        ),
        Rule(
            id="zip.british",
            label="ZIP",
            pattern=r"\b[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][ABD-HJLNP-UW-Z]{2}\b",
            check=partial(_british, language=language),
            before=near,
        ),
        Rule(
            id="zip.canadian",
            label="ZIP",
            pattern=rf"\b{_CANADA}\b",
            check=_canadian,
            before=near,
        ),
        framed(
            "zip.country",
            "ZIP",
            rf"\b{words(language, 'postal-country')}-"
            r"(?P<value>[0-9]{4,5}|[0-9]{3} [0-9]{2}|[0-9]{2}-[0-9]{3}) [A-Z][a-z\x7f]{2}",
            _any_country,
        ),
        Rule(
            id="zip.plus-four",
            label="ZIP",
            pattern=r"\b[0-9]{5}-[0-9]{4}\b",
            check=_with_four,
        ),
    )
