"""Build the default index of pages `src/textveil/lexicon/data/pages.bin`; equal input, equal bytes.

It is not made of articles. A page is a place with its region, its country and the largest city
near it (our GeoNames lists), a university with its town, state and country, or a noun of WordNet
with the words above it, its parts and its wholes. With `--check` nothing is written, and the exit
code is 1 if the file would change.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from math import cos, hypot, radians
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "src"))

from textveil.lexicon.geography.place_lists import (  # noqa: E402
    Place,
    countries,
    us_places,
    us_states,
    world_cities,
)
from textveil.lexicon.ladders.places import university_ladder  # noqa: E402
from textveil.lexicon.relations.page_index_build import packed  # noqa: E402
from textveil.lexicon.relations.wordnet import NOUN, wordnet  # noqa: E402
from textveil.lexicon.tables.terms import universities  # noqa: E402

INDEX = ROOT / "src" / "textveil" / "lexicon" / "data" / "pages.bin"
HOME = "United States"
LARGE = 500_000
"""People of a city whose name stands on the pages of the places near it."""
NEAR = 40.0
DEGREE = 111.0
"""Kilometres: how near, and how long a degree is."""
LEAST = 5_000
"""People of a place that has a page of its own."""


def place_pages() -> Iterator[str]:
    """Yield a page for each place of the lists."""
    states, lands = us_states(), countries()
    grid: dict[tuple[int, int], list[tuple[Place, str]]] = defaultdict(list)
    every = [(one, HOME) for one in us_places()]
    every += [(one, lands.get(one.country, "").strip()) for one in world_cities()]
    for one, land in every:
        if one.population >= LARGE:
            grid[int(one.latitude), int(one.longitude)].append((one, land))
    for one, land in every:
        if one.population >= LEAST:
            region = states.get(one.state, "") if land == HOME else ""
            yield ", ".join(filter(None, (one.city, near(one, land, grid), region, land)))
    for code, name in sorted(states.items()):
        yield f"{name}, {code}, {HOME}"
    yield from sorted(name.strip() for name in lands.values())


def near(one: Place, land: str, grid: dict[tuple[int, int], list[tuple[Place, str]]]) -> str:
    """Return the largest large city of the country near a place; empty without one."""
    found = [
        other
        for lat in range(int(one.latitude) - 1, int(one.latitude) + 2)
        for lon in range(int(one.longitude) - 1, int(one.longitude) + 2)
        for other, its in grid.get((lat, lon), ())
        if its == land and other.city != one.city and apart(one, other) <= NEAR
    ]
    largest = max(found, key=lambda other: (other.population, other.city), default=None)
    return "" if largest is None or largest.population <= one.population else largest.city


def apart(one: Place, other: Place) -> float:
    """Return how many kilometres lie between two places that are near each other."""
    wide = (one.longitude - other.longitude) * cos(radians(one.latitude))
    return DEGREE * hypot(one.latitude - other.latitude, wide)


def university_pages() -> Iterator[str]:
    """Yield a page for each university."""
    for name in universities():
        ladder = university_ladder(name)
        yield name if ladder is None else ", ".join(rung.text for rung in ladder.rungs)


def synset_pages() -> Iterator[str]:
    """Yield a page for each noun: its words, those above it, and its parts and wholes."""
    graph = wordnet()
    seen: set[int] = set()
    for word in graph.all_words():
        for sense in graph.senses(word, NOUN):
            if sense in seen:
                continue
            seen.add(sense)
            beside = (
                *graph.hypernyms(sense),
                *graph.instance_hypernyms(sense),
                *graph.part_holonyms(sense),
                *graph.part_meronyms(sense),
            )
            words = dict.fromkeys(one for at in (sense, *beside) for one in graph.words(at))
            yield ", ".join(words)


def main() -> None:
    """Build the index, or check it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    content = packed((*place_pages(), *university_pages(), *synset_pages()))
    if asked.check:
        sys.exit(0 if INDEX.read_bytes() == content else 1)
    INDEX.write_bytes(content)
    print(f"{len(content):,} bytes")


if __name__ == "__main__":
    main()
