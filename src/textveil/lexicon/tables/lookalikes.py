"""Lookalikes: characters that look like an ASCII character but do not decompose to it.

The families of letters and signs are facts, in `lexicon/data/lookalikes.tsv`: a value spelled with
them is still read by a person.
"""

from collections.abc import Iterator

from textveil.lexicon.tables.built_lists import rows

__all__ = ["ACCENTS", "INVISIBLE", "LOOKALIKES", "UNSEEN", "UNTOUCHED"]


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

UNSEEN = (
    "\x00-\x08\x0e-\x1b\x7f\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufffb\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
) + "".join(sorted(INVISIBLE))
"""Characters that show nothing, as a class of an expression: controls, format characters, fillers.

Controls from U+0080 on are no part: they are letters of another encoding that was misread.
"""

ACCENTS = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
"""Marks on letters of any alphabet, as a class of an expression."""
