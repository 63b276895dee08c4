"""Intervals: the dates of a subject lie as far from each other in the release as in the input."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from textveil.lexicon.date_conventions import ColumnOrders, conventions, dated_days, year_near
from textveil.lexicon.languages import ENGLISH
from textveil.lexicon.written_date import WrittenDate, hinted_years
from textveil.lexicon.written_date_moments import FINE, Moment
from textveil.lexicon.written_dates import parse_like
from textveil.values.contracts import Case
from textveil.values.verdict import Verdict, Witness
from textveil.verify.moved_alike import MovedAlike, MovedPair
from textveil.verify.moved_moments import days_between, fits
from textveil.verify.must_change import tells_nothing

__all__ = ["Intervals"]

_LEAP_POSITIONS: Final = (2001, 2000, 2002, 2003)
"""Where 29 February lies after a day without a year depends on its year modulo four."""

_LONG_AGO: Final = 3653
"""Ten years: who reads "3 May" does not think of the day of a birth."""

_MOVED: Final = "this date and other dates of its subject moved by different numbers of days"
_UNREADABLE: Final = "the released date does not fit the date that it replaces"


Days = dict[str, tuple[int, ...]]
"""The dated days of each subject, as ordinals, in order."""


class _Pair(NamedTuple):
    """A date of the input, what it became, where that stands in the release, and its year.

    The year is that which the document alone gives to a day without one, and that which all
    documents of the subject give to it.
    """

    start: int
    end: int
    before: WrittenDate
    after: WrittenDate | None
    years: tuple[int | None, int | None]


class _Dates(NamedTuple):
    """The dates of a document that can be read, and whether it tells its years.

    Counted are those that cannot be read, and those that became years.
    """

    pairs: list[_Pair]
    unread: int
    coarse: int
    days: tuple[int, ...]
    tells: bool


@dataclass(frozen=True, slots=True)
class Intervals:
    """Check that all differences between the dates of a subject are preserved.

    Parameters
    ----------
    max_days
        Subjects none of whose dates name a day with its year are checked against every offset up
        to this one.
    day_first
        How numbers that fit both ways are read; as the policy's.
    shared
        A date that more subjects than this have, and that became one date for them, is left out;
        as the transformer's.
    language
        Language of the texts.

    Notes
    -----
    The claim: for each subject there is one number of days k such that each of its dates that name
    a day lies k days further on in the release, and each coarser one the whole number of its units
    nearest to k. Days without a year have the year to which the dated days of their document pull
    them (`date_conventions.year_near`), either by themselves or with those of the subject's other
    documents; one of the two must do for the whole document. Only where a document has no dated day
    near the time of its subject's others, so that no reader can tell, any one year will do. The
    offset is that of most dates; dates that deviate are witnesses, and where no offset has most,
    all are.

    Dates that many subjects share move by one offset of the corpus, so they are left out; the
    verdict says how many. It also says how many days, weeks and months became years, as they do
    beside "the holiday"; these are left out. Dates that became tags are not checked. Nor are dates
    of the input that cannot be read, or that the calendar does not have; the verdict counts these,
    too. Three or four passes; memory grows with the number of distinct dates of each subject.
    Without the input the claim is not checkable.
    """

    claim: ClassVar[str] = "intervals"
    unhides: ClassVar[bool] = True

    max_days: int = 1100
    day_first: bool | None = None
    shared: int = 5
    language: str = ENGLISH

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        votes: dict[str, Counter[tuple[int, MovedPair | None]]] = defaultdict(Counter)
        counts: Counter[str] = Counter()
        known: dict[str, set[int]] = defaultdict(set)
        unread, coarse, columns, alike = 0, 0, ColumnOrders(), MovedAlike(self.shared)
        for case in cases:
            if case.before is not None:
                language = case.read_in(self.language)
                row, at = case.before.metadata, case.before.id
                columns.learn(row, _passages(case), at=at, language=language)
        for case in cases:
            if case.before is None:
                return Verdict.not_checkable(self.claim, "the input was not given")
            found = self._dates(case, columns)
            unread += found.unread
            coarse += found.coarse
            subject = case.before.counted_subject
            counts[subject] += len(found.pairs)
            for pair in found.pairs:
                moved = alike.learn(subject, pair.before, pair.after)
                votes[subject].update((days, moved) for days in _whole_offsets(pair))
            known[subject].update(found.days)
        days = {subject: tuple(sorted(found)) for subject, found in known.items()}
        offsets = {
            subject: _majority(own)
            for subject, cast in votes.items()
            if (own := _own_votes(cast, alike))
        }
        several = {s for s, number in counts.items() if number > 1 and s not in offsets}
        told = _Told(days, columns, alike)
        offsets.update(self._searched(cases, several, told))
        witnesses = [w for case in cases for w in self._deviations(case, offsets, told)]
        reason = _reason(unread, told.left, coarse)
        return Verdict.of(self.claim, counts.total(), witnesses, reason=reason)

    def _searched(
        self, cases: Iterable[Case], subjects: set[str], told: "_Told"
    ) -> dict[str, int | None]:
        """Return an offset that fits all dates of each subject, None if there is none."""
        left: dict[str, Iterable[int]] = {}
        for case in cases if subjects else ():
            subject = _subject(case)
            if subject not in subjects:
                continue
            read = self._dates(case, told.columns, told.days.get(subject, ()))
            pairs = [pair for pair in read.pairs if pair.after and not told.alike.has(*pair[2:4])]
            tried = left.get(subject, range(-self.max_days, self.max_days + 1))
            for pair in pairs:
                # One date after the other: the first leaves few offsets for the next.
                tried = [k for k in tried if not _misfits([pair], k, read.tells)]
            left[subject] = [k for k in tried if not _misfits(pairs, k, read.tells)]
        offsets = {subject: list(found)[:1] for subject, found in left.items()}
        return {subject: found[0] if found else None for subject, found in offsets.items()}

    def _dates(self, case: Case, columns: ColumnOrders, elsewhere: Sequence[int] = ()) -> _Dates:
        """Read the dates of a document, each with its replacement."""
        text = "" if case.before is None else case.before.text
        placed = [one for one in case.release.placed() if one[0].label == "DATE"]
        passages = [text[edit.start : edit.end] for edit, _, _ in placed]
        cells = {} if case.before is None else columns.of(case.before.metadata)
        language = case.read_in(self.language)
        shown = conventions(passages, self.day_first, cells, language=language)
        alone, joined = dated_days(passages, shown), dated_days(passages, shown, elsewhere)
        pairs, unread, coarse = [], 0, 0
        for (edit, start, end), passage in zip(placed, passages, strict=True):
            before = shown.read(passage)
            if before is None or before.impossible:
                unread += 1
                continue
            if tells_nothing(edit.replacement):
                continue
            after = parse_like(edit.replacement, before)
            if after is not None and _became_year(before, after):
                coarse += 1
                continue
            years = (
                year_near(before, shown.year, alone),
                year_near(before, shown.year, joined, elsewhere),
            )
            after = after if _alike(before, after) else None
            pairs.append(_Pair(start, end, before, after, years))
        return _Dates(pairs, unread, coarse, alone, _tells(alone, elsewhere))

    def _deviations(
        self, case: Case, offsets: dict[str, int | None], told: "_Told"
    ) -> Iterator[Witness]:
        subject = _subject(case)
        read = self._dates(case, told.columns, told.days.get(subject, ()))
        for pair in read.pairs:
            if pair.after is None:
                yield Witness(case.release.id, pair.start, pair.end, _UNREADABLE)
        readable = [pair for pair in read.pairs if pair.after is not None]
        own = [pair for pair in readable if not told.alike.has(*pair[2:4])]
        k = offsets.get(subject)
        told.left += len(readable) - len(own)
        if subject not in offsets:
            return
        for pair in own if k is None else _misfits(own, k, read.tells):
            yield Witness(case.release.id, pair.start, pair.end, _MOVED)


@dataclass(slots=True)
class _Told:
    """What all documents tell about dates, and how many dates are left out."""

    days: Days
    columns: ColumnOrders
    alike: MovedAlike
    left: int = 0


def _own_votes(cast: Counter[tuple[int, MovedPair | None]], alike: MovedAlike) -> Counter[int]:
    """Return the offsets of a subject's dates, without those that moved alike for many."""
    own: Counter[int] = Counter()
    for (days, moved), number in cast.items():
        if not alike.is_many(moved):
            own[days] += number
    return own


def _reason(unread: int, left: int, coarse: int) -> str:
    told = (
        (unread, "of the input could not be read"),
        (left, "that many subjects share moved with the corpus"),
        (coarse, "became a year" if coarse == 1 else "became years"),
    )
    dates = ((n, "date" if n == 1 else "dates", what) for n, what in told if n)
    return "; ".join(f"{n:,} {noun} {what}" for n, noun, what in dates)


def _passages(case: Case) -> list[str]:
    text = "" if case.before is None else case.before.text
    return [text[edit.start : edit.end] for edit in case.release.edits if edit.label == "DATE"]


def _subject(case: Case) -> str:
    return "" if case.before is None else case.before.counted_subject


def _tells(days: Sequence[int], elsewhere: Sequence[int]) -> bool:
    """Tell whether a document has a dated day from about the time of its subject's others."""
    if not elsewhere:
        return bool(days)
    middle = elsewhere[len(elsewhere) // 2]
    return any(abs(day - middle) < _LONG_AGO for day in days)


def _became_year(before: WrittenDate, after: WrittenDate) -> bool:
    """Tell whether a date that says more than a part of a year became a year, or two of them."""
    fine = any(moment.precision in FINE for moment in before.moments)
    return fine and all(moment.precision == "year" for moment in after.moments)


def _alike(before: WrittenDate, after: WrittenDate | None) -> bool:
    """Tell whether two dates are as precise as each other, and say as much about the year."""
    if after is None or after.impossible or len(before.moments) != len(after.moments):
        return False
    return all(
        was.precision == now.precision
        and (was.year is None) == (now.year is None)
        and (was.weekday is None or now.weekday is not None or before.form == "holiday")
        for was, now in zip(before.moments, after.moments, strict=True)
    )


def _whole_offsets(pair: _Pair) -> Iterator[int]:
    if pair.after is None or pair.before.short_year or pair.after.short_year:
        return
    for was, now in zip(pair.before.moments, pair.after.moments, strict=True):
        days = days_between(was, now)
        if days is not None:
            yield days


def _majority(votes: Counter[int]) -> int | None:
    first, *others = votes.most_common(2)
    return None if others and others[0][1] == first[1] else first[0]


def _misfits(pairs: Sequence[_Pair], days: int, tells: bool) -> list[_Pair]:
    """Return the dates that are not moved by so many days, under the years that suit most."""
    fewest: list[_Pair] | None = None
    yearless = any(m.year is None for pair in pairs for m in pair.before.moments)
    assumed = [[pair.years[which] for pair in pairs] for which in (0, 1)]
    if not tells:
        assumed += [[year] * len(pairs) for year in _LEAP_POSITIONS]
    for years in assumed if yearless else assumed[:1]:
        found = [p for p, year in zip(pairs, years, strict=True) if not _fits(p, days, year)]
        if fewest is None or len(found) < len(fewest):
            fewest = found
        if not fewest:
            break
    return fewest or []


def _fits(pair: _Pair, days: int, year: int | None) -> bool:
    if pair.after is None:
        return False
    was = pair.before.in_year(year).moments
    short = pair.before.short_year or pair.after.short_year
    years = hinted_years(was, year)
    return all(
        fits(_in(moment, assumed), _in(now, None), days, short)
        for moment, now, assumed in zip(was, pair.after.moments, years, strict=True)
    )


def _in(moment: Moment, year: int | None) -> tuple[Moment, int | None]:
    return moment, moment.year if moment.year is not None else year
