"""Calendar: no holiday, season or event beside a moved date tells by how much it was moved."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Final

from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.contracts import Case
from textveil.values.terms.word_lists import NO_LISTS, WordLists
from textveil.values.verdict import Verdict, Witness
from textveil.verify.days.calendar_terms import CalendarTerm, calendar_terms
from textveil.verify.passages.allowed_words import AllowedWords
from textveil.verify.passages.must_change import tells_nothing

__all__ = ["Calendar"]

_LABEL: Final = "DATE"
_ALLOWED: Final = "allowed words"
_OTHER: Final = "words that may mean something else"
_TELLS: Final = "a calendar word beside a moved date tells by how much it was moved"


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
    day, event or season outside its replaced passages, other than allowed words. `spring` and
    `fall` count where words before them say that they are seasons; elsewhere they, and allowed
    words, are left and counted. One pass; the input is not needed.
    """

    claim: ClassVar[str] = "calendar"

    keep_weekday: bool = True
    language: str = ENGLISH
    lists: WordLists = field(default=NO_LISTS, repr=False)

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        checked, witnesses = 0, list[Witness]()
        exempt = {_ALLOWED: 0, _OTHER: 0}
        allowed = AllowedWords(self.lists.allow)
        for case in cases:
            checked += 1
            text = case.release.text
            places = allowed.places(text)
            for word in self._left(case):
                if not word.sure:
                    exempt[_OTHER] += 1
                elif allowed.excuse(text, word.start, word.end, places):
                    exempt[_ALLOWED] += 1
                else:
                    told = Witness(case.release.id, word.start, word.end, _TELLS, label=_LABEL)
                    witnesses.append(told)
        return Verdict.of(self.claim, checked, witnesses, exempt=exempt)

    def _left(self, case: Case) -> Iterator[CalendarTerm]:
        """Yield the calendar words outside replaced passages, where a date was moved."""
        placed = list(case.release.placed())
        moved = (edit for edit, _, _ in placed if edit.label == _LABEL)
        if not any(not tells_nothing(edit.replacement, _LABEL) for edit in moved):
            return
        spots = iter([(start, end) for _, start, end in placed])
        start, end = next(spots, (len(case.release.text), len(case.release.text)))
        language = case.read_in(self.language)
        for word in calendar_terms(case.release.text, language=language):
            while end <= word.start:
                start, end = next(spots, (len(case.release.text) + 1,) * 2)
            skipped = word.kind == "weekday" and self.keep_weekday
            if word.end <= start and not skipped:
                yield word
