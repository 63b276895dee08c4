"""Truth of covers: whether one phrase lies above another in the tables of kinds and places.

Written a second time, from the tables: the makers of covers have their own.
"""

import re
from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from textveil.lexicon.geography.place_lists import countries, us_places, us_states, world_cities
from textveil.lexicon.relations.wordnet import NOUN, VERB, wordnet
from textveil.lexicon.tables.built_lists import rows
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text

__all__ = ["lies_above", "means_the_same"]

_ENDING: Final = re.compile(r"e?s|e?d|ing")


@lru_cache(4096)
def lies_above(value: str, cover: str, after: str) -> bool:
    """Tell whether a cover is a kind or a whole of a value, by WordNet and the lists of places."""
    wanted = {squeeze_text(one) for one in _singular(cover)}
    reached = {squeeze_text(value)}
    waiting = deque(_wholes_in_lists(squeeze_text(value), after))
    senses = deque(_senses(value))
    seen: set[int] = set()
    graph = wordnet()
    while waiting or senses:
        if waiting:
            name = waiting.popleft()
            if squeeze_text(name) not in reached:
                reached.add(squeeze_text(name))
                senses.extend(graph.senses(name, NOUN))
            continue
        sense = senses.popleft()
        for higher in (*graph.above(sense), *graph.part_holonyms(sense)):
            if higher not in seen:
                seen.add(higher)
                senses.append(higher)
                reached |= {squeeze_text(word) for word in graph.words(higher)}
    # A name that WordNet does not have is one of what its last word says.
    if len(value.split()) > 1 and not any(graph.senses(one, NOUN) for one in _singular(value)):
        reached |= {squeeze_text(one) for one in _singular(value.split()[-1])}
    return bool(wanted & (reached - {squeeze_text(value)}))


@lru_cache(4096)
def means_the_same(one: str, other: str) -> bool:
    """Tell whether two phrases are written the same, or name one sense of WordNet."""
    if squeeze_text(one) == squeeze_text(other):
        return True
    graph = wordnet()
    senses = [
        {sense for base in _singular(words) for sense in graph.senses(base, NOUN)}
        for words in (one, other)
    ]
    return bool(senses[0] & senses[1])


def _senses(value: str) -> list[int]:
    graph = wordnet()
    found: list[int] = []
    for words in (value.strip(), value.split()[-1] if value.split() else ""):
        for part in (NOUN, VERB):
            for one in _singular(words) if words else ():
                found += graph.senses(one, part)
        if found:
            break
    return found


def _wholes_in_lists(name: str, after: str) -> list[str]:
    """Return state and country of the place of a name that is meant, and of a university."""
    beside = after.strip(" ,.()").split(" ")[0].strip(",.")
    state = _state(beside)
    best: tuple[int, list[str]] = (-1, [])
    for place in us_places():
        if squeeze_text(place.city) == name and place.state in us_states():
            found = [us_states()[place.state], "United States"]
            if place.state == state:
                return found
            best = max(best, (place.population, found))
    for place in world_cities():
        if place.country != "US" and squeeze_text(place.city) == name:
            best = max(best, (place.population, [countries().get(place.country, "")]))
    wholes = best[1]
    if _state(name):
        wholes = [*wholes, "United States"]
    for university, _, where in rows("universities.tsv"):
        if squeeze_text(university) == name:
            wholes = [*wholes, where, "United States"]
    return [one for one in wholes if one]


def _state(text: str) -> str:
    """Return the code of a state that a text names in full or by its code; empty if none."""
    known = facts()
    code = known.value("us-state", text) or known.value("us-state-short", text)
    return code or (text.upper() if text.upper() in us_states() else "")


def _singular(words: str) -> Iterator[str]:
    """Yield a phrase, and what it may be without an ending: "parties", "party"."""
    told = words.strip()
    yield told
    if told.endswith("ies"):
        yield told[:-3] + "y"
    yield from (told[:-size] for size in range(1, 4) if _ENDING.fullmatch(told, len(told) - size))
    if told.endswith("ing"):
        yield told[:-3] + "e"
