"""A text to learn from, as all parts of the build know it."""

from collections.abc import Sequence
from dataclasses import dataclass

from textveil.values.span import Span


@dataclass(frozen=True, slots=True)
class Row:
    """A text to learn from.

    Attributes
    ----------
    source
        Where it comes from.
    text, spans
        What it says, and what is to be found in it; None if nobody marked it.
    masks
        Passages of court cases, each with whether it must be hidden.
    group
        The wording of a generated sentence, where there is one.
    """

    source: str
    text: str
    spans: Sequence[Span] | None
    masks: Sequence[tuple[int, int, bool]] = ()
    group: str = ""
