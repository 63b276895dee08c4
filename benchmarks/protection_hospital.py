"""One person one surrogate, and intervals that survive, on a hospital whose truth is known.

The passages are those of the generator, without its knowledge of who is meant: that is what linking
has to find out. What it and the surrogates made of them is then held against the truth: the people
and the days that the generator had in mind.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from benchmarks.measure import Row
from benchmarks.protection_people import Named, People
from textveil.detect.people.links import Linking
from textveil.lexicon.dates.date_conventions import conventions
from textveil.lexicon.dates.written_dates import parse, parse_like
from textveil.pipeline.release.search.known_values import Known
from textveil.synth.corpus import generate
from textveil.transform.surrogate import Surrogate
from textveil.transform.surrogates.persons.dates import offset_of
from textveil.values.contracts import Case, Verifier
from textveil.values.document import Document
from textveil.values.edit import Edit
from textveil.values.keys.draw import Draw
from textveil.values.keys.secret import Secret
from textveil.values.label import family_of
from textveil.values.span import Span, Spans
from textveil.verify.days.intervals import Intervals
from textveil.verify.fakes.collisions import Collisions
from textveil.verify.fakes.consistency import Consistency
from textveil.verify.leftovers.residue import Residue

NOTES, SUBJECTS = 400, 100
GROUPS = (
    ("the demonstration's hospital", (2016,), True),
    ("six other hospitals", range(1, 7), False),
)
"""Which hospitals are judged together, by their seeds, and whether there is a bar."""
KEY = Secret(b"a key that everybody may know")
OPTIONS = {"replace_free_mail": True, "day_first": False}
"""The hospitals lie in the United States, where the month comes first."""
_YEARLESS = "without its year"
UNTOLD = "days without a year, in documents that tell none but that of a birth"
AMBIGUOUS = "month and year of two digits that read as a day (8/13)"


@dataclass(frozen=True)
class Mention:
    """A passage with what linking and the surrogates made of it, and what the generator meant."""

    case: Case
    gold: Span
    entity: str
    edit: Edit

    @property
    def subject(self) -> str:
        """Whose note it stands in."""
        return "" if self.case.before is None else self.case.before.counted_subject

    @property
    def value(self) -> str:
        """The passage."""
        text = "" if self.case.before is None else self.case.before.text
        return text[self.edit.start : self.edit.end]


def hospital(seed: int) -> tuple[list[Case], list[Mention]]:
    """Generate a hospital and give everything in it a surrogate."""
    rng = Random(seed)  # noqa: S311 - reproducible, not secret
    notes = list(generate("hospital", NOTES, rng=rng, subjects=SUBJECTS))
    bare = [replace(note, spans=None) for note in notes]
    gold_spans = [Spans(replace(s, entity=None) for s in note.spans or ()) for note in notes]
    known = Known()
    for note, found in zip(bare, gold_spans, strict=True):
        known.learn(note, found)
    known.agree(bare)
    # As in a release: what is known is removed wherever else it stands.
    spans = [
        found | known.complete(note, found).subtract(found)
        for note, found in zip(bare, gold_spans, strict=True)
    ]
    linking, engine = Linking("subject"), Surrogate(key=KEY, options=OPTIONS)
    for note, found in zip(bare, spans, strict=True):
        linking.learn(note, found)
    linked = [linking.linked(note, found) for note, found in zip(bare, spans, strict=True)]
    for note, found in zip(bare, linked, strict=True):
        engine.survey(note, found)
    cases: list[Case] = []
    mentions: list[Mention] = []
    for gold, note, found in zip(notes, bare, linked, strict=True):
        case = Case(note, engine.transform(note, found))
        cases.append(case)
        mentions += _mentions(case, gold, found)
    return cases, mentions


def _mentions(case: Case, gold: Document, linked: Spans) -> Iterator[Mention]:
    edits = {(edit.start, edit.end): edit for edit in case.release.edits}
    for span in gold.spans or ():
        # A passage with several names is divided; the longest of them stands for it.
        inside = [one for one in linked if span.start <= one.start and one.end <= span.end]
        piece = max(inside, key=len)
        yield Mention(case, span, piece.entity or "", edits[piece.start, piece.end])


def named(mentions: list[Mention]) -> list[Named]:
    """Return the names of people, with the words beside them."""
    found = []
    for one in mentions:
        if family_of(one.gold.label) == "NAME" and one.gold.entity and one.case.before is not None:
            text, start, end = one.case.before.text, one.edit.start, one.edit.end
            before, after = text[max(0, start - 30) : start], text[end : end + 40]
            found.append(
                Named(
                    one.subject,
                    one.case.before.id,
                    before,
                    one.value,
                    after,
                    one.gold.label,
                    one.gold.entity,
                    one.entity,
                )
            )
    return found


def rows() -> Iterator[Row]:
    """Judge the hospital of the demonstration, and others for what it does not show."""
    for name, seeds, barred in GROUPS:
        for row in judged(seeds):
            bar = (row.bar, row.met) if barred else ("", None)
            title = f"{name}: {row.name}"
            yield replace(row, name=title, bar=bar[0], met=bar[1], runs=len(seeds))


def judged(seeds: Sequence[int]) -> Iterator[Row]:
    """Judge several hospitals together."""
    verdicts: dict[str, list[tuple[int, int]]] = defaultdict(list)
    people, days = People(), _Days()
    for seed in seeds:
        cases, mentions = hospital(seed)
        people.add(named(mentions))
        days.add(mentions)
        verifiers: tuple[Verifier, ...] = (
            Consistency(),
            Residue(),
            Intervals(day_first=False),
            Collisions(),
        )
        for verifier in verifiers:
            verdict = verifier.verify(cases)
            verdicts[verdict.claim].append((verdict.checked, verdict.failures))
    yield from people.rows()
    yield from days.rows()
    for claim, found in verdicts.items():
        checked, failures = (sum(column) for column in zip(*found, strict=True))
        yield _row(
            f"verifier {claim}",
            f"{failures} refuted of {checked:,}",
            str(failures),
            ("0", failures == 0),
        )


def _row(name: str, figure: str, ratio: str, bar: tuple[str, bool | None] = ("", None)) -> Row:
    return Row("protection", name, figure, ratio, *bar, 1)


class _Days:
    """The days that the generator had in mind, moved, against what was written."""

    def __init__(self) -> None:
        self.checked = self.kept = 0
        self.misses: Counter[str] = Counter()
        self._draw = Draw(KEY.derive("surrogate"))
        self._orders: dict[str, bool | None] = {}

    def add(self, mentions: list[Mention]) -> None:
        """Take in the dates of a hospital."""
        self._orders.clear()
        for one in mentions:
            if one.gold.label == "DATE" and (one.gold.entity or "").startswith("date-"):
                true = date.fromisoformat(str(one.gold.entity)[5:])
                days = offset_of(self._draw, one.subject)
                moved = true + timedelta(days)
                order = self._order(one.case)
                problem = _problem(one.value, one.edit.replacement, true, moved, order)
                if problem == _YEARLESS and not self._tells_year(one.case, true):
                    problem = UNTOLD
                self.checked += 1
                self.kept += not problem
                self.misses.update([problem] if problem else [])

    def _order(self, case: Case) -> bool | None:
        """Return whether a document writes its dates with the day first."""
        text = "" if case.before is None else case.before.text
        if case.release.id not in self._orders:
            edits = (edit for edit in case.release.edits if edit.label == "DATE")
            shown = conventions((text[edit.start : edit.end] for edit in edits), False)
            self._orders[case.release.id] = shown.day_first
        return self._orders[case.release.id]

    @staticmethod
    def _tells_year(case: Case, true: date) -> bool:
        """Tell whether a document has a day with its year from within ten years of a date."""
        text = "" if case.before is None else case.before.text
        edits = (edit for edit in case.release.edits if edit.label == "DATE")
        read = (parse(text[edit.start : edit.end], False) for edit in edits)
        years = (moment.year for found in read if found for moment in found.moments)
        return any(year is not None and abs(year - true.year) <= 10 for year in years)

    def rows(self) -> Iterator[Row]:
        """Say how many dates lie where they should."""
        unsure, untold = self.misses.pop(AMBIGUOUS, 0), self.misses.pop(UNTOLD, 0)
        well = self.checked - unsure - untold
        missed = ", ".join(f"{kind}: {count}" for kind, count in self.misses.most_common())
        yield _row(
            "dates moved as the day that was meant, in all written forms",
            f"{self.kept:,} of {well:,}" + (f" (missed: {missed})" if missed else ""),
            f"{100 * self.kept / well:.2f} %",
            ("100 % of well-formed dates", self.kept == well),
        )
        yield _row(
            f"dates that can be read in two ways: {AMBIGUOUS}",
            f"{unsure} of {self.checked:,} read as the day",
            f"{100 * unsure / self.checked:.2f} %",
        )
        yield _row(
            f"dates a day off: {UNTOLD}",
            f"{untold} of {self.checked:,}",
            f"{100 * untold / self.checked:.2f} %",
        )


def _problem(value: str, fake: str, true: date, moved: date, day_first: bool | None) -> str:
    """Return what is wrong about a moved date, or nothing."""
    before = parse(value, day_first)
    after = None if before is None else parse_like(fake, before)
    if before is None or after is None:
        return "not read"
    was, now = before.moments[0], after.moments[0]
    if (
        was.precision == "day"
        and was.year is None
        and (was.month, was.day) != (true.month, true.day)
    ):
        return AMBIGUOUS if was.day == true.year % 100 else "read as another day"
    if now.precision == "day":
        same = (now.month, now.day) == (moved.month, moved.day)
        same &= now.year is None or (now.year - moved.year) % 100 == 0
        if not same and _could_be_month(value, true):
            return AMBIGUOUS
        return "" if same else _YEARLESS if now.year is None else "with its year"
    if now.weekday is not None and now.weekday != moved.weekday():
        return "weekday"
    return _coarse(was.precision, now.year, now.month, moved)


def _could_be_month(value: str, true: date) -> bool:
    return value == f"{true.month}/{true.year % 100:02}"


def _coarse(precision: str, year: int | None, month: int | None, moved: date) -> str:
    """Months and years move by whole units, so that they may be one off where the day says."""
    if precision == "month" and year is not None and month is not None:
        off = (year - moved.year) * 12 + month - moved.month
        return "" if off % 1200 in (0, 1, 1199) else "month"
    if precision in ("year", "season") and year is not None:
        return "" if (year - moved.year) % 100 in (0, 1, 99) else precision
    return ""
