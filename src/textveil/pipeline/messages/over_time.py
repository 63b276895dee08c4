"""Over time: what earlier versions and this one tell a group together (paper 5, 6.3).

A group that reads "this week" today and "this month" tomorrow of one day knows more than either
says where the two only overlap; one that knows a university knows its town.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from textveil.lexicon.ladders.places import place_ladder, university_ladder
from textveil.pipeline.messages.records import MessageRecord
from textveil.transform.messages.time_covers import Interval, phrase_interval
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.messages.composition import Composition
from textveil.values.messages.message import MessagePassage, place_of

__all__ = ["EarlierMessages"]


@dataclass(frozen=True, slots=True, repr=False)
class _Shown:
    """What a group reads of one passage."""

    value: str
    cover: str
    time: Interval | None
    covered: Interval | None

    @property
    def hidden(self) -> bool:
        return self.cover != self.value


class EarlierMessages:
    """The messages of a vault, by what each group read of their private passages."""

    def __init__(self, records: Iterable[MessageRecord] = ()) -> None:
        self._shown: dict[str, dict[str, list[_Shown]]] = {}
        for record in records:
            self.add(record)

    def add(self, record: MessageRecord | None) -> None:
        """Take a message in; in place of itself, if it was composed again."""
        if record is None:
            return
        of_group: dict[str, list[_Shown]] = {}
        for version in record.versions:
            for (start, end, _), time in zip(record.private, record.times, strict=True):
                cover = _cover(record.document, version.release, start, end)
                covered = None if time is None else phrase_interval(cover, record.at) or time
                value = record.document.text[start:end].casefold()
                of_group.setdefault(version.group, []).append(_Shown(value, cover, time, covered))
        self._shown[record.document.text] = of_group

    def warnings(
        self,
        document: Document,
        at: datetime,
        private: Sequence[MessagePassage],
        made: Composition,
        phrases: Iterable[tuple[str, str]] = (),
    ) -> list[str]:
        """Return what groups learn from this message and an earlier one together.

        Parameters
        ----------
        document
            The message.
        at
            The moment at which it is written.
        private
            Its private passages.
        made
            Its versions.
        phrases
            Further time phrases with their rules.
        """
        found: dict[str, None] = {}
        known = tuple(phrases)
        for version in made.versions:
            for passage in private:
                start, end = place_of(passage)
                cover = _cover(document, version.release, start, end)
                time = _time_of(passage)
                covered = None if time is None else phrase_interval(cover, at, known) or time
                now = _Shown(document.text[start:end].casefold(), cover, time, covered)
                for told in self._of(document, version.group):
                    reason = _reason(now, told)
                    if reason:
                        found[f"the group {version.group} {reason}"] = None
        return list(found)

    def _of(self, document: Document, group: str) -> Iterator[_Shown]:
        for text, groups in self._shown.items():
            if text != document.text:
                yield from groups.get(group, ())


def _time_of(passage: MessagePassage) -> Interval | None:
    if passage.since is None or passage.until is None:
        return None
    return passage.since, passage.until


def _cover(document: Document, release: Release, start: int, end: int) -> str:
    """Return what stands in a version in place of a passage, in lower case."""
    for edit in release.edits:
        if edit.start < end and start < edit.end:
            return edit.replacement.casefold()
    return document.text[start:end].casefold()


def _reason(now: _Shown, told: _Shown) -> str:
    """Return what a group learns from two passages together; empty if nothing."""
    if now.time is not None and told.time is not None:
        return _time_reason(now, told)
    if now.time is not None or told.time is not None:
        return ""
    if now.value == told.value and now.hidden and not told.hidden:
        return "read a passage in an earlier message that is hidden now"
    if now.value == told.value and told.hidden and not now.hidden:
        return "reads a passage now that was hidden in an earlier message"
    if now.hidden and not told.hidden and _leads_to(told.value, now.value):
        return "can tell a hidden place from a name in an earlier message"
    if told.hidden and not now.hidden and _leads_to(now.value, told.value):
        return "can tell a place that was hidden earlier from a name in this message"
    return ""


def _time_reason(now: _Shown, told: _Shown) -> str:
    one, other = now.covered, told.covered
    if now.time != told.time or one is None or other is None or one == other:
        return ""
    if not now.cover or not told.cover:
        return ""
    first, last = max(one[0], other[0]), min(one[1], other[1])
    shorter = last - first < max(one[1] - one[0], other[1] - other[0])
    return "can tell a time more exactly from this and an earlier message" if shorter else ""


def _leads_to(value: str, place: str) -> bool:
    """Tell whether a place lies above a name that is shown: the town of a university."""
    ladder = university_ladder(value) or place_ladder(value)
    forms = () if ladder is None else (form for rung in ladder.rungs[1:] for form in rung.forms)
    return any(form.casefold() == place for form in forms)
