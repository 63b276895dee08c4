"""Owners: whose e-mail address or user name it is, so that its surrogate follows the person's.

A document that names somebody beside an address tells most. Where it does not, the other documents
of the scope do: in a chat, one message has the name and another one the address.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from textveil.lexicon.people.given_names import (
    formal_names,
    given_leaning,
    given_names_agree,
    is_cut,
)
from textveil.lexicon.people.handles import handle_words
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.transform.persons.project import Identity
from textveil.values.person import Person

__all__ = ["Owners", "owner_of"]

_WORD: Final = re.compile(r"[^\W\d_]+")
_LONG_ENOUGH: Final = 4
_LEAST: Final = 2.0
"""Letters of a name that are too few to tell whose address it is."""
_EXACT: Final = 0.5
"""How much more a given name says than a name that can be short for it."""
_INITIAL: Final = 1.0


def owner_of(value: str, people: Iterable[Person], language: str) -> Person | None:
    """Return whose names stand in an e-mail address or user name; nobody if none do.

    Parameters
    ----------
    value
        The address or user name.
    people
        Who is named beside it, in the order of their keys.
    language
        Language of the text.

    Examples
    --------
    >>> sarah, tom = Person("sarah", family="okafor"), Person("tom", family="okafor")
    >>> owner_of("s.okafor@example.org", [sarah, tom], "en") == sarah
    True
    >>> owner_of("s.okafor@example.org", [tom], "en") is None
    True
    """
    letters, words = _read(value)
    best, owner = _LEAST, None
    for person in people:
        fit = _fit(person, letters, words, language)
        if fit > best:
            best, owner = fit, person
    return owner


@dataclass(slots=True, repr=False)
class Owners:
    """The people of each scope, and the addresses that stand beside nobody of that name."""

    _people: dict[tuple[str, str], set[Person]] = field(default_factory=dict)
    _waiting: dict[Identity, tuple[str, str]] = field(default_factory=dict)
    _known: set[Identity] = field(default_factory=set)

    def meet(self, scope: str, people: Iterable[Person]) -> None:
        """Learn who is named in a scope."""
        for person in people:
            for part in (person.given, person.family):
                if len(part) > _LEAST:
                    for key in (part, *_cuts(part)):
                        self._people.setdefault((scope, key), set()).add(person)

    def ask(self, identity: Identity, value: str, language: str, *, known: bool) -> None:
        """Learn an address, and whether somebody is named beside it whose it is."""
        if known:
            self._known.add(identity)
        # Of several writings the smallest, so that the order of documents does not matter.
        sample = (value, language)
        self._waiting[identity] = min(sample, self._waiting.get(identity, sample))

    def found(self) -> Iterator[tuple[Identity, Person]]:
        """Yield the addresses that can be only one person's, each with this person; ask no more."""
        for identity, (value, language) in self._waiting.items():
            known = identity in self._known
            owner = None if known else self._only_owner(identity.scope, value, language)
            if owner is not None:
                yield identity, owner
        self._waiting.clear()

    def _only_owner(self, scope: str, value: str, language: str) -> Person | None:
        letters, words = _read(value)
        fits = [
            (_fit(person, letters, words, language), person)
            for person in self._candidates(scope, letters, words, language)
            if _is_spelled(person, letters, words, language)
        ]
        best = max((fit for fit, _ in fits), default=0.0)
        owners = [person for fit, person in fits if fit == best > _LEAST]
        return owners[0] if len(owners) == 1 else None

    def _candidates(
        self, scope: str, letters: str, words: Iterable[str], language: str
    ) -> set[Person]:
        """Return the people one of whose names stands at an end of the address or is a word."""
        ends = {letters[:at] for at in range(len(letters) + 1)}
        ends |= {letters[at:] for at in range(len(letters))}
        keys = ends.union(words, *((*formal_names(w, language), *_cuts(w)) for w in words))
        return set().union(*(self._people.get((scope, key), ()) for key in keys))


def _cuts(word: str) -> tuple[str, str]:
    """Return keys by which names and nicknames meet that begin or end alike."""
    return f"{word[:3]}...", f"...{word[-4:]}"


def _read(value: str) -> tuple[str, list[str]]:
    """Return the letters and digits of what stands before the domain, and its words."""
    local = value.lstrip("@").partition("@")[0]
    words = map(squeeze_text, _WORD.findall(local))
    return squeeze_text(local), list(dict.fromkeys([*words, *handle_words(value)]))


def _fit(person: Person, letters: str, words: list[str], language: str) -> float:
    """Return how many letters of the names of a person stand in an address."""
    given, *others = person.parts
    exact = _shared(given, letters, words)
    by_given = exact + _EXACT if exact else float(_by_nickname(given, words, language))
    fit = by_given + sum(_shared(part, letters, words) for part in others)
    if by_given:
        return fit
    rest = _rest(person, letters)
    if len(rest) == 1 and given:
        initials = {part[:1] for part in (given, person.middle)}
        return fit + _INITIAL * (rest == given[0]) if rest in initials else 0.0
    return 0.0 if _names_another(person, rest, words) else fit


def _rest(person: Person, letters: str) -> str:
    """Return the letters beside the family name; nothing if the name is not there."""
    if not person.family or person.family not in letters:
        return ""
    return "".join(filter(str.isalpha, letters.replace(person.family, "", 1)))


def _names_another(person: Person, rest: str, words: Iterable[str]) -> bool:
    """Tell whether an address has the given name of somebody else of the family: tom.okafor."""
    if len(person.given) < 2 or not rest:
        return False
    called = {rest, *words} - {person.family, person.middle}
    return any(len(word) > 2 and given_leaning(word) > 0 for word in called)


def _shared(part: str, letters: str, words: Iterable[str]) -> int:
    """Return how many letters of a name, or of half a name with a hyphen, stand in an address."""
    if len(part) > 2 and part in letters:
        return len(part)
    halves = (
        w for w in words if len(w) >= _LONG_ENOUGH and (part.startswith(w) or part.endswith(w))
    )
    return max(map(len, halves), default=0)


def _by_nickname(given: str, words: Iterable[str], language: str) -> int:
    if len(given) < _LONG_ENOUGH:
        return 0
    short = (w for w in words if len(w) > 2 and _is_short_for(w, given, language))
    return max(map(len, short), default=0)


def _is_short_for(word: str, given: str, language: str) -> bool:
    return given_names_agree(word, given, language) or is_cut(word, given, language)


def _is_spelled(person: Person, letters: str, words: Iterable[str], language: str) -> bool:
    """Tell whether an address is made of the names of a person, and of nobody else's.

    Each word is one of the names, short for the given name, the initial of one, two of them in one,
    or a filler. If a part of the name is not known, one other word may be it.
    """
    given, family = person.given, person.family
    joined = {given + family, family + given, given[:1] + family, family + given[:1]}
    joined |= {given + family[:1], given, family, person.middle}
    if "".join(filter(str.isalpha, letters)) in joined:
        return True
    called = [w for w in words if w in joined or _by_nickname(given, [w], language)]
    others = [w for w in words if w not in called and not facts(language).is_a(w, "handle-filler")]
    if given and family:
        return bool(called) and all(w in {part[:1] for part in person.parts} for w in others)
    return bool(called) and len(others) <= 1
