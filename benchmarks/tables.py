"""Tables: whether tables of numbers are released, and a value is found that was left in one.

Fifty tables of 20,000 rows are generated: invoices, tickets, laboratory values, logs and a census,
with ids of 1 to 12 digits, dates, amounts, codes and short texts that quote them. Columns of ids
are protected; dates are kept in one half of the tables and protected in the other. Each table is
released, and none may be refused. Then a removed value is left in each of them, and `residue` must
find it. `TEXTVEIL_ROWS` sets the rows of a table (default 20000, and 200 under a policy that reads
sentences), `TEXTVEIL_TABLES` the number of tables.
"""

import csv
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from benchmarks.measure import Row
from textveil.certify.kinds.texts import Cases
from textveil.errors import TextveilError
from textveil.formats.columns import Columns
from textveil.formats.sources import Source
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import Policy, load_policy
from textveil.values.contracts import Case
from textveil.values.keys.secret import Secret
from textveil.verify.leftovers.residue import Residue

FAST, READING = "patterns-only", "hide-in-plain-sight"
READ_ROWS = 100
"""A policy that reads sentences gets one row of so many."""
FIRST_SEED = 70_000
DIGITS = 12
KEY = Secret(b"a key that everybody may know")
CURRENCIES = ("EUR", "USD", "GBP", "CHF")
ANALYTES = {"sodium": "mmol/L", "glucose": "mg/dL", "ferritin": "ng/mL", "weight": "kg"}
Made = dict[str, str]


class Drawn:
    """Draws the values of one table."""

    def __init__(self, seed: int, digits: int) -> None:
        self.rng = Random(seed)  # noqa: S311 - reproducible, not secret
        self.digits = digits
        self.counts = self.rng.random() < 0.5
        """Whether ids count on from the first one."""
        self.first = self.rng.randrange(10 ** (digits - 1), 10**digits)

    def number(self, row: int) -> str:
        """Return an id of the table's number of digits."""
        low, high = 10 ** (self.digits - 1), 10**self.digits
        if self.counts:
            return str(low + (self.first - low + row) % (high - low))
        return str(self.rng.randrange(low, high))

    def amount(self) -> str:
        """Return an amount with groups of thousands and cents."""
        return f"{self.rng.uniform(1, 9_999):,.2f}"

    def moment(self) -> datetime:
        """Return a second of three years."""
        return datetime(2022, 1, 1) + timedelta(seconds=self.rng.randrange(3 * 365 * 86_400))

    def mail(self, row: int) -> str:
        """Return an e-mail address that no other row has."""
        return f"user{row}.{self.rng.randrange(100)}@mail{self.rng.randrange(9)}.org"

    def code(self) -> str:
        """Return a code of letters and two numbers."""
        letters = "".join(self.rng.choices("ABCDEFGHKLMNPRSTUVWXYZ", k=2))
        return f"{letters}-{self.rng.randrange(100, 9999)}-{self.rng.randrange(10, 99)}"

    def one(self, *texts: str) -> str:
        """Return one of some texts."""
        return self.rng.choice(texts)


def invoice(drawn: Drawn, row: int, own: str, other: str) -> Made:
    day, net = drawn.moment(), drawn.amount()
    text = drawn.one(
        f"Invoice no. {own} over {net} {drawn.one(*CURRENCIES)}, due {day:%d.%m.%Y}.",
        f"Paid in {day:%B %Y}, {drawn.rng.randrange(2, 30)} items, discount 2.50%.",
        f"Credit for invoice {other} of {day:%Y-%m-%d}; questions to {drawn.mail(row)}.",
        f"Delivered {day:%m/%d/%Y} at {day:%H:%M}, order {drawn.code()}.",
    )
    return {"when": f"{day:%Y-%m-%d}", "net": net, "code": drawn.code(), "text": text}


def ticket(drawn: Drawn, row: int, own: str, other: str) -> Made:
    day = drawn.moment()
    text = drawn.one(
        f"My ticket {own} is open since {day:%d %B %Y}, please call me at {day:%H:%M}.",
        f"Same as #{other}. Version {drawn.rng.randrange(9)}.{drawn.rng.randrange(30)} fails.",
        f"Error {drawn.rng.randrange(100, 9999)} after 3 tries, write to {drawn.mail(row)}.",
        f"Screen freezes, {drawn.rng.randrange(10, 99)} times in {day:%Y}.",
    )
    queue = drawn.one("billing", "network", "returns")
    return {"when": f"{day:%Y-%m-%d %H:%M:%S}", "queue": queue, "code": drawn.code(), "text": text}


def laboratory(drawn: Drawn, row: int, own: str, other: str) -> Made:
    day, (name, unit) = drawn.moment(), drawn.rng.choice(list(ANALYTES.items()))
    value = f"{drawn.rng.uniform(0.001, 2500):.{drawn.rng.randrange(4)}f}"
    text = drawn.one(
        f"{name} {value} {unit}, taken {day:%m/%d/%Y} {day:%H:%M}.",
        f"Sample {own} was hemolyzed; ratio 0.{drawn.rng.randrange(10**6):06d}.",
        f"Repeat of sample {other}: {name} {value} {unit} (120-140).",
        f"Result by mail to {drawn.mail(row)}, code {drawn.code()}.",
    )
    made = {"when": f"{day:%d/%m/%Y %H:%M}", "analyte": name, "value": value, "unit": unit}
    return {**made, "text": text}


def log(drawn: Drawn, row: int, own: str, other: str) -> Made:
    day, size = drawn.moment(), drawn.rng.randrange(10, 9_999_999)
    text = drawn.one(
        f"GET /items/{drawn.rng.randrange(9999)} 200 {size} {drawn.rng.random():.6f}",
        f"session {own} closed at {day:%Y%m%dT%H%M%SZ}",
        f"user {drawn.mail(row)} from session {other}, retry in {size} ms",
        f"job {drawn.code()} took {day:%H:%M:%S}, {size:,} bytes",
    )
    return {"when": f"{day:%Y-%m-%dT%H:%M:%SZ}", "status": "200", "bytes": str(size), "text": text}


def census(drawn: Drawn, row: int, own: str, other: str) -> Made:
    day, income = drawn.moment(), drawn.rng.randrange(8_000, 250_000)
    text = drawn.one(
        f"Household {own}, income {income:,} in {day:%Y}.",
        f"Moved from household {other} in {day:%B %Y}.",
        f"Answered on {day:%b %d, %Y}; reply to {drawn.mail(row)}.",
        f"{drawn.rng.randrange(1, 9)} rooms, {drawn.rng.randrange(20, 200)} square metres.",
    )
    area = str(drawn.rng.randrange(1000, 9999))
    return {"when": f"{day:%d.%m.%Y}", "income": str(income), "area": area, "text": text}


KINDS: Mapping[str, Callable[[Drawn, int, str, str], Made]] = {
    "invoices": invoice,
    "tickets": ticket,
    "laboratory": laboratory,
    "logs": log,
    "census": census,
}


class Outcome(NamedTuple):
    """How the release of a table ended, and whether a planted value was found."""

    policy: str
    table: str
    seconds: float
    refused: str
    missed: str


def write_table(path: Path, kind: str, number: int, count: int) -> None:
    """Generate a table."""
    drawn = Drawn(FIRST_SEED + number, 1 + number % DIGITS)
    numbers = [drawn.number(row) for row in range(count)]
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer: csv.DictWriter[str] | None = None
        for row, own in enumerate(numbers):
            made = {"number": own, **KINDS[kind](drawn, row, own, drawn.rng.choice(numbers))}
            writer = writer or csv.DictWriter(stream, list(made))
            if not row:
                writer.writeheader()
            writer.writerow(made)


def policy_for(name: str, path: Path, number: int) -> Policy:
    """Return a policy that protects the ids, and the dates of every other table."""
    with path.open(encoding="utf-8", newline="") as stream:
        head = next(csv.reader(stream))
    rules = dict.fromkeys((one for one in head if one != "text"), "keep")
    rules |= {"number": "OTHER-ID", **({"when": "DATE"} if number // len(KINDS) % 2 else {})}
    return load_policy(name).with_columns(rules)


def outcome(name: str, number: int, count: int) -> Outcome:
    """Generate a table, release it in a folder that goes away, and leave a value in it."""
    kind = list(KINDS)[number % len(KINDS)]
    table = f"{kind} {number}"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "table.csv")
        write_table(path, kind, number, count)
        policy, source = policy_for(name, path, number), Source.open(path)
        began = time.perf_counter()
        try:
            release(Run(source, Path(folder, "out"), policy, KEY))
        except TextveilError as error:
            return Outcome(name, table, time.perf_counter() - began, str(error), "")
        seconds = time.perf_counter() - began
        place = Path(folder, "out")
        columns = Columns.of(policy.columns, source)
        released = Source.open(place / "publish" / "texts" / "table.csv")
        cases = list(Cases(released, place / "keep" / "edits.jsonl", source, columns))
        found = Residue().verify(planted(cases, Random(number)))  # noqa: S311
        missed = "" if found.failures == 1 else f"{table}: {found.failures} found"
        return Outcome(name, table, seconds, "", missed)


def planted(cases: list[Case], rng: Random) -> list[Case]:
    """Leave a removed value in a text: a number in its own row, a long one or an address in any."""
    values = [
        (at, case.before.text[edit.start : edit.end])
        for at, case in enumerate(cases)
        if case.before is not None
        for edit in case.release.edits
        if edit.label in ("OTHER-ID", "EMAIL") and edit.end - edit.start >= 4
    ]
    at, value = rng.choice(values)
    if "@" in value or len(value) >= 6:
        at = rng.randrange(len(cases))
    case = cases[at]
    tail = f"\nAs {value} says"
    assert case.before is not None
    before = replace(case.before, text=case.before.text + tail)
    made = replace(case.release, text=case.release.text + tail, input_length=len(before.text))
    return [*cases[:at], replace(case, before=before, release=made), *cases[at + 1 :]]


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - all suites are called alike
    """Yield what was refused and what was missed, for each policy."""
    count = int(os.environ.get("TEXTVEIL_ROWS", "20000"))
    tables = int(os.environ.get("TEXTVEIL_TABLES", "50"))
    for name, size in ((FAST, count), (READING, max(20, count // READ_ROWS))):
        jobs = [(name, number, size) for number in range(tables)]
        with ProcessPoolExecutor(1) as pool:
            ended = list(pool.map(outcome, *zip(*jobs, strict=True)))
        refused = [one for one in ended if one.refused]
        missed = [one for one in ended if one.missed]
        told = "; ".join(one.refused for one in refused) or "; ".join(one.missed for one in missed)
        figure = f"{len(refused)} of {tables} refused, planted value missed in {len(missed)}"
        seconds = f"{median(one.seconds for one in ended):.1f} s a table, at most "
        seconds += f"{max(one.seconds for one in ended):.1f} s"
        met = not refused and not missed
        title = f"{name}, {size:,} rows{f' ({told})' if told else ''}"
        yield Row("tables", title, figure, seconds, "none refused, none missed", met, tables)
