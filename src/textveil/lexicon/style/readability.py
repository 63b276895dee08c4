"""Readability: 19 formulas over the counts of a text.

The sources stand in `docs/methods/stylometry.md`, with a worked example each. Every formula is
defined for a text with at least one word.
"""

from collections.abc import Callable, Mapping
from math import log, sqrt
from typing import Final

from textveil.lexicon.style.writing import Writing

__all__ = ["READABILITY"]

_EASY: Final = 20
"""A Linsear value up to which 2 is taken off."""


def _mean_sentence(text: Writing) -> float:
    """Words a sentence."""
    return len(text.words) / text.sentences


def _per_word(text: Writing, count: int) -> float:
    return count / len(text.words)


def _automated(text: Writing) -> float:
    return 0.5 * _mean_sentence(text) + 4.71 * _per_word(text, text.characters) - 21.43


def _coleman_liau(text: Writing) -> float:
    per_100_letters = 100 * _per_word(text, text.letters)
    per_100_sentences = 100 * _per_word(text, text.sentences)
    cloze = 141.8401 - 0.214590 * per_100_letters + 1.079812 * per_100_sentences
    return -27.4004 * cloze / 100 + 23.06395


def _danielson_bryan(text: Writing) -> float:
    # A text of one word has no gap; one is put behind it.
    a_gap = text.signs / max(1, text.gaps)
    return 1.0364 * a_gap + 0.0194 * text.signs / text.sentences - 0.6059


def _dickes_steiwer(text: Writing) -> float:
    return (
        235.95993
        - 73.021 * log(_per_word(text, text.letters) + 1)
        - 12.56438 * log(_mean_sentence(text) + 1)
        - 50.03293 * _per_word(text, len(text.types))
    )


def _easy_listening(text: Writing) -> float:
    return (text.syllable_count - len(text.words)) / text.sentences


def _farr_jenkins_paterson(text: Writing) -> float:
    short = 100 * _per_word(text, text.of_syllables(1, 1))
    return 1.599 * short - 1.015 * _mean_sentence(text) - 31.517


def _flesch(text: Writing) -> float:
    syllables = 100 * _per_word(text, text.syllable_count)
    return 206.835 - 0.846 * syllables - 1.015 * _mean_sentence(text)


def _flesch_kincaid(text: Writing) -> float:
    return 0.39 * _mean_sentence(text) + 11.8 * _per_word(text, text.syllable_count) - 15.59


def _fog(text: Writing) -> float:
    return 0.4 * (_mean_sentence(text) + 100 * _per_word(text, text.of_syllables(3)))


def _forcast(text: Writing) -> float:
    return 20 - 150 * _per_word(text, text.of_syllables(1, 1)) / 10


def _fucks(text: Writing) -> float:
    return _per_word(text, text.letters) * _mean_sentence(text)


def _linsear(text: Writing) -> float:
    raw = (text.of_syllables(1, 2) + 3 * text.of_syllables(3)) / text.sentences
    return raw / 2 if raw > _EASY else (raw - 2) / 2


def _lix(text: Writing) -> float:
    return _mean_sentence(text) + 100 * _per_word(text, text.long_words)


def _rix(text: Writing) -> float:
    return text.long_words / text.sentences


def _smog(text: Writing) -> float:
    return 1.0430 * sqrt(30 * text.of_syllables(3) / text.sentences) + 3.1291


def _strain(text: Writing) -> float:
    return 3 * text.syllable_count / text.sentences / 10


def _text_redundancy(text: Writing) -> float:
    short = text.of_syllables(1, 1)
    return 0.449 * short - 2.467 * text.punctuation - 0.937 * text.foreign - 14.417


def _tuldava(text: Writing) -> float:
    return _per_word(text, text.syllable_count) * log(_mean_sentence(text))


def _wheeler_smith(text: Writing) -> float:
    return _mean_sentence(text) * 10 * _per_word(text, text.of_syllables(2))


READABILITY: Final[Mapping[str, Callable[[Writing], float]]] = {
    "ari": _automated,
    "coleman-liau": _coleman_liau,
    "danielson-bryan": _danielson_bryan,
    "dickes-steiwer": _dickes_steiwer,
    "elf": _easy_listening,
    "farr-jenkins-paterson": _farr_jenkins_paterson,
    "flesch": _flesch,
    "flesch-kincaid": _flesch_kincaid,
    "fog": _fog,
    "forcast": _forcast,
    "fucks": _fucks,
    "linsear": _linsear,
    "lix": _lix,
    "rix": _rix,
    "smog": _smog,
    "strain": _strain,
    "tri": _text_redundancy,
    "tuldava": _tuldava,
    "wheeler-smith": _wheeler_smith,
}
"""The formulas by name."""
