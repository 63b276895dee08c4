"""Residue: no value that was removed from one place survives in another."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, ClassVar, Final, NamedTuple

from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.contracts import Case
from textveil.values.keys.secret import Secret
from textveil.values.label import RARE
from textveil.values.terms.word_lists import NO_LISTS, WordLists
from textveil.values.verdict import Verdict, Witness
from textveil.verify.fakes.replacements import Replacements
from textveil.verify.leftovers.counted_ids import without_counters
from textveil.verify.leftovers.nicknames import LeftNicknames
from textveil.verify.leftovers.replaced_places import CHANCE, MovedDates, ReplacedPlaces, Spot
from textveil.verify.leftovers.value_search import Agreement, InnerSearch, ValueSearch
from textveil.verify.passages.allowed_words import AllowedWords
from textveil.verify.passages.identifying import (
    INNER,
    begins_term,
    reads_as_name,
    stands_in_term,
)
from textveil.verify.passages.number_readings import AMOUNT, kind_of_number
from textveil.verify.passages.removed_values import (
    EXEMPT,
    Removed,
    Words,
    days_shown,
    joined,
    removed_by,
    words_of,
)
from textveil.verify.passages.shown_edges import masked_parts
from textveil.verify.readers.written_names import written_as_name
from textveil.verify.whole.travelled import ANNOTATIONS, ID, travelling

__all__ = ["Residue"]

_HELD: Final = 1 << 16
"""Documents whose values are held for the second pass; those of others are read again."""
_YEAR: Final = re.compile(r"(?<![0-9])[12][0-9]{3}(?![0-9])")
"""Without such a number, a text shows no day with its year."""
_SUBJECT: Final = "subject"
_SURVIVES: Final = "a removed value survives in the text"
_ALLOWED: Final = "values inside words that the policy allows"
_OTHERWISE: Final = "removed numbers where digits are read as another kind of thing"
_KEPT: Final = "fields with a removed value that a rule of the policy keeps"
_COUNTED: Final = "numbers in ids that count documents or subjects"
_STAYED: Final = "removed days that stand in place of a date because of the drawn offset"


@dataclass(frozen=True, slots=True)
class Residue:
    """Check that removed values are gone: everywhere, or from the documents of their subject.

    Parameters
    ----------
    language
        Language of the texts.
    lists
        The words that the policy allows: where one stands, no value survives, unless that very
        word was removed as a passage of its own.
    rules
        The part `transform` of the policy: only what it lets write may stand for a passage, and
        passages that it masks in part are counted.
    key
        Makes keyed hashes anew.

    Notes
    -----
    What stands for a passage is what the policy lets a transformer write for its label
    (`verify.fakes.replacements`): a tag with nothing of the value, marks, a keyed hash, a coarse
    value.

    Two texts are compared as a reader would: folded (look-alike letters, widths, zero-width
    characters), without regard to case, and with everything but letters and digits left out. A
    value *survives* where consecutive words of a text, joined, spell it.

    Values of labels that identify on their own, addresses with a number, and names in full must
    survive nowhere in the corpus if they identify by their form, or if detectors agree about them
    (`verify.passages.identifying`): a name in full neither with its parts in another order, without
    its middle names, nor before or after digits, as in user names and e-mail addresses; a house
    neither with short words for streets, nor without its town. Other values must not survive in the
    documents of their subject, a day with its year in no writing. There, in documents other than
    their own, everyday words, traits in everyday words, names of diseases and tests, and numbers of
    fewer than six digits that do not identify do not count. Parts of a name in full that are no
    everyday words must not survive in its own document, its id and metadata included, unless they
    begin a clinical term there (`Foley catheter`). Surnames and numbers of six characters count
    inside longer words that are no words of their own (`#canarymanstrong`, not `reporter`): numbers
    of such forms in every document, others in those of the subject.

    The text, the document's id and the metadata that travels along are all looked through, the
    latter two not for everyday words. Letters and digits may coincide. A number of fewer than six
    digits survives where it is one word, or parted as it was. A name of everyday words survives
    where it is written as a name: several words with a capital each, a single one (`Long`) with a
    capital that does not open a sentence or line which goes on in small letters. So does an
    organization of everyday words: `the court` is none. Words between
    which others were blanked do not stand together. What stands inside a replacement, or cuts one,
    is there by chance, unless both it and what was replaced identify on their own and it is all
    that is shown, or has six letters and digits and is no single word of letters, nor everyday
    words and short numbers alone (`6 South`); it is the very value replaced there; or the e-mail
    address, user name or web address replaced there had it too. Everyday words in a row are no
    single word. Digits are no removed number where they are read as a date, a time of day, an
    amount or part of a longer number, unless one was removed that was written so
    (`verify.passages.number_readings`). Where dates are moved, a day may stand in place of a date:
    the offset decides which, `intervals` checks it, and how often is not published.

    Ages, times of day and dates that name no day may stay in their place, and a domain reserved for
    examples is nobody's. Values with fewer than four letters and digits are not looked for. A field
    that a rule of the policy keeps may show a removed value. Passages that were withheld as rare
    may consist of common words; they must be gone from their own place, and k-anonymity is the
    claim about the rest. The verdict counts all that is left out.

    Two passes, and a third over the input if detectors found a value of no such form with several
    subjects; time linear in the text for values of bounded length; memory grows with the number
    of distinct values. Without the input the claim is not checkable.
    """

    claim: ClassVar[str] = "residue"
    unhides: ClassVar[bool] = True

    language: str = ENGLISH
    lists: WordLists = field(default=NO_LISTS, repr=False)
    rules: Mapping[str, Any] = field(default_factory=dict, repr=False)
    key: Secret | None = None

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        corpus, evidence = Removed.nothing(), Agreement()
        subjects: dict[str, _Shared] = defaultdict(_Shared.nothing)
        held, ids = list[Removed](), (set[str](), set[str]())
        exempt = Counter(dict.fromkeys((*EXEMPT, _ALLOWED, _OTHERWISE, _KEPT, CHANCE), 0))
        allowed, dates, nicknames = AllowedWords(self.lists.allow), MovedDates(), LeftNicknames()
        for case in cases:
            if case.before is None:
                return Verdict.not_checkable(self.claim, "the input was not given")
            language = case.read_in(self.language)
            removed, counts = removed_by(case, case.before.text, language=language)
            exempt.update(counts)
            exempt.update(masked_parts(case, self.rules))
            dates.learn(case.release.edits, case.before.text, language)
            nicknames.learn(case, language)
            allowed.take_back(
                case.before.text[edit.start : edit.end] for edit in case.release.edits
            )
            held += [removed.compact()] if len(held) < _HELD else []
            ids[0].add(case.release.id)
            ids[1].add(case.before.subject or "")
            _learn(corpus, removed)
            evidence.add(removed, case.subject)
            if removed.subject or removed.days or removed.inner or removed.kinds:
                subjects[case.subject].add(removed)
        agreed = evidence.agreed(cases, self.language)
        corpus.everywhere.update(agreed)
        corpus.numbers.update(value for value in agreed if len(value) >= INNER)
        said = dict(zip((ID, _SUBJECT), map(without_counters, ids), strict=True))
        exempt[_COUNTED] = sum(name != rest for one in said.values() for name, rest in one.items())
        checked = exempt.pop("", 0)
        searches = _Searches.of(corpus, said, allowed, exempt)
        witnesses: list[Witness] = []
        nobody, written = _Shared.nothing(), Replacements(self.rules, self.key)
        for case, known in zip_longest(cases, held):
            before = case.before.text if case.before else ""
            language = case.read_in(self.language)
            own = known or removed_by(case, before, language=language)[0]
            shared = subjects.get(case.subject, nobody)
            replaced = ReplacedPlaces.of(case, before, language, dates)
            found = list(_survivors(case, searches, own, shared, replaced))
            witnesses += [*found, *nicknames.left(case, language, allowed, found)]
            witnesses += written.faults(case, language)
        untold = {_STAYED: dates.stayed}
        return Verdict.of(self.claim, checked, witnesses, exempt=exempt, untold=untold)


def _learn(corpus: Removed, removed: Removed) -> None:
    """Add what must not be left in any document."""
    corpus.everywhere.update(removed.everywhere)
    corpus.names.update(removed.names)
    corpus.streets.update(removed.streets)
    corpus.numbers.update(removed.numbers)
    corpus.several.update(removed.several & (removed.everywhere | removed.doubted))
    # An amount is nobody's number with other subjects, though one subject's was written so.
    corpus.kinds.update(one for one in removed.kinds if one[1] != AMOUNT)


class _Shared(NamedTuple):
    """What no document of a subject may show."""

    values: set[str]
    several: set[str]
    days: set[int]
    inner: set[str]
    labelled: set[str]
    kinds: set[tuple[str, str]]

    @classmethod
    def nothing(cls) -> "_Shared":
        return cls(*(set() for _ in cls._fields))

    def add(self, removed: Removed) -> None:
        """Take in what one document of the subject removed."""
        self.values.update(removed.subject)
        self.several.update(removed.several & removed.subject)
        self.days.update(removed.days)
        self.inner.update(removed.inner)
        self.labelled.update(removed.labelled)
        self.kinds.update(removed.kinds)


class _Here(NamedTuple):
    """The searches for values that must not be left in one document."""

    whole: ValueSearch
    inner: InnerSearch
    alone: Set[str]
    """Values among them that identify on their own by their label."""
    kinds: Set[tuple[str, str]]
    """As what kinds of things the subject's numbers were written."""

    def spots(self, text: str, found: Words, language: str) -> Iterator[Spot]:
        """Yield where values survive in a text."""
        for start, end in self.whole.spots(found, language):
            words = words_of(text[start:end]).words
            alone = "".join(words) in self.alone
            yield Spot(start, end, alone, alone and self.whole.is_composed(words, language))
        yield from (Spot(*spot, alone=False) for spot in self.inner.spots(found, language))


class _Searches(NamedTuple):
    """The searches for values that must not be left in any document."""

    everywhere: ValueSearch
    names: ValueSearch
    streets: ValueSearch
    numbers: InnerSearch
    said: Mapping[str, Mapping[str, str]]
    """What the ids of documents and of subjects say beside their place."""
    allowed: AllowedWords
    kinds: Set[tuple[str, str]]
    exempt: Counter[str]
    """Counts what is left out."""

    @classmethod
    def of(
        cls,
        corpus: Removed,
        said: Mapping[str, Mapping[str, str]],
        allowed: AllowedWords,
        exempt: Counter[str],
    ) -> "_Searches":
        everywhere = ValueSearch(corpus.everywhere, corpus.several)
        names, streets = ValueSearch(corpus.names), ValueSearch(corpus.streets)
        inner, kinds = InnerSearch(corpus.numbers), corpus.kinds
        return cls(everywhere, names, streets, inner, said, allowed, kinds, exempt)

    def spots(self, here: _Here, text: str, language: str) -> Iterator[Spot]:
        """Yield where values survive in a text, besides allowed words and other readings."""
        excused = self.allowed.places(text)
        for spot in dict.fromkeys(self._spots(here, text, language)):
            if self.allowed.excuse(text, spot.start, spot.end, excused):
                self.exempt[_ALLOWED] += 1
            elif self._reads_otherwise(text, spot, here.kinds, language):
                self.exempt[_OTHERWISE] += 1
            else:
                yield spot

    def _reads_otherwise(
        self, text: str, spot: Spot, own: Set[tuple[str, str]], language: str
    ) -> bool:
        """Tell whether digits are read here as something that no value with them was."""
        spelt = joined(text[spot.start : spot.end])
        if not spelt.isdecimal():
            return False
        kind = kind_of_number(text, spot.start, spot.end, language=language)
        return bool(kind) and (spelt, kind) not in self.kinds and (spelt, kind) not in own

    def days(self, text: str, wanted: Set[int], language: str) -> Iterator[tuple[int, int]]:
        """Yield where days are shown, besides allowed words."""
        if not wanted or not _YEAR.search(words_of(text).view.text):
            return
        excused = self.allowed.places(text)
        for start, end, day in days_shown(text, language=language):
            if day in wanted and not self.allowed.excuse(text, start, end, excused):
                yield start, end

    def _spots(self, here: _Here, text: str, language: str) -> Iterator[Spot]:
        found = words_of(text)
        apart = found.apart()
        for start, end in self.everywhere.spots(found, language):
            words = words_of(text[start:end]).words
            if not begins_term(text, start, end, language=language):
                yield Spot(start, end, composed=self.everywhere.is_composed(words, language))
        for start, end in self.names.spots(apart, language):
            named = reads_as_name(text[start:end], language=language)
            if named and not begins_term(text, start, end, language=language):
                yield Spot(start, end)
        streets = self.streets.spots(found.shortened(language), language)
        yield from (Spot(*spot) for spot in streets)
        yield from (Spot(*spot, alone=False) for spot in self.numbers.spots(found, language))
        yield from here.spots(text, found, language)


def _survivors(
    case: Case, searches: _Searches, own: Removed, shared: _Shared, replaced: ReplacedPlaces
) -> Iterator[Witness]:
    language, text = replaced.language, case.release.text
    # Several searches: joining the values of a document to those of the corpus would cost as much
    # as all of the corpus's values, for every document.
    several = own.several | shared.several
    inner, alone = InnerSearch(own.inner | shared.inner), own.labelled | shared.labelled
    values = own.document | own.callings | own.parts | shared.values
    here = _Here(ValueSearch(values, several), inner, alone, own.kinds | shared.kinds)
    kept = {
        (spot.start, spot.end)
        for spot in searches.spots(here, text, language)
        if not replaced.excuses(spot, searches.exempt)
        and (spot.alone or replaced.holds(spot) or not _says_other(text, spot, own, language))
    }
    days = searches.days(text, shared.days, language)
    kept |= {day for day in days if not replaced.touches(*day)}
    for start, end in sorted(dict(sorted(kept, reverse=True)).items()):
        yield Witness(case.release.id, start, end, _SURVIVES, redraw=True)
    yield from _unmoved(case)
    beside: _Here | None = None
    for name, value in travelling(case):
        said = searches.said.get(name, {}).get(value, value)
        if not said:
            continue
        if beside is None:
            # An everyday word that was removed from the text is nobody's in a column or an id.
            values = own.subject | own.parts | shared.values
            beside = _Here(ValueSearch(values, several), inner, alone, here.kinds)
        days = searches.days(said, shared.days, language)
        spots = (
            spot.alone or not stands_in_term(said, spot.start, spot.end, language=language)
            for spot in searches.spots(beside, said, language)
        )
        if not any(spots) and not any(days):
            continue
        if any(name == field or name.startswith(f"{field}.") for field in case.kept):
            searches.exempt[_KEPT] += 1
        else:
            where = "the document id" if name == ID else f"metadata field {name}"
            where = "an annotation" if name.startswith(f"{ANNOTATIONS}.") else where
            reason = f"a removed value survives in {where}"
            yield Witness(case.release.id, 0, 0, reason, beside=name)


def _says_other(text: str, spot: Spot, own: Removed, language: str) -> bool:
    """Tell whether the same letters say something else.

    "Long ago" is not Mr Long, and nobody is meant by a Foley catheter.
    """
    spelt = joined(text[spot.start : spot.end])
    if stands_in_term(text, spot.start, spot.end, language=language):
        return True
    calling = spelt in own.callings and spelt not in own.document
    return calling and not written_as_name(text, spot.start, spot.end, language=language)


def _unmoved(case: Case) -> Iterator[Witness]:
    for edit, start, end, passage in case.passages():
        value = joined(passage) if edit.label == RARE else ""
        if value and value in joined(edit.replacement):
            yield Witness(case.release.id, start, end, "a rare passage stands in its own place")
