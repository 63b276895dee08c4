"""Templates: which words of an organization's name stay, and which are replaced.

Generic words ("Hospital", "of", "Ltd") say what it is and stay. Distinctive words say which one it
is: a saint, a place, a person, a word of fancy. Those are the *holes* of the template.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from textveil.lexicon.facts import facts, key_of
from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.localities import country_code, is_state, read_locality
from textveil.lexicon.places import demonyms
from textveil.lexicon.words import Kind, look_up
from textveil.transform.surrogates.writing import cut_possessive

__all__ = ["WORD", "Hole", "holes_of", "is_everyday", "is_generic"]

WORD: Final = re.compile(r"[^\W_](?:[^\W_]|['\u2019.&-](?=[^\W_]))*\.?|&")
_INITIAL: Final = re.compile(r"[A-Z]\.?")
_LONGEST: Final = 4
"""Words of the longest place or dedication that is looked for."""


class Hole(NamedTuple):
    """Words of a name that are replaced together.

    `kind` is `saint`, `dedication`, `place`, `person`, `family`, `name` or `everyday`; `last` says
    that no word follows.
    """

    start: int
    end: int
    kind: str
    last: bool


def is_generic(word: str, *, language: str = "en") -> bool:
    """Tell whether a word says what an organization is, and not which one.

    Examples
    --------
    >>> is_generic("Hospital"), is_generic("Women's"), is_generic("of"), is_generic("Kowalski")
    (True, True, True, False)
    """
    key = squeeze_text(cut_possessive(word)[0])
    return not key or key in facts(language).keys("generic", "small-word")


def is_everyday(word: str, *, language: str = "en") -> bool:
    """Tell whether a word is an everyday word rather than a name.

    Examples
    --------
    >>> is_everyday("Widgets"), is_everyday("Kowalski"), is_everyday("Chicago")
    (True, False, False)
    """
    known = look_up(word, language)
    return bool(known.kinds & Kind.WORD) and max(known[:3]) < 5 and not known.kinds & Kind.PROPER


def holes_of(value: str, *, language: str = "en") -> list[Hole]:
    """Return the distinctive words of a name; none if all of its words are generic.

    Examples
    --------
    >>> [(hole.start, hole.end, hole.kind) for hole in holes_of("St. Luke's Hospital of Reno")]
    [(0, 10, 'saint'), (23, 27, 'place')]
    """
    units = list(_units(value, language))
    named = [unit for unit in units if unit.kind not in ("generic", "everyday")]
    if named:
        # An everyday word beside a name ("Acme Widgets") says more of what it is than which one.
        return named
    first = next((at for at, unit in enumerate(units) if unit.kind == "everyday"), None)
    if first is None:
        return []
    # Of everyday words alone the first is the name: all of "General Motors", but "Bank of Trees".
    small = facts(language).keys("small-word")
    linked = any(key_of(value[unit.start : unit.end]) in small for unit in units[:first])
    return [units[first if linked else 0]._replace(kind="everyday")]


def _units(value: str, language: str) -> Iterator[Hole]:
    words = list(WORD.finditer(value))
    at = 0
    while at < len(words):
        count, kind = _unit(value, words, at, language)
        start, end = words[at].start(), words[at + count - 1].end()
        at += count
        yield Hole(start, end, kind, at == len(words))


def _unit(value: str, words: Sequence[re.Match[str]], at: int, language: str) -> tuple[int, str]:
    """Return how many words from one on belong together, and what they are."""
    known, here = facts(language), words[at].group()
    beside = 1
    while at + beside < len(words) and _beside(value, words, at + beside):
        beside += 1
    if beside > 1 and known.is_a(here, "saint-title"):
        return 2, "saint"
    for count in range(min(_LONGEST, beside), 0, -1):
        kind = _kind_of_run(value[words[at].start() : words[at + count - 1].end()], count, language)
        if kind:
            return count, kind
    if here.islower() and known.is_a(here, "particle") and not known.is_a(here, "small-word"):
        others = range(at + 1, len(words))
        name = next((n for n in others if not known.is_a(words[n].group(), "particle")), None)
        if name is not None and words[name].group()[:1].isupper():
            return name - at + 1, "family"
    small = here.islower() and here[0].isalpha() and not value.islower()
    if is_generic(here, language=language) or small or (len(here) == 1 and here.isalpha()):
        return 1, "generic"
    before = words[at - 1].group() if at else ""
    return 1, _kind_of_word(here, before, at > 0 and _beside(value, words, at), language)


def _beside(value: str, words: Sequence[re.Match[str]], at: int) -> bool:
    """Tell whether only blanks stands between a word and the one before it."""
    return not value[words[at - 1].end() : words[at].start()].strip()


def _kind_of_run(run: str, count: int, language: str) -> str:
    name = cut_possessive(run)[0]
    if facts(language).is_a(name, "dedication"):
        return "dedication"
    if "&" in run:
        return ""
    inside = run.islower() or not run[:1].islower()
    if _is_land(name, language):
        return "place"
    if 1 < count < _LONGEST and inside and read_locality(name, language=language).country:
        return "place"
    return "person" if _is_person(run, language) else ""


def _kind_of_word(here: str, before: str, beside: bool, language: str) -> str:
    """Tell what a single word is that may be a name."""
    if is_everyday(here, language=language):
        return "everyday"
    named = not is_generic(before, language=language)
    if beside and named and is_everyday(before, language=language):
        # "Red Cross", "Blue Shield": a surname elsewhere, but not after such a word.
        return "everyday" if look_up(here, language).kinds & Kind.WORD else "name"
    placed = facts(language).is_a(before, "locating")
    home = read_locality(cut_possessive(here)[0], language=language)
    return "place" if placed and home.country else "name"


def _is_land(run: str, language: str) -> bool:
    state = is_state(run, language) and (len(squeeze_text(run)) > 2 or "." in run[:-1])
    return bool(state or country_code(run, language) or run in demonyms(language))


def _is_person(run: str, language: str) -> bool:
    """Tell whether words are a given name or initials, maybe an initial, and a surname."""
    words = run.split()
    if not 2 <= len(words) <= 3 or not all(word[:1].isupper() for word in words):
        return False
    first, last = look_up(words[0]), look_up(words[-1])
    if all(_INITIAL.fullmatch(word) and word.endswith(".") for word in words[:-1]):
        return last.surname > 1
    given = max(first.female, first.male)
    middle = len(words) == 2 or _INITIAL.fullmatch(words[1]) is not None
    certain = given > 3 and given >= first.surname and not is_everyday(words[0], language=language)
    named = last.surname > 1 and not is_everyday(words[-1], language=language)
    return middle and certain and named
