"""Results: what became of one text or document."""

from dataclasses import dataclass

from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.verdict import Verdict

__all__ = ["Deidentified"]


@dataclass(frozen=True, slots=True, repr=False)
class Deidentified:
    """One rewritten text with its edits and verdicts.

    Attributes
    ----------
    release
        The text with its edits, and the offset map in both directions.
    verdicts
        What the verifiers say: of a list, about all of its texts together.
    document
        The released document: the text, and the fields that the policy keeps.

    Examples
    --------
    >>> from textveil import deidentify
    >>> result = deidentify("Write to ana@example.org.")
    >>> result
    Deidentified(Release(id='text', length=17, edits=1), verdicts=2 of 2 hold)
    >>> result.text, result.release.to_input(9)
    ('Write to [EMAIL].', 9)
    """

    release: Release
    verdicts: tuple[Verdict, ...]
    document: Document

    @property
    def text(self) -> str:
        """The rewritten text."""
        return self.release.text

    def __repr__(self) -> str:
        held = sum(verdict.holds for verdict in self.verdicts)
        return f"Deidentified({self.release!r}, verdicts={held} of {len(self.verdicts)} hold)"
