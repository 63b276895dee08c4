"""Truth of covers: whether one phrase lies above another in the tables, or one time in another.

Written a second time, from the tables: the makers of covers have their own.
"""

from calendar import monthrange
from collections import deque
from datetime import datetime, timedelta
from functools import lru_cache

from textveil.lexicon.facts import facts
from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.places import countries, us_places, us_states, world_cities
from textveil.lexicon.shelf import rows
from textveil.lexicon.wordnet import NOUN, VERB, wordnet

__all__ = ["covers_time", "lies_above", "reads_as_time"]


@lru_cache(4096)
def lies_above(value: str, cover: str, after: str) -> bool:
    """Tell whether a cover is a kind or a whole of a value, by WordNet and the lists of places."""
    wanted = squeeze_text(cover)
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
    if len(value.split()) > 1 and not graph.base(value.strip(), NOUN):
        reached.add(squeeze_text(value.split()[-1]))
    return wanted in reached - {squeeze_text(value)}


def _senses(value: str) -> list[int]:
    graph = wordnet()
    found: list[int] = []
    for words in (value.strip(), value.split()[-1] if value.split() else ""):
        for part in (NOUN, VERB):
            base = graph.base(words, part) if words else None
            found += graph.senses(base, part) if base else ()
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


def covers_time(cover: str, since: datetime, until: datetime, at: datetime) -> bool:
    """Tell whether a phrase stands for an interval that has another one inside."""
    found = reads_as_time(cover, at)
    return found is not None and found[0] <= since and until <= found[1]


def reads_as_time(phrase: str, at: datetime) -> tuple[datetime, datetime] | None:
    """Return first and last second of a time phrase; None if it is none of the table."""
    rule = {k.casefold(): v for k, v in facts().values("time-cover").items()}.get(phrase.casefold())
    if rule is None:
        return _dated(phrase)
    unit, steps, *rest = rule.split()
    midnight = datetime(at.year, at.month, at.day)
    if unit in ("part", "day"):
        first = midnight + timedelta(int(steps))
        if not rest:
            return first, first + timedelta(0, 86_399)
        begin, end = map(int, rest)
        return first + timedelta(0, begin), first + timedelta(0, end)
    if unit == "week":
        first = midnight - timedelta(at.weekday() - 7 * int(steps))
        return first, first + timedelta(7, -1)
    if unit == "month":
        year, month = divmod(at.year * 12 + at.month - 1 + int(steps), 12)
        return _whole_month(year, month + 1)
    size = 10 if unit == "decade" else 1
    year = at.year // size * size + int(steps) * size
    return datetime(year, 1, 1), datetime(year + size, 1, 1) - timedelta(0, 1)


def _dated(phrase: str) -> tuple[datetime, datetime] | None:
    """Read "in May 2014" and "in 2014"."""
    words = phrase.split()[1:]
    if not words or not words[-1].isdecimal() or len(words[-1]) != 4:
        return None
    year = int(words[-1])
    if len(words) == 1:
        return datetime(year, 1, 1), datetime(year, 12, 31, 23, 59, 59)
    month = facts().value("month", words[0])
    return _whole_month(year, int(month)) if month and len(words) == 2 else None


def _whole_month(year: int, month: int) -> tuple[datetime, datetime]:
    last = monthrange(year, month)[1]
    return datetime(year, month, 1), datetime(year, month, last, 23, 59, 59)
