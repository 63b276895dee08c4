"""Characters that read as an ASCII character although Unicode does not decompose them to it.

Facts, chosen by eye in the spirit of the confusables of Unicode Technical Standard 39, section 4:
only characters whose usual shape *is* the Latin one (so that a value spelled with them is still
read by a person) are listed, in one case or both. Each family is a pair of equally long strings.
"""

# ruff: noqa: RUF001 - the ambiguous characters are the point

from collections.abc import Iterator

__all__ = ["INVISIBLE", "LOOKALIKES", "UNTOUCHED"]

_LETTERS = (
    # Cyrillic
    ("АВЕЅІЈКМНОРСТУХҮԚԜҺԀѴ", "ABESIJKMHOPCTYXYQWHDV"),
    ("Ӏ", "l"),
    ("ᲀᲂᲃᲄᲅ", "boctt"),
    # Greek
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ", "ABEZHIKMNOPTYXCJ"),
    # Armenian
    ("ՕՍՀՈՅԼ", "OUHNJL"),
    # Cherokee
    ("ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃᎥ", "ABCDEGHJKLMPRSTVWZI"),
    # Small capitals and letters of phonetic notation, strokes and dotless letters
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"),
    ("ɑɡɩıȷłøđħƀɓɗɨɵʋ", "agiijlodhbbdiov"),
)

_SIGNS = (
    # Quotation marks, apostrophes and primes
    ("‘’‚‛′ʼʹˈ´ʻ‵", "'''''''''''"),
    ("“”„‟″ˮ‶", '"""""""'),
    # Dots, dashes, slashes, colons that no decomposition reaches
    ("。․‧", "..."),
    ("−⁃˗", "---"),
    ("⁄∕⧸", "///"),
    ("∶ː꞉", ":::"),
    ("∗⁎", "**"),
    # Line and paragraph ends, a blank braille cell
    ("\u0085\u2028\u2029", "\n\n\n"),
    ("\u2800", " "),
)


def _both_cases(families: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, str]]:
    """Yield each pair in capitals and in small letters.

    Only one of the two need look alike. If the other stayed as it is, a name in that alphabet
    would no longer equal itself in capitals.
    """
    for odds, plains in families:
        for odd, plain in zip(odds, plains, strict=True):
            yield from ((odd.lower(), plain.lower()), (odd.upper(), plain.upper()), (odd, plain))


LOOKALIKES: dict[str, str] = {
    **{odd: plain for odd, plain in _both_cases(_LETTERS) if not odd.isascii()},
    **{odd: plain for odds, plains in _SIGNS for odd, plain in zip(odds, plains, strict=True)},
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    # Negative circled and negative squared capitals have no decomposition.
    **{chr(0x1F150 + at): chr(65 + at) for at in range(26)},
    **{chr(0x1F170 + at): chr(65 + at) for at in range(26)},
    # Negative and sans-serif circled tens.
    **dict.fromkeys("❿➉➓⓾", "10"),
}
"""Non-ASCII character to the ASCII text it reads as."""

INVISIBLE = frozenset("\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Letters by category that show nothing: Hangul and Khmer fillers."""

UNTOUCHED = frozenset("™℠®©¨¯¸")
"""Marks that stand beside a word and are no part of it; decomposed they would spell letters."""
