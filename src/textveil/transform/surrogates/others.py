"""Rooms, occupations, traits and amounts."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random
from typing import Final

from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.places import demonyms, peoples
from textveil.lexicon.terms import diseases, languages, occupations, religions
from textveil.lexicon.words import look_up
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.shapes import alike, bare, cased, draw_alike, fill

__all__ = ["Demographics", "Professions", "Quantities", "Rooms"]


class Rooms:
    """Make rooms and beds: other digits, other first letters, the same shape."""

    labels: frozenset[str] = frozenset({"ROOM"})
    unique: bool = False

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return letters and digits."""
        return bare(value)

    def make(self, value: str, label: str, setting: Setting) -> str:  # noqa: ARG002 - same
        """Return another room; words ("Room", "bed") stay."""
        rng = setting.draw.rng("room", setting.scope, setting.identity, bare(value))
        if not bare(value):
            return value
        while True:
            fake = _ROOM_PART.sub(lambda part: _room(part.group(), rng), value)
            if not _ROOM_PART.search(value):
                fake = fill(value, draw_alike(bare(value), rng))
            if fake != value:
                return fake


_ROOM_PART: Final = re.compile(r"[0-9]+|(?<![^\W\d_])[A-Za-z](?![^\W\d_])")


def _room(part: str, rng: Random) -> str:
    if part.isdecimal():
        return draw_alike(part, rng)
    return cased(rng.choice("ABCDEF"), part) if part.isupper() else rng.choice("abcdef")


_VOWELS: Final = frozenset("aeiou")
_VOWEL_SOUND: Final = ("hour", "heir", "honest", "x-ray", "mri", "fbi", "hr ", "nhs")
_CONSONANT_SOUND: Final = ("uni", "use", "usu", "eu", "one", "once", "ute", "ura", "uro")


def _vowel_sound(word: str) -> bool:
    """Tell whether "an" stands before a word."""
    low = word.lower()
    if low.startswith(_VOWEL_SOUND):
        return True
    return low[:1] in _VOWELS and not low.startswith(_CONSONANT_SOUND)


@cache
def _occupations(words: int) -> tuple[tuple[str, int], ...]:
    """Return occupations of so many words with the frequency of their rarest word."""
    kept = (one for one in occupations() if one.count(" ") + 1 == words and one.isascii())
    rated = ((one, min(look_up(word).common for word in one.split())) for one in kept)
    return tuple((one, rate) for one, rate in rated if rate > 1 and "-" not in one)


@cache
def _known_occupations(words: int) -> frozenset[str]:
    return frozenset(one for one, _ in _occupations(words))


def _singular(word: str) -> str:
    if word.endswith("men"):
        return f"{word[:-3]}man"
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _plural(word: str) -> str:
    if word.endswith("man"):
        return f"{word[:-3]}men"
    if word.endswith("y") and word[-2:-1] not in _VOWELS:
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("ch", "sh", "ss", "x", "s")) else f"{word}s"


class Professions:
    """Make occupations: as frequent a word, as many words, in the number and after the article.

    "an engineer" becomes "an editor", never "an nurse": nothing outside the passage changes.
    """

    labels: frozenset[str] = frozenset({"PROFESSION"})
    unique: bool = False

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return the letters, in the singular."""
        return squeeze_text(_singular(value.lower()))

    def make(self, value: str, label: str, setting: Setting) -> str:  # noqa: ARG002 - same
        """Return another occupation."""
        low = " ".join(value.lower().split())
        last = low.rpartition(" ")[2]
        known = _known_occupations(low.count(" ") + 1)
        plural = low not in known and last.endswith("s") and _singular(last) != last
        single = low[: len(low) - len(last)] + _singular(last) if plural else low
        kept = re.match(r"(?:retired|former|senior|junior|chief|head|assistant) ", single)
        head, single = (kept.group(), single[kept.end() :]) if kept else ("", single)
        choice = self._choice(single, setting)
        fake = head + (_plural(choice) if plural else choice)
        return _in_case(fake, value)

    @staticmethod
    def _choice(single: str, setting: Setting) -> str:
        rate = min((look_up(word).common for word in single.split()), default=3)
        found = _alike(min(3, single.count(" ") + 1), rate, _vowel_sound(single))
        rng = setting.draw.rng("profession", setting.scope, squeeze_text(single))
        while True:
            choice = rng.choice(found)
            # A bioengineer in place of an engineer would show what it replaces.
            if single not in choice:
                return choice


@lru_cache(maxsize=256)
def _alike(words: int, rate: int, sound: bool) -> tuple[str, ...]:
    """Return occupations of so many words, about as frequent, that take the same article."""
    found: tuple[str, ...] = ()
    for reach in range(8):
        found = tuple(
            one
            for one, common in _occupations(words)
            if abs(common - rate) <= reach and _vowel_sound(one) == sound
        )
        if len(found) >= 12:
            break
    return found


def _in_case(fake: str, real: str) -> str:
    words = [word for word in real.split() if word[:1].isalpha()]
    if len(bare(real)) > 1 and real.isupper():
        return fake.upper()
    if words and all(word[0].isupper() for word in words):
        return fake.title()
    return fake[:1].upper() + fake[1:] if real[:1].isupper() else fake


_TRAITS: Final[tuple[tuple[str, ...], ...]] = (
    (
        *("Caucasian", "Hispanic", "Asian", "Latino", "Black", "White", "African American"),
        *("Native American", "Pacific Islander", "African-American", "Middle Eastern"),
    ),
    (
        *("high school graduate", "college graduate", "bachelor's degree", "master's degree"),
        *("associate degree", "trade school", "some college", "law degree", "nursing degree"),
        *("engineering degree", "teaching certificate", "GED", "PhD", "MBA"),
    ),
    (
        *("Army sergeant", "Navy veteran", "Marine Corps veteran", "Air Force captain"),
        *("Vietnam veteran", "Korean War veteran", "Gulf War veteran", "Coast Guard veteran"),
        *("Army veteran", "National Guard corporal", "Navy commander", "Air Force veteran"),
    ),
    ("single", "married", "divorced", "widowed", "separated"),
    ("gay", "lesbian", "bisexual", "heterosexual", "homosexual", "asexual", "queer"),
    ("blind", "deaf", "mute", "paraplegic", "partially sighted", "hard of hearing"),
    (
        *("socialist", "communist", "liberal", "conservative", "anarchist", "nationalist"),
        *("republican", "democrat", "monarchist", "separatist"),
    ),
)
_INSIDE: Final[tuple[tuple[str, ...], ...]] = (
    ("Army", "Navy", "Air Force", "Marine Corps", "Coast Guard", "National Guard"),
    (
        *("private", "corporal", "sergeant", "staff sergeant", "sergeant major", "lieutenant"),
        *("captain", "major", "colonel", "petty officer", "commander", "warrant officer"),
        *("general", "admiral", "ensign", "specialist"),
    ),
    (
        *("bachelor's degree", "master's degree", "doctoral degree", "associate degree"),
        *("bachelor's", "master's", "doctorate", "diploma", "certificate"),
    ),
    (
        *("nursing", "chemistry", "biology", "physics", "history", "engineering", "economics"),
        *("music", "philosophy", "education", "accounting", "psychology", "geology", "finance"),
        *("architecture", "journalism", "theology", "mathematics", "marketing", "sociology"),
    ),
    ("retired", "semi-retired", "self-employed", "former", "part-time", "full-time"),
    ("married", "divorced", "widowed", "separated", "engaged", "remarried"),
)
"""Words within a trait, of which another one of the same list may stand for each."""


@cache
def _kinds() -> tuple[tuple[str, ...], ...]:
    """Return lists of traits of one kind each, the more telling lists first."""
    faiths = [one for one in religions() if one.endswith(("ism", "nity")) or one == "Islam"]
    followers = [one for one in religions() if one not in faiths]
    lists: Sequence[Sequence[str]] = (
        *_TRAITS,
        followers,
        faiths,
        tuple(demonyms()),
        peoples(),
        languages(),
    )
    return tuple(tuple(one) for one in lists)


@cache
def _keys() -> tuple[dict[str, str], ...]:
    return tuple({squeeze_text(one): one for one in kind} for kind in _kinds())


class Demographics:
    """Make traits: another people, faith, language, degree or rank of the same kind.

    What is of no known kind becomes a tag: a made-up trait could contradict the text around it.
    """

    labels: frozenset[str] = frozenset({"DEMOGRAPHIC"})
    unique: bool = False

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return the letters, squeezed."""
        return squeeze_text(value)

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return another trait of the same kind; words around the one that is known stay."""
        key = squeeze_text(value)
        rng = setting.draw.rng("trait", setting.scope, key)
        for kind, listed in zip(_kinds(), _keys(), strict=True):
            if key in listed:
                return _in_writing(rng.choice(_other_traits(kind, listed[key])), value)
        fake = _inside().sub(lambda found: _in_ring(found.group(), rng), value)
        if fake != value:
            return fake.upper() if value.isupper() else fake
        for word in re.finditer(r"[^\W\d_]+", value):
            if len(word.group()) < len(value) and word.group()[0].isupper():
                fake = self.make(word.group(), label, setting)
                if not fake.startswith("["):
                    return value[: word.start()] + fake + value[word.end() :]
        return _other_disease(value, rng) or f"[{label}]"


@cache
def _inside() -> re.Pattern[str]:
    """Return a pattern for the words within a trait, the longest first."""
    words = sorted((word for ring in _INSIDE for word in ring), key=len, reverse=True)
    spaced = (re.escape(word).replace(r"\ ", r"\s+").replace("'", "['\u2019]") for word in words)
    return re.compile(rf"(?i)(?<!\w)(?:{'|'.join(spaced)})(?!\w)")


def _in_ring(found: str, rng: Random) -> str:
    key = squeeze_text(found)
    ring = next(ring for ring in _INSIDE if key in map(squeeze_text, ring))
    others = [one for one in ring if key not in squeeze_text(one)]
    same = [one for one in others if _vowel_sound(one) == _vowel_sound(found)] or others
    fake = _in_writing(rng.choice(same), found)
    broken = re.search(r"\s*\n\s*", found)
    return fake.replace(" ", broken.group(), 1) if broken else fake


@cache
def _diseases(words: int) -> tuple[str, ...]:
    return tuple(one for one in diseases() if one.count(" ") + 1 == words and one.isascii())


def _other_disease(value: str, rng: Random) -> str:
    """Return another disease of as many words, or nothing where it is none."""
    words = value.lower().split()
    for known in (words, words[1:], words[-1:]):
        listed = _diseases(len(known)) if known else ()
        real = " ".join(known)
        if real in listed:
            sound = _vowel_sound(real)
            near = [one for one in listed if real not in one and _vowel_sound(one) == sound]
            head = value[: value.lower().rfind(known[0])]
            return head + _in_case(rng.choice(near), value[len(head) :])
    return ""


@lru_cache(maxsize=1024)
def _other_traits(kind: tuple[str, ...], real: str) -> tuple[str, ...]:
    """Return the traits of a kind that may stand for one of them."""
    # "Southern Baptist" in place of "Baptist" would show what it replaces.
    others = tuple(one for one in kind if squeeze_text(real) not in squeeze_text(one))
    found = alike(real, others)
    return tuple(one for one in found if _vowel_sound(one) == _vowel_sound(real)) or others


def _in_writing(fake: str, real: str) -> str:
    # MBA is written in capitals because it is short, not because the text is.
    if real[:1].isupper() and (not real.isupper() or len(real) <= 4):
        return fake
    return cased(fake, real)


_NUMBER: Final = re.compile(r"[0-9][0-9,.' ]*[0-9]|[0-9]")
_NUMBER_WORDS: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("fifteen", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
)


class Quantities:
    """Make amounts: between three quarters and five quarters of the real one, written alike."""

    labels: frozenset[str] = frozenset({"QUANTITY"})
    unique: bool = False

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return the letters and digits, squeezed."""
        return squeeze_text(value)

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return an amount near the real one; units and signs stay."""
        rng = setting.draw.rng("quantity", setting.scope, squeeze_text(value))
        fake = _NUMBER.sub(lambda found: _near(found.group(), rng), value)
        if fake == value:
            fake = re.sub(r"[^\W\d_]+", lambda found: _near_word(found.group(), rng), value)
        return fake if fake != value else f"[{label}]"


def _near(text: str, rng: Random) -> str:
    """Return a number near another, with its groups and decimal places; never the same."""
    digits = bare(text)
    number = int(digits)
    # The zeros at the end of a round number stay.
    zeros = len(digits) - len(digits.rstrip("0")) if number else 0
    zeros = min(zeros, len(digits) - 1)
    unit = 10**zeros
    low, high = number // unit * 3 // 4, number // unit * 5 // 4 + 1
    low = max(low, 10 ** (len(digits) - zeros - 1) if digits[0] != "0" else 0)
    high = max(min(high, 10 ** (len(digits) - zeros) - 1), low + 1)
    choices = [one for one in (rng.randint(low, high) for _ in range(20)) if one * unit != number]
    fake = choices[0] * unit if choices else (number + unit) % 10 ** len(digits)
    return fill(text, f"{fake:0{len(digits)}}"[-len(digits) :])


def _near_word(word: str, rng: Random) -> str:
    low = word.lower()
    if low not in _NUMBER_WORDS:
        return word
    at = _NUMBER_WORDS.index(low)
    near = [*_NUMBER_WORDS[max(0, at - 2) : at], *_NUMBER_WORDS[at + 1 : at + 3]]
    return _in_case(rng.choice(near), word)
