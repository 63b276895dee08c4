"""Lookalikes: characters that look like an ASCII character but do not decompose to it.

The families of letters and signs are facts, in `lexicon/data/lookalikes.tsv`: a value spelled with
them is still read by a person.
"""

from collections.abc import Iterator

from textveil.lexicon.shelf import rows

__all__ = ["INVISIBLE", "LOOKALIKES", "UNTOUCHED"]


def _pairs() -> Iterator[tuple[str, str]]:
    """Yield each pair of the table, that of a letter in capitals and in small letters.

    Only one of the two need look alike. If the other stayed as it is, a name in that alphabet
    would no longer equal itself in capitals.
    """
    for odds, *columns in rows("lookalikes.tsv"):
        if odds.startswith("#"):
            continue
        for odd, plain in zip(odds, columns[0], strict=True):
            if "cases" in columns:
                yield from ((odd.lower(), plain.lower()), (odd.upper(), plain.upper()))
            yield odd, plain


LOOKALIKES: dict[str, str] = {
    **{odd: plain for odd, plain in _pairs() if not odd.isascii()},
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    # Line and paragraph ends, a blank braille cell.
    **dict.fromkeys("\u0085\u2028\u2029", "\n"),
    "\u2800": " ",
    # Negative circled and negative squared capitals have no decomposition.
    **{chr(0x1F150 + at): chr(65 + at) for at in range(26)},
    **{chr(0x1F170 + at): chr(65 + at) for at in range(26)},
    # Negative and sans-serif circled tens.
    **dict.fromkeys("❿➉➓⓾", "10"),
}
"""Non-ASCII character to the ASCII text it reads as."""

INVISIBLE = frozenset("\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Letters by category that show nothing: Hangul and Khmer fillers."""

UNTOUCHED = frozenset("™℠®©¨¯¸")  # noqa: RUF001 - the ambiguous characters are the point
"""Marks that stand beside a word and are not part of it; decomposed they would spell letters."""
