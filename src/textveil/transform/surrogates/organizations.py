"""Organizations: generic words stay, the words that tell which one are replaced."""

import re
from dataclasses import replace
from functools import cache
from string import ascii_uppercase
from typing import Final

from textveil.lexicon.facts import facts
from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.localities import country_code, is_state
from textveil.lexicon.places import demonyms
from textveil.lexicon.words import Kind, look_up
from textveil.transform.surrogates.addresses import States
from textveil.transform.surrogates.distinctive_words import (
    other_country,
    other_fancy,
    other_people,
    other_words,
)
from textveil.transform.surrogates.maker import Maker, Setting
from textveil.transform.surrogates.organization_templates import (
    WORD,
    Hole,
    holes_of,
    is_generic,
)
from textveil.transform.surrogates.shapes import cased
from textveil.transform.surrogates.writing import cut_possessive, draw_other

__all__ = ["Organizations", "acronyms_of"]

_ACRONYM: Final = re.compile(r"(?:[A-Z]\.?){2,6}")
_TRIES: Final = 6
_TELLING: Final = 4
"""Letters from which on a name inside its fake tells it."""
_VOWELLESS: Final = "BCDFGHKLMNPRSTVW"


class Organizations(Maker):
    """Make names of companies, authorities, schools and hospitals.

    "St. … Hospital", "University of …", "… Medical Center", "… Ltd" stay; a saint becomes another
    saint, a city the one that stands for it in addresses, a surname the one that stands for it in
    names, a word of fancy another word, a country another country. Words are replaced alike
    wherever they stand within a scope, so that a short form keeps agreeing with the full name; an
    acronym whose name the option `organizations` tells becomes that of its fake, any other one
    gets other letters. Both parties of a lawsuit are replaced and the "v." stays.
    """

    labels: frozenset[str] = frozenset({"HOSPITAL", "ORGANIZATION"})

    def make(self, value: str, label: str, setting: Setting) -> str:  # noqa: ARG002 - same
        """Return another name of the same type and writing."""
        fake = value
        for again in range(_TRIES):
            # Words are drawn alike within a scope; elsewhere others are.
            here = replace(setting, scope=f"{setting.scope}\n{again}") if again else setting
            for made in (_replaced, _other_generic):
                fake = made(value, here)
                if not _shows(fake, value):
                    return fake
        return fake


def _shows(fake: str, value: str) -> bool:
    real, made = squeeze_text(value), squeeze_text(fake)
    return made == real or (len(real) >= _TELLING and real in made)


@cache
def _the(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?i){facts(language).pattern('article')}\s+|")


@cache
def _versus(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?i)(\s+{facts(language).pattern('versus')}\b\.?\s+)")


@cache
def _form(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?i){facts(language).pattern('lawsuit-form')}\.?\s+(?=\S)")


def _replaced(value: str, setting: Setting) -> str:
    sides = _versus(setting.language).split(value)
    if len(sides) > 1 and all(side.strip() for side in sides):
        return "".join(side if at % 2 else _party(side, setting) for at, side in enumerate(sides))
    form = _form(setting.language).match(value)
    if form is not None:
        return form.group() + _party(value[form.end() :], setting)
    land = _land(value, setting)
    if land or not _is_acronym(value, setting.language):
        return land or _filled(value, setting)
    return _acronym(value, setting)


def _party(side: str, setting: Setting) -> str:
    """Return another party to a lawsuit; "the People" and the like stay."""
    name = _the(setting.language).sub("", side, count=1)
    return side if facts(setting.language).is_a(name, "party") else _replaced(side, setting)


def _land(value: str, setting: Setting) -> str:
    """Return another country, people or state for a value that names one and nothing else."""
    name, tail = cut_possessive(_the(setting.language).sub("", value, count=1))
    the = value[: len(value) - len(name) - len(tail)]
    if name in demonyms(setting.language):
        return the + other_people(name, setting) + tail
    if country_code(name, setting.language):
        # "the United States" is not written as "the Poland": the article goes with the name.
        beside = bool(the) or setting.before.lower().endswith("the ")
        return the + other_country(name, setting, article=beside) + tail
    if is_state(name, setting.language) and len(squeeze_text(name)) > 2:
        return States(setting.language).make(value, "STATE", setting)
    return ""


def _filled(value: str, setting: Setting) -> str:
    """Replace the words that tell which organization it is."""
    pieces, last = [], 0
    for hole in holes_of(value, language=setting.language):
        pieces += [value[last : hole.start], _filling(value, hole, setting)]
        last = hole.end
    return "".join((*pieces, value[last:]))


def _filling(value: str, hole: Hole, setting: Setting) -> str:
    run = value[hole.start : hole.end]
    name, tail = cut_possessive(run)
    if hole.kind == "name" and _is_acronym(name, setting.language):
        return _acronym(run, setting)
    land = country_code(name, setting.language) or is_state(name, setting.language)
    if name.endswith(".") and not land:
        # Only the full stop of "U.S." or "Mass." goes with its name.
        name, tail = name[:-1], "."
    return other_words(name, hole.kind, setting, last=hole.last) + tail


def _is_acronym(word: str, language: str) -> bool:
    """Tell whether letters stand for words; a name or an everyday word in capitals does not."""
    letters = cut_possessive(word)[0]
    if not _ACRONYM.fullmatch(letters) or is_generic(letters, language=language):
        return False
    if "." in letters[:-1] or len(letters) == 2:
        return True
    known = look_up(letters, language)
    if len(letters) == 3:
        return max(known[:3]) < 3
    return max(known[:3]) < 2 and not known.kinds & (Kind.WORD | Kind.CITY)


def _acronym(value: str, setting: Setting) -> str:
    """Return the initials of the fake of a known name, or other letters.

    The last letter, which often says what it is, stays in longer ones.
    """
    value, tail = cut_possessive(value)
    key = squeeze_text(value)
    full = setting.options.get("organizations", {}).get(key, "")
    known = acronyms_of(full, language=setting.language)
    if key in known:
        made = acronyms_of(_replaced(full, setting), language=setting.language)
        letters = made[known.index(key)].upper()
        if letters.lower() != key:
            dotted = value.endswith(".")
            return ("".join(f"{letter}." for letter in letters) if dotted else letters) + tail
    rng = setting.draw.rng("acronym", setting.scope, key)
    places = [at for at, one in enumerate(value) if one.isalpha()]
    kept = places[-1] if len(places) > 2 and value[places[-1]] in "HUCM" else -1
    fake = value
    while fake == value:
        fake = "".join(
            rng.choice(_VOWELLESS if rng.random() < 0.7 else ascii_uppercase)
            if one.isalpha() and at != kept
            else one
            for at, one in enumerate(value)
        )
    return fake + tail


def acronyms_of(name: str, *, language: str = "en") -> tuple[str, ...]:
    """Return the first letters of a name's words: without small words, and with them.

    A name of one word has none.

    Examples
    --------
    >>> acronyms_of("Massachusetts General Hospital"), acronyms_of("Bank of Ohio")
    (('mgh', 'mgh'), ('bo', 'boo'))
    >>> acronyms_of("Siemens")
    ()
    """
    words = [word.group() for word in WORD.finditer(name) if word.group()[0].isalnum()]
    large = [word for word in words if not facts(language).is_a(word, "small-word")]
    if len(large) < 2:
        return ()
    return tuple("".join(word[0].lower() for word in some) for some in (large, words))


def _other_generic(value: str, setting: Setting) -> str:
    """Return another name for one that says only its type: another field, or a name in it."""
    known = facts(setting.language)
    words = list(WORD.finditer(value))
    for word in words:
        group = known.value("generic-group", word.group())
        if group:
            rng = setting.draw.rng("generic", setting.scope, squeeze_text(value))
            listed = known.values("generic-group")
            others = tuple(one for one in listed if listed[one] == group)
            return _exchanged(value, word, draw_other(others, word.group(), rng))
    the = _the(setting.language).match(value)
    if the and the.group():
        rest = value[the.end() :]
        return f"{the.group()}{cased(other_fancy(rest, setting), rest)} {rest}"
    large = [word for word in words if not known.is_a(word.group(), "small-word")]
    if not large:
        return cased(other_fancy(value, setting), value)
    # The name stands for a word instead of before it: the real one must not live on in its fake.
    word = large[0 if len(large) == len(words) else -1]
    return _exchanged(value, word, other_fancy(word.group(), setting))


def _exchanged(value: str, word: re.Match[str], other: str) -> str:
    return value[: word.start()] + cased(other, word.group()) + value[word.end() :]
