"""People who do not exist, and the many ways in which a name is written."""

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from random import Random
from typing import Final

from textveil.synth.own_lists import sections, table
from textveil.synth.page import Page, keep_length_lower, keep_length_upper

__all__ = ["NAME_FORMS", "InventedPerson", "plain_letters", "write_name"]


def plain_letters(text: str) -> str:
    """Return a name as mail addresses have it: small ASCII letters and digits only.

    Examples
    --------
    >>> plain_letters("Małgorzata O'Neill-Groß")
    'malgorzataoneillgross'
    """
    plain = {ord(letter): spelt for letter, spelt in table("misread", "plain").items()}
    spelt = unicodedata.normalize("NFKD", text.translate(plain))
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
    def title(self) -> str:
        """Mr. or Ms."""
        return "Ms." if self.gender == "F" else "Mr."


Form = Callable[[InventedPerson], str]


@lru_cache(maxsize=1024)
def _parts(person: InventedPerson) -> dict[str, str]:
    middle, initial = (f" {part}" if part else "" for part in (person.middle, person.middle[:1]))
    dotted = f"{initial}." if initial else ""
    return {
        "first": person.first,
        "middle": middle,
        "last": person.last,
        "nick": person.nickname,
        "f": person.first[0],
        "m": initial,
        "md": dotted,
        "mdot": dotted.strip(),
        "l": person.last[0],
        "FIRST": keep_length_upper(person.first),
        "LAST": keep_length_upper(person.last),
        "M": keep_length_upper(initial),
        "small_first": keep_length_lower(person.first),
        "small_last": keep_length_lower(person.last),
        "small_nick": keep_length_lower(person.nickname),
    }


def _written(form: str, person: InventedPerson) -> str:
    return form.format_map(_parts(person))


NAME_FORMS: Final[Mapping[str, tuple[Form, ...]]] = {
    kind: tuple(partial(_written, form) for form in forms)
    for kind, forms in sections("name_forms").items()
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
