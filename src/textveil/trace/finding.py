"""Finding: which of the two surrogates of which marked place stands in a leak.

Names are found in any order and case, with initials, shortened to one part or with a typing
mistake; numbers and addresses with any separators. What may mean several places counts only if the
document itself settles it, and never by a guess. Nothing here knows who has which surrogate, so
what is found cannot depend on the marks of innocent recipients.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

from textveil.lexicon.people.given_names import given_bearers
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import are_everyday, look_up
from textveil.trace.marked import FoundMark, TracedEntity
from textveil.trace.spellings import KeyHit, Keys, LeakText, whole_keys

__all__ = ["Finder"]

_BEFORE: Final = 4
"""Words before a family name among which the given name may stand."""
_BEHIND: Final = 3
_LONG_NUMBER: Final = 6
_LONG: Final = 12
"""Characters from which on a value with digits, and one without, means nothing else."""
_CONTEXT: Final = 200
"""Words around a surrogate within which others tell whose document it is."""
_BORNE: Final = 2
"""Step of bearers (see `lexicon.tables.words.Word`) from which a word counts as somebody's name."""


class _Meaning(NamedTuple):
    """What a key can mean: a variant of an entity."""

    entity: int
    variant: int


class _Sight(NamedTuple):
    """Words of a text with what they can mean."""

    first: int
    stop: int
    meanings: frozenset[_Meaning]
    is_whole: bool


class Finder:
    """Finds the surrogates of a project in texts.

    Parameters
    ----------
    entities
        All entities of the project: those with two surrogates, and those with one, which tell what
        else a word can mean.
    language
        Language of the texts: which words are everyday words or titles.

    Examples
    --------
    >>> from textveil.trace.marked import Variant
    >>> variants = (Variant("Ann Lesher", "ann||lesher"), Variant("Eve Novak", "eve||novak"))
    >>> finder = Finder([TracedEntity("p", "NAME", "", variants)])
    >>> [(one.place, one.variant, one.is_whole) for one in finder.find("d", "seen: NOVAK, EVE")]
    [('p', 1, True)]
    """

    def __init__(self, entities: Sequence[TracedEntity], *, language: str = ENGLISH) -> None:
        self._entities, self._language = entities, language
        self._whole: dict[str, set[_Meaning]] = defaultdict(set)
        self._family: dict[str, set[_Meaning]] = defaultdict(set)
        self._given: dict[str, set[_Meaning]] = defaultdict(set)
        self._givens: dict[_Meaning, str] = {}
        for number, entity in enumerate(entities):
            for variant in range(len(entity.variants)):
                self._add(entity, _Meaning(number, variant))
        names = {*self._family, *self._given}
        self._keys = Keys(self._whole, names, language)

    def _add(self, entity: TracedEntity, meaning: _Meaning) -> None:
        person = entity.person(meaning.variant)
        if person is None:
            for key in whole_keys(entity, meaning.variant):
                self._whole[key].add(meaning)
            return
        for table, part in ((self._family, person.family), (self._given, person.given)):
            if len(part) > 1:
                table[part].add(meaning)
        self._givens[meaning] = person.given

    def find(self, document: str, text: str) -> list[FoundMark]:
        """Return what stands in a text, in order; the text's id is only passed on."""
        page = LeakText.read(text)
        sights = sorted(self._sights(page), key=lambda sight: sight.first)
        told = [
            (sight.first, self._entities[meaning.entity].where)
            for sight in sights
            if sight.is_whole and self._is_settled(sight.meanings)
            for meaning in sight.meanings
        ]
        found = set()
        for sight in sights:
            low = bisect_left(told, (sight.first - _CONTEXT, ""))
            high = bisect_left(told, (sight.first + _CONTEXT, ""))
            mark = self._mark(sight, {where for _, where in told[low:high]} - {""})
            if mark is not None:
                spot = page.located(sight.first, sight.stop)
                number, variant = mark
                place = self._entities[number].place
                found.add(FoundMark(document, *spot, number, place, variant, sight.is_whole))
        return sorted(found)

    def readable(self) -> frozenset[str]:
        """Return the places of which both surrogates can be read, as they are written.

        Initials and short numbers cannot: they mean too many things. Neither can a name that
        others have in documents of the same subject.

        Examples
        --------
        >>> from textveil.trace.marked import Variant
        >>> long, short = (("4471123", "5582234"), ("12", "34"))
        >>> pairs = [tuple(map(Variant, pair, pair)) for pair in (long, short)]
        >>> entities = [TracedEntity(pair[0].made, "MRN", "", pair) for pair in pairs]
        >>> sorted(Finder(entities).readable())
        ['4471123']
        """
        read: dict[str, set[int]] = defaultdict(set)
        for entity in self._entities:
            subjects = {entity.where} - {""}
            for variant in entity.variants if entity.is_marked else ():
                for sight in self._sights(LeakText.read(variant.written)):
                    mark = self._mark(sight, subjects)
                    if mark is not None and self._entities[mark.entity].place == entity.place:
                        read[entity.place].add(mark.variant)
        return frozenset(place for place, variants in read.items() if len(variants) == 2)

    def _mark(self, sight: _Sight, subjects: set[str]) -> _Meaning | None:
        """Return the variant that a sight shows; None if it is not marked, or not settled."""
        meanings = self._meant(sight, subjects)
        first = min(meanings, default=None)
        if first is None or not self._is_settled(meanings):
            return None
        return first if self._entities[first.entity].is_marked else None

    def _meant(self, sight: _Sight, subjects: set[str]) -> frozenset[_Meaning]:
        """Return what a sight means in documents of these subjects, as far as they are known.

        A whole surrogate that is one place's alone means it everywhere; a part of one does not.
        """
        if not subjects or (sight.is_whole and self._is_settled(sight.meanings)):
            return sight.meanings
        wheres = {*subjects, ""}
        return frozenset(
            one for one in sight.meanings if self._entities[one.entity].where in wheres
        )

    def _is_settled(self, meanings: frozenset[_Meaning]) -> bool:
        """Tell whether all meanings are one variant of one place."""
        places = {
            (entity.place, meaning.variant) if entity.is_marked else (meaning.entity,)
            for meaning in meanings
            for entity in (self._entities[meaning.entity],)
        }
        return len(places) == 1

    def _sights(self, page: LeakText) -> Iterator[_Sight]:
        """Yield everything in a text that means something."""
        families: list[KeyHit] = []
        givens: dict[int, list[KeyHit]] = defaultdict(list)
        for hit in self._keys.hits(page):
            if hit.key in self._whole:
                # A word or a short number may mean other things.
                has_digits = any(map(str.isdecimal, hit.key))
                is_whole = len(hit.key) >= (_LONG_NUMBER if has_digits else _LONG)
                yield _Sight(hit.first, hit.stop, frozenset(self._whole[hit.key]), is_whole)
            if hit.key in self._family:
                families.append(hit)
            if hit.key in self._given:
                givens[hit.first].append(hit)
        named: set[int] = set()
        for hit in families:
            sight = self._family_sight(page, hit, givens)
            if sight is not None:
                named.update(range(sight.first, sight.stop))
                yield sight
        for hit in chain.from_iterable(givens.values()):
            if hit.first not in named and self._stands_alone(page, hit):
                yield _Sight(hit.first, hit.stop, frozenset(self._given[hit.key]), False)

    def _family_sight(
        self, page: LeakText, hit: KeyHit, givens: Mapping[int, Sequence[KeyHit]]
    ) -> _Sight | None:
        """Return whom a family name means by what stands around it; None if somebody else."""
        meanings = frozenset(self._family[hit.key])
        around = (
            *range(hit.first - 1, hit.first - _BEFORE - 1, -1),
            *range(hit.stop, hit.stop + _BEHIND),
        )
        for one in (one for at in around for one in givens.get(at, ())):
            full = meanings & self._given[one.key]
            if full and (one.stop <= hit.first or one.first >= hit.stop):
                first, stop = min(one.first, hit.first), max(one.stop, hit.stop)
                return _Sight(first, stop, frozenset(full), True)
        initial = self._initial(page, hit)
        if initial:
            meant = (one for one in meanings if self._givens[one].startswith(initial))
            return _Sight(hit.first, hit.stop, frozenset(meant), False)
        if self._is_somebody_else(page, hit):
            return None
        title = facts(self._language).is_a(page.shown(hit.first - 1), "title")
        if not title and are_everyday([hit.key], self._language):
            return None
        return _Sight(hit.first, hit.stop, meanings, False)

    def _initial(self, page: LeakText, hit: KeyHit) -> str:
        """Return the initial of the given name, before a family name or behind its comma."""
        before = [page.shown(at) for at in (hit.first - 2, hit.first - 1)]
        initials = [word for word in before if len(word) == 1 and word.isupper()]
        if initials and len(before[-1]) == 1:
            return initials[0].casefold()
        behind = page.shown(hit.stop)
        if len(behind) == 1 and behind.isupper() and page.gap(hit.stop - 1).startswith(","):
            return behind.casefold()
        return ""

    def _is_somebody_else(self, page: LeakText, hit: KeyHit) -> bool:
        """Tell whether a given name that nobody of this family name has stands beside it."""
        before, behind = page.shown(hit.first - 1), page.shown(hit.stop)
        if page.gap(hit.first - 1).isspace() and _is_name(before, self._language):
            return given_bearers(before.casefold()) >= _BORNE
        listed = page.gap(hit.stop - 1).strip(" ") == "," and _is_name(behind, self._language)
        return listed and given_bearers(behind.casefold()) >= _BORNE

    def _stands_alone(self, page: LeakText, hit: KeyHit) -> bool:
        """Tell whether a given name stands without a family name, and is not an everyday word."""
        if are_everyday([hit.key], self._language):
            return False
        behind = page.shown(hit.stop)
        full = page.gap(hit.stop - 1).isspace() and _is_name(behind, self._language)
        return not (full and look_up(behind.casefold()).surname >= _BORNE)


def _is_name(word: str, language: str) -> bool:
    """Tell whether a word is written as a name, and is no everyday word or title."""
    if len(word) < 2 or not word[0].isupper():
        return False
    return not facts(language).is_a(word, "title") and not are_everyday([word.casefold()], language)
