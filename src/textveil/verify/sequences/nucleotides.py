"""Letters of nucleic acids as verifiers read them: what each may be, and what pairs with it.

The table of IUPAC is looked up; everything else here is the verifiers' own.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from textveil.lexicon.numbers.nucleotides import BASES

__all__ = ["every_letter", "four_bases", "is_nucleic", "may_be", "partner"]

_OPPOSITE: Final = {"A": "T", "C": "G", "G": "C", "T": "A", "-": "-"}
_PLAIN: Final = frozenset("ACGTU")
_UNCOUNTED: Final = frozenset("N-")


def may_be(letter: str) -> frozenset[str]:
    """Return the bases that a letter may be; a letter that IUPAC does not know is itself."""
    return frozenset(BASES[letter]) if letter in BASES else frozenset([letter])


def is_nucleic(counts: Mapping[str, int]) -> bool:
    """Tell whether letters that occur so often are those of DNA or RNA.

    IUPAC knows all of them, and nine of ten, N and gaps left out, are A, C, G, T or U.

    Examples
    --------
    >>> is_nucleic({"A": 9, "R": 1}), is_nucleic({"A": 8, "R": 2}), is_nucleic({"A": 9, "E": 1})
    (True, False, False)
    """
    if not all(letter in BASES for letter in counts):
        return False
    told = sum(count for letter, count in counts.items() if letter not in _UNCOUNTED)
    plain = sum(count for letter, count in counts.items() if letter in _PLAIN)
    return 10 * plain >= 9 * told


def four_bases(letters: Iterable[str]) -> tuple[str, ...]:
    """Return the bases of sequences with these letters: RNA has U and no T."""
    present = set(letters)
    return ("A", "C", "G", "U" if "U" in present and "T" not in present else "T")


def partner(letter: str, bases: tuple[str, ...]) -> str:
    """Return what pairs with a letter, where the four bases are written so.

    Examples
    --------
    >>> partner("A", four_bases("ACGU")), partner("R", four_bases("ACGT")), partner("#", ())
    ('U', 'Y', '#')
    """
    if letter not in BASES:
        return letter
    wanted = {_OPPOSITE[base] for base in may_be(letter)}
    fitting = [one for one in BASES if may_be(one) == wanted and one not in {"T", "U"} - {*bases}]
    return fitting[0]


def every_letter(present: Iterable[str]) -> tuple[str, ...]:
    """Return the alphabet of nucleic acids: letters that occur, the bases, what pairs with them."""
    bases = four_bases(present)
    known = {*present, *bases}
    return tuple(sorted(known | {partner(letter, bases) for letter in known}))
