"""Names as verifiers read them: the words, in the order given name to family name."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from textveil.lexicon.facts import facts
from textveil.lexicon.folding import fold
from textveil.lexicon.given_names import given_names_agree

__all__ = ["distinction", "each_name", "may_be_one", "name_words"]

_WORDS: Final = re.compile(r"[^\W\d_](?:[^\W\d_]|['-]+(?=[^\W\d_]))*")
_FAMILY_FIRST: Final = re.compile(r"[^\W\d_a-z][^\Wa-z]+\s+[^\W\d_a-z][^\W\dA-Z_]+")
"""A family name in capitals before a given name that is not: RUIZ Ana."""
_POSSESSIVE: Final = re.compile(r"'s$")
_JOINING: Final = frozenset({"and", "or", "und", "et"})
_BETWEEN: Final = re.compile(rf"(?i)\s(?:{'|'.join(sorted(_JOINING))})\s|&")
_GENERATIONS: Final = frozenset({"jr", "sr", "ii", "iii", "iv", "junior", "senior", "esq"})
_SMALL: Final = frozenset({"at", "from", "of", "the"})
"""Words that tell where somebody is from, and are no names."""
_MARKED: Final = re.compile(r"\W*[\[<{(].*[\]>})]\W*|\W*\*+.*|[\W\d_]*|(\w)\1*", re.DOTALL)


@cache
def _beside() -> frozenset[str]:
    listed = {word.casefold() for word in facts().words("title", "credential")}
    return frozenset(listed | _GENERATIONS | _SMALL) - {"m", "dean", "imam"}


def name_words(text: str) -> tuple[str, ...]:
    r"""Return the words of one person's name; none for a tag, or the names of several persons.

    Titles, suffixes and initials are left out; a name with a comma is turned round. Two lines with
    a name in full each are two names.

    Examples
    --------
    >>> name_words("Dr. SMITH, John Q."), name_words("[NAME]"), name_words("Li and Wu")
    (('john', 'smith'), (), ())
    >>> name_words("Ana Ruiz\nLUND, EVA"), name_words("Ana\nRuiz"), name_words("RUIZ Ana")
    ((), ('ana', 'ruiz'), ('ana', 'ruiz'))
    """
    if _MARKED.fullmatch(text):
        return ()
    found = _in_order(text)
    if any(word in _JOINING for word in found) or _is_several(text):
        return ()
    return tuple(word for word in found if len(word) > 1 and word not in _beside())


def each_name(text: str) -> Iterator[tuple[str, ...]]:
    r"""Yield the words of each name, where a passage may hold several.

    Examples
    --------
    >>> list(each_name("Ana Ruiz\nLUND, EVA")), list(each_name("Bo Li and Al Wu"))
    ([('ana', 'ruiz'), ('eva', 'lund')], [('bo', 'li'), ('al', 'wu')])
    """
    for part in _BETWEEN.split(text):
        lines = _lines(part) if _is_several(part) else [part]
        yield from (words for line in lines if (words := name_words(line)))


def _is_several(text: str) -> bool:
    lines = _lines(text)
    return len(lines) > 1 and all(
        sum(len(word) > 1 and word not in _beside() for word in _in_order(line)) > 1
        for line in lines
    )


def _lines(text: str) -> list[str]:
    return text.replace("-\n", "").split("\n")


def distinction(text: str) -> str:
    """Return what tells namesakes apart: initials of middle names, and the generation.

    Examples
    --------
    >>> distinction("John Q. Smith Jr."), distinction("Smith, John"), distinction("Ann Marie Li")
    ('qjr', '', 'm')
    """
    found = _in_order(text)
    long = [word for word in found if len(word) > 1 and word not in _beside()]
    outer = {long[0], long[-1]} if long else set()
    beside = _beside() - _GENERATIONS
    middle = (word for word in found if word not in outer and word not in beside)
    return "".join(word if word in _GENERATIONS else word[0] for word in middle)


def _in_order(text: str) -> list[str]:
    """Return all words of a name, those after a comma first."""
    folded = fold(text.replace("-\n", "")).text.casefold()
    found = [(match.start(), _squeezed(match.group())) for match in _WORDS.finditer(folded)]
    comma = folded.find(",")
    before = [word for at, word in found if at < comma]
    after = [word for at, word in found if at >= comma]
    turns = any(len(word) > 1 and word not in _beside() for word in after)
    if comma < 0 and len(found) > 1 and _FAMILY_FIRST.match(text):
        return [*(word for _, word in found[1:]), found[0][1]]
    return [*after, *before] if turns else [*before, *after]


def _squeezed(word: str) -> str:
    return re.sub(r"['-]", "", _POSSESSIVE.sub("", word))


def may_be_one(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Tell whether two names can be one person's: a word is shared, the others agree.

    Examples
    --------
    >>> may_be_one(("bob", "smith"), ("robert", "smith")), may_be_one(("ann", "li"), ("bo", "li"))
    (True, False)
    """
    if "".join(one) == "".join(other) or set(one) <= set(other) or set(other) <= set(one):
        return True
    shared = set(one) & set(other)
    rest = [[word for word in words if word not in shared] for words in (one, other)]
    if not shared or not rest[0] or not rest[1]:
        return bool(shared)
    return any(given_names_agree(here, there) for here in rest[0] for there in rest[1])
