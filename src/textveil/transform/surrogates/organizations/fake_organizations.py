"""Organizations: generic words stay where many share them, all other words are replaced."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from string import ascii_uppercase
from typing import Final

from textveil.lexicon.geography.localities import country_code, is_state
from textveil.lexicon.geography.place_lists import demonyms
from textveil.lexicon.people.likeness import is_like
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.transform.surrogates.maker import Maker, Setting
from textveil.transform.surrogates.organizations.distinctive_words import (
    new_words,
    other_country,
    other_people,
    other_words,
)
from textveil.transform.surrogates.organizations.pieces import (
    COMMA,
    SAINT,
    WORD,
    NamePiece,
    is_acronym,
    read_pieces,
)
from textveil.transform.surrogates.organizations.templates import (
    NameForm,
    Own,
    Template,
    TemplateTable,
    templates,
)
from textveil.transform.surrogates.shapes import cased
from textveil.transform.surrogates.whereabouts.addresses import States
from textveil.transform.surrogates.writing import cut_possessive, with_breaks

__all__ = ["Organizations", "acronyms_of"]

_TRIES: Final = 12
_VOWELLESS: Final = "BCDFGHKLMNPRSTVW"
_LETTERS: Final = (2, 3, 3, 3, 4, 4, 5)
"""Lengths of acronyms, of which one is drawn."""
_DRAWN: Final = frozenset({"city", "fancy", "made", "name", "saint"})
"""Kinds of holes that a wholly new name may have."""


class Organizations(Maker):
    """Make names of companies, authorities, schools and hospitals.

    A generic word ("Hospital", "Ltd") stays if at least 20 listed names are released with the same
    generic words; see `organization_templates`. A saint becomes another saint, a city the one that
    stands for it in addresses, a surname the one that stands for it in names, a country another
    country. Words are replaced alike wherever they stand within a scope, so that a short form keeps
    agreeing with the full name; an acronym whose name the option `organizations` tells becomes that
    of its fake, any other one gets other letters. Both parties of a lawsuit are replaced and the
    "v." stays.
    """

    labels: frozenset[str] = frozenset({"HOSPITAL", "MANUFACTURER", "ORGANIZATION"})

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return another name of the same type and writing."""
        fake = value
        for again in range(_TRIES):
            # Words are drawn alike within a scope; elsewhere others are.
            here = replace(setting, scope=f"{setting.scope}\n{again}") if again else setting
            fake = _replaced(value, label, here)
            if not is_like(fake, value, label, language=setting.language):
                return fake
        return fake


@cache
def _the(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?i){facts(language).pattern('article')}\s+|")


@cache
def _versus(language: str) -> re.Pattern[str]:
    # In small letters: the V. of "G. V. Montgomery" is an initial.
    return re.compile(rf"(\s{{1,20}}{facts(language).pattern('versus')}\b\.?\s{{1,20}})")


@cache
def _form(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?i){facts(language).pattern('lawsuit-form')}\.?\s{{1,20}}(?=\S)")


def _replaced(value: str, label: str, setting: Setting) -> str:
    sides = _versus(setting.language).split(value)
    if len(sides) > 1 and all(side.strip() for side in sides):
        return "".join(
            side if at % 2 else _party(side, label, setting) for at, side in enumerate(sides)
        )
    form = _form(setting.language).match(value)
    if form is not None:
        return form.group() + _party(value[form.end() :], label, setting)
    land = _land(value, setting)
    if land:
        return land
    if is_acronym(value, language=setting.language):
        return _acronym(value, label, setting)
    return _filled(value, label, setting)


def _party(side: str, label: str, setting: Setting) -> str:
    """Return another party to a lawsuit; "the People" and the like stay."""
    name = _the(setting.language).sub("", side, count=1)
    return side if facts(setting.language).is_a(name, "party") else _replaced(side, label, setting)


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


def _own(setting: Setting) -> Own:
    """Return the names that the policy lists, by label."""
    listed = setting.options.get("lists", {})
    return tuple((label, tuple(listed[label])) for label in sorted(listed))


def _filled(value: str, label: str, setting: Setting) -> str:
    """Release a name under its template, or as a wholly new name."""
    used = templates(setting.language, _own(setting))
    pieces = read_pieces(value, language=setting.language)
    form = used.form_of(value, pieces)
    the = _the(setting.language).match(value)
    # "the Court" goes on a sentence; few names begin with "The", so that goes with the name.
    article = the.group() if the and the.group().islower() and the.end() < len(value) else ""
    if form is None or not form.pieces:
        return article + _new_name(value[len(article) :], label, setting, used)
    return article + _written(value, form, pieces, setting)


def _written(value: str, form: NameForm, pieces: Sequence[NamePiece], setting: Setting) -> str:
    """Write a name under a template; its own blanks and line breaks stay where no word goes."""
    kinds = {(piece.start, piece.end): piece.key for piece in pieces}
    words, whole = [], True
    for at, piece in enumerate(form.pieces):
        text = value[piece.start : piece.end]
        if at:
            gap = value[form.pieces[at - 1].end : piece.start]
            whole = whole and not gap.strip()
            blank = "" if piece.key == COMMA else " "
            words.append(gap if not gap.strip() and gap else blank)
        if piece.role == "hole":
            last = at + 1 == len(form.pieces)
            kind = kinds.get((piece.start, piece.end))
            # "St. Luke's" is no "Webb's" where the title goes.
            own = kind is not None and (kind != SAINT or piece.key == SAINT)
            # "N.Y." is written in capitals because it is short, not because the name is.
            run = text if value.isupper() or not text.isupper() else text.title()
            text = _filling(run, piece.key, setting, last=last, possessive=own)
        words.append(text)
    return with_breaks("".join(words), "" if whole else value)


def _filling(run: str, kind: str, setting: Setting, *, last: bool, possessive: bool) -> str:
    """Return what stands for the words of a hole."""
    name, tail = cut_possessive(run)
    if not possessive:
        tail = ""
    land = country_code(name, setting.language) or is_state(name, setting.language)
    if name.endswith(".") and not land and kind != "acronym":
        # Only the full stop of "U.S." or "Mass." goes with its name.
        name = name[:-1]
    if kind == "acronym":
        return _other_letters(name, setting) + tail
    return other_words(name, kind, setting, last=last) + tail


def _new_name(value: str, label: str, setting: Setting, used: TemplateTable) -> str:
    """Return a name that has nothing of the real one: a template and its words are drawn."""
    rng = setting.draw.rng("template", setting.scope, squeeze_text(value))
    every = used.drawn_from(label)
    weights = {one: every[one] for one in every if _DRAWN.issuperset(_holes(one))}
    if not weights:
        return other_words(value, "name", setting, last=True)
    words = []
    for at, word in enumerate(rng.choices([*weights], [*weights.values()])[0]):
        if word.startswith("*"):
            words.append(new_words(word[1:], f"{value}\n{at}", setting))
        else:
            words.append(used.written.get(word, word))
    return with_breaks(cased(" ".join(words), value), value)


def _holes(template: Template) -> set[str]:
    return {word[1:] for word in template if word.startswith("*")}


def _acronym(value: str, label: str, setting: Setting) -> str:
    """Return the initials of the fake of a known name, or other letters."""
    value, tail = cut_possessive(value)
    key = squeeze_text(value)
    full = setting.options.get("organizations", {}).get(key, "")
    known = acronyms_of(full, language=setting.language)
    if key in known:
        made = acronyms_of(_replaced(full, label, setting), language=setting.language)
        letters = made[known.index(key)].upper() if made else key
        if letters.lower() != key:
            return _dotted(letters, value) + tail
    return _other_letters(value, setting) + tail


def _other_letters(value: str, setting: Setting) -> str:
    """Return an acronym that has neither the letters nor the length of another one."""
    key = squeeze_text(value)
    rng = setting.draw.rng("acronym", setting.scope, key)
    letters = key
    while letters.lower() == key:
        size = rng.choice(_LETTERS)
        letters = "".join(
            rng.choice(_VOWELLESS if rng.random() < 0.7 else ascii_uppercase) for _ in range(size)
        )
    return _dotted(letters, value)


def _dotted(letters: str, like: str) -> str:
    return "".join(f"{letter}." for letter in letters) if like.endswith(".") else letters


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
