"""Relabelling: makes the labels of two sides comparable, by a scheme or by families."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from textveil.errors import InputError, InvalidValueError
from textveil.values.label import LABELS, family_of
from textveil.values.span import Spans

if TYPE_CHECKING:
    from textveil.lexicon.tables.schemes import Scheme

__all__ = ["Relabelling", "likely_scheme"]


@dataclass(frozen=True, slots=True)
class Relabelling:
    """Gives gold and predicted spans labels that can be compared.

    Gold labels of the scheme become ours. A predicted label becomes as coarse as the scheme is, by
    way of the scheme's own label: where the scheme has one label for places, a predicted CITY is a
    place. Predictions may have the scheme's labels as well.

    Attributes
    ----------
    scheme
        The scheme of the gold labels; None if they are ours, or shall stay as they are.
    families
        Whether each label is compared as its family.
    """

    scheme: "Scheme | None" = None
    families: bool = False

    @classmethod
    def of(
        cls, scheme: str | None, *, families: bool = False, pairs: Sequence[str] = ()
    ) -> "Relabelling":
        """Find a scheme by its name; pairs such as `Patient=PATIENT` add labels to it, or to ours.

        Raises
        ------
        InvalidValueError
            If there is no scheme of this name.
        UsageError
            If a pair names no label of ours.
        """
        if scheme is None and not pairs:
            return cls(families=families)
        from textveil.lexicon.tables.schemes import read_map
        from textveil.lexicon.tables.schemes import scheme as named

        return cls(named(scheme or "textveil").mapped(read_map(pairs)), families)

    def gold(self, spans: Spans, where: str) -> Spans:
        """Return gold spans with comparable labels; `where` names the document in an error."""
        return self._relabelled(spans, where, self._of_gold)

    def predicted(self, spans: Spans, where: str) -> Spans:
        """Return predicted spans with comparable labels; `where` as for `gold`."""
        return self._relabelled(spans, where, self._of_predicted)

    def _relabelled(self, spans: Spans, where: str, rule: Callable[[str], str]) -> Spans:
        if self.scheme is None and not self.families:
            return spans
        try:
            new = {label: rule(label) for label in spans.labels}
        except InvalidValueError as error:
            raise InputError(error.what, where=where, hint=error.hint) from None
        if self.families:
            new = {label: family_of(ours) for label, ours in new.items()}
        return Spans(replace(span, label=new[span.label]) for span in spans)

    def _of_gold(self, label: str) -> str:
        return label if self.scheme is None else self.scheme.to_ours(label)

    def _of_predicted(self, label: str) -> str:
        if self.scheme is None:
            return label
        if label not in LABELS:
            return self.scheme.to_ours(label)
        if self.scheme.name == "textveil":
            return label
        theirs = self.scheme.from_ours(label)
        return label if theirs is None else self.scheme.to_ours(theirs)


def likely_scheme(labels: set[str]) -> str | None:
    """Return the name of the scheme that gold labels seem to come from, if it is not ours."""
    from textveil.lexicon.tables.schemes import guess_scheme

    guessed = guess_scheme(labels)
    return None if guessed is None or labels <= LABELS.keys() else guessed.name
