"""Ladders of places: city, region, state, country, continent, with how many people live there.

Cities, states and countries come from the lists of places; regions and continents from the wholes
of WordNet. People of a state or country are those of its listed places, so they are too few rather
than too many; a level never has fewer than the one below it.
"""

import re
from functools import cache
from typing import Final

from textveil.lexicon.geography.localities import country_code, state_code
from textveil.lexicon.geography.place_lists import countries, us_places, us_states, world_cities
from textveil.lexicon.relations.wordnet import NOUN, WordNet, wordnet
from textveil.lexicon.tables.built_lists import rows
from textveil.lexicon.tables.folding import squeeze_text
from textveil.values.messages.ladder import Ladder, Rung

__all__ = ["HOME", "containing", "place_ladder", "university_ladder"]

HOME: Final = "United States"
_STATE_AFTER: Final = re.compile(r"\W{1,3}(?P<state>[A-Za-z]{2}\b|[A-Z][a-z]+(?: [A-Z][a-z]+)?)")


def containing(name: str, after: str = "") -> tuple[str, ...]:
    """Return the state and the country that a city lies in, or the country alone.

    Of several cities of a name, the one in the state that follows is meant, or else the largest.
    Nothing comes back if the lists do not tell.

    Parameters
    ----------
    name
        The city, squeezed.
    after
        What follows it in the text.

    Examples
    --------
    >>> containing("boston"), containing("lyon"), containing("springfield", ", MA 01101")
    (('Massachusetts', 'United States'), ('France',), ('Massachusetts', 'United States'))
    """
    states = _home_cities().get(name, {})
    abroad, people = _abroad().get(name, (None, 0))
    follows = _STATE_AFTER.match(after)
    beside = follows["state"] if follows else ""
    named = state_code(beside)
    if (states or abroad) and not named and country_code(beside):
        return (countries()[country_code(beside)],)
    if named not in states:
        if not states or people > next(iter(states.values())):
            return (abroad,) if abroad else ()
        named = next(iter(states))
    return us_states()[named], HOME


def place_ladder(text: str, after: str = "") -> Ladder | None:
    """Return the ladder of a city, state or country; None if no list knows it.

    Examples
    --------
    >>> [rung.text for rung in place_ladder("Tokyo").rungs]
    ['Tokyo', 'Honshu', 'Japan', 'Asia']
    >>> [rung.text for rung in place_ladder("Boston").rungs][1:4]
    ['Massachusetts', 'New England', 'United States']
    """
    name = squeeze_text(text)
    state, country = state_code(text), country_code(text)
    if country and len(name) > 2:
        above: tuple[str, ...] = ()
    elif state and len(name) > 2:
        above = (HOME,)
    else:
        above = tuple(one for one in containing(name, after) if squeeze_text(one) != name)
        if not above:
            return None
    return _ladder((text.strip(), *above))


def university_ladder(text: str) -> Ladder | None:
    """Return the ladder of a university: its town where WordNet has it, its state, its country.

    Examples
    --------
    >>> [rung.text for rung in university_ladder("Harvard University").rungs]
    ['Harvard University', 'Cambridge', 'Massachusetts', 'New England', 'United States', \
'North America']
    """
    found = _universities().get(squeeze_text(text))
    if found is None:
        return None
    enrolled, state = found
    graph = wordnet()
    towns = [
        graph.words(town)[0]
        for sense in graph.senses(text.strip(), NOUN)
        for town in graph.part_holonyms(sense)
        if state in (graph.words(whole)[0] for whole in graph.part_holonyms(town))
    ]
    return _ladder((text.strip(), *towns[:1], state, HOME), enrolled)


def _ladder(names: tuple[str, ...], people: int | None = None) -> Ladder:
    """Return the ladder of names, each in the next, with the wholes of WordNet between them."""
    graph = wordnet()
    chain = [names[0]]
    for name in names[1:]:
        chain += [one for one in _between(graph, chain[-1], name) if one not in (*names, *chain)]
        chain.append(name)
    continent = _continents().get(chain[-1])
    if continent and continent not in chain:
        chain.append(continent)
    # A city may be called as its state or country, and in other letters: each name counts once.
    chain = list({name.casefold(): name for name in reversed(chain)}.values())[::-1]
    rungs, least = [], 0
    for at, name in enumerate(chain):
        known = people if at == 0 and people is not None else _people_of(name, chain)
        least = max(least, known)
        rungs.append(Rung((name,), least or None, relation="part"))
    return Ladder(tuple(rungs))


def _between(graph: WordNet, name: str, whole: str) -> list[str]:
    """Return one region that WordNet has between a place and its state or country."""
    for sense in graph.senses(name, NOUN):
        direct = graph.part_holonyms(sense)
        # Washington, the city, lies in the District of Columbia; Washington, the state, does not.
        if whole not in (graph.words(one)[0] for one in direct):
            continue
        for region in direct:
            wholes = (graph.words(one)[0] for one in graph.part_holonyms(region))
            if graph.words(region)[0] != whole and whole in wholes:
                return [graph.words(region)[0]]
    return []


def _people_of(name: str, chain: list[str]) -> int:
    known = _people_by_name()
    if name in known:
        return known[name]
    in_lists = _city_people().get(squeeze_text(name), {})
    for whole in chain:
        if whole in in_lists:
            return in_lists[whole]
    graph = wordnet()
    parts = {
        graph.words(part)[0]
        for sense in graph.senses(name, NOUN)
        for part in graph.part_meronyms(sense)
    }
    cities = _city_people()
    total = 0
    for part in parts:
        own = cities.get(squeeze_text(part), {})
        total += known.get(part, 0) or next((own[one] for one in chain if one in own), 0)
    return total


@cache
def _people_by_name() -> dict[str, int]:
    """Return the people of states, countries and continents: those of their listed places."""
    found: dict[str, int] = {}
    for place in us_places():
        if place.state in us_states() and place.zip:
            state = us_states()[place.state]
            found[state] = found.get(state, 0) + place.population
    found[HOME] = sum(found.values())
    for place in world_cities():
        if place.country in countries() and place.country != "US":
            country = countries()[place.country]
            # Cities of a country's name, such as Singapore, are counted once as the country.
            found[country] = found.get(country, 0) + place.population
    for country, continent in _continents().items():
        found[continent] = found.get(continent, 0) + found.get(country, 0)
    return found


@cache
def _city_people() -> dict[str, dict[str, int]]:
    """Return, for each squeezed name of a city, its people by state or country."""
    found: dict[str, dict[str, int]] = {}
    for place in us_places():
        if place.state in us_states():
            own = found.setdefault(squeeze_text(place.city), {})
            own.setdefault(us_states()[place.state], place.population)
    for place in world_cities():
        if place.country in countries():
            own = found.setdefault(squeeze_text(place.city), {})
            own.setdefault(countries()[place.country], place.population)
    return found


@cache
def _continents() -> dict[str, str]:
    """Return the continent of each country that WordNet has as a part of one."""
    graph = wordnet()
    kind = set(graph.senses("continent", NOUN)[:1])
    found: dict[str, str] = {}
    for country in countries().values():
        for sense in graph.senses(country, NOUN):
            for whole in graph.part_holonyms(sense):
                if kind & set(graph.above(whole)):
                    found.setdefault(country, graph.words(whole)[0])
    return found


@cache
def _home_cities() -> dict[str, dict[str, int]]:
    """Return the states that have a city of each name, the largest city first."""
    found: dict[str, dict[str, int]] = {}
    for place in us_places():
        if place.state in us_states():
            found.setdefault(squeeze_text(place.city), {}).setdefault(place.state, place.population)
    return found


@cache
def _abroad() -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for place in world_cities():
        if place.country != "US" and place.country in countries():
            found.setdefault(
                squeeze_text(place.city), (countries()[place.country], place.population)
            )
    return found


@cache
def _universities() -> dict[str, tuple[int, str]]:
    return {
        squeeze_text(name): (int(enrolled), state)
        for name, enrolled, state in rows("universities.tsv")
        if state
    }
