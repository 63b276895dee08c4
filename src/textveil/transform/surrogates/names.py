"""Names: one fake person for each real one, written as the real one is."""

from bisect import bisect_right
from dataclasses import replace
from functools import cache
from itertools import accumulate, groupby
from random import Random
from typing import ClassVar, Final, Literal

from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.names import ORIGINS, Listed, first_names, origin_of, surnames
from textveil.lexicon.person_names import Part, Role, WrittenName, gender_of, parse_name
from textveil.transform.surrogates.maker import Persona, Setting

__all__ = ["Names", "full_name", "make_persona", "write_name"]

_ALL: Final = "*"
_BREAK: Final = "-\n"


class Names:
    """Make names of people; see `make_persona` for how they are chosen."""

    labels: ClassVar[frozenset[str]] = frozenset({"NAME", "PATIENT", "PROVIDER", "INITIALS"})
    unique: ClassVar[bool] = True

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return given and family name, squeezed; or all letters where one of them is missing."""
        name = parse_name(value.replace(_BREAK, ""))
        if name is None or not (name.given and name.family):
            return squeeze_text(value)
        return f"{name.given}|{name.family}"

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Write the fake person's name with the same words, initials, case and punctuation."""
        persona = setting.persona or make_persona(setting)
        if label == "INITIALS":
            return _initials(value, persona)
        whole = value.replace(_BREAK, "")
        name = parse_name(whole)
        if name is None:
            return _initials(value, persona)
        written = write_name(name, persona)
        return written if whole == value else _broken(written)


def full_name(persona: Persona) -> str:
    """Return the canonical form of a fake person's full name."""
    return f"{squeeze_text(persona.given)}|{squeeze_text(persona.family)}"


def make_persona(setting: Setting) -> Persona:
    """Choose a fake person for the entity of a setting.

    Given names are drawn from the census list of the same gender, family names from those of the
    same broad origin, both by their number of bearers, so that surrogates are as common and as rare
    as real names are. Neither part is the real person's own. Options `keep_gender` and
    `keep_origin` set to false draw from everyone.
    """
    given, middle, family = (*setting.identity.split("|"), "", "")[:3]
    rng = setting.draw.rng("persona", setting.scope, setting.identity, str(setting.attempt))
    gender = gender_of("", given) if setting.options.get("keep_gender", True) else ""
    gender = gender or rng.choice(("female", "male"))
    origin = origin_of(family) if family and setting.options.get("keep_origin", True) else _ALL
    real = {given, middle, family}
    return Persona(
        _drawn(rng, _given_names(gender), real),
        _drawn(rng, _given_names(gender), real) if middle else "",
        _drawn(rng, _family_names(origin or _ALL), real),
        gender,
    )


Table = tuple[tuple[str, ...], tuple[int, ...]]
"""Values and the running sums of their counts."""


def _table(listed: list[Listed]) -> Table:
    return tuple(one.value for one in listed), tuple(accumulate(one.count for one in listed))


@cache
def _given_names(gender: Literal["female", "male"]) -> Table:
    return _table(list(first_names(gender)))


@cache
def _family_names(origin: str) -> Table:
    if origin not in ORIGINS or origin == "":
        return _table(list(surnames()))
    return _table([one for one in surnames() if origin_of(one.value) == origin])


def _drawn(rng: Random, table: Table, real: set[str]) -> str:
    """Draw a value by its count; one of the real person's own is drawn again."""
    values, sums = table
    while True:
        value = values[bisect_right(sums, rng.randrange(sums[-1]))]
        if squeeze_text(value) not in real:
            return value


def write_name(name: WrittenName, persona: Persona) -> str:
    """Return a name with the parts of another person, written as this one is.

    A family name of several words becomes one word; titles, suffixes, initials, case, possessives
    and what stands between words are kept.
    """
    pieces = [name.lead]
    for role, parts in groupby(name.parts, key=lambda part: part.role):
        group = list(parts)
        if role is Role.FAMILY and len(group) > 1:
            breaks = "\n" * sum("\n" in part.gap for part in group[:-1])
            group = [replace(group[-1], gap=breaks + group[-1].gap)]
        for part in group:
            pieces += [_part(part, persona), part.gap]
    return "".join(pieces)


def _part(part: Part, persona: Persona) -> str:
    fake = {
        Role.GIVEN: persona.given,
        Role.MIDDLE: persona.middle or persona.family,
        Role.FAMILY: persona.family,
    }.get(part.role)
    if fake is None:
        return part.text
    bare = part.text.rstrip(".")
    tail = part.text[len(bare) :]
    for possessive in ("'s", "\u2019s", "'S", "\u2019S"):
        if bare.endswith(possessive):
            bare, tail = bare[: -len(possessive)], possessive + tail
    return _cased(fake[:1] if len(bare) == 1 else fake, bare) + tail


def _cased(fake: str, real: str) -> str:
    if len(real) > 1 and real.isupper():
        return fake.upper()
    return fake.lower() if real.islower() else fake


def _initials(value: str, persona: Persona) -> str:
    """Return initials of the fake person, with the punctuation and case of the real ones."""
    letters = [at for at, character in enumerate(value) if character.isalpha()]
    fakes = [persona.given, *([persona.middle or persona.family] * (len(letters) - 2))]
    fakes = [*fakes[: max(0, len(letters) - 1)], persona.family][-len(letters) :]
    fake = dict(zip(letters, fakes, strict=False))
    return "".join(
        _cased(fake[at][:1], character) if at in fake else character
        for at, character in enumerate(value)
    )


def _broken(written: str) -> str:
    """Return a name with its last word split over a line end, as the real one was."""
    start = max(written.rfind(" "), written.rfind("\n")) + 1
    at = start + min(3, max(1, len(written) - start - 1))
    return f"{written[:at]}{_BREAK}{written[at:]}"
