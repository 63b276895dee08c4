"""Calendar: no holiday, season or event beside a moved date tells by how much it was moved."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Final

from textveil.lexicon.calendar_words import CalendarWord, calendar_words, says_general
from textveil.lexicon.languages import ENGLISH
from textveil.lexicon.sentences import sentence_numbers
from textveil.lexicon.written_date_moments import FINE
from textveil.lexicon.written_dates import parse
from textveil.values.contracts import Case
from textveil.values.verdict import Verdict, Witness
from textveil.values.word_lists import NO_LISTS, WordLists
from textveil.verify.allowed_words import AllowedWords
from textveil.verify.must_change import tells_nothing

__all__ = ["Calendar"]

_LABEL: Final = "DATE"
_TELLS: Final = "a calendar word beside a moved date tells by how much it was moved"
_ALONE: Final = "a day without its month tells the offset beside the same day in full"
_BARE: Final = "monthday"
_BESIDE: Final = "a moved date stands beside a word that says what kind of day it was"


@dataclass(frozen=True, slots=True)
class Calendar:
    """Check that calendar words beside moved dates were replaced.

    Parameters
    ----------
    keep_weekday
        Whether dates move by whole weeks, so that weekdays tell nothing; as the transformer's.
    language
        Language of the texts.
    lists
        The words that the policy allows stay, and are counted.

    Notes
    -----
    The claim: a released text in which a date was replaced by another date has no holiday, named
    day, event or season outside its replaced passages, other than allowed words; and no sentence or
    line has both a general word for one of them and a day, week or month. No date is replaced by a
    day without its month, such as `the 3rd`. `spring` and
    `fall` count where words before them say that they are seasons; elsewhere they, and allowed
    words, are left, and the verdict says how many. One pass; the input is not needed, but if it is
    given, its sentences count.
    """

    claim: ClassVar[str] = "calendar"

    keep_weekday: bool = True
    language: str = ENGLISH
    lists: WordLists = field(default=NO_LISTS, repr=False)

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        checked, left, witnesses = 0, 0, list[Witness]()
        allowed = AllowedWords(self.lists.allow)
        for case in cases:
            checked += 1
            text = case.release.text
            places = allowed.places(text)
            for word in self._left(case):
                if word.sure and not allowed.excuse(text, word.start, word.end, places):
                    told = Witness(case.release.id, word.start, word.end, _TELLS, label=_LABEL)
                    witnesses.append(told)
                else:
                    left += 1
            witnesses += self._beside(case)
        reason = f"{left:,} calendar word{'' if left == 1 else 's'} left" if left else ""
        return Verdict.of(self.claim, checked, witnesses, reason=reason)

    def _beside(self, case: Case) -> Iterator[Witness]:
        """Yield the moved dates in whose sentence a general word stands."""
        language = case.read_in(self.language)
        dates = [one for one in case.release.placed() if one[0].label == _LABEL]
        text, places = case.release.text, [(start, end) for _, start, end in dates]
        if case.before is not None:
            text, places = case.before.text, [(edit.start, edit.end) for edit, _, _ in dates]
        numbers = sentence_numbers(text, places, language=language)
        said = list(zip(numbers, dates, strict=True))
        told = {n for n, (edit, _, _) in said if says_general(edit.replacement, language=language)}
        for number, (edit, start, end) in said:
            shown = _precisions(edit.replacement, language)
            if _BARE in shown:
                yield Witness(case.release.id, start, end, _ALONE, label=_LABEL)
            elif number in told and shown & FINE:
                yield Witness(case.release.id, start, end, _BESIDE, label=_LABEL)

    def _left(self, case: Case) -> Iterator[CalendarWord]:
        """Yield the calendar words outside replaced passages, where a date was moved."""
        placed = list(case.release.placed())
        moved = (edit for edit, _, _ in placed if edit.label == _LABEL)
        if not any(not tells_nothing(edit.replacement) for edit in moved):
            return
        spots = iter([(start, end) for _, start, end in placed])
        start, end = next(spots, (len(case.release.text), len(case.release.text)))
        language = case.read_in(self.language)
        for word in calendar_words(case.release.text, language=language):
            while end <= word.start:
                start, end = next(spots, (len(case.release.text) + 1,) * 2)
            skipped = word.kind == "weekday" and self.keep_weekday
            if word.end <= start and not skipped:
                yield word


def _precisions(replacement: str, language: str) -> frozenset[str]:
    """Return how exact the dates are that a replacement names."""
    date = None if tells_nothing(replacement) else parse(replacement, language=language)
    return frozenset() if date is None else frozenset(m.precision for m in date.moments)
