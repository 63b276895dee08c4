"""Traits: another people, faith, language, degree or rank of the same kind."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from random import Random
from typing import Final

from textveil.lexicon.geography.place_lists import demonyms
from textveil.lexicon.people.likeness import tells
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.generic_words import is_generic_word
from textveil.lexicon.tables.terms import diseases
from textveil.transform.surrogates.maker import Maker, Setting
from textveil.transform.surrogates.shapes import alike, cased
from textveil.transform.surrogates.writing import in_case, takes_an, with_breaks

__all__ = ["Demographics"]

_LABEL: Final = "DEMOGRAPHIC"
_WORD: Final = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
_TRIES: Final = 8
_ENOUGH: Final = 6
_MOST_WORDS: Final = 4
"""Words of the longest trait that is looked for within a value."""


@cache
def _kinds(language: str) -> tuple[Mapping[str, str], ...]:
    """Return lists of traits of one kind each, by their keys; the more telling lists first."""
    known = facts(language)
    groups: dict[tuple[str, str], list[str]] = {}
    for role in ("trait", "trait-part"):
        for word, group in known.values(role).items():
            groups.setdefault((role, group), []).append(word)
    faiths = known.words("faith")
    followers = [one for one in known.words("religion") if one not in faiths]
    lists = (*groups.values(), followers, faiths, demonyms(language))
    lists = (*lists, known.words("people"), known.words("language"))
    return tuple({squeeze_text(one): one for one in kind} for kind in lists)


class Demographics(Maker):
    """Make traits: another people, faith, language, degree or rank of the same kind.

    What is of no known kind becomes a tag: a made-up trait could contradict the text around it.
    """

    labels: frozenset[str] = frozenset({_LABEL})

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return another trait of the same kind, or each trait replaced within generic words."""
        rng = setting.draw.rng("trait", setting.scope, squeeze_text(value))
        language = setting.language
        for _ in range(_TRIES):
            fake = _other(value, rng, language) or _each(value, rng, language)
            fake = fake or _other_disease(value, rng, language)
            # One of two traits may be drawn for the other.
            if fake and not tells(fake, value, label, language=language):
                return fake
        return f"[{label}]"


def _each(value: str, rng: Random, language: str) -> str:
    """Return a value with each of its traits replaced; nothing if any other word would stay.

    Of several words that are a trait together the longest run counts: "Air Force".
    """
    words = [word.span() for word in _WORD.finditer(value)]
    pieces, at, done = [], 0, 0
    while at < len(words):
        start = words[at][0]
        runs = ((last, value[start : words[last - 1][1]]) for last in _ends(at, len(words)))
        made = ((last, _other(run, rng, language)) for last, run in runs)
        last, fake = next(((last, fake) for last, fake in made if fake), (at + 1, ""))
        if not fake and not is_generic_word(value[slice(*words[at])], _LABEL, language=language):
            return ""
        if fake:
            pieces += [value[done:start], fake]
            done = words[last - 1][1]
        at = last
    written = "".join((*pieces, value[done:])) if pieces else ""
    return written.upper() if value.isupper() else written


def _ends(at: int, words: int) -> range:
    return range(min(words, at + _MOST_WORDS), at, -1)


def _other(real: str, rng: Random, language: str) -> str:
    """Return another trait of the same kind, written alike; nothing if none is known."""
    key = squeeze_text(real)
    kind = next((at for at, listed in enumerate(_kinds(language)) if key in listed), None)
    others = () if kind is None else _others(kind, key, language)
    if not others:
        return ""
    fake = rng.choice(others)
    # MBA is written in capitals because it is short, not because the text is.
    short = not fake[1:].islower() and " " not in fake
    if not short and (not real[:1].isupper() or (real.isupper() and len(real) > 4)):
        fake = cased(fake, real)
    return with_breaks(fake, real) if " " in fake else fake


@lru_cache(maxsize=1024)
def _others(kind: int, key: str, language: str) -> tuple[str, ...]:
    """Return the traits of a kind that may stand for one of them."""
    listed = _kinds(language)[kind]
    # "Southern Baptist" in place of "Baptist" would show what it replaces.
    others = tuple(
        one
        for other, one in listed.items()
        if key not in other and not tells(one, listed[key], _LABEL, language=language)
    )
    sound = takes_an(listed[key], language=language)
    found = alike(listed[key], others)
    fitting = tuple(one for one in found if takes_an(one, language=language) == sound)
    # Where few fit, a reader could tell from the fake which one they stand for.
    return next((some for some in (fitting, found) if len(some) >= _ENOUGH), others)


def _other_disease(value: str, rng: Random, language: str) -> str:
    """Return another disease of as many words; nothing if the value is none."""
    words = value.lower().split()
    for known in (words, words[1:], words[-1:]):
        listed = _diseases(len(known)) if known else ()
        real = " ".join(known)
        if real in listed:
            sound = takes_an(real, language=language)
            near = [
                one
                for one in listed
                if not tells(one, real, _LABEL) and takes_an(one, language=language) == sound
            ]
            head = value[: value.lower().rfind(known[0])]
            return head + in_case(rng.choice(near), value[len(head) :])
    return ""


@cache
def _diseases(words: int) -> tuple[str, ...]:
    return tuple(one for one in diseases() if one.count(" ") + 1 == words and one.isascii())
