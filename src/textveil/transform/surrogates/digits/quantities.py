"""Amounts: numbers near the real ones, written alike."""

import re
from functools import cache
from random import Random
from typing import Final

from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.generic_words import distinctive_words
from textveil.transform.surrogates.maker import Maker, Setting
from textveil.transform.surrogates.shapes import bare, fill
from textveil.transform.surrogates.writing import in_case

__all__ = ["Quantities"]

_LONGEST: Final = 300
"""Digits that an amount has at most; what is longer is none."""
_NUMBER: Final = re.compile(r"[0-9][0-9,.' ]{0,60}[0-9]|[0-9]")
_WORD: Final = re.compile(r"[^\W\d_]+")


class Quantities(Maker):
    """Make amounts: between three quarters and five quarters of the real one, written alike."""

    labels: frozenset[str] = frozenset({"QUANTITY"})

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return an amount near the real one; units and signs stay, other words make it a tag."""
        endless = sum(map(str.isdecimal, value)) > _LONGEST
        if endless or distinctive_words(value, label, language=setting.language):
            return f"[{label}]"
        rng = setting.draw.rng("quantity", setting.scope, squeeze_text(value))
        fake = _NUMBER.sub(lambda found: _near(found.group(), rng), value)
        if fake == value:
            fake = _WORD.sub(lambda one: _near_word(one.group(), rng, setting.language), value)
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


@cache
def _numbers(language: str) -> tuple[str, ...]:
    """Return the numbers from two on in one word, in their order."""
    listed = facts(language).values("number")
    words = (word for word, number in listed.items() if "-" not in word and int(number) > 1)
    return tuple(sorted(words, key=lambda word: int(listed[word])))


def _near_word(word: str, rng: Random, language: str) -> str:
    """Return one of the two numbers below or the two above a number in words."""
    words = _numbers(language)
    if word.lower() not in words:
        return word
    at = words.index(word.lower())
    return in_case(rng.choice((*words[max(0, at - 2) : at], *words[at + 1 : at + 3])), word)
