"""Dates: what all writings of a date have in common; the clock of a subject moves them."""

from textveil.lexicon.dates.written_dates import parse
from textveil.lexicon.tables.languages import ENGLISH
from textveil.transform.surrogates.maker import Maker, Setting

__all__ = ["Dates"]


class Dates(Maker):
    """Tells which writings are one date.

    All dates of a subject move together (`transform.persons.clock`), so none is made by itself.
    """

    labels: frozenset[str] = frozenset({"DATE"})

    def __init__(self, language: str = ENGLISH) -> None:
        self.language = language

    def canonical(self, value: str, label: str) -> str:
        """Return what the date says, or its words where it cannot be read."""
        date = parse(value, language=self.language)
        if date is None or date.impossible:
            return f"{label}:{' '.join(value.casefold().split())}"
        return "/".join(
            "-".join("" if field is None else str(field) for field in moment)
            for moment in date.moments
        )

    def make(self, value: str, label: str, setting: Setting) -> str:  # noqa: ARG002 - see above
        """Return a tag, the safe form of a date without a clock."""
        return f"[{label}]"
