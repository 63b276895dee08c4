"""Intervals: all dates of a subject move by the one offset that was drawn for it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from textveil.errors import InvalidValueError
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.contracts import Case
from textveil.values.keys.secret import Secret
from textveil.values.keys.vault import Vault
from textveil.values.verdict import Verdict, Witness
from textveil.verify.days.clocks import ClockRecords, TargetWindow
from textveil.verify.days.subject_clock import DatedPassage, SubjectClock, is_placed
from textveil.verify.passages.must_change import tells_nothing
from textveil.verify.readers.date_orders import DateOrders, ReadDate
from textveil.verify.readers.date_years import DocumentYears
from textveil.verify.readers.read_dates import DateRead, SaidMoment, read_like
from textveil.verify.readers.tables import facts

__all__ = ["Intervals"]

_LABEL: Final = "DATE"
_WRONG: Final = "the date is not the one that the offset of its subject gives"
_UNDRAWN: Final = "the vault has no drawn offset for the subject of this date"
_NO_TAG: Final = "a date that cannot be read or moved is not a tag"
_TAGS: Final = "dates that could be read and are tags"
_SAME: Final = "dates that the drawn offset leaves as they are"
_WORD: Final = re.compile(r"[^\W\d_]+")
_NO_KEY: Final = "neither a key nor a vault was given: offsets were compared, not made anew"

Clocks = dict[str, SubjectClock]


@dataclass(frozen=True, slots=True)
class Intervals:
    """Check that all dates of a subject moved by the offset that was drawn for it.

    Parameters
    ----------
    window, season, keep_weekday, day_first, scope
        As the transformer's.
    language
        Language of the texts.
    key
        Draws the targets anew.
    vault
        Has the targets that were drawn when each subject was first released.

    Notes
    -----
    The claim: there is one number of days for each subject, target minus anchor, by which each of
    its days moved; a week, month or longer period became the one that holds, after this move, its
    chosen day; and a date that cannot be read, that the calendar does not have or that is out of
    time became a tag. Dates without a year have the one that the rule of
    `docs/methods/date-shifting.md` gives. Readable dates that became tags are counted; nothing else
    is exempt. How many dates the offset leaves as they are is only for the owner: the number tells.

    With a key, the offset is drawn anew; with a vault, that of its records must have been drawn.
    With neither, all dates of a subject are checked against the offset of most of them, and the
    verdict says so. A passage that became a tag may or may not have counted as a day of its
    subject; either will do.

    Three passes, linear in the number of dates; memory grows with the number of distinct dates of
    each subject. Without the input the claim is not checkable.
    """

    claim: ClassVar[str] = "intervals"
    unhides: ClassVar[bool] = True

    window: str = "2010-2019"
    season: str | None = None
    keep_weekday: bool = True
    day_first: bool | None = None
    scope: str = "subject"
    language: str = ENGLISH
    key: Secret | None = None
    vault: Vault | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self._records()
        if self.vault is not None and not isinstance(self.vault, Vault):
            raise InvalidValueError("a policy cannot name a vault for this verifier")

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        orders = DateOrders(self.day_first, self.language, self.scope)
        for case in cases:
            if case.before is None:
                return Verdict.not_checkable(self.claim, "the input was not given")
            orders.learn(case)
        clocks: Clocks = {}
        for case in cases:
            for _, told in _read(orders.passages(case)):
                if told is not None:
                    self._clock(case, clocks).learn(told)
        for clock in clocks.values():
            clock.settle()
        counts: Counter[str] = Counter()
        found = [
            witness
            for case in cases
            for witness in self._faults(case, orders.passages(case), clocks, counts)
        ]
        return Verdict.of(
            self.claim,
            counts["checked"],
            found,
            reason=_NO_KEY if self.key is None and self.vault is None and clocks else "",
            exempt={_TAGS: counts["tags"]},
            untold={_SAME: counts["same"]},
        )

    def _records(self) -> ClockRecords:
        window = TargetWindow(self.window, self.season, self.keep_weekday)
        return ClockRecords(window, self.scope, self.key, self.vault)

    def _clock(self, case: Case, clocks: Clocks) -> SubjectClock:
        name = "" if self.scope == "corpus" else case.subject
        if name not in clocks:
            clocks[name] = SubjectClock(name, self._records())
        return clocks[name]

    def _faults(
        self, case: Case, passages: Sequence[ReadDate], clocks: Clocks, counts: Counter[str]
    ) -> Iterator[Witness]:
        """Yield the dates of a document that are not what they must be."""
        for one, told in _read(passages):
            counts["checked"] += 1
            clock = None if told is None else self._clock(case, clocks)
            if tells_nothing(one.shown, _LABEL, one.text):
                counts["tags"] += told is not None and clock is not None and clock.can_move(told)
                continue
            language = case.read_in(self.language)
            stays = (
                self.keep_weekday and one.shown == one.text and _are_weekdays(one.text, language)
            )
            reason = "" if stays else _NO_TAG
            if told is not None and clock is not None:
                reason = _fault(one, told, clock)
            counts["same"] += not reason and one.shown == one.text
            if reason:
                yield Witness(case.release.id, one.start, one.end, reason, label=_LABEL)


def _are_weekdays(text: str, language: str) -> bool:
    """Tell whether a passage names days of the week and nothing else: "Sundays", "Mon and Wed"."""
    known, words = facts(language), _WORD.findall(text)
    days = [
        known.is_a(word, "weekday", "weekday-short") or known.is_a(word.rstrip("sS"), "weekday")
        for word in words
    ]
    joints = ("list-joint", "range", "every", "habit")
    alone = all(day or known.is_a(word, *joints) for day, word in zip(days, words, strict=True))
    return alone and any(days) and not any(map(str.isdecimal, text))


def _fault(one: ReadDate, told: DatedPassage, clock: SubjectClock) -> str:
    """Return what is wrong with a date that is no tag; nothing if it is right."""
    if all(moment.precision == "relative" for moment in told.moments):
        return "" if one.shown == one.text else _WRONG
    if not clock.can_move(told):
        return _NO_TAG
    if clock.offset is None:
        return _WRONG if clock.drawn else _UNDRAWN
    return "" if clock.is_right(told, clock.offset) else _WRONG


def _read(passages: Sequence[ReadDate]) -> Iterator[tuple[ReadDate, DatedPassage | None]]:
    """Yield each date of a document with what it tells; None if it must be a tag."""
    movable = [one.before for one in passages if one.before is not None and _is_movable(one.before)]
    years = DocumentYears.of_passages(read.moments for read in movable)
    for one in passages:
        if one.before is None or not _is_movable(one.before):
            yield one, None
            continue
        moments = one.before.moments
        # Only who lacks a year needs to know more of the document.
        told = years if any(moment.year is None for moment in moments) else DocumentYears()
        yield one, DatedPassage(moments, told, _shown(one, one.before), _is_pair(one.before))


def _is_movable(read: DateRead) -> bool:
    """Tell whether a date may be shown: the calendar has it, and it is no name without a year."""
    return not (read.impossible or _has_name(read)) and all(map(_is_known, read.moments))


def _has_name(read: DateRead) -> bool:
    """Tell whether a holiday without a year is part of a date."""
    named = read.form == "holiday" and read.moments[0].year is None
    return named or any(map(_has_name, read.parts))


def _is_pair(read: DateRead) -> bool:
    """Tell whether two years stand in one writing: "2014-15", "winter 2014/15"."""
    while len(read.parts) == 1:
        read = read.parts[0]
    return read.form in ("years", "short-year", "season") and len(read.moments) == 2


def _is_known(moment: SaidMoment) -> bool:
    return moment.precision in ("day", "weekday", "relative") or is_placed(moment)


def _shown(one: ReadDate, before: DateRead) -> tuple[SaidMoment, ...] | None:
    """Return what a released date says; nothing if it says no date, None if it is a tag."""
    if tells_nothing(one.shown, _LABEL, one.text):
        return None
    read = read_like(one.shown, before)
    return () if read is None or read.impossible else read.moments
