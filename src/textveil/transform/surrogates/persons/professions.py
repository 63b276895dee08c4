"""Occupations: another one about as frequent, with the same article and in the same number."""

from functools import cache, lru_cache
from typing import Final

from textveil.lexicon.people.likeness import tells
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.terms import occupations
from textveil.lexicon.tables.words import look_up, plural_of
from textveil.transform.surrogates.maker import Maker, Setting
from textveil.transform.surrogates.writing import in_case, takes_an

__all__ = ["Professions"]

_LABEL: Final = "PROFESSION"


@cache
def _rates(words: int, language: str) -> dict[str, int]:
    """Return occupations of so many words with the frequency of their rarest word."""
    kept = [one for one in occupations(language) if one.count(" ") + 1 == words]
    if language != ENGLISH:
        return dict.fromkeys(kept, 0)
    rated = ((one, min(look_up(word).common for word in one.split())) for one in kept)
    return {one: rate for one, rate in rated if rate > 1 and "-" not in one and one.isascii()}


def _plural(word: str) -> str:
    return next(plural_of(word), f"{word}s")


@cache
def _singulars(language: str) -> dict[str, str]:
    """Return the last words of occupations, by their plural."""
    last_words = (one.rpartition(" ")[2] for one in occupations(language))
    return {_plural(last): last for last in last_words}


def _singular(low: str, language: str) -> str:
    head, gap, last = low.rpartition(" ")
    if low in _rates(low.count(" ") + 1, language):
        return low
    return head + gap + _singulars(language).get(last, last)


class Professions(Maker):
    """Make occupations: as frequent a word, as many words, in the number and after the article.

    "an engineer" becomes "an editor", never "an nurse": nothing outside the passage changes.
    """

    labels: frozenset[str] = frozenset({_LABEL})

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return the letters, in the singular."""
        return squeeze_text(_singular(" ".join(value.lower().split()), self.language))

    def make(self, value: str, label: str, setting: Setting) -> str:  # noqa: ARG002 - same
        """Return another occupation."""
        low = " ".join(value.lower().split())
        first, gap, rest = low.partition(" ")
        rank, low = (
            (first + gap, rest)
            if rest and facts(setting.language).is_a(first, "occupation-rank")
            else ("", low)
        )
        single = _singular(low, setting.language)
        fake = _other(single, setting)
        if fake.startswith("["):
            return fake
        return in_case(rank + (_plural(fake) if single != low else fake), value)


def _other(single: str, setting: Setting) -> str:
    rng = setting.draw.rng("profession", setting.scope, squeeze_text(single))
    return rng.choice(_apart(single, setting.language))


@lru_cache(maxsize=4096)
def _apart(single: str, language: str) -> tuple[str, ...]:
    """Return occupations that may stand for one, and show nothing of it.

    A bioengineer in place of an engineer would show what it replaces, as would a truck driver in
    place of a bus driver.
    """
    words = single.split()
    rate = min((look_up(word, language).common for word in words), default=3)
    length, sound = min(3, len(words) or 1), takes_an(single, language=language)
    real = f"{single} {_plural(single)}"
    near = _alike(length, rate, sound, language), tuple(_rates(length, language))
    for found in (*near, occupations(language)):
        apart = tuple(one for one in found if single not in one and not tells(one, real, _LABEL))
        if apart:
            return apart
    return (f"[{_LABEL}]",)


@lru_cache(maxsize=256)
def _alike(words: int, rate: int, sound: bool, language: str) -> tuple[str, ...]:
    """Return occupations of so many words, about as frequent, that take the same article."""
    found: tuple[str, ...] = ()
    for reach in range(8):
        found = tuple(
            one
            for one, common in _rates(words, language).items()
            if abs(common - rate) <= reach and takes_an(one, language=language) == sound
        )
        if len(found) >= 12:
            break
    return found
