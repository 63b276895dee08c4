"""Language of a text: told by its script and by the commonest words of each language.

Tables in `lexicon/data/tongues/` say which languages there are, who writes with which letters, and
which words are common in each language. Defined and measured in `docs/methods/language.md`. A text
is of a language that is not installed only if its running text says so clearly: lists, tables,
forms and capitals do not count for it, whatever their words.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Final, NamedTuple

from textveil.lexicon.people.given_names import CALLED, given_bearers
from textveil.lexicon.tables.built_lists import rows
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH, LANGUAGES
from textveil.lexicon.tables.words import are_everyday

__all__ = ["UNKNOWN", "common_words", "language_name", "language_of", "short_language_of"]

UNKNOWN: Final = ""
"""What is said of a text whose language cannot be told."""

_WHOLE: Final = 3000
_HEAD, _PART = 1500, 750
"""Code points of a text that are looked at: all, or its beginning, its middle and its end."""
_LEAST: Final = (12, 4)
"""Different words that a text must have, and common ones of its language among them."""
_RUNNING: Final = (8, 3)
"""The same of the running text alone, for a language that is not installed."""
_SHARE: Final = 0.04
"""Share of the different words that must be common ones."""
_NAMES: Final = 2
"""How many words with a capital there may be for each other word."""
_LEAD: Final = 1.3
"""How many times as much the words must tell of a language than of an installed one."""
_PHRASE, _SMALL = 4, 3
"""Words of a phrase of running text, and different ones in small letters among them."""
_READ: Final = 0.6
"""Share of the letters of different words that may be those of everyday ones where it is read."""
_WRITTEN, _SIGNS = 50, 12
"""Letters of a script that a text must have, and different ones among them."""
_FEW_LETTERS: Final = (20, 8)
"""The same of a short text."""
_FEWEST, _CLEAR, _MARKS = 4, 3, 2
"""Different words of a short text, what must speak for a language, and how much letters may."""

_MARKED: Final = r"(?:[^\W\d_][\u0300-\u036f\u0610-\u065f\u0900-\u0dff]*)+"
"""Letters with the marks on them, which some scripts write as characters of their own."""
_SPOKEN: Final = re.compile(
    rf"[^\w\s@/\\#]*({_MARKED}(?:['’-]{_MARKED})*)[^\w\s@/\\]*"  # noqa: RUF001 - apostrophes
)
"""A word with marks around it: no digit, no sign inside, so that ids and addresses are none."""
_BARE: Final = rf"{_MARKED}(?:['’-]{_MARKED})*+(?![\w@/\\])"  # noqa: RUF001 - apostrophes
_ROW: Final = re.compile(rf"(?<![\w@/\\#.]){_BARE}(?: {_BARE})*")
"""Words with one blank between two of them."""
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
    and numbers of the same form do not change the answer. A language that is not installed is told
    from running text alone; an installed one also from lists and from capitals.

    Examples
    --------
    >>> language_of("The patient was seen in the clinic and will be back for it.")
    'en'
    >>> language_of("Elle a été vue hier, nous la reverrons dans deux semaines avec ses analyses.")
    'fr'
    >>> language_of("Senna 1 tab, aspirin 81 mg, Norco 10/325")
    ''
    """
    sample = _sample(text)
    languages = _by_script(sample)
    if len(languages) == 1:
        return languages[0]
    found = _by_words(_words(sample), languages)
    if languages:
        return found or languages[0]
    return found if found in LANGUAGES or _is_foreign(sample) else UNKNOWN


def short_language_of(text: str) -> str:
    """Return the language of a short text if it is clearly another one than English; or nothing.

    Words that are common in a language and not in English speak for it, those that are everyday
    English words half as much. Words that are common in English speak against it, and so do its
    other everyday words. Names do not count, nor what stands before one: `Ana`, `de la Cruz`.

    Examples
    --------
    >>> short_language_of("Herr Müller kam am Montag.")
    'de'
    >>> short_language_of("Maria de la Cruz came on Monday."), short_language_of("ok, merci")
    ('', '')
    """
    spoken = _by_script(text, _FEW_LETTERS)
    if spoken:
        return spoken[0]
    words = _short_words(text)
    if len(words) < _FEWEST:
        return UNKNOWN
    known, hits = _short_known(), Counter[str]()
    everyday = {word for word in words if are_everyday([word], ENGLISH)}
    for word, small in words.items():
        codes = known.get(word, frozenset())
        if ENGLISH not in codes and (small or given_bearers(word) < CALLED):
            hits.update(dict.fromkeys(codes, 1 if word in everyday else 2))
    if not hits:
        return UNKNOWN
    best = max(hits, key=lambda code: (hits[code], code in LANGUAGES, code))
    others = [word for word in words if best not in known.get(word, frozenset())]
    english = sum(ENGLISH in known.get(word, frozenset()) for word in others)
    plain = sum(word in everyday and ENGLISH not in known.get(word, ()) for word in others)
    marked = min(_MARKS, sum(not word.isascii() for word, small in words.items() if small))
    spoken_for = hits[best] + marked
    return best if spoken_for >= max(_CLEAR, 3 * english + plain + 1) else UNKNOWN


def _short_words(text: str) -> dict[str, bool]:
    """Return the different words of a short text, each with whether it stands in small letters.

    Words of names that are written small, and what is a word on a screen alone, are left out.
    """
    spoken = [word for chunk in text.split() if (word := _word(chunk))]
    particles, found = facts(ENGLISH), dict[str, bool]()
    for at, word in enumerate(spoken):
        rest = spoken[at + 1 : at + 3]
        before_name = any(after[0].isupper() for after in rest)
        if word.islower() and before_name and particles.is_a(word, "particle"):
            continue
        for part in _APOSTROPHE.split(word.lower()):
            if part:
                found[part] = found.get(part, True) and word[0].islower()
    return found


def common_words(code: str) -> frozenset[str]:
    """Return the words that are common in a language in Latin letters."""
    return frozenset(word for word, codes in _short_known().items() if code in codes)


@cache
def _short_known() -> dict[str, frozenset[str]]:
    found = {word: frozenset(codes.split()) for word, codes in _rows("short_words.tsv")}
    for code, words in _rows("short_calls.tsv"):
        for word in words.split():
            found[word] = found.get(word, frozenset()) | {code}
    return found


def language_name(code: str) -> str:
    """Return the English name of a language, or the code if it is not in the table."""
    return _names().get(code, code)


def _sample(text: str) -> str:
    if len(text) <= _WHOLE:
        return text
    middle = (len(text) - _PART) // 2
    return "\n".join((text[:_HEAD], text[middle : middle + _PART], text[-_PART:]))


def _by_script(text: str, least: tuple[int, int] = (_WRITTEN, _SIGNS)) -> tuple[str, ...]:
    """Return the languages of the script that most letters belong to; none if it is Latin."""
    if text.isascii():
        return ()
    counts: Counter[tuple[str, ...]] = Counter()
    scripts, starts = _scripts()
    others = Counter(filter(str.isalpha, _OTHER.findall(text)))
    if others.total() < least[0] or len(others) < least[1]:
        return ()
    for character, count in others.items():
        script = scripts[bisect_right(starts, ord(character)) - 1]
        if ord(character) <= script.last:
            counts[script.languages] += count * script.weight
    if not counts:
        return ()
    languages, most = counts.most_common(1)[0]
    letters = len(_LETTER.findall(text))
    return languages if 2 * min(most, others.total()) > letters else ()


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


def _is_foreign(text: str) -> bool:
    """Tell whether there is running text that is clearly in no language which is installed."""
    words = {word for phrase in _phrases(text) for word in phrase}
    found = _by_words(words, (), _RUNNING)
    if not found or found in LANGUAGES:
        return False
    everyday = ([word for word in words if are_everyday([word], code)] for code in LANGUAGES)
    read = max(sum(map(len, known)) for known in everyday)
    return read <= _READ * sum(map(len, words))


def _phrases(text: str) -> Iterator[set[str]]:
    """Yield the different words in small letters of each phrase of running text.

    A phrase is a row of words with one blank between two of them. Marks, numbers, line ends and
    words in capitals end it, so that items of a list and cells of a table stand for themselves.
    """
    for row in _ROW.finditer(text):
        for spoken, phrase in groupby(row[0].split(" "), _is_spoken):
            words = list(phrase)
            small = {word for word in words if word == word.lower()}
            if spoken and len(words) >= _PHRASE and len(small) >= _SMALL:
                yield {part for word in small for part in _APOSTROPHE.split(word) if part}


def _is_spoken(word: str) -> bool:
    return len(word) == 1 or not word.isupper()


def _word(chunk: str) -> str:
    """Return the word of a chunk between blanks; empty if it is something else."""
    if chunk.isalpha():
        return chunk
    match = _SPOKEN.fullmatch(chunk)
    return match[1] if match else ""


def _by_words(words: set[str], among: tuple[str, ...], least: tuple[int, int] = _LEAST) -> str:
    """Return the language of which the words tell most; empty if they tell too little."""
    known, told, hits = _known(), Counter[str](), Counter[str]()
    for word in words:
        for code, weight in known.get(word, ()):
            told[code] += weight
            hits[code] += 1
    if among:
        told = Counter({code: told[code] for code in among})
    if len(words) < least[0] or not told:
        return UNKNOWN
    best = max(told, key=lambda code: (told[code], code))
    rivals = [told[code] for code in told if code in LANGUAGES and code != best]
    near = _LEAD * max(rivals, default=0) > told[best]
    return UNKNOWN if near or hits[best] < max(least[1], _SHARE * len(words)) else best


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
