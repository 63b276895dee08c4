"""Dictionary forms: every form that stands in a release is shared by at least K terms of Q.

Counts are made anew, by another method than the engine's: pieces placed from left to right over
the list of terms, and regular expressions for a sample of the forms. Under `mutual` the terms that
are released under the very same form are counted as well, and those that are removed entirely.
"""

import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from textveil.errors import InvalidValueError, require_known
from textveil.values.contracts import Case
from textveil.values.verdict import Verdict, Witness
from textveil.verify.rare.dictionary_identifiers import cuts_word
from textveil.verify.rare.dictionary_matching import LiteralPieces, TermList

__all__ = ["CLAIM", "GUARANTEES", "REMOVED", "Stated", "check_forms", "stated_in"]

CLAIM: Final = "dictionary-forms"
GUARANTEES: Final = ("mutual", "count")

REMOVED: Final = "*"
"""What stands for a passage of which nothing is shown."""

_IDENTIFIER = "IDENTIFIER"
_LABELS = ("QUASI", _IDENTIFIER)
_IDS = 20
_NOTHING: frozenset[int] = frozenset()

Chosen = Callable[[int], str | None]
"""The form that the method writes for a term of Q by its number; None if it has none."""


@dataclass(frozen=True, slots=True, repr=False)
class Stated:
    """What is said about one form of a release.

    Attributes
    ----------
    form
        As it is written.
    term
        What it stands for; None if only the release was given.
    k, k_eff
        The counts that are claimed; None if none are.
    document, start, end
        Where it stands first.
    gone
        Whether nothing may be shown.
    cut
        Whether it stands for a part of a word, so that the rest of the word is left.
    """

    form: str
    term: str | None = None
    k: int | None = None
    k_eff: int | None = None
    document: str = "dictionary"
    start: int = 0
    end: int = 0
    gone: bool = False
    cut: bool = False

    def __repr__(self) -> str:
        return f"Stated(form of {len(self.form)} characters, k={self.k}, k_eff={self.k_eff})"


def check_forms(
    terms: TermList | Iterable[str],
    stated: Iterable[Stated],
    k: int,
    guarantee: str = "mutual",
    *,
    chosen: Chosen | Mapping[str, str] | None = None,
    left: Container[int] = _NOTHING,
    sample: int = 5,
    rng: np.random.Generator | None = None,
    thorough: bool = True,
    about: str = "",
) -> Verdict:
    """Count again how many terms each form matches, and how many are released under it.

    Parameters
    ----------
    terms
        Q.
    stated
        The forms of a release, each with what is said about it. Under `mutual` a form that shows
        nothing must stand for at least K terms too, unless it stands for all there are.
    k
        K: how many terms must share each form.
    guarantee
        `count`: the form matches at least K terms. `mutual`: at least K terms are released under
        the very same form.
    chosen
        What the method writes for each term, by its number or as a mapping; needed for `mutual`.
    left
        Numbers of terms that are left readable, or removed entirely, wherever they stand. A
        reader of a form knows that it is not one of them, so they do not count for `mutual`.
    sample
        How many distinct forms are counted a third time, by regular expression.
    rng
        Chooses the sample.
    thorough
        Whether k is counted to the end for every form. Without this it is counted where it is
        stated, and otherwise as far as the claim needs: up to K under `count`; under `mutual` not
        at all, since no fewer terms match a form than are released under it.
    about
        What the verdict should say about Q besides its size: its hash, for example.

    Returns
    -------
    Verdict
        Its witnesses give the numbers of the terms that a form does match, counted from 0 in
        code-point order, and never a term.

    Examples
    --------
    >>> said = [Stated("JA*AN", k=3)]
    >>> check_forms(["JAPAN", "JAVAN", "JORDAN"], said, 2, "count").witnesses[0].reason
    'k is said to be 3 and is 2: the form matches the terms 0, 1'
    """
    require_known("guarantee", guarantee, GUARANTEES)
    if guarantee == "mutual" and chosen is None:
        return Verdict.not_checkable(CLAIM, "the terms released under each form were not given")
    listed = terms if isinstance(terms, TermList) else TermList(terms)
    choose = _by_number(chosen, listed) if isinstance(chosen, Mapping) else chosen
    mapped = choose if guarantee == "mutual" else None
    counting = _Counting(listed, k, mapped, left, thorough)
    found: list[Witness] = []
    checked = 0
    # The same is said of most places: what is wrong with it is asked once.
    known: dict[tuple[object, ...], list[tuple[str, int | None]]] = {}
    for one in stated:
        checked += 1
        said = one.form, one.term, one.k, one.k_eff, one.gone, one.cut
        if said not in known:
            known[said] = list(counting.faults(one))
        found += [Witness(one.document, one.start, one.end, *why) for why in known[said]]
    found += counting.disagreements(sample, rng or np.random.default_rng(0))
    reason = f"{about or 'Q'}: {len(listed):,} terms, K = {k}, guarantee {guarantee}; "
    distinct = len(counting.known)
    reason += f"{distinct:,} distinct form{'' if distinct == 1 else 's'} counted again"
    reason += "" if thorough else ", as far as the claim needs"
    reason += counting.remark()
    return Verdict.of(CLAIM, checked, found, reason=reason)


@dataclass(frozen=True, slots=True, repr=False)
class _Counted:
    """A form with the terms that it matches, and those that are released under it."""

    pieces: LiteralPieces
    matching: Sequence[int] | None
    released: Sequence[int]
    place: Stated


@dataclass(frozen=True, slots=True, repr=False)
class _Counting:
    """Counts each distinct form once."""

    terms: TermList
    k: int
    chosen: Chosen | None
    left: Container[int]
    thorough: bool
    known: dict[str, _Counted] = field(default_factory=dict)
    members: dict[str | None, list[int]] = field(default_factory=dict)

    def faults(self, one: Stated) -> Iterator[tuple[str, int | None]]:
        """Yield the faults of one form: a reason, and the number that breaks the claim."""
        if one.cut:
            yield "a form stands one place beside its term: a part of a word is left", None
        if one.form == REMOVED:
            if not one.gone and self.chosen is not None:
                yield from self._wrong_removal(one)
            return
        if one.gone:
            yield "an identifier is not removed entirely", None
            return
        try:
            counted = self.known.get(one.form) or self._count(one)
        except InvalidValueError as error:
            yield f"this is not a form: {error.what}", None
            return
        yield from self._wrong_term(one, counted)
        yield from self._wrong_counts(one, counted)

    def _count(self, one: Stated) -> _Counted:
        pieces = LiteralPieces.of(one.form)
        matching: list[int] | None = None
        if self.thorough or one.k is not None:
            matching = self.terms.matching(pieces)
        elif self.chosen is None:
            matching = self.terms.matching(pieces, self.k)
        terms = self.terms.terms
        released = [n for n in self._members().get(one.form, ()) if pieces.matches(terms[n])]
        counted = self.known[one.form] = _Counted(pieces, matching, released, one)
        return counted

    def _members(self) -> dict[str | None, list[int]]:
        """Return the terms that the method releases under each form; None: removed."""
        if self.chosen is not None and not self.members:
            for number in range(len(self.terms)):
                if number not in self.left:
                    self.members.setdefault(self.chosen(number), []).append(number)
        return self.members

    def _wrong_removal(self, one: Stated) -> Iterator[tuple[str, int | None]]:
        """Yield the faults of a passage that is removed entirely."""
        members = self._members()
        removed = members.get(None, [])
        if 0 < len(removed) < self.k and len(members) > 1:
            yield (
                f"k_eff of a bare star is {len(removed)} and must be {self.k}: "
                f"removed are the terms {_numbers(removed)}",
                len(removed),
            )
        number = None if one.term is None else self.terms.number(_nfc(one.term))
        if number is not None and number not in self.left and number not in removed:
            yield "the method writes a form for this term, but the release removes it", None

    def remark(self) -> str:
        """Say what a reader of the verdict should know about Q, if anything."""
        # Where one form is written at all, or nothing is to be written, there is nothing to say.
        if list(self._members()) != [None] or len(self._members()[None]) >= self.k:
            return ""
        return f"; fewer than {self.k} terms may be shown, so that all of them are removed"

    def _wrong_term(self, one: Stated, counted: _Counted) -> Iterator[tuple[str, int | None]]:
        if one.term is None:
            return
        term = _nfc(one.term)
        number = self.terms.number(term)
        if number is None:
            yield "a form stands for something that is not a term of Q", None
        elif not counted.pieces.matches(term):
            yield "the form does not match the term that it stands for", None
        elif self.chosen is not None and self.chosen(number) != one.form:
            yield "the method writes another form for this term", None

    def _wrong_counts(self, one: Stated, counted: _Counted) -> Iterator[tuple[str, int | None]]:
        if counted.matching is not None:
            which = f"the form matches the terms {_numbers(counted.matching)}"
            yield from self._wrong("k", one.k, len(counted.matching), which)
        if self.chosen is not None:
            which = f"under this form are released the terms {_numbers(counted.released)}"
            yield from self._wrong("k_eff", one.k_eff, len(counted.released), which)

    def _wrong(
        self, name: str, said: int | None, found: int, which: str
    ) -> Iterator[tuple[str, int | None]]:
        if said is not None and said != found:
            yield f"{name} is said to be {said} and is {found}: {which}", found
        elif found < self.k:
            yield f"{name} is {found} and must be {self.k}: {which}", found

    def disagreements(self, sample: int, rng: np.random.Generator) -> Iterator[Witness]:
        """Yield the forms of a sample for which regular expressions find other terms."""
        forms = list(self.known.values())
        size = min(sample, len(forms))
        for at in rng.choice(len(forms), size, replace=False).tolist() if size else ():
            again = self.terms.matching_by_pattern(forms[at].pieces)
            if again != self.terms.matching(forms[at].pieces):
                place = forms[at].place
                reason = f"a regular expression matches other terms: {_numbers(again)}"
                yield Witness(place.document, place.start, place.end, reason, len(again))


def _nfc(term: str) -> str:
    return unicodedata.normalize("NFC", term)


def _by_number(chosen: Mapping[str, str], terms: TermList) -> Chosen:
    return lambda number: chosen.get(terms.terms[number])


def _numbers(found: Sequence[int]) -> str:
    shown = ", ".join(map(str, found[:_IDS]))
    more = f" and {len(found) - _IDS:,} more" if len(found) > _IDS else ""
    return f"{shown}{more}" or "(none)"


def stated_in(cases: Iterable[Case], *, fold_case: bool = False) -> Iterator[Stated]:
    """Yield what stands in a release: its edits with the labels `QUASI` and `IDENTIFIER`.

    Where the input was given, each form must be the one that the method writes for the term that
    stood there, case-folded if Q is, an identifier must be gone entirely, and no passage may cut a
    word, because the rest of the word would be left.
    """
    for case in cases:
        for edit, start, end in case.release.placed():
            if edit.label not in _LABELS:
                continue
            term, cut, gone = None, False, edit.label == _IDENTIFIER
            if case.before is not None:
                text = case.before.text
                passage = text[edit.start : edit.end]
                term = _nfc(" ".join((passage.casefold() if fold_case else passage).split()))
                beside = any(cuts_word(text, at) for at in (edit.start, edit.end))
                cut = not gone and (beside or passage != passage.strip())
            place = case.release.id, start, end
            yield Stated(edit.replacement, term, None, None, *place, gone=gone, cut=cut)
