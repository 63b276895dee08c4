"""People who do not exist, and the many ways in which a name is written."""

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from textveil.synth.page import Page, keep_length_lower, keep_length_upper

__all__ = ["NAME_FORMS", "InventedPerson", "plain_letters", "write_name"]

_NO_DECOMPOSITION: Final = str.maketrans(
    {
        "ß": "ss",
        "ł": "l",
        "Ł": "L",
        "ø": "o",
        "Ø": "O",
        "đ": "d",
        "Đ": "D",
        "\u0131": "i",
        "æ": "ae",
    }
)


def plain_letters(text: str) -> str:
    """Return a name as mail addresses have it: small ASCII letters and digits only.

    Examples
    --------
    >>> plain_letters("Małgorzata O'Neill-Groß")
    'malgorzataoneillgross'
    """
    spelt = unicodedata.normalize("NFKD", text.translate(_NO_DECOMPOSITION))
    return "".join(c for c in spelt if c.isascii() and c.isalnum()).lower()


@dataclass(frozen=True, slots=True, repr=False)
class InventedPerson:
    """Somebody who is mentioned.

    Attributes
    ----------
    entity
        What all mentions of this person share.
    label
        Label of the name: PATIENT, PROVIDER or NAME.
    gender
        "F" or "M".
    first, middle, last
        The name; `middle` may be empty.
    nickname
        What friends say; the first name where there is no other.
    """

    entity: str
    label: str
    gender: str
    first: str
    middle: str
    last: str
    nickname: str

    def initials(self, dots: str = "", *, middle: bool = True) -> str:
        """Return the initials, with or without dots."""
        parts = (self.first, self.middle if middle else "", self.last)
        return "".join(part[0].upper() + dots for part in parts if part)

    @property
    def middle_initial(self) -> str:
        """The middle initial with a blank before it, or nothing."""
        return f" {self.middle[0]}" if self.middle else ""

    @property
    def title(self) -> str:
        """Mr. or Ms."""
        return "Ms." if self.gender == "F" else "Mr."


Form = Callable[[InventedPerson], str]

_FULL: Final[Form] = lambda p: f"{p.first} {p.last}"  # noqa: E731 - one row of the table below
_LAST_FIRST: Final[Form] = lambda p: f"{p.last}, {p.first}{p.middle_initial}"  # noqa: E731

NAME_FORMS: Final[Mapping[str, tuple[Form, ...]]] = {
    "full": (
        _FULL,
        _FULL,
        _FULL,
        lambda p: f"{p.first}{p.middle_initial + '.' if p.middle else ''} {p.last}",
        lambda p: f"{p.first}{p.middle_initial} {p.last}",
        lambda p: f"{p.first} {p.middle} {p.last}" if p.middle else _FULL(p),
    ),
    "plain": (_FULL,),
    "first": (lambda p: p.first,),
    "last": (lambda p: p.last,),
    "nick": (lambda p: p.nickname,),
    "lf": (
        _LAST_FIRST,
        lambda p: f"{p.last}, {p.first}",
        lambda p: keep_length_upper(f"{p.last}, {p.first}{p.middle_initial}"),
        lambda p: f"{keep_length_upper(p.last)}, {p.first}",
        lambda p: f"{keep_length_upper(p.last)} {p.first}",
        lambda p: keep_length_upper(f"{p.last},{p.first}"),
        lambda p: f"{p.last}, {p.first}{p.middle_initial}{'.' if p.middle else ''}",
    ),
    "il": (
        lambda p: f"{p.first[0]}. {p.last}",
        lambda p: f"{p.first[0]}. {p.last}",
        lambda p: f"{p.first[0]} {p.last}",
        lambda p: f"{p.first[0]}.{p.middle_initial.strip() + '.' if p.middle else ''} {p.last}",
        lambda p: f"{p.last}, {p.first[0]}.",
    ),
    "court": (
        lambda p: f"{p.first[0]}. {p.last}",
        lambda p: f"{p.first[0]}.{p.middle[:1] + '.' if p.middle else ''} {p.last}",
        _FULL,
        lambda p: f"{p.first[0]}. {p.last}",
    ),
    "fl": (lambda p: f"{p.first} {p.last[0]}.", lambda p: f"{p.first} {p.last[0]}"),
    "caps": (
        lambda p: keep_length_upper(_FULL(p)),
        lambda p: keep_length_upper(f"{p.first}{p.middle_initial} {p.last}"),
    ),
    "low": (lambda p: keep_length_lower(_FULL(p)),),
    "firstlow": (lambda p: keep_length_lower(p.first), lambda p: keep_length_lower(p.nickname)),
    "call": (lambda p: p.first, lambda p: p.first, lambda p: p.nickname),
}
"""Written forms of a name; each has several variants."""

_INITIALS: Final[tuple[Form, ...]] = (
    lambda p: p.initials(),
    lambda p: p.initials(middle=False),
    lambda p: p.initials(".", middle=False),
    lambda p: p.initials("."),
    lambda p: p.initials(middle=False).lower(),
)

_MIX: Final = ("full",) * 6 + ("first", "first", "last", "il", "lf", "nick", "caps", "fl")


def write_name(page: Page, person: InventedPerson, form: str, rng: Random) -> None:
    """Write a name in some form; titles stand outside of the marked passage.

    Beside the forms of `NAME_FORMS` there are `mr` (title and surname), `mrfull`, `mruk` and
    `mrcourt` (British title, no full stop; whole name or initial), `init` (initials, with their own
    label) and `any`.
    """
    if form == "any":
        form = rng.choice(_MIX)
    if form == "init":
        text = rng.choice(_INITIALS)(person)
        page.mark(text, "INITIALS", person.entity)
        return
    if form.startswith("mr"):
        title = person.title
        if rng.random() < 0.35:
            title = "Mrs." if person.gender == "F" else title
        british = form in ("mruk", "mrcourt")
        page.write(f"{title.removesuffix('.') if british else title} ")
        form = {"mr": "last", "mruk": "plain", "mrfull": "full", "mrcourt": "court"}[form]
    page.mark(rng.choice(NAME_FORMS[form])(person), person.label, person.entity)
