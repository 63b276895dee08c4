"""Mutants: defects are planted into the makers one at a time, and verifiers must tell the harm.

The program stands in `tests/mutants`. A row for makers, one for what makers and verifiers share
(formats, values, tables, the room for proof), one for each claim, and one for each miss.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tests.mutants.fixed import told
from tests.mutants.outcomes import caught, is_harmful, is_mutant

from benchmarks.measure import Row
from benchmarks.planted import Planted

MUTANTS, FUNCTIONS, HARMFUL = 600, 150, 200
Told = dict[str, Any]


def rows(asked: Planted) -> Iterator[Row]:
    """Plant defects, and tell what became of them."""
    found = [one for one in told(asked.sample, asked.seed, *asked.plans) if is_mutant(one)]
    for shared, what in ((False, "makers"), (True, "formats, values, tables and proof")):
        some = [one for one in found if one["shared"] == shared]
        yield from _told(some, what, barred=not shared and not asked.plans)


def _told(found: Sequence[Told], what: str, *, barred: bool) -> Iterator[Row]:
    functions = len({one["function"] for one in found})
    ends = Counter(one["outcome"] for one in found)
    bar = f"{MUTANTS} in {FUNCTIONS} functions" if barred else ""
    met = len(found) >= MUTANTS and functions >= FUNCTIONS if barred else None
    how = f"{ends['error']} ended in an error, {ends['stopped']} were stopped"
    yield Row("mutants", f"{what}: mutants", f"{len(found)} in {functions}", how, bar, met, 1)
    harmful = [one for one in found if is_harmful(one)]
    ways = Counter(caught(one) or "missed" for one in harmful)
    how = ", ".join(f"{count} {way}" for way, count in ways.most_common())
    bar = f"{HARMFUL} harmful, none missed" if barred else ""
    met = len(harmful) >= HARMFUL and not ways["missed"] if barred else None
    yield Row("mutants", f"{what}: harmful", f"{len(harmful)}", how, bar, met, 1)
    claims = Counter(claim for one in harmful for claim in one["false"])
    missed = Counter(claim for one in harmful if not caught(one) for claim in one["false"])
    for claim, count in claims.most_common():
        ratio = f"{missed[claim]} missed"
        yield Row("mutants", f"{what}: `{claim}` is false", f"{count}", ratio, "", None, 1)
    for one in harmful:
        if not caught(one):
            where = f"{one['function'].removeprefix('textveil.')}, {one['kind']}, {one['plan']}"
            why = "; ".join(f"{claim}: {why}" for claim, why in one["false"].items())
            yield Row("mutants", f"{what}: missed", where, why, "", None, 1)
