"""Quasi-identifier dictionaries over three million terms: words, places, names and titles."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.dictionary import LIST, Floor, grouped, index_rows, indexed, listed, queries
from benchmarks.measure import Row
from textveil.formats.tables.term_index import read_dictionary, write_dictionary

SUITE = "dictionary_large"
LISTS = (
    LIST,
    "lists/geonames_cities500_names.txt.xz",
    "lists/jmnedict_names_ja.txt.xz",
    "lists/enwiki_titles_357k.txt.xz",
)


def rows(samples: Path | None) -> Iterator[Row]:
    terms = listed(samples, LISTS)
    if not terms:
        return
    rng = np.random.default_rng(20)
    built, building = indexed(terms)
    floor = Floor(built, rng)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "terms.dict"
        write_dictionary(built, path)
        del built
        dictionary = read_dictionary(path)
        yield from queries(SUITE, dictionary, floor, rng, "count")
        yield from index_rows(SUITE, dictionary, floor, building, path)
        for k in (10, 100):
            yield grouped(SUITE, dictionary, floor, k)
        yield from queries(SUITE, dictionary, floor, rng, "mutual")
