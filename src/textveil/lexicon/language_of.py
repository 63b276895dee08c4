"""Language of a text: told by its script and by the commonest words of each language.

Tables in `lexicon/data/tongues/` say which languages there are, who writes with which letters, and
which words are common in each language. Defined and measured in `docs/methods/language.md`. Only
running text can be told: a list, a table or a formula has too few of these words, and then nothing
is said.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from textveil.lexicon.languages import LANGUAGES
from textveil.lexicon.shelf import rows

__all__ = ["UNKNOWN", "language_name", "language_of"]

UNKNOWN: Final = ""
"""What is said of a text whose language cannot be told."""

_WHOLE: Final = 3000
_HEAD, _PART = 1500, 750
"""Code points of a text that are looked at: all, or its beginning, its middle and its end."""
_WORDS, _FEWEST = 12, 4
"""Different words that a text must have, and common ones of its language among them."""
_SHARE: Final = 0.04
"""Share of the different words that must be common ones."""
_NAMES: Final = 2
"""How many words with a capital there may be for each other word."""
_LEAD: Final = 1.3
"""How many times as much the words must tell of a language than of an installed one."""

_MARKED: Final = r"(?:[^\W\d_][\u0300-\u036f\u0610-\u065f\u0900-\u0dff]*)+"
"""Letters with the marks on them, which some scripts write as characters of their own."""
_SPOKEN: Final = re.compile(
    rf"[^\w\s@/\\#]*({_MARKED}(?:['’-]{_MARKED})*)[^\w\s@/\\]*"  # noqa: RUF001 - apostrophes
)
"""A word with marks around it: no digit, no sign inside, so that ids and addresses are none."""
_APOSTROPHE: Final = re.compile(r"['’-]")  # noqa: RUF001
_LETTER: Final = re.compile(r"[^\W\d_]")
_OTHER: Final = re.compile(r"[\u0370-\U0003ffff]")


class _Script(NamedTuple):
    """Letters from a first to a last one, the languages written so, and how a letter counts."""

    first: int
    last: int
    languages: tuple[str, ...]
    weight: int


def language_of(text: str) -> str:
    """Return the code of the language that most of a text is written in; empty if unknown.

    Words with a digit or a sign in them and words with a capital do not count, so that other names
    and numbers of the same form do not change the answer. A text all in capitals is told too.

    Examples
    --------
    >>> language_of("The patient was seen in the clinic and will be back for it.")
    'en'
    >>> language_of("Le patient a été vu dans la clinique et il sera de retour pour cela.")
    'fr'
    >>> language_of("Senna 1 tab, aspirin 81 mg, Norco 10/325")
    ''
    """
    sample = _sample(text)
    languages = _by_script(sample)
    if len(languages) == 1:
        return languages[0]
    found = _by_words(_words(sample), languages)
    return found or (languages[0] if languages else UNKNOWN)


def language_name(code: str) -> str:
    """Return the English name of a language, or the code if it is not in the table."""
    return _names().get(code, code)


def _sample(text: str) -> str:
    if len(text) <= _WHOLE:
        return text
    middle = (len(text) - _PART) // 2
    return "\n".join((text[:_HEAD], text[middle : middle + _PART], text[-_PART:]))


def _by_script(text: str) -> tuple[str, ...]:
    """Return the languages of the script that most letters belong to; none if it is Latin."""
    if text.isascii():
        return ()
    counts: Counter[tuple[str, ...]] = Counter()
    scripts, starts = _scripts()
    for character, count in Counter(_OTHER.findall(text)).items():
        script = scripts[bisect_right(starts, ord(character)) - 1]
        if ord(character) <= script.last and character.isalpha():
            counts[script.languages] += count * script.weight
    if not counts:
        return ()
    languages, most = counts.most_common(1)[0]
    letters = len(_LETTER.findall(text))
    return languages if 2 * most > letters else ()


def _words(text: str) -> set[str]:
    """Return the different words of a text that are neither names nor numbers.

    Those in small letters are taken, or those in capitals if there are more of them. Where far more
    only begin with a capital, the text is a list of names, whose `de` and `von` tell nothing.
    """
    spoken = {word for chunk in set(text.split()) if (word := _word(chunk))}
    small = {word for word in spoken if word == word.lower()}
    capital = {word for word in spoken - small if word == word.upper()}
    chosen = small if len(small) >= len(capital) else capital
    if _NAMES * len(chosen) < len(spoken - small - capital):
        return set()
    return {part for word in chosen for part in _APOSTROPHE.split(word.lower()) if part}


def _word(chunk: str) -> str:
    """Return the word of a chunk between blanks; empty if it is something else."""
    if chunk.isalpha():
        return chunk
    match = _SPOKEN.fullmatch(chunk)
    return match[1] if match else ""


def _by_words(words: set[str], among: tuple[str, ...]) -> str:
    """Return the language of which the words tell most; empty if they tell too little."""
    known, told, hits = _known(), Counter[str](), Counter[str]()
    for word in words:
        for code, weight in known.get(word, ()):
            told[code] += weight
            hits[code] += 1
    if among:
        told = Counter({code: told[code] for code in among})
    if len(words) < _WORDS or not told:
        return UNKNOWN
    best = max(told, key=lambda code: (told[code], code))
    rivals = [told[code] for code in told if code in LANGUAGES and code != best]
    near = _LEAD * max(rivals, default=0) > told[best]
    return UNKNOWN if near or hits[best] < max(_FEWEST, _SHARE * len(words)) else best


@cache
def _known() -> dict[str, tuple[tuple[str, int], ...]]:
    return {
        word: tuple((code, int(weight)) for code, _, weight in (t.partition("=") for t in told))
        for word, told in ((word, pairs.split()) for word, pairs in _rows("words.tsv"))
    }


@cache
def _names() -> dict[str, str]:
    return {row[0]: row[1] for row in _rows("languages.tsv")}


@cache
def _scripts() -> tuple[list[_Script], list[int]]:
    scripts = [
        _Script(int(first, 16), int(last, 16), tuple(codes.split()), int(*(weight or ("1",))))
        for first, last, codes, *weight in _rows("scripts.tsv")
    ]
    return scripts, [script.first for script in scripts]


def _rows(name: str) -> Iterator[list[str]]:
    return (row for row in rows(f"tongues/{name}") if not row[0].startswith("#"))
