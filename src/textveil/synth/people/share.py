"""Shares: fixed parts of a list, so that two corpora can be made that have no item in common."""

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from textveil.errors import InvalidValueError

__all__ = ["ALL", "Share"]

_HALVES = {"A": "1/2", "B": "2/2"}


@dataclass(frozen=True, slots=True)
class Share:
    """One of `of` equal parts of every list, or with `rest` all the other parts.

    Which part an item is in depends on the item's own text and, for short lists, on its rank; it
    depends neither on a seed nor on the order of the list.

    Examples
    --------
    >>> Share.parse("A"), Share.parse("-2/5")
    (Share(part=1, of=2, rest=False), Share(part=2, of=5, rest=True))
    >>> half, other = Share.parse("A"), Share.parse("B")
    >>> sorted(half.of_short(["x", "y", "z"]) + other.of_short(["x", "y", "z"]))
    ['x', 'y', 'z']
    """

    part: int = 1
    of: int = 1
    rest: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.part <= self.of or (self.rest and self.of == 1):
            raise InvalidValueError(
                "there is no such share", where=str(self), hint="take all, A, B, 2/5 or -2/5"
            )

    @classmethod
    def parse(cls, text: str) -> "Share":
        """Read `all`, `A`, `B`, `2/5` (the second fifth) or `-2/5` (all but the second fifth)."""
        if text == "all":
            return cls()
        written = _HALVES.get(text, text)
        part, _, of = written.removeprefix("-").partition("/")
        if not (part.isascii() and part.isdecimal() and of.isascii() and of.isdecimal()):
            raise InvalidValueError(
                "this is not a share", where=text[:20], hint="take all, A, B, 2/5 or -2/5"
            )
        return cls(int(part), int(of), written.startswith("-"))

    def __str__(self) -> str:
        if self.of == 1:
            return "all"
        return f"{'-' if self.rest else ''}{self.part}/{self.of}"

    def has(self, text: str) -> bool:
        """Tell whether an item of a long list belongs to this share, whatever its case."""
        number = crc32(text.casefold().encode("utf-8")) % self.of
        return (number == self.part - 1) != self.rest

    def of_short(self, items: Sequence[str]) -> list[str]:
        """Return the items of a short list that belong to this share, in their order.

        The items are dealt out by rank, so that shares differ by one item at most. A list with
        fewer items than there are shares is common to all of them.
        """
        if len(items) < self.of:
            return list(items)
        ranks = {
            item: rank
            for rank, item in enumerate(sorted(items, key=lambda text: crc32(text.encode("utf-8"))))
        }
        return [item for item in items if (ranks[item] % self.of == self.part - 1) != self.rest]

    def of_scarce(self, items: Sequence[str]) -> list[str]:
        """Return the items of a short list that belong only to this share; there may be none.

        The items are dealt out by rank from a share on that depends on the list, so that over many
        lists the shares get about the same.

        Examples
        --------
        >>> sorted(sum((Share(part, 5).of_scarce(["x", "y"]) for part in range(1, 6)), []))
        ['x', 'y']
        """
        order = sorted(items, key=lambda text: crc32(text.encode("utf-8")))
        first = crc32("".join(order).encode("utf-8"))
        places = {item: (first + rank) % self.of for rank, item in enumerate(order)}
        return [item for item in items if (places[item] == self.part - 1) != self.rest]


ALL = Share()
"""Everything."""
