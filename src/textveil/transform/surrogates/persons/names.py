"""Names: one fake person for each real one, written as the real one is."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain, groupby, islice
from random import Random
from string import digits
from typing import Final

from textveil.lexicon.people.derivation import letters_show
from textveil.lexicon.people.given_names import (
    formal_names,
    gender_of,
    given_leaning,
    given_names_agree,
    is_cut,
)
from textveil.lexicon.people.likeness import same_form
from textveil.lexicon.people.name_lists import first_names, nicknames, origin_of, surnames
from textveil.lexicon.people.name_roles import NAMING
from textveil.lexicon.people.person_names import (
    NameReading,
    Part,
    Role,
    WrittenName,
    read_name,
    read_names,
)
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.languages import ENGLISH
from textveil.transform.surrogates.maker import Maker, Persona, Setting
from textveil.transform.surrogates.pools import Pool
from textveil.values.person import Person

__all__ = [
    "Names",
    "drawn_families",
    "family_pool",
    "full_name",
    "given_pool",
    "make_persona",
    "read_as",
    "real_person",
    "shares_family",
    "write_name",
]

_BREAK: Final = "-\n"
_BEGINNING: Final = 3
"""A fake name that begins with so many letters of the real one tells it."""
_TRIES: Final = 400
"""Draws for another name of the same initial and length, before any other name will do."""


_NUMBER: Final = re.compile(r"\d+")


class Names(Maker):
    """Make names of people; see `make_persona` for how they are chosen."""

    labels: frozenset[str] = frozenset({"NAME", "PATIENT", "PROVIDER", "INITIALS"})
    unique: bool = True

    def __init__(self, language: str = ENGLISH) -> None:
        self.language = language

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return given and family name, squeezed; or all letters where one of them is missing."""
        who = real_person(value, language=self.language)
        return who if isinstance(who, str) else who.key

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Write the fake person's name with the same words, initials, case and punctuation.

        Where a passage names several persons who were not told apart before, each gets a fake one.
        Numbers inside the passage are others, too.
        """
        written = self._named(value, label, setting)
        return _NUMBER.sub(lambda run: _other_number(run.group(), setting), written)

    def _named(self, value: str, label: str, setting: Setting) -> str:
        names = read_names(value, language=self.language)
        if len(names) > 1:
            return self._several(value, label, setting, names)
        persona = setting.persona or make_persona(setting)
        if not names or label == "INITIALS":
            return _initials(value, persona)
        name = read_as(names[0], NameReading(*setting.real.parts), language=self.language)
        return write_name(name, persona, _more_names(setting, persona), _second_name(setting))

    def _several(
        self, value: str, label: str, setting: Setting, names: Iterable[WrittenName]
    ) -> str:
        written, last = [], 0
        for name in names:
            piece = value[name.start : name.end]
            who = real_person(piece, language=self.language)
            one = replace(setting.of(who), attempt=setting.attempt)
            written += [value[last : name.start], self._named(piece, label, one)]
            last = name.end
        return "".join([*written, value[last:]])


def _other_number(real: str, setting: Setting) -> str:
    """Draw a number with as many digits, none of them the one that stood there."""
    rng = setting.draw.rng("number in a name", setting.scope, setting.identity, real)
    return "".join(rng.choice([one for one in digits if int(one) != int(digit)]) for digit in real)


def real_person(value: str, *, language: str = ENGLISH) -> Person | str:
    """Return whom a name means by itself; its letters where it is no name in full."""
    name = read_name(value, language=language)
    full = name is not None and name.given and name.family
    return Person(name.given, family=name.family) if name and full else squeeze_text(value)


def full_name(persona: Persona) -> str:
    """Return the canonical form of a fake person's full name."""
    return Person(squeeze_text(persona.given), family=squeeze_text(persona.family)).key


def make_persona(setting: Setting) -> Persona:
    """Choose a fake person for the entity of a setting.

    Given names are drawn from the census list of the same gender, family names from those of the
    same broad origin, both by their number of bearers, so that surrogates are as common and as rare
    as real names are. No part is one of the real person's own, a short form of it, or a piece of
    it, and the initials together are not the same. Relatives who share a family name share the fake
    one too, unless the scope is the whole corpus, where the most frequent family names could be
    told by their frequency. Options `keep_gender` and `keep_origin` set to false draw from
    everyone.
    """
    real, language = setting.real, setting.language
    rng = setting.draw.rng("persona", setting.scope, setting.identity, *setting.tries)
    gender = gender_of("", real.given) if setting.options.get("keep_gender", True) else ""
    gender = gender or rng.choice(("female", "male"))
    families = drawn_families(setting, rng)
    passed = setting.passed(real, setting.second) if shares_family(setting) else 0
    family = next(islice(families, passed, None))
    given = _drawn(rng, given_pool(gender, language), real.parts, language)
    while _initials_of(given, family) == _initials_of(real.given, real.family):
        given = _drawn(rng, given_pool(gender, language), real.parts, language)
    middle = ""
    if real.middle:
        others = (*real.parts, squeeze_text(given))
        middle = _drawn(rng, _middle_names(real.middle, gender, language), others, language)
    return Persona(given, middle, family, gender)


def shares_family(setting: Setting) -> bool:
    """Tell whether the fake family name of a setting is that of all relatives in the scope."""
    real = setting.real
    # Who is known by a family name alone may take another, where that of the relatives is no good.
    own = not real.given and bool(setting.attempt)
    return bool(setting.scope) and len(real.family) > 1 and not own


def family_pool(setting: Setting) -> Pool:
    """Return the family names from which that of a setting is drawn."""
    family = setting.real.family
    kept = family and setting.options.get("keep_origin", True)
    return _families(origin_of(family) if kept else "", setting.language)


def drawn_families(setting: Setting, rng: Random | None = None) -> Iterator[str]:
    """Yield the family names of a setting as they are drawn; relatives have the same ones."""
    real, which = setting.real, ("second",) if setting.second else ()
    if rng is None or shares_family(setting):
        rng = setting.draw.rng("family", setting.scope, real.family, *which)
    while True:
        yield _drawn(rng, family_pool(setting), real.parts, setting.language)


def _initials_of(given: str, family: str) -> str:
    return squeeze_text(f"{given[:1]}{family[:1]}")


def _more_names(setting: Setting, persona: Persona) -> Iterator[str]:
    """Yield further middle names, for those who have several."""
    rng = setting.draw.rng("middle", setting.scope, setting.identity, *setting.tries)
    while True:
        names = given_pool(persona.gender or "female", setting.language)
        yield _drawn(rng, names, setting.real.parts, setting.language)


def _second_name(setting: Setting) -> str:
    """Return the second family name, for those who have one."""
    rng = setting.draw.rng("second", setting.scope, setting.identity, *setting.tries)
    return _drawn(rng, _families("", setting.language), setting.real.parts, setting.language)


@cache
def given_pool(gender: str, language: str) -> Pool:
    """Return the given names of a gender."""
    return Pool(first_names("female" if gender == "female" else "male", language))


@cache
def _families(origin: str, language: str) -> Pool:
    return Pool(surnames(origin, language))


def _middle_names(real: str, gender: str, language: str) -> Pool:
    """Return family names where a middle name is one, as in Hillary Rodham Clinton."""
    if len(real) > 1 and given_leaning(real) < 0:
        return _families(origin_of(real), language)
    return given_pool(gender, language)


def _drawn(rng: Random, pool: Pool, real: Sequence[str], language: str) -> str:
    """Draw a value by its count; one that tells a part of the real name is drawn again.

    What is drawn again has the same initial and length, so that both agree as often as by chance.
    """
    values, sums = pool.values, pool.sums
    like, tries = "", 0
    while True:
        value = values[bisect_right(sums, rng.randrange(sums[-1]))]
        tries += 1
        if like and tries < _TRIES and not same_form(value, like):
            continue
        fake = squeeze_text(value)
        if not any(_tells(fake, part, language) for part in real if len(part) > 1):
            return value
        like = value


def _tells(fake: str, real: str, language: str) -> bool:
    """Tell whether a fake part is the real one, short for it, begins it, or is made from it."""
    if fake == real or not formal_names(fake, language).isdisjoint(formal_names(real, language)):
        return True
    if min(len(fake), len(real)) < _BEGINNING:
        return False
    return fake[:_BEGINNING] == real[:_BEGINNING] or letters_show(fake, real)


def read_as(name: WrittenName, real: NameReading, *, language: str = ENGLISH) -> WrittenName:
    """Return the reading of a written name that fits the person it is known to mean."""

    def score(one: WrittenName) -> int:
        pairs = zip(one.reading, real, strict=True)
        score = sum(_agreement(written, known, language) for written, known in pairs if written)
        # Of several middle names the first may be all that is written.
        begins = one.reading.middle != real.middle and one.reading.middle[1:]
        return score + 3 if begins and real.middle.startswith(one.reading.middle) else score

    # Every word fits at best once; nothing is better than all of them, and the first wins ties.
    words = sum(part.role in NAMING for part in name.parts)
    if score(name) >= 2 * min(words, sum(map(bool, real))):
        return name
    return max(name.readings(), key=score)


def _agreement(written: str, known: str, language: str) -> int:
    if written == known:
        return 2
    agree = given_names_agree(written, known, language) or is_cut(written, known, language)
    return 1 if known and agree else -1


def write_name(
    name: WrittenName, persona: Persona, more: Iterable[str] = (), second: str = ""
) -> str:
    """Return a name with the parts of another person, written as this one is.

    A family name of several words becomes one word; titles, suffixes, initials, case, possessives
    and what stands between words are kept. `more` gives the second middle name and further ones,
    `second` the second family name.
    """
    pieces = [name.lead]
    middles = chain([persona.middle or persona.family], more)
    for role, parts in groupby(name.parts, key=lambda part: part.role):
        for part in _single_words(role, list(parts), name.language):
            if role is Role.MIDDLE:
                fake: str | None = next(middles, persona.family)
            elif role is Role.SECOND:
                fake = second or persona.family
            else:
                fake = _fake(role, persona, name.language)
            pieces += [part.text if fake is None else _written(part, fake), part.gap]
    return "".join(pieces)


def _single_words(role: Role, group: list[Part], language: str) -> list[Part]:
    """Return the words that get a fake one: the last of a family name, and no small particles."""
    if role in (Role.FAMILY, Role.SECOND) and len(group) > 1:
        breaks = "\n" * sum("\n" in part.gap for part in group[:-1])
        return [replace(group[-1], gap=breaks + group[-1].gap)]
    if role is not Role.MIDDLE:
        return group
    known = facts(language)
    named = [p for p in group if not (p.text.islower() and known.is_a(p.key, "particle"))]
    return named or group


def _fake(role: Role, persona: Persona, language: str) -> str | None:
    """Return what stands for a word; None if the word stays."""
    if role is Role.NICKNAME:
        return _short_form(persona.given, language)
    if role is Role.GIVEN:
        return persona.given
    return persona.family if role is Role.FAMILY else None


@lru_cache(maxsize=1 << 12)
def _short_form(given: str, language: str) -> str:
    """Return what somebody of a given name may be called; the name itself where nothing is known.

    Examples
    --------
    >>> _short_form("William", "en") != "William", _short_form("Xochitl", "en")
    (True, 'Xochitl')
    """
    known = nicknames(language)
    short = known.get(given.casefold(), ()) or known.get(given, ())
    return min(short, key=lambda name: (len(name), name)).capitalize() if short else given


def _written(part: Part, fake: str) -> str:
    tail = part.text[len(part.bare) :]
    written = _cased(fake[:1] if part.is_initial else fake, part.bare) + tail
    return _broken(written) if _BREAK in part.text else written


def _cased(fake: str, real: str) -> str:
    if len(real) > 1 and real.replace("\u00df", "SS").isupper():
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
    """Return a word that is split over a line end, as the real one was."""
    at = min(3, max(1, len(written) - 1))
    return f"{written[:at]}{_BREAK}{written[at:]}"
