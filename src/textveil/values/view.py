"""Views: a text as a matcher should see it, with the way back to the real offsets.

Zero-width characters, full-width digits or letters of another alphabet must not hide a value from a
detector. A view is the normalised text together with, for each of its characters, the place in the
original that it came from; matches are found in the view and reported in the original.
"""

from array import array
from dataclasses import dataclass

from textveil.errors import InvalidValueError

__all__ = ["View"]


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """A rewritten text and where each of its characters came from.

    Attributes
    ----------
    text
        What matchers look at.
    starts, ends
        For each character of `text` the half-open range of the original that it stands for, as
        int arrays of the same length; None where the view equals the original.

    Examples
    --------
    >>> View.identity("abc").locate(1, 3)
    (1, 3)
    """

    text: str
    starts: "array[int] | None" = None
    ends: "array[int] | None" = None

    @classmethod
    def identity(cls, text: str) -> "View":
        """Return a view that shows the text as it is."""
        return cls(text)

    def __len__(self) -> int:
        return len(self.text)

    def __repr__(self) -> str:
        return f"View(length={len(self.text)}, rewritten={self.starts is not None})"

    def locate(self, start: int, end: int) -> tuple[int, int]:
        """Return the original range behind view `[start, end)`, `0 <= start < end <= len`."""
        if not 0 <= start < end <= len(self.text):
            raise InvalidValueError("a range of the view must be non-empty and inside it")
        if self.starts is None or self.ends is None:
            return start, end
        return self.starts[start], self.ends[end - 1]
