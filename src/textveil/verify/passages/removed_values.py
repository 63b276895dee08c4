"""Removed values: the values that a release removed, and where they must not be left."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.terms import street_suffixes
from textveil.values.contracts import Case
from textveil.values.edit import Edit
from textveil.values.label import DESCRIBING, RARE, family_of, identifies_alone
from textveil.values.view import View
from textveil.verify.passages.identifying import (
    LONG_NUMBER,
    are_ordinary,
    identifies_by_form,
    inner_number,
    inner_surname,
    is_full_name,
)
from textveil.verify.passages.must_change import must_change
from textveil.verify.passages.number_readings import KINDS_OF_DAYS, kind_of_number
from textveil.verify.readers.date_orders import order_of
from textveil.verify.readers.read_names import NameRead, each_name
from textveil.verify.readers.shown_days import shown_days
from textveil.verify.readers.tables import are_everyday, facts, fold

__all__ = [
    "EXEMPT",
    "GAP",
    "MIN_LENGTH",
    "Removed",
    "Words",
    "days_shown",
    "joined",
    "removed_by",
    "words_of",
]

MIN_LENGTH = 4
"""Values with fewer letters and digits coincide with ordinary text, and are not looked for."""

GAP: Final = "\0"
"""Stands between the words of a short number, as it was written."""

_RARE: Final = "passages withheld as rare, which other claims speak about"
_STAYING: Final = "ages, times, and dates that name no day, where they stay as they are"
_SHORT: Final = f"values of fewer than {MIN_LENGTH} letters and digits"
_RESERVED: Final = "domains that are reserved for examples"
_EVERYDAY: Final = "descriptions in everyday words"
EXEMPT: Final = (_RARE, _STAYING, _SHORT, _RESERVED, _EVERYDAY)
"""Passages that are not searched for."""
_NOTHING: Final = set[Any]()
"""Nobody adds to it."""
_PASSAGE: Final = 60
_TOKEN: Final = re.compile(r"[^\W_]+")
_LETTERS_OR_DIGITS: Final = re.compile(r"[^\W\d_]+|\d+")
_COMPACT: Final = re.compile(r"\b([12][0-9]{3})([01][0-9])([0-3][0-9])(?=\b|T)")
_TRAITS: Final = frozenset({"DEMOGRAPHIC", "PROFESSION"})
_NOBODYS: Final = frozenset({"com", "example", "http", "https", "net", "org", "www"})
"""Words of domains that are reserved for examples (RFC 2606), and belong to nobody."""


class Words(NamedTuple):
    """The letter-and-digit runs of a text, folded, with the view that leads back to offsets."""

    words: list[str]
    spots: list[tuple[int, int]]
    view: View

    def apart(self) -> "Words":
        """Return the runs of letters and of digits, each by itself."""
        if all(word.isalpha() or word.isdecimal() for word in self.words):
            return self
        return _words(self.view, _LETTERS_OR_DIGITS)

    def shortened(self, language: str) -> "Words":
        """Return the same words, those for streets and directions in their short form."""
        short = _short_forms(language)
        return self._replace(words=[short.get(word, word) for word in self.words])


class Removed(NamedTuple):
    """Removed values in squeezed form, by where they must not be left.

    Attributes
    ----------
    everywhere, names, streets, numbers
        In no document: values that identify by their form; spellings of names in full; houses and
        addresses, with short words for streets; numbers, also inside longer words.
    subject, labelled, days
        In no document of the subject: other values that say enough, and those among them that
        identify by their label; days, as ordinals.
    doubted
        In no document, if detectors agree about them: values that identify by their label, as
        detectors found them, besides those of ordinary form.
    inner
        In no document of the subject, inside longer words: surnames, and numbers.
    document, callings
        Not in the document itself; everyday words there where they are written as a name.
    parts
        Neither in the document itself, nor in its id and what travels along: words of names in
        full.
    several
        Values of several words.
    kinds
        Numbers that were written as another kind of thing (`verify.passages.number_readings`), and
        as which.
    """

    everywhere: set[str]
    names: set[str]
    streets: set[str]
    numbers: set[str]
    subject: set[str]
    labelled: set[str]
    days: set[int]
    doubted: set[str]
    inner: set[str]
    document: set[str]
    callings: set[str]
    parts: set[str]
    several: set[str]
    kinds: set[tuple[str, str]]

    @classmethod
    def nothing(cls) -> "Removed":
        """Return no values."""
        return cls(*(set() for _ in cls._fields))

    def compact(self) -> "Removed":
        """Return the same values; those sets that hold nothing are one and the same."""
        return Removed._make(values or _NOTHING for values in self)

    def _add(self, edit: Edit, passage: str, language: str) -> None:
        label, words = edit.label, words_of(passage)
        value = "".join(words.words)
        alone = identifies_alone(label) or _is_numbered(label, words.words)
        by_form = alone and identifies_by_form(label, passage, language=language)
        if len(words.words) > 1:
            self.several.add(value)
        if value.isdecimal():
            self.kinds.update((value, kind) for kind in _kinds(label, passage, words, language))
        if inner_number(label, value):
            (self.numbers if by_form else self.inner).add(value)
        if by_form and family_of(label) == "ADDRESS":
            self.streets.update(_houses(words, language))
        elif by_form:
            self.everywhere.update({*_written(words.words), *_with_country(label, value)})
        elif alone and (value.isdecimal() or _tells_elsewhere(label, words.words, language)):
            self.subject.update(_written(words.words))
            self.labelled.add(value)
            if not edit.carried and not are_ordinary(words.words, language):
                self.doubted.add(value)
        else:
            self._add_other(label, passage, words.words, language)

    def _add_other(self, label: str, passage: str, words: list[str], language: str) -> None:
        """Add what many people share: dates, places, words of names."""
        value = "".join(words)
        is_name = family_of(label) == "NAME" and label != "INITIALS"
        named = is_name and len(words) == 1
        if (named or family_of(label) in DESCRIBING) and are_everyday(words, language):
            self.callings.add(value)
            return
        self.document.update(_written(words))
        if _tells_elsewhere(label, words, language):
            self.subject.add(value)
        if is_name:
            self._add_names(passage, language)

    def _add_names(self, passage: str, language: str) -> None:
        for name in each_name(passage, language=language):
            everyday = are_everyday(name.words, language)
            # A model may take a bus driver for a name, and bus drivers are many.
            if not (everyday and passage.islower()):
                self.names.update(_full_names(name, language))
            self.parts.update(_telling_parts(name.words, language))
            self.inner.update(
                word for word in name.family if inner_surname(word, language=language)
            )


def removed_by(case: Case, before: str, *, language: str = ENGLISH) -> tuple[Removed, Counter[str]]:
    """Return the values that one release removed, and how many passages are not searched for.

    Those that are have no name in the counter.
    """
    removed, counts = Removed.nothing(), Counter[str]()
    for edit in case.release.edits:
        passage = before[edit.start : edit.end]
        exempt = _exemption(edit, passage, language)
        counts[exempt] += 1
        if not exempt:
            removed._add(edit, passage, language)
    removed.days.update(_days(case.release.edits, before, language))
    return removed, counts


def _exemption(edit: Edit, passage: str, language: str) -> str:
    """Return why a passage is not searched for; nothing if it is."""
    words = words_of(passage).words
    if edit.label == RARE:
        return _RARE
    if edit.replacement == passage and not must_change(edit.label, passage, language=language):
        return _STAYING
    if sum(map(len, words)) < MIN_LENGTH:
        return _SHORT
    if "example" in words and set(words) <= _NOBODYS:
        return _RESERVED
    return _EVERYDAY if _describes(edit.label, words, language) else ""


def _kinds(label: str, passage: str, words: Words, language: str) -> Iterator[str]:
    if family_of(label) == "DATE":
        # A day is the same one in every writing.
        yield from KINDS_OF_DAYS
    if len(words.words) > 1:
        yield kind_of_number(passage, 0, len(passage), language=language)


def _describes(label: str, words: list[str], language: str) -> bool:
    """Tell whether everyday words describe somebody where they stand, and name nobody elsewhere.

    So do `officer` and `the court`; several words may be the name of an organization.
    """
    family = family_of(label)
    if family not in DESCRIBING or not are_everyday(words, language):
        return False
    return family != "ORGANIZATION" or len(words) == 1


def joined(text: str) -> str:
    """Return the letters and digits of a text, folded, in small letters."""
    return "".join(words_of(text).words)


def words_of(text: str) -> Words:
    """Return the words of a text: maximal runs of letters and digits."""
    return _words_of_passage(text) if len(text) <= _PASSAGE else _words(fold(text), _TOKEN)


@lru_cache(maxsize=1 << 12)  # passages come again and again, documents do not
def _words_of_passage(text: str) -> Words:
    return _words(fold(text), _TOKEN)


def _words(view: View, token: re.Pattern[str]) -> Words:
    found = list(token.finditer(view.text))
    return Words([m.group().casefold() for m in found], [m.span() for m in found], view)


def _tells_elsewhere(label: str, words: list[str], language: str) -> bool:
    """Tell whether a value is long enough to mean the same in another document."""
    value = "".join(words)
    if value.isdecimal():
        return len(value) >= LONG_NUMBER
    if label in _TRAITS:
        # "police officer" is somebody's trade here, and there an officer.
        return not are_everyday(words, language)
    return len(words) > 1 or not are_everyday(words, language)


def _with_country(label: str, value: str) -> Iterator[str]:
    """Yield a North American telephone number with the country's 1 where it has none."""
    if family_of(label) == "PHONE" and value.isdecimal() and len(value) == 10:
        yield f"1{value}"
    elif family_of(label) == "PHONE" and value.isdecimal() and len(value) == 11 and value[0] == "1":
        yield value[1:]


def _written(words: list[str]) -> Iterator[str]:
    """Yield the letters and digits of a value, and of a short number how it is parted."""
    value = "".join(words)
    yield value
    if value.isdecimal() and len(value) < LONG_NUMBER and len(words) > 1:
        yield GAP.join(words)


def _is_numbered(label: str, words: list[str]) -> bool:
    return label == "ADDRESS" and len(words) > 2 and any(map(str.isdecimal, words))


def _full_names(name: NameRead, language: str) -> Iterator[str]:
    """Yield the ways to spell a name in full without a gap; none for a part of a name."""
    if is_full_name(name.given, name.family, language=language):
        given, family = name.given[0], name.family[-1]
        turned = "".join((*name.family, *name.given))
        spellings = ("".join(name.words), given + family, family + given, turned)
        yield from (spelt for spelt in spellings if len(spelt) >= MIN_LENGTH)


def _telling_parts(words: tuple[str, ...], language: str) -> Iterator[str]:
    """Yield the words of a name in full that are no everyday words."""
    for word in words if len(words) > 1 else ():
        if len(word) >= MIN_LENGTH and not are_everyday([word], language):
            yield word


def _houses(words: Words, language: str) -> Iterator[str]:
    """Yield an address, and its house: number, name and kind of a street, nothing behind it."""
    short = words.shortened(language).words
    yield "".join(short)
    kinds = _kinds_of_streets(language)
    first = next((at for at, word in enumerate(short) if word[0].isdecimal()), None)
    for at in range((first or 0) + 2, len(short) if first is not None else 0):
        if short[at] in kinds:
            yield "".join(short[first : at + 1])
            return


@cache
def _kinds_of_streets(language: str) -> frozenset[str]:
    return frozenset(_short_forms(language).values()) - frozenset(_sides(language).values())


def _sides(language: str) -> dict[str, str]:
    """Return the short form of each side of a road."""
    return {whole: short for short, whole in facts(language).values("side").items() if whole}


@cache
def _short_forms(language: str) -> dict[str, str]:
    found = _sides(language)
    for long, forms in street_suffixes(language).items():
        short = min((joined(form) for form in forms), key=len, default=long.casefold())
        found.update({joined(form): short for form in (long, *forms)})
    return found


def days_shown(text: str, *, language: str = ENGLISH) -> Iterator[tuple[int, int, int]]:
    """Yield the days with a year of four digits in a text: start, end and ordinal."""
    found = list(shown_days(text, language=language))
    order = None
    if found:
        shown = (text[start:end] for start, end, _ in found)
        order = order_of(shown, language=language)
    yield from found if order is None else shown_days(text, order, language=language)


def _days(edits: tuple[Edit, ...], before: str, language: str) -> Iterator[int]:
    dates = [edit for edit in edits if edit.label == "DATE"]
    passages = [before[edit.start : edit.end] for edit in dates]
    order = order_of(passages, language=language) if passages else None
    for edit, passage in zip(dates, passages, strict=True):
        if edit.replacement != passage:
            parted = _COMPACT.sub(r"\1-\2-\3", passage)
            yield from (day for *_, day in shown_days(parted, order, True, language))
