"""Place names in messages: what is a place, of which kind, and how many people live there.

A place is what the reader of syntax calls one, or a name of the lists of countries, states and
cities. A name inside a longer one that is no place ("Bank of America") is none.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from textveil.detect.messages.reading import MessageReading
from textveil.lexicon.geography.localities import country_code, state_code
from textveil.lexicon.geography.place_lists import us_places, world_cities
from textveil.lexicon.ladders.places import place_ladder
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.words import are_everyday

__all__ = ["MessagePlace", "people_of", "place_label", "places_in"]

_PLACES: Final = frozenset({"GPE", "LOC", "FAC"})
_OTHERS: Final = frozenset({"ORG", "PERSON", "WORK_OF_ART", "PRODUCT", "EVENT", "NORP"})
_LARGE: Final = 15_000
"""People of a city from which on its name is taken for it without a parser's word for it."""
_LONGEST: Final = 4
_NAME: Final = re.compile(r"[^\W\d_][\w'.-]*")


@dataclass(frozen=True, slots=True)
class MessagePlace:
    """A place in a parsed message: a range of its words, with its label and how sure it is."""

    first: int
    end: int
    label: str
    score: float


def places_in(reading: MessageReading) -> tuple[MessagePlace, ...]:
    """Return the places of a message in order, without overlaps."""
    parse, taken, found = reading.parse, set[int](), list[MessagePlace]()
    named = {at: (first, end, kind) for first, end, kind in parse.names for at in range(first, end)}
    for first, end in _listed(reading):
        if taken & set(range(first, end)) or _is_part(parse_name := named.get(first), first, end):
            continue
        score = 0.9 if parse_name and parse_name[2] in _PLACES else 0.7
        found.append(MessagePlace(first, end, place_label(_text(reading, first, end)), score))
        taken |= set(range(first, end))
    for first, end, kind in parse.names:
        if kind in _PLACES and not taken & set(range(first, end)):
            begin = _without_article(reading, first, end)
            if _may_be_place(reading, begin, end):
                label = place_label(_text(reading, begin, end))
                found.append(MessagePlace(begin, end, label, 0.8))
    return tuple(sorted(found, key=lambda place: place.first))


def _is_part(name: tuple[int, int, str] | None, first: int, end: int) -> bool:
    """Tell whether a listed place is a part of a longer name that is no place."""
    if name is None or name[2] in _PLACES:
        return False
    return name[2] in _OTHERS and (name[0] < first or end < name[1])


def _text(reading: MessageReading, first: int, end: int) -> str:
    start, stop = reading.parse.span_of(first, end)
    return reading.parse.text[start:stop]


def _without_article(reading: MessageReading, first: int, end: int) -> int:
    return first + 1 if end - first > 1 and reading.parse.words[first].tag == "DT" else first


def _may_be_place(reading: MessageReading, first: int, end: int) -> bool:
    """Tell whether what a parser takes for a place may be one: it marks handles and time too."""
    text = _text(reading, first, end)
    if not _NAME.fullmatch(text.replace(" ", "")) or text[:1] in "@#":
        return False
    return not facts().is_a(text, "first-person", "weekday", "month", "greeting")


def _listed(reading: MessageReading) -> Iterator[tuple[int, int]]:
    """Yield the ranges of words that the lists know as places, the longest first at each word."""
    parse, at = reading.parse, 0
    while at < len(parse):
        for size in range(min(_LONGEST, len(parse) - at), 0, -1):
            if _is_listed(reading, at, at + size):
                yield at, at + size
                at += size - 1
                break
        at += 1


def _is_listed(reading: MessageReading, first: int, end: int) -> bool:
    parse = reading.parse
    text = _text(reading, first, end)
    if "\n" in text or not _NAME.fullmatch(text.replace(" ", "")) or len(text) < 3:
        return text in _SHORT
    start = parse.words[first].start
    if start and parse.text[start - 1] in "@#_/":
        return False
    kind = _kind(squeeze_text(text))
    if not kind:
        return False
    tags = {parse.words[at].tag for at in range(first, end)}
    proper = bool(tags & {"NNP", "NNPS"})
    everyday = all(are_everyday([part]) for part in text.lower().split())
    if text.islower():
        return proper and not everyday and kind != "small"
    return proper and (not everyday or kind == "country" or _after_preposition(reading, first))


_SHORT: Final = frozenset({"UK", "US", "LA", "DC", "UAE", "NZ", "SF", "EU"})


def _after_preposition(reading: MessageReading, first: int) -> bool:
    return first > 0 and reading.parse.text_of(first - 1).lower() in _prepositions()


@cache
def _prepositions() -> frozenset[str]:
    return frozenset(facts().words("locative"))


@lru_cache(maxsize=8192)
def _kind(key: str) -> str:
    """Return what the lists take a squeezed name for; empty if they do not know it."""
    if country_code(key) and len(key) > 3:
        return "country"
    if state_code(key) and len(key) > 3:
        return "state"
    people = _cities().get(key, 0)
    return "" if not people else "city" if people >= _LARGE * 4 else "small"


@cache
def _cities() -> dict[str, int]:
    found: dict[str, int] = {}
    for place in (*us_places(), *world_cities()):
        if place.population >= _LARGE:
            key = squeeze_text(place.city)
            found[key] = max(found.get(key, 0), place.population)
    return found


@lru_cache(maxsize=4096)
def place_label(text: str) -> str:
    """Return the label of a place: from COUNTRY to STREET, or ADDRESS if no list knows it.

    Examples
    --------
    >>> place_label("Japan"), place_label("Ohio"), place_label("Leeds"), place_label("JFK airport")
    ('COUNTRY', 'STATE', 'CITY', 'ADDRESS')
    """
    key = squeeze_text(text)
    if (country_code(text) and len(key) > 2) or (text in _SHORT and country_code(text)):
        return "COUNTRY"
    if state_code(text) and len(key) > 2:
        return "STATE"
    if key in _cities() or place_ladder(text) is not None:
        return "CITY"
    last = text.split()[-1] if text.split() else ""
    return "STREET" if facts().is_a(last, "street", "street-clear") and " " in text else "ADDRESS"


@lru_cache(maxsize=4096)
def people_of(text: str, after: str = "") -> int | None:
    """Return how many people live in a place; None if no list tells.

    Examples
    --------
    >>> people_of("Boston") > 500_000, people_of("the corner shop")
    (True, None)
    """
    ladder = place_ladder(text, after)
    return None if ladder is None else ladder.rungs[0].people
