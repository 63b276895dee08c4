"""Clinical vocabulary: what a word of a clinical note can be, in one look-up.

A built table holds drugs, diseases, findings, procedures, parts of the body, tests and eponyms of
one word or several; short forms, units and words of dosing are read from the facts. It stands
beside `lexicon.tables.words`, so that a model that was taught with those lists sees nothing new. A
listed word is context and never a veto: Foley, Parker and Will are people too.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import IntFlag
from functools import cache
from typing import Final

from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.packed_table import Packed
from textveil.lexicon.tables.phrases import INSIDE
from textveil.lexicon.tables.words import key_of, keys_of

__all__ = [
    "ClinicalBook",
    "ClinicalKind",
    "beginnings",
    "clinical_book",
    "clinical_kinds",
    "clinical_term_at",
    "clinical_word",
    "entries_by_clinical_role",
]


class ClinicalKind(IntFlag):
    """What a word or phrase can be in a clinical note, several at once."""

    DRUG = 1
    """Drug, generic or brand."""
    DISEASE = 2
    FINDING = 4
    """Sign, symptom or state; also a germ."""
    PROCEDURE = 8
    """Operation, treatment or examination."""
    ANATOMY = 16
    """Part or substance of a body."""
    TEST = 32
    """What a number is measured of: test, score, vital sign."""
    UNIT = 64
    """Unit of measurement, or of a dose."""
    DOSING = 128
    """Says how or when a drug is taken."""
    EPONYM = 256
    """Name of a person that stands for a disease, sign, test, instrument or procedure."""
    EPONYM_HEAD = 512
    """Noun that makes the name before it an eponym: disease, catheter."""
    DEVICE = 1024
    """Instrument, suture, implant."""


_BY_ROLE: Final = {
    "drug": ClinicalKind.DRUG,
    "disease": ClinicalKind.DISEASE,
    "finding": ClinicalKind.FINDING,
    "procedure": ClinicalKind.PROCEDURE,
    "anatomy": ClinicalKind.ANATOMY,
    "joint": ClinicalKind.ANATOMY,
    "test": ClinicalKind.TEST,
    "unit": ClinicalKind.UNIT,
    "dose": ClinicalKind.UNIT,
    "dosing": ClinicalKind.DOSING,
    "eponym": ClinicalKind.EPONYM,
    "eponym-head": ClinicalKind.EPONYM_HEAD,
    "device": ClinicalKind.DEVICE,
}
_CACHED: Final = 1 << 16
_NOTHING: Final = (0, 0)


@cache
def _table() -> Packed:
    return Packed.shipped("clinical.bin")


def entries_by_clinical_role(language: str = ENGLISH) -> Iterator[tuple[str, ClinicalKind]]:
    """Yield the terms of the facts that say what a word can be in a note, each with its kind."""
    known = facts(language)
    for role, kind in _BY_ROLE.items():
        for name in known.words(role):
            yield name, kind


def beginnings(name: str) -> Iterator[tuple[str, bool]]:
    """Yield each beginning of a term as it is listed, and whether it is the whole term.

    Examples
    --------
    >>> list(beginnings("Foley catheter"))
    [('foley', False), ('foley catheter', True)]
    """
    keys = keys_of(name)
    if len(keys) > 1 and " " not in name:
        yield key_of(name), True
    for length in range(1, len(keys) + 1):
        yield " ".join(keys[:length]), length == len(keys)


class ClinicalBook:
    """What is known about clinical words: the built table, and the kinds that certain facts give.

    Parameters
    ----------
    entries
        Terms that are something by their role, each with its kind.
    language
        Of the terms; the built table is English.

    Notes
    -----
    As with `lexicon.tables.words.WordBook`, a model keeps the entries that it was trained with.
    """

    def __init__(
        self, entries: Iterable[tuple[str, ClinicalKind]], language: str = ENGLISH
    ) -> None:
        self.entries = tuple(entries)
        self._listed = language == ENGLISH
        self._roles: dict[str, tuple[int, int]] = {}
        self._kept: dict[str, tuple[int, int]] = {}
        for name, kind in self.entries:
            for words, whole in beginnings(name):
                kinds, goes_on = self._roles.get(words, _NOTHING)
                self._roles[words] = (kinds | int(kind), goes_on) if whole else (kinds, 1)

    def _entry(self, words: str) -> tuple[int, int]:
        kinds, goes_on = self._roles.get(words, _NOTHING)
        listed = _table().find(words) if self._listed else None
        if listed is not None:
            kinds, goes_on = kinds | listed[0], goes_on | listed[1]
        return kinds, goes_on

    def first(self, token: str) -> tuple[int, int]:
        """Return what a token can be, and whether terms of several words begin with it."""
        known = self._kept.get(token)
        if known is None:
            if len(self._kept) >= _CACHED:
                self._kept.clear()
            known = self._kept[token] = self._entry(key_of(token))
        return known

    def term_at(self, tokens: Sequence[str], at: int) -> tuple[int, int] | None:
        """Return the longest term that starts at a token: its number of tokens, and plain flags."""
        kinds, goes_on = self.first(tokens[at])
        best = (1, kinds) if kinds else None
        words = key_of(tokens[at]) if goes_on else ""
        for end in range(at + 1, len(tokens)):
            if not goes_on:
                break
            token = tokens[end]
            if token in INSIDE and tokens[end - 1] not in INSIDE:
                continue
            words = f"{words} {key_of(token)}"
            kinds, goes_on = self._entry(words)
            if kinds:
                best = (end + 1 - at, kinds)
        return best

    def kinds(self, tokens: Sequence[str]) -> list[int]:
        """Return for each token what it is a part of; see `clinical_kinds`."""
        found = [0] * len(tokens)
        at = 0
        while at < len(tokens):
            term = self.term_at(tokens, at) if self.first(tokens[at]) != _NOTHING else None
            length = 1
            if term is not None:
                length, kinds = term
                found[at : at + length] = [kinds] * length
            at += length
        return found


@cache
def clinical_book(language: str = ENGLISH) -> ClinicalBook:
    """Return the clinical words with the roles that the facts give them today."""
    return ClinicalBook(entries_by_clinical_role(language), language)


def clinical_word(token: str, language: str = ENGLISH) -> int:
    """Return what a single token can be: flags of `ClinicalKind`, as a plain number.

    Examples
    --------
    >>> ClinicalKind(clinical_word("Metformin")), clinical_word("chair")
    (<ClinicalKind.DRUG: 1>, 0)
    """
    return clinical_book(language).first(token)[0]


def clinical_term_at(
    tokens: Sequence[str], at: int, language: str = ENGLISH
) -> tuple[int, int] | None:
    """Return the longest term that starts at a token: its number of tokens, and plain flags."""
    return clinical_book(language).term_at(tokens, at)


def clinical_kinds(tokens: Sequence[str], language: str = ENGLISH) -> list[int]:
    """Return for each token what it is a part of, as plain flags of `ClinicalKind`.

    The longest term that covers a token decides, leftmost first; a token inside a term has the
    flags of the term, and a token outside of all has 0.

    Notes
    -----
    One look-up a token, kept for tokens that come again, and one more for each token of what may
    become a term.

    Examples
    --------
    >>> [ClinicalKind(kinds).name for kinds in clinical_kinds(["Foley", "catheter", "was", "seen"])]
    ['DEVICE', 'DEVICE', None, None]
    """
    return clinical_book(language).kinds(tokens)
