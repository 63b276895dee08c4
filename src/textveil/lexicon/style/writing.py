r"""Writing: the words, sentences and syllables of a text, by one rule for every measure of style.

- A *word* is a run of letters and digits. An apostrophe or hyphen between two of them belongs to
  the word; so does a full stop, comma, colon or slash between two digits: `don't`, `X-ray`, `3.5`,
  `13:18`, `12/03/2010`. Two words are of one *type* if they differ only in capitals.
- A *sentence* ends as `lexicon.style.sentences` says: with a stop that white space follows, or
with a
  line. Titles, initials and lines that a program has broken end none. A sentence without a word
  does not count.
- A *syllable* is a run of the vowels a, e, i, o, u and y. A silent `e` at the end does not count
  (`tube`, `tubes`, `tubed`), except in `-le` after another consonant (`table`, `tables`,
  `handled`), in `-ted` and `-ded`, and in `-es` after a hissing sound (`noses`). Each part of a
  word with hyphens has at least one syllable; so has a number.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from textveil.lexicon.style.sentences import sentence_numbers
from textveil.lexicon.tables.clinical import ClinicalKind, clinical_kinds
from textveil.lexicon.tables.languages import ENGLISH

__all__ = ["Writing", "read_writing", "syllables_of"]

_WORD: Final = re.compile(r"[^\W_]+(?:(?:['\u2019-]|(?<=\d)[.,:/](?=\d))[^\W_]+)*")
_VOWELS: Final = re.compile(r"[aeiouyàâäåæéèêëíìîïóòôöøúùûü]+")
_APOSTROPHE: Final = re.compile("['\u2019]")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_SILENT: Final = re.compile(
    r"(?<![aeiouy])(?<![^aeiouyl]l)(?:e|(?<![td])ed|(?<![scxzg])(?<!ch)(?<!sh)es)\Z"
)
_BLANK: Final = re.compile(r"\s+")
_LONG: Final = 6
_CLINICAL: Final = int(
    ClinicalKind.DRUG
    | ClinicalKind.DISEASE
    | ClinicalKind.FINDING
    | ClinicalKind.PROCEDURE
    | ClinicalKind.ANATOMY
    | ClinicalKind.TEST
    | ClinicalKind.DEVICE
)
"""Units and words of dosing are left out: without a number, most of them are everyday words."""


@dataclass(frozen=True, slots=True, repr=False)
class Writing:
    """What is counted in a text.

    Attributes
    ----------
    words
        In small letters, in their order.
    syllables
        Of each word.
    sentences
        How many have a word.
    letters
        Letters in words.
    characters
        Letters and digits in words.
    signs
        All characters that are not white space.
    gaps
        Stretches of white space between other characters.
    punctuation
        Characters that are no letter, digit, underscore or white space, and in no word.
    long_words
        Words of more than six letters and digits.
    foreign
        Words with a letter that is not one of a to z.
    clinical
        Words that are a part of a clinical term.
    """

    words: Sequence[str]
    syllables: Sequence[int]
    sentences: int
    letters: int
    characters: int
    signs: int
    gaps: int
    punctuation: int
    long_words: int
    foreign: int
    clinical: int

    def __repr__(self) -> str:
        return f"Writing({len(self.words)} words, {self.sentences} sentences)"

    @property
    def types(self) -> Counter[str]:
        """How often each word occurs."""
        return Counter(self.words)

    @property
    def syllable_count(self) -> int:
        """Syllables of all words."""
        return sum(self.syllables)

    def of_syllables(self, least: int, most: int | None = None) -> int:
        """Return how many words have at least, and at most, these numbers of syllables."""
        return sum(least <= count and (most is None or count <= most) for count in self.syllables)


def read_writing(text: str, *, language: str = ENGLISH) -> Writing:
    """Count what measures of style need. Linear in the length of the text.

    Examples
    --------
    >>> writing = read_writing("Dr. Ray saw the X-ray. Don't change 3.5 mg!")
    >>> writing.words
    ['dr', 'ray', 'saw', 'the', 'x-ray', "don't", 'change', '3.5', 'mg']
    >>> writing.sentences, writing.syllable_count, writing.letters, writing.punctuation
    (2, 10, 27, 3)
    """
    places = [match.span() for match in _WORD.finditer(text)]
    written = [text[start:end] for start, end in places]
    words = [word.lower() for word in written]
    characters = [sum(map(str.isalnum, word)) for word in words]
    inside = sum(end - start for start, end in places)
    signs = sum(map(len, text.split()))
    return Writing(
        words,
        [syllables_of(word) for word in words],
        len(set(sentence_numbers(text, places, language=language))),
        sum(sum(map(str.isalpha, word)) for word in words),
        sum(characters),
        signs,
        len(_BLANK.findall(text.strip())),
        signs - inside - text.count("_"),
        sum(count > _LONG for count in characters),
        sum(any(sign.isalpha() and not sign.isascii() for sign in word) for word in words),
        sum(1 for kinds in clinical_kinds(written, language) if kinds & _CLINICAL),
    )


@lru_cache(maxsize=1 << 14)
def syllables_of(word: str) -> int:
    """Return the syllables of a word in small letters, by the rule of this module.

    Examples
    --------
    >>> [syllables_of(word) for word in ("tube", "table", "walked", "admitted", "noses", "x-ray")]
    [1, 2, 1, 3, 2, 2]
    """
    parts = _LETTERS.findall(_APOSTROPHE.sub("", word))
    return max(1, sum(max(1, len(_VOWELS.findall(_SILENT.sub("", part)))) for part in parts))
