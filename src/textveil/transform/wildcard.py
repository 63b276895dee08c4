"""Wildcard: a quasi-identifier becomes the form that enough terms share, anything else a `*`."""

from collections.abc import Iterable
from typing import Final

import numpy as np

from textveil.errors import InvalidValueError
from textveil.lexicon.forms import Dictionary, Guarantee
from textveil.strings.wildcard_groups import NO_GROUP, Groups
from textveil.strings.wildcard_match import STAR
from textveil.strings.wildcard_settle import settled
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.span import Spans

__all__ = ["GUARANTEES", "IDENTIFIER", "REMOVED", "Wildcard"]

GUARANTEES: Final[tuple[Guarantee, ...]] = ("mutual", "count")

REMOVED: Final = "*"
"""What stands for a passage of which nothing is shown."""


IDENTIFIER: Final = "IDENTIFIER"
"""Label of passages that are always removed."""


class Wildcard:
    """Replace passages by the forms of a dictionary.

    Parameters
    ----------
    dictionary
        Q, with the forms of its terms.
    k
        K, from 2 on: how many terms share each form.
    guarantee
        `mutual`: K terms are released under the very same form. `count`: the form matches K terms
        (paper 2).
    seed
        Decides between forms that are equally good.
    left
        Terms that are never released under a form: those that stay readable, and those that are
        removed wherever they stand. They do not count towards `mutual`. The attribute holds their
        ids.

    Notes
    -----
    Guarantee: under `mutual`, whoever knows Q, K, the seed, `left` and the method finds at least K
    terms that would have been released under each form that stands in the text, and for which a
    bare `*` would stand; where fewer than K terms are not in `left`, all of them become `*`. Under
    `count` each form matches at least K terms of Q (verifier `dictionary-forms`;
    `docs/methods/quasi-identifier-dictionary.md`). Passages that are not terms of Q, and terms that
    no form fits, become `*`.

    Forms are remembered, so that a term is looked up once.

    Examples
    --------
    >>> from textveil.values.span import Span
    >>> wildcard = Wildcard(Dictionary.build(["JAPAN", "JAVAN", "PERU", "CHAD"]), 2)
    >>> note = Document("n", "From PERU to JAPAN.")
    >>> wildcard.transform(note, Spans([Span(5, 9, "QUASI"), Span(13, 18, "QUASI")])).text
    'From * to JA*AN.'
    """

    def __init__(
        self,
        dictionary: Dictionary,
        k: int = 5,
        guarantee: str = "mutual",
        seed: int = 0,
        left: Iterable[str] = (),
    ) -> None:
        if k < 2:
            raise InvalidValueError("K is at least 2")
        chosen: Guarantee | None = next((g for g in GUARANTEES if g == guarantee), None)
        if chosen is None:
            raise InvalidValueError(
                f"there is no guarantee of this name: {guarantee}", hint="use mutual or count"
            )
        self._dictionary, self._k, self._seed = dictionary, k, seed
        self._guarantee: Guarantee = chosen
        numbers = (dictionary.id_of(term) for term in left)
        self.left: Final = frozenset(number for number in numbers if number is not None)
        self._groups: Groups | None = None
        self._alphabet: list[int] = dictionary.stored.alphabet.tolist()
        self._shared: dict[int, str] = {}
        self._known: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"Wildcard(terms={len(self._dictionary)}, k={self._k}, {self._guarantee})"

    def written(self, passage: str) -> str:
        """Return what is written for a passage: its form, or `*` where it has none."""
        known = self._known.get(passage)
        if known is None:
            known = self._known[passage] = self._choose(passage)
        return known

    def transform(self, document: Document, spans: Spans) -> Release:
        """Replace every span; equal replacements of one label share an entity number.

        Numbers by value would tell apart terms that are released under one form.
        """
        numbers: dict[tuple[str, str], int] = {}
        edits = []
        for span in spans:
            named = span.label == IDENTIFIER
            shown = REMOVED if named else self.written(document.covered_by(span))
            entity = numbers.setdefault((span.label, shown), len(numbers) + 1)
            edits.append(Edit(span.start, span.end, shown, span.label, entity))
        return Release.of(document, edits)

    def chosen(self, number: int) -> str | None:
        """Return the form that a term of Q is released under, by its id; None where it has none."""
        if self._guarantee == "mutual":
            return self._mutual(number)
        if number in self.left:
            return None
        terms, k = self._dictionary.terms, self._k
        form = self._dictionary.form(terms[number], k, "count", self._seed, effective=False)
        return None if form is None else form.form

    def _choose(self, passage: str) -> str:
        # A term is found across line breaks, and is looked up as the dictionary writes it.
        for spelling in (passage, " ".join(passage.split())):
            number = self._dictionary.id_of(spelling)
            if number is not None:
                return self.chosen(number) or REMOVED
        return REMOVED

    def _mutual(self, number: int) -> str | None:
        if self._groups is None:
            groups = self._dictionary.group(self._k)
            # Whoever meets a form, or a bare star, knows that it is none of those that are left.
            counting = np.ones(len(self._dictionary), np.bool_)
            counting[np.array(sorted(self.left), np.int64)] = False
            self._groups = settled(self._dictionary.stored.index, groups, self._k, counting)
        groups = self._groups
        group = int(groups.group[number])
        if group == NO_GROUP:
            return None
        if group not in self._shared:
            codes = groups.forms[groups.starts[group] : groups.starts[group + 1]]
            self._shared[group] = "".join(map(self._spelt, codes.tolist()))
        return self._shared[group]

    def _spelt(self, code: int) -> str:
        if code == STAR:
            return "*"
        character = chr(self._alphabet[code - 1])
        return f"\\{character}" if character in "\\*" else character
