"""Foreign labels: translates the labels of other models into ours."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from textveil.errors import ComponentError, InvalidValueError
from textveil.lexicon.tables.schemes import scheme
from textveil.values.label import LABELS

__all__ = ["ForeignLabels", "require_labels"]


@dataclass(frozen=True, slots=True)
class ForeignLabels:
    """Our label for each label of a model.

    Attributes
    ----------
    known
        The scheme that the model's labels are expected to be of.
    where
        The option that a complaint points at.
    given
        The user's own table, which is asked first: a model's label to ours, or to None if its
        passages are to be left alone.

    Examples
    --------
    >>> table = ForeignLabels("ontonotes", "an option", {"GPE": "CITY", "LAW": None})
    >>> table.ours("GPE"), table.ours("LAW"), table.ours("ORG")
    ('CITY', None, 'ORGANIZATION')
    """

    known: str
    where: str
    given: Mapping[str, str | None]

    def ours(self, label: str) -> str | None:
        """Return our label for a label of a model; None skips its passages."""
        if label in self.given:
            return self.given[label]
        try:
            return scheme(self.known).to_ours(label)
        except InvalidValueError as error:
            raise ComponentError(
                error.what,
                where=self.where,
                hint=f"give it a label: {{{label}: NAME}}, or leave it alone: {{{label}: null}}",
            ) from None

    def require(self, labels: Iterable[str]) -> None:
        """Raise if one of the labels has no label of ours.

        To pass over what a model marks, because nobody said what it is, would leave it in the open.
        """
        for label in labels:
            self.ours(label)


def require_labels(labels: object, where: str) -> None:
    """Raise unless the option is None or maps labels to ours or to None."""
    if labels is None:
        return
    if not isinstance(labels, Mapping) or not all(isinstance(label, str) for label in labels):
        raise InvalidValueError("labels map a label to one of ours, or to null", where=where)
    for label, ours in labels.items():
        if ours is not None and ours not in LABELS:
            raise InvalidValueError(
                f"{label} is mapped to something that is not a label of ours",
                where=where,
                hint=f"known: {', '.join(LABELS)}",
            )
