"""Serving: whose copy is written, and which of two surrogates stands at each place in it."""

from dataclasses import dataclass, field

from textveil.values.marking import MarkingCode

__all__ = ["Serving"]


@dataclass(slots=True, repr=False)
class Serving:
    """The copy that is being written.

    Attributes
    ----------
    code
        Says who gets what; None if copies are not marked.
    recipient
        Whose copy it is; nobody's has first surrogates alone.
    """

    code: MarkingCode | None = None
    recipient: str = ""
    _bits: dict[str, int] = field(default_factory=dict)

    def serve(self, recipient: str) -> None:
        """Write the copy of a recipient from now on."""
        self.recipient = recipient
        self._bits.clear()

    def has_second(self, place: str) -> bool:
        """Tell whether the second surrogate stands at a marked place."""
        if self.code is None or not self.recipient:
            return False
        if place not in self._bits:
            self._bits[place] = self.code.bit(self.recipient, place)
        return bool(self._bits[place])
