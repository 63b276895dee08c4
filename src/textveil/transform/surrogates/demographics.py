"""Traits: another people, faith, language, degree or rank of the same kind."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from random import Random
from typing import Final

from textveil.lexicon.facts import facts
from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.places import demonyms
from textveil.lexicon.terms import diseases
from textveil.transform.surrogates.maker import Maker, Setting
from textveil.transform.surrogates.shapes import alike, cased
from textveil.transform.surrogates.writing import in_case, takes_an, with_breaks

__all__ = ["Demographics"]

_WORD: Final = re.compile(r"[^\W\d_]+")


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

    labels: frozenset[str] = frozenset({"DEMOGRAPHIC"})

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return another trait of the same kind; words around the one that is known stay."""
        rng = setting.draw.rng("trait", setting.scope, squeeze_text(value))
        language = setting.language
        fake = _other(value, rng, language)
        if fake != value:
            return fake
        fake = _inside(language).sub(lambda one: _other(one.group(), rng, language), value)
        if fake != value:
            return fake.upper() if value.isupper() else fake
        for word in _WORD.finditer(value):
            if len(word.group()) < len(value) and word.group()[0].isupper():
                fake = self.make(word.group(), label, setting)
                if not fake.startswith("["):
                    return value[: word.start()] + fake + value[word.end() :]
        return _other_disease(value, rng, language) or f"[{label}]"


@cache
def _inside(language: str) -> re.Pattern[str]:
    words = facts(language).pattern("trait-part").replace("'", "['\u2019]")
    return re.compile(rf"(?i)(?<!\w){words}(?!\w)")


def _other(real: str, rng: Random, language: str) -> str:
    """Return another trait of the same kind, written alike; the same if none is known."""
    key = squeeze_text(real)
    kind = next((at for at, listed in enumerate(_kinds(language)) if key in listed), None)
    if kind is None:
        return real
    fake = rng.choice(_others(kind, key, language))
    # MBA is written in capitals because it is short, not because the text is.
    if not real[:1].isupper() or (real.isupper() and len(real) > 4):
        fake = cased(fake, real)
    return with_breaks(fake, real) if " " in fake else fake


@lru_cache(maxsize=1024)
def _others(kind: int, key: str, language: str) -> tuple[str, ...]:
    """Return the traits of a kind that may stand for one of them."""
    listed = _kinds(language)[kind]
    # "Southern Baptist" in place of "Baptist" would show what it replaces.
    others = tuple(one for other, one in listed.items() if key not in other)
    sound = takes_an(listed[key], language=language)
    found = alike(listed[key], others)
    return tuple(one for one in found if takes_an(one, language=language) == sound) or others


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
                if real not in one and takes_an(one, language=language) == sound
            ]
            head = value[: value.lower().rfind(known[0])]
            return head + in_case(rng.choice(near), value[len(head) :])
    return ""


@cache
def _diseases(words: int) -> tuple[str, ...]:
    return tuple(one for one in diseases() if one.count(" ") + 1 == words and one.isascii())
