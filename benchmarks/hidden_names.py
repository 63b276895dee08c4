"""Names that hide from a reader: the same names in sentences, each letter written in another way.

A writing is a function from a name to pieces, one for each of its characters; what is shown is the
pieces joined. So it is known exactly where each letter of the name stands.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html.entities import codepoint2name
from random import Random
from unicodedata import category
from urllib.parse import quote

from textveil.lexicon.people.name_lists import first_names, surnames
from textveil.values.document import Document

SEED, NAMES = 14_014, 150
COMMON = 3_000
"""Half of the names are drawn from so many that lead the lists, the others from all."""

FRAMES = (
    "Patient {} was seen in the clinic today and feels well.",
    "I spoke to {} about the results this morning.",
    "Dear {},\n\nthank you for your letter of last week.",
    "The report was dictated by Dr. {} after the operation.",
    "Her husband, {}, was present and agreed to the plan.",
    "{} called the office again and asked for a refill.",
    "Please send the invoice to {} before the end of the month.",
    "According to {} the meeting had been moved to the afternoon.",
)

Hide = Callable[[str, Random], list[str]]


@dataclass(frozen=True)
class HiddenName:
    """A sentence with a name in it, and where each of the name's letters stands."""

    document: Document
    name: str
    letters: tuple[tuple[int, int], ...]

    def left(self, covered: tuple[tuple[int, int], ...]) -> int:
        """Return how many letters of the name no covered place holds."""
        return sum(
            not any(low <= start and end <= high for low, high in covered)
            for start, end in self.letters
        )


def people() -> list[str]:
    """Return full names, half of them common ones."""
    rng = Random(SEED)  # noqa: S311 - draws that come out alike
    given = [one.value for sex in ("female", "male") for one in first_names(sex)[:COMMON]]
    family = [one.value for one in surnames()]
    heads = (COMMON, len(family))
    return [f"{rng.choice(given)} {rng.choice(family[: heads[at % 2]])}" for at in range(NAMES)]


def hidden(hide: Hide, names: list[str] | None = None) -> Iterator[HiddenName]:
    """Yield each name in a sentence, in this writing."""
    rng = Random(SEED)  # noqa: S311 - draws that come out alike
    for at, name in enumerate(names or people()):
        before, after = FRAMES[at % len(FRAMES)].split("{}")
        pieces = hide(name, rng)
        letters, place = [], len(before)
        for character, piece in zip(name, pieces, strict=True):
            if character.isalpha():
                # What follows a letter (a blank, a sign that nobody sees) is no part of it.
                letters.append((place, place + (len(piece.rstrip()) if piece[0] in "&=%\\" else 1)))
            place += len(piece)
        text = before + "".join(pieces) + after
        yield HiddenName(Document(str(at), text, f"s{at}"), name, tuple(letters))


def _each(shown: Callable[[str, Random], str]) -> Hide:
    return lambda name, rng: [shown(one, rng) if one.isalpha() else one for one in name]


def _between(sign: str) -> Hide:
    """Put a sign behind every letter that another one follows."""

    def hide(name: str, _: Random) -> list[str]:
        pairs = zip(name, name[1:] + " ", strict=True)
        return [one + (sign if one.isalpha() and other.isalpha() else "") for one, other in pairs]

    return hide


def _broken(sign: str) -> Hide:
    """Break the longest word in its middle."""

    def hide(name: str, rng: Random) -> list[str]:
        word = max(name.split(), key=len)
        at = name.index(word) + rng.randrange(2, max(3, len(word) - 1)) - 1
        return [one + (sign if place == at else "") for place, one in enumerate(name)]

    return hide


def _enclosed(left: str, right: str) -> Hide:
    """Put marks around letters of the longest word, but not around its first one."""

    def hide(name: str, rng: Random) -> list[str]:
        word = max(name.split(), key=len)
        first = rng.randrange(len(word) - 1)
        last = rng.randrange(first + 1, len(word))
        signs = {name.index(word) + first: left, name.index(word) + last: right}
        return [one + signs.get(place, "") for place, one in enumerate(name)]

    return hide


def _spaced(gap: str, wide: str, case: Callable[[str], str] = str) -> Hide:
    def hide(name: str, rng: Random) -> list[str]:
        return [wide if one == " " else one for one in _between(gap)(case(name), rng)]

    return hide


_LEET = dict(zip("oieast", "013457", strict=True))
_LATIN = "acehiopxyABCEHIKMOPTX"
_CYRILLIC = "асеһіорхуАВСЕНІКМОРТХ"  # noqa: RUF001 - the ambiguous characters are the point
_ACCENTS = dict(zip("aeiouncy", "áéíóúñçý", strict=True))


def _leet(name: str, _: Random) -> list[str]:
    # The first letter keeps its form unless it is an S, as people write it.
    return [
        _LEET.get(one.lower(), one) if (at and name[at - 1] != " ") or one in "Ss" else one
        for at, one in enumerate(name)
    ]


def _joined(name: str, rng: Random) -> list[str]:
    return [one.replace(" ", "_") for one in _leet(name, rng)]


def _ocr(name: str, _: Random) -> list[str]:
    return [{"m": "rn", "l": "1", "o": "0", "w": "vv"}.get(one, one) for one in name]


def _entity(one: str, rng: Random) -> str:
    ways = (f"&#{ord(one)};", f"&#x{ord(one):x};", one)
    return rng.choice(ways)


def _accented(shown: Callable[[str], str]) -> Hide:
    """Give the name its first vowels with accents, each in another writing."""
    return _each(lambda one, _: shown(_ACCENTS[one]) if one in _ACCENTS else one)


def _printable(one: str) -> str:
    return _escaped(one, "={:02X}")


def _escaped(one: str, form: str) -> str:
    return "".join(map(form.format, one.encode()))


def _mathematical(one: str, _: Random) -> str:
    base = 0x1D41A - ord("a") if one.islower() else 0x1D400 - ord("A")
    return chr(ord(one) + base) if one.isascii() else one


def _reversed(name: str, _: Random) -> list[str]:
    turned = name[::-1]
    return [f"\u202e{turned[0]}", *turned[1:-1], f"{turned[-1]}\u202c"]


def _overridden(name: str, _: Random) -> list[str]:
    """Write each word backwards under an override of its own, inside another one."""
    turned = name[::-1]
    pieces = [
        f"\u202e{one}" if at and turned[at - 1] == " " else one for at, one in enumerate(turned)
    ]
    return [f"\u202e{pieces[0]}", *pieces[1:-1], pieces[-1] + "\u202c" * len(name.split())]


def _half_turned(name: str, rng: Random) -> list[str]:
    """Write the middles of two words backwards: a person reads the name as it is."""
    shown = list(name)
    for word in name.split():
        if len(word) > _TURNED:
            at = name.index(word) + rng.randrange(1, len(word) - 2)
            shown[at : at + 2] = [f"\u202e{name[at + 1]}", f"{name[at]}\u202c"]
    return shown


_TURNED = 4


def _any_sign(name: str, rng: Random) -> list[str]:
    """Break the longest word by a sign that no writing puts between letters."""
    return _broken(rng.choice(_ODD_SIGNS))(name, rng)


_ODD_SIGNS = [
    chr(point)
    for point in (*range(0x21, 0x7F), *range(0xA1, 0xC0), *range(0x2010, 0x2600))
    if category(chr(point)) in {"Po", "Pc", "Sm", "Sc", "So"} and chr(point) not in "'\"<>&%=@\\"
]


WRITINGS: dict[str, Hide] = {
    "as it is": _between(""),
    "zero-width": _between("\u200b"),
    "zero-width, mixed": _each(lambda one, rng: one + rng.choice(["", "\u200d", "\u2060"])),
    "soft hyphens": _between("\u00ad"),
    "hyphen at a line end": _broken("-\n"),
    "hyphen before a mail quote": _broken("-\n> "),
    "quoted-printable break": _broken("=\n"),
    "quoted-printable bytes": _accented(_printable),
    "leet": _leet,
    "leet, underscore": _joined,
    "spaced letters": _spaced(" ", "  "),
    "spaced capitals": _spaced(" ", "  ", str.upper),
    "spaced, one blank": _spaced(" ", " "),
    "dotted letters": _spaced(".", " "),
    "hyphened letters": _spaced("-", " "),
    "entities, numeric": _each(_entity),
    "entities, named": _accented(lambda one: f"&{codepoint2name[ord(one)]};"),
    "escapes, `\\x4b`": _each(lambda one, _: _escaped(one, "\\x{:02x}")),
    "escapes, `\\u{4b}`": _each(lambda one, _: f"\\u{{{ord(one):x}}}"),
    "escapes, RTF": _each(lambda one, _: _escaped(one, "\\'{:02x}")),
    "HTML element": _enclosed("<em>", "</em>"),
    "HTML element, attributes": _enclosed('<span class="n" style="color: #333">', "</span>"),
    "Markdown emphasis": _enclosed("**", "**"),
    "look-alike letters": _each(
        lambda one, rng: (
            _CYRILLIC[_LATIN.index(one)] if one in _LATIN and rng.random() < 0.5 else one
        )
    ),
    "mathematical letters": _each(_mathematical),
    "full-width letters": _each(lambda one, _: chr(ord(one) + 0xFEE0) if one.isascii() else one),
    "combining marks": _each(lambda one, rng: one + rng.choice("\u0301\u0336\u0308")),
    "percent bytes": lambda name, _: [quote(one) for one in name],
    "percent, accents": _accented(quote),
    "OCR": _ocr,
    "case turned": _each(lambda one, _: one.swapcase()),
    "written backwards": _reversed,
    "overrides inside one another": _overridden,
    "two overrides in a name": _half_turned,
    "star inside": _broken("*"),
    "middle dot inside": _broken("\u00b7"),
    "underscore inside": _broken("_"),
    "number sign inside": _broken("#"),
    "stroke inside": _broken("|"),
    "blank braille cell inside": _broken("\u2800"),
    "any sign inside": _any_sign,
    "forty accents": _each(lambda one, rng: one + rng.choice("\u0301\u0336\u0308") * 40),
    "tags": _between("\U000e0061"),
    "control characters": _between("\x1b"),
}
"""Ways to write a name that a person reads and a program may not."""
