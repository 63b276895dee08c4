"""Wildcard: a quasi-identifier becomes a form that enough terms share; else a `*`."""

from typing import Final

from textveil.lexicon.forms.shared_forms import SharedForms
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.span import Spans

__all__ = ["IDENTIFIER", "REMOVED", "Wildcard"]

REMOVED: Final = "*"
"""What stands for a passage of which nothing is shown."""


IDENTIFIER: Final = "IDENTIFIER"
"""Label of passages that are always removed."""


class Wildcard:
    """Replace passages by the forms of a dictionary.

    Attributes
    ----------
    forms
        The form that each term is released under.

    Notes
    -----
    Guarantee: under `mutual`, a reader with Q, K, the seed, `left` and the method finds at least K
    terms that would have been released under each form that stands in the text, and for which a
    bare `*` would stand; where fewer than K terms are not in `left`, all of them become `*`. Under
    `count` each form matches at least K terms of Q (verifier `dictionary-forms`;
    `docs/methods/quasi-identifier-dictionary.md`). Passages that are not terms of Q, and terms that
    no form fits, become `*`.

    Forms are remembered, so that a term is looked up once.

    Examples
    --------
    >>> from textveil.lexicon.forms.wildcard_forms import Dictionary
    >>> from textveil.values.span import Span
    >>> places = Dictionary.build(["JAPAN", "JAVAN", "PERU", "CHAD"])
    >>> wildcard = Wildcard(SharedForms(places, 2))
    >>> note = Document("n", "From PERU to JAPAN.")
    >>> wildcard.transform(note, Spans([Span(5, 9, "QUASI"), Span(13, 18, "QUASI")])).text
    'From * to JA*AN.'
    """

    def __init__(self, forms: SharedForms) -> None:
        self.forms: Final = forms
        self._known: dict[str, str] = {}

    def __repr__(self) -> str:
        forms = self.forms
        return f"Wildcard(terms={len(forms.dictionary)}, k={forms.k}, {forms.guarantee})"

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

    def _choose(self, passage: str) -> str:
        # A term is found across line breaks, and is looked up as the dictionary writes it.
        for spelling in (passage, " ".join(passage.split())):
            number = self.forms.dictionary.id_of(spelling)
            if number is not None:
                return self.forms.chosen(number) or REMOVED
        return REMOVED
