"""The packed tables: what is known about each word, and the phrases."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from sklearn.cluster import KMeans, MiniBatchKMeans
from threadpoolctl import threadpool_limits

from lexicon_sources.capitals import Capitals
from lexicon_sources.geography import cities
from lexicon_sources.origin import vector_words, vectors
from lexicon_sources.people import gender_counts, surname_counts
from textveil.lexicon.geography import place_lists as places
from textveil.lexicon.tables import terms
from textveil.lexicon.tables.words import (
    COARSE,
    FINE,
    Kind,
    ListedWord,
    entries_by_role,
    key_of,
    keys_of,
    plural_of,
)

_STEPS = (1, 500, 2_000, 10_000, 50_000, 200_000, 1_000_000)
_RANKS = (100, 1_000, 3_000, 10_000, 30_000, 100_000)
_CLUSTERED = 60_000
_LISTED = 250_000
_NOUNS = (
    Kind.STREET | Kind.ORGANIZATION | Kind.HOSPITAL | Kind.EPONYM_HEAD | Kind.MONTH | Kind.WEEKDAY
)
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")


def step(count: int) -> int:
    """Return in which of seven steps a number of bearers lies."""
    return sum(count >= least for least in _STEPS)


def frequency(rank: int) -> int:
    """Return in which of seven steps a rank by frequency lies."""
    return 1 + sum(rank < last for last in _RANKS)


def clusters() -> dict[str, tuple[int, int]]:
    """Return the fine and the coarse cluster of each frequent word."""
    words = [word for word, rank in vector_words().items() if rank < _CLUSTERED and _usable(word)]
    rank = vector_words()
    unit = vectors(_CLUSTERED)[[rank[word] for word in words]]
    with threadpool_limits(1):
        fine = MiniBatchKMeans(FINE, random_state=0, batch_size=8192, n_init=3, max_iter=60).fit(
            unit
        )
        coarse = KMeans(COARSE, random_state=0, n_init=10).fit(fine.cluster_centers_)
    return {
        word: (int(label) + 1, int(coarse.labels_[label]) + 1)
        for word, label in zip(words, fine.labels_, strict=True)
    }


def _usable(word: str) -> bool:
    return any(map(str.isalpha, word)) and word == key_of(word)


def entries() -> Iterator[tuple[str, Kind]]:
    """Yield every entry of the built lists, of one word or several, with its kind.

    What the facts say of a word is not among them: it is read when a word is looked up.
    """
    for place in places.world_cities():
        yield place.city, Kind.CITY
    for place in places.us_places():
        yield place.city, Kind.CITY if place.population >= 15_000 else Kind.TOWN
    for city in cities(5000):
        yield city["name"], Kind.TOWN
    for name in places.countries().values():
        yield name, Kind.COUNTRY
    for name in terms.occupations():
        yield from ((form, Kind.OCCUPATION) for form in (name, *plural_of(name)))
    for kind, listed in _LISTS.items():
        yield from ((name, kind) for name in listed())


_LISTS = {
    Kind.HOSPITAL: terms.hospitals,
    Kind.ORGANIZATION: terms.universities,
    Kind.DRUG: terms.drugs,
    Kind.DISEASE: terms.diseases,
}


@cache
def split_entries() -> tuple[dict[str, Kind], dict[tuple[str, ...], Kind]]:
    """Return what stands under one word, and what stands under several."""
    single: defaultdict[str, Kind] = defaultdict(lambda: Kind(0))
    several: defaultdict[tuple[str, ...], Kind] = defaultdict(lambda: Kind(0))
    for name, kind in entries():
        keys = keys_of(name)
        if len(keys) == 1:
            single[keys[0]] |= kind
        elif keys:
            several[keys] |= kind
            if " " not in name:
                single[key_of(name)] |= kind
    return dict(single), dict(several)


def phrase_table() -> dict[str, tuple[int, int]]:
    """Return each phrase and each beginning of one: its kinds, and whether it goes on."""
    _, several = split_entries()
    going = {keys[:length] for keys in several for length in range(2, len(keys))}
    return {
        " ".join(keys): (int(several.get(keys, 0)), int(keys in going))
        for keys in {*several, *going}
    }


def word_table(data: Path) -> dict[str, tuple[int, ...]]:
    """Return the record of each word."""
    genders = gender_counts()
    given = {gender: _lower(counts) for gender, counts in genders.items()}
    last = _lower(surname_counts())
    single, several = split_entries()
    starts = {keys[0] for keys in several}
    nouns = {key_of(name) for name, kind in entries_by_role() if kind & _NOUNS}
    works = {keys[0] for keys, kind in several.items() if kind & Kind.OCCUPATION}
    rank = vector_words()
    capitals = Capitals(data)
    plain = {
        word for word, at in rank.items()
        if at < _LISTED and _WORD.fullmatch(word) and (at < _CLUSTERED or word in capitals)
    }  # fmt: skip
    grouped = clusters()
    table = {}
    for word in {*given["female"], *given["male"], *last, *single, *starts, *plain, *grouped}:
        if len(word) == 1 and word not in grouped and word not in single and word not in starts:
            continue
        named = _named(word, (given["female"], given["male"], last))
        listed = single.get(word, Kind(0))
        noun = word in nouns or bool(listed & _NOUNS)
        kinds = listed | capitals.kinds(word, named=max(named) > 1, noun=noun)
        if word in starts:
            kinds |= Kind.PHRASE_START
        if word in works:
            kinds |= Kind.OCCUPATION_START
        common = frequency(rank[word]) if word in plain else 0
        table[word] = ListedWord(*named, common, int(kinds), *grouped.get(word, (0, 0))).packed()
    return table


def _lower(counts: dict[str, int]) -> dict[str, int]:
    return {name.lower(): count for name, count in counts.items()}


def _named(word: str, lists: Iterable[dict[str, int]]) -> tuple[int, ...]:
    return tuple(step(counts.get(word, 0)) if len(word) > 1 else 0 for counts in lists)
