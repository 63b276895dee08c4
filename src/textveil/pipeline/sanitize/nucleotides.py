"""What biologists expect of FASTA and FASTQ: methods that keep order, decoys, strands, IUPAC."""

from collections.abc import Sequence, Set
from typing import Any, Final

from textveil.errors import InputError, UsageError
from textveil.lexicon.numbers.nucleotides import BASES, bases_in, complements, matching_letters
from textveil.transform.sanitization.sanitize import COMPARED, IN_PLACE, ORDERED
from textveil.values.sequence import Alphabet

__all__ = [
    "BIOLOGICAL",
    "EVENTS",
    "STRANDS",
    "check_patterns",
    "chosen_decoys",
    "chosen_method",
    "nucleic_settings",
]

BIOLOGICAL: Final = frozenset({"fasta", "fastq"})
"""Formats of biologists: case does not matter, order and decoys are the default."""

EVENTS: Final = "event table"
"""Stands for the format of a table of events, in which order matters too."""

STRANDS: Final = ("one", "both")

_DECOYS: Final = 5
_KEPT: Final = ", ".join(method for method in ORDERED if method not in COMPARED)
_OPEN: Final = "; ".join(
    f"{letter}: {' or '.join(bases)}" for letter, bases in BASES.items() if len(bases) > 1
)


def chosen_method(format_name: str, asked: str, *, keep_order: bool | None) -> str:
    """Return the method asked for, or the one that fits format and order.

    Raises
    ------
    UsageError
        If order is to be kept by a method that may move letters.
    """
    if keep_order is None and not asked:
        keep_order = format_name in {*BIOLOGICAL, EVENTS}
    if keep_order and asked and asked not in ORDERED:
        raise UsageError(
            f"--keep-order: the method {asked} may move letters", hint=f"{_KEPT} keep their order"
        )
    return asked or ("tm" if keep_order else "tpm")


def chosen_decoys(format_name: str, asked: int | None, method: str) -> int:
    """Return the number of decoys asked for, or the one that fits the format."""
    if asked is not None:
        return asked
    return _DECOYS if format_name in BIOLOGICAL and method not in (*COMPARED, IN_PLACE) else 1


def nucleic_settings(alphabet: Alphabet, strands: str, *, nucleic: bool) -> dict[str, Any]:
    """Return the settings of sanitization for an alphabet: IUPAC letters, strands.

    Raises
    ------
    UsageError
        If both strands are asked for and the letters are not those of DNA or RNA.
    """
    if strands not in STRANDS:
        raise UsageError("strands are one or both", where="--strands")
    if strands == "both" and not nucleic:
        raise UsageError(
            "only DNA and RNA in FASTA or FASTQ have two strands",
            where="--strands both",
            hint="their letters are those of IUPAC, at least nine of ten A, C, G, T or U; for a "
            "plain text of bases add --format fasta after a line with > and a name",
        )
    if not nucleic:
        return {}
    symbols = alphabet.symbols
    if strands == "both" and {"T", "U"} <= set(symbols):
        raise UsageError(
            "the sequences have both T and U, so the complement of A is not known",
            where="--strands both",
            hint="write DNA with T and RNA with U, each in a file of its own",
        )
    return {
        "stands_for": matching_letters(symbols),
        "complement": complements(symbols) if strands == "both" else {},
        "incoming": tuple(bases_in(symbols)),
    }


def check_patterns(
    patterns: Sequence[Sequence[str]], letters: Set[str], where: str, *, nucleic: bool
) -> None:
    """Make sure that each pattern can occur.

    Raises
    ------
    InputError
        If a letter of a pattern fits no letter of the sequences; the message explains which do.
    """
    known = letters | (BASES.keys() - {"-"} if nucleic else set())
    for number, pattern in enumerate(patterns, 1):
        wrong = next((at for at, letter in enumerate(pattern, 1) if letter not in known), None)
        if wrong is None:
            continue
        place = f"{where}, pattern {number}, letter {wrong}"
        if nucleic:
            raise InputError(
                "this pattern cannot occur: the letter is neither a base nor a letter of IUPAC",
                where=place,
                hint=f"the sequences have {', '.join(sorted(letters & BASES.keys()))}; in a "
                f"pattern, some letters stand for several bases ({_OPEN}), T and U are the same, "
                "and case does not matter",
            )
        raise InputError(
            "this pattern cannot occur: the letter is in none of the sequences",
            where=place,
            hint="the sequences are not DNA or RNA (other letters, or fewer than nine of ten are "
            "A, C, G, T or U), so IUPAC letters for several bases are plain letters here; case "
            "does not matter",
        )
