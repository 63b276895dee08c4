"""Letters of nucleic acids: the bases that a letter stands for, and what pairs with it.

The one-letter codes of IUPAC and IUB (Cornish-Bowden, Nucleic Acids Research 13, 1985). Letters are
upper case here. T and U are the same base.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["BASES", "bases_in", "complements", "is_nucleic", "matching_letters"]

BASES: Final = MappingProxyType(
    {
        "A": "A",
        "C": "C",
        "G": "G",
        "T": "T",
        "U": "T",
        "-": "-",
        "R": "AG",
        "Y": "CT",
        "S": "CG",
        "W": "AT",
        "K": "GT",
        "M": "AC",
        "B": "CGT",
        "D": "AGT",
        "H": "ACT",
        "V": "ACG",
        "N": "ACGT",
    }
)
"""The bases that each letter leaves open; a gap is itself."""

_PAIRED: Final = MappingProxyType({"A": "T", "C": "G", "G": "C", "T": "A", "-": "-"})
_LETTER_OF: Final = {frozenset(bases): letter for letter, bases in BASES.items() if letter != "U"}

_PLAIN_SHARE: Final = 0.9
"""Of the letters of nucleic acids so many are plain bases, N and gaps left out."""


def is_nucleic(counts: Mapping[str, int]) -> bool:
    """Tell whether letters, with how often each occurs, are those of DNA or RNA.

    Every letter is one of `BASES`, and nine of ten (without N and gaps) are A, C, G, T or U.
    Proteins use most of these letters too, but not in this proportion.

    Examples
    --------
    >>> is_nucleic({"A": 50, "T": 49, "R": 1}), is_nucleic({"A": 5, "G": 5, "K": 5})
    (True, False)
    """
    known = {letter: count for letter, count in counts.items() if letter not in "N-"}
    plain = sum(count for letter, count in known.items() if letter in "ACGTU")
    return counts.keys() <= BASES.keys() and plain >= _PLAIN_SHARE * sum(known.values())


def bases_in(letters: Iterable[str]) -> str:
    """Return the four bases as sequences with these letters spell them: with U in RNA.

    Examples
    --------
    >>> bases_in("AUG"), bases_in("ATU"), bases_in("")
    ('ACGU', 'ACGT', 'ACGT')
    """
    present = set(letters)
    return "ACGU" if "U" in present and "T" not in present else "ACGT"


def complements(letters: Iterable[str]) -> dict[str, str]:
    """Return the letter that pairs with each letter, and with those that pair with them.

    Examples
    --------
    >>> complements("AR") == {"A": "T", "T": "A", "R": "Y", "Y": "R"}
    True
    >>> complements("AU")
    {'A': 'U', 'U': 'A'}
    """
    present = set(letters)
    thymine = bases_in(present)[-1]
    closed = present.union(_paired(letter, thymine) for letter in present)
    return {letter: _paired(letter, thymine) for letter in sorted(closed)}


def matching_letters(letters: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return, for each letter that a pattern may have, the letters of sequences that it fits.

    A letter of a sequence fits if the pattern leaves open every base that it may be.

    Examples
    --------
    >>> fits = matching_letters("ACGTRN")
    >>> fits["R"], fits["N"], fits["U"]
    (('A', 'G', 'R'), ('A', 'C', 'G', 'N', 'R', 'T'), ('T',))
    """
    present = sorted(set(letters))
    return {
        letter: tuple(one for one in present if set(BASES[one]) <= set(bases))
        for letter, bases in BASES.items()
    }


def _paired(letter: str, thymine: str) -> str:
    found = _LETTER_OF[frozenset(_PAIRED[base] for base in BASES[letter])]
    return thymine if found == "T" else found
