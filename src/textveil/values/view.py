"""Views: a text as a matcher should see it, with the way back to the real offsets.

Zero-width characters, full-width digits or letters of another alphabet must not hide a value from a
detector. A view is the normalised text together with the places where it is longer or shorter than
the original; matches are found in the view and reported in the original.
"""

from array import array
from bisect import bisect_right
from dataclasses import dataclass, field

from textveil.errors import InvalidValueError

__all__ = ["Resized", "View"]


@dataclass(frozen=True, slots=True, repr=False)
class Resized:
    """The places where a view and its original differ in length, in order, as parallel arrays.

    Place `i` is `[view_starts[i], view_ends[i])` of the view (empty if something was left out)
    and stands for `[starts[i], ends[i])` of the original. Between two places one character stands
    for one character, which may be another one.
    """

    view_starts: "array[int]" = field(default_factory=lambda: array("q"))
    view_ends: "array[int]" = field(default_factory=lambda: array("q"))
    starts: "array[int]" = field(default_factory=lambda: array("q"))
    ends: "array[int]" = field(default_factory=lambda: array("q"))

    def __len__(self) -> int:
        return len(self.starts)

    def __repr__(self) -> str:
        return f"Resized(places={len(self)})"

    def add(self, view_start: int, view_end: int, start: int, end: int) -> None:
        """Append a place while a view is being built; places come in order and do not overlap."""
        self.view_starts.append(view_start)
        self.view_ends.append(view_end)
        self.starts.append(start)
        self.ends.append(end)

    def start(self, at: int) -> int:
        """Return where the original of character `at` of the view starts."""
        place = bisect_right(self.view_starts, at) - 1
        if place < 0:
            return at
        inside = at - self.view_ends[place]
        return self.ends[place] + inside if inside >= 0 else self.starts[place]

    def end(self, at: int) -> int:
        """Return where the original of character `at` of the view ends."""
        place = bisect_right(self.view_starts, at) - 1
        if place < 0:
            return at + 1
        inside = at - self.view_ends[place]
        return self.ends[place] + inside + 1 if inside >= 0 else self.ends[place]

    def view_start(self, at: int) -> int:
        """Return where the view shows what character `at` of the original belongs to."""
        place = bisect_right(self.starts, at) - 1
        if place < 0:
            return at
        inside = at - self.ends[place]
        return self.view_ends[place] + inside if inside >= 0 else self.view_starts[place]

    def view_end(self, at: int) -> int:
        """Return where the view ends what character `at` of the original belongs to."""
        place = bisect_right(self.starts, at) - 1
        if place < 0:
            return at + 1
        inside = at - self.ends[place]
        return self.view_ends[place] + inside + 1 if inside >= 0 else self.view_ends[place]


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """A rewritten text and where each of its characters came from.

    Attributes
    ----------
    text
        What matchers look at.
    resized
        Where the view and what it was made from differ in length; None if they never do, so
        that offsets are the same in both.
    base
        The view that this one was made from; None if that is the original itself.

    Examples
    --------
    >>> View.identity("abc").locate(1, 3)
    (1, 3)
    >>> places = Resized()
    >>> places.add(1, 1, 1, 2)  # the second character of a four-letter text is left out
    >>> View("acd", places).locate(0, 2)
    (0, 3)
    """

    text: str
    resized: Resized | None = None
    base: "View | None" = None

    @classmethod
    def identity(cls, text: str) -> "View":
        """Return a view that shows the text as it is."""
        return cls(text)

    def __len__(self) -> int:
        return len(self.text)

    def __repr__(self) -> str:
        places = 0 if self.resized is None else len(self.resized)
        return f"View(length={len(self.text)}, resized={places})"

    def locate(self, start: int, end: int) -> tuple[int, int]:
        """Return the original range behind view `[start, end)`, `0 <= start < end <= len`.

        Characters that were left out at either side are not part of it; those inside are. A range
        that cuts through the several characters one original character became gets all of it.
        """
        if not 0 <= start < end <= len(self.text):
            raise InvalidValueError("a range of the view must be non-empty and inside it")
        if self.resized is not None:
            start, end = self.resized.start(start), self.resized.end(end - 1)
        return (start, end) if self.base is None else self.base.locate(start, end)

    def shown(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of the view that shows original `[start, end)`, widened to whole places.

        It is empty where nothing of the original range is shown.
        """
        if self.base is not None:
            start, end = self.base.shown(start, end)
        if self.resized is None or start >= end:
            return start, end
        return self.resized.view_start(start), self.resized.view_end(end - 1)
