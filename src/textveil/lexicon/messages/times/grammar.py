"""The grammar of time in messages: one table of forms, `data/time_expressions.tsv`.

A form is a template over pieces and roles of words, as for dates (`written_forms`). Its groups name
the fields: `N` number, `V` vague number, `O` one, `U` unit, `W` which one, `A` weekday, `P` part of
the day, `B` month, `D` day, `Y` year, `G` stage, `H`, `I` and `S` clock, `half` its half, `T` day
from now, `Q` night from now, `X` before or after now, `Z` season, `K` holiday, `R` a value that
stands in the table. What follows `_` tells groups of one kind apart.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from textveil.lexicon.dates.written_forms import table_of, words_pattern
from textveil.lexicon.tables.facts import facts

__all__ = ["TimeMatch", "time_matches"]

_PIECE: Final = re.compile(r"(?<!\?P)<(@?)([a-z0-9,-]{1,60})>")
_GROUP: Final = re.compile(r"\(\?P<(\w{1,40})>")
_BEGIN: Final = re.compile(r"(?<![\w$£€#@/.:,+-])(?:[^\W\d_]+|\d+)|(?<=\b-)\d+")
_END: Final = r"(?![\w]|['\u2019][a-rt-z]|[.,:/]\d|%|[-/]\d)"
_BLANK: Final = re.compile(r"(?<!\[) \??")
"""A blank that stands alone in a template, and not in a class of characters."""
_LONGEST: Final = 80


@dataclass(frozen=True, slots=True)
class TimeMatch:
    """One expression: its form, its place, and its fields by their letters."""

    name: str
    label: str
    start: int
    end: int
    fields: Mapping[str, str]


def time_matches(text: str) -> Iterator[TimeMatch]:
    """Yield the expressions of a text in order, the longest at each place, without overlaps."""
    firsts, done = _firsts(), 0
    for begin in _BEGIN.finditer(text):
        if begin.start() < done or not (begin[0][0].isdigit() or begin[0].lower() in firsts):
            continue
        found = _longest(text, begin.start())
        if found is not None:
            done = found.end
            yield found


def _longest(text: str, start: int) -> TimeMatch | None:
    best, form = None, None
    stop = min(len(text), start + _LONGEST)
    for one in _forms():
        match = one[2].match(text, start, stop)
        if match is not None and (best is None or match.end() > best.end()):
            best, form = match, one
    if best is None or form is None:
        return None
    fields: dict[str, str] = {}
    for name, value in best.groupdict().items():
        if value is not None:
            fields.setdefault(name.partition("_")[0], value)
            if name == "N_2":
                fields["N2"] = value
    return TimeMatch(form[0], form[1], start, best.end(), fields)


@cache
def _forms() -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    rows = list(table_of("time_expressions.tsv"))
    pieces = {name: template for name, label, template in rows if label == "-"}
    return tuple(
        (name, label, re.compile(_expanded(template, pieces) + _END, re.IGNORECASE))
        for name, label, template in rows
        if label != "-"
    )


def _expanded(template: str, pieces: Mapping[str, str]) -> str:
    def piece(match: re.Match[str]) -> str:
        role, name = match.groups()
        if role:
            return words_pattern("en", *name.split(","), reading=True) + r"(?![^\W\d_])"
        return f"(?:{_PIECE.sub(piece, pieces[name])})"

    seen: Counter[str] = Counter()

    def group(match: re.Match[str]) -> str:
        # One piece may stand twice in a form; the first one that matched tells.
        seen[match[1]] += 1
        count = seen[match[1]]
        return match[0] if count == 1 else f"(?P<{match[1]}_again{count}>"

    expanded = _GROUP.sub(group, _PIECE.sub(piece, template))
    return _BLANK.sub(_blank, expanded)


def _blank(match: re.Match[str]) -> str:
    """Return what a blank of a template stands for: one or two, or none if it may be missing."""
    return r"[ \t]{0,2}" if match[0].endswith("?") else r"[ \t]{1,2}"


@cache
def _firsts() -> frozenset[str]:
    """Return the first words that an expression can have."""
    templates = "".join(template for _, _, template in table_of("time_expressions.tsv"))
    roles = {one for at, name in _PIECE.findall(templates) if at for one in name.split(",")}
    found = {re.split(r"[\s'.-]", word.lower())[0] for word in facts().words(*sorted(roles))}
    plurals = {f"{word}s" for word in facts().words("weekday", "weekday-short")}
    return frozenset(found | {p.lower() for p in plurals} | _written(templates))


def _written(templates: str) -> set[str]:
    """Return the words that stand in the templates themselves."""
    return set(re.findall(r"(?<![\w<@?&,-])[a-z]{2,}(?![\w>,-])", templates))
