"""Revising on the page Compose: covers, wordings and free edits that somebody chose in versions.

What was chosen stands in fields of the page, so nothing is kept between two requests. A field
counts only for the versions that it was shown with: they have a sign, which the page sends along.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final

from textveil.errors import InvalidValueError
from textveil.pipeline.messages.composing import ComposedMessage, Composer, written_parse
from textveil.pipeline.messages.revising import Revision
from textveil.pipeline.messages.versions import VersionSettings
from textveil.values.edit import Edit
from textveil.values.messages.composition import Composition, DrawnWords, MessageVersion, Wordings
from textveil.values.messages.message import place_of
from textveil.web.asking import SentForm
from textveil.web.words import words

__all__ = ["RevisedMessage", "revised"]

SIGN: Final = "shown"
_CHOSEN_BY_HAND: Final = -1
"""The letter of a wording that was not drawn, so that it accuses nobody."""


@dataclass(frozen=True, slots=True, repr=False)
class RevisedMessage:
    """The versions of a message as somebody left them.

    Attributes
    ----------
    revision
        With the versions.
    sign
        What the page sends along with choices.
    drawn
        The versions as they were made.
    chosen
        The versions with what was chosen in fields, and without free edits.
    """

    revision: Revision
    sign: str
    drawn: Composition
    chosen: Composition

    @property
    def made(self) -> Composition:
        """The versions."""
        return self.revision.made

    def kept(self) -> Composition:
        """Return the versions as the book keeps them: what was chosen by hand was not drawn."""
        pairs = list(zip(self.made.versions, self.drawn.versions, strict=True))
        by_hand = {
            (new.group, new.friend): _letters(old, self._places(), new)
            for new, old in pairs
            if new.release.edits != old.release.edits
        }
        if not by_hand:
            return self.made
        versions = tuple(
            replace(one, letters=by_hand.get((one.group, one.friend), one.letters))
            for one in self.made.versions
        )
        draws = tuple(_drawn(one, by_hand) for one in self.made.draws)
        return replace(self.made, versions=versions, draws=draws)

    def _places(self) -> list[tuple[int, int]]:
        private = [place_of(one) for one in self.revision.private]
        return private + [_place(slot) for slot in self.made.others]

    def choices(self) -> list[list[dict[str, Any]]]:
        """Return for each version its fields: name, label, what may be chosen and what is."""
        covers = [self._covers(at) for at in range(len(self.revision.private))]
        return [
            [
                *(self._cover_field(at, version, n, told) for n, told in enumerate(covers)),
                *(self._word_field(at, version, n) for n in range(len(self.made.others))),
            ]
            for at, version in enumerate(self.made.versions)
        ]

    def _covers(self, passage: int) -> list[tuple[str, Edit | None]]:
        """Return every cover of a passage by level and form."""
        levels = range(len(self.revision.ladder(passage).rungs))
        return [
            (f"{level}.{form}", edit)
            for level in levels
            for form, edit in enumerate(self.revision.covers(passage, level))
        ]

    def _cover_field(
        self, at: int, version: MessageVersion, passage: int, covers: Sequence[Any]
    ) -> dict[str, Any]:
        start, end = place_of(self.revision.private[passage])
        return self._field(f"v{at}p{passage}", version, (start, end), covers)

    def _word_field(self, at: int, version: MessageVersion, slot: int) -> dict[str, Any]:
        wordings = self.made.others[slot]
        numbered = [(str(letter), edit) for letter, edit in enumerate(wordings)]
        return self._field(f"v{at}s{slot}", version, _place(wordings), numbered)

    def _field(
        self,
        name: str,
        version: MessageVersion,
        place: tuple[int, int],
        options: Sequence[tuple[str, Edit | None]],
    ) -> dict[str, Any]:
        written = self.revision.document.text[slice(*place)]
        standing = _standing(version, place)
        chosen = next((key for key, edit in options if _same(standing, edit)), "")
        told = [(key, _shown(edit, written)) for key, edit in options]
        told += [] if chosen else [("", words().compose_own_words)]
        return {"name": name, "label": written, "options": told, "chosen": chosen}


def _place(slot: Wordings) -> tuple[int, int]:
    edit = next(one for one in slot if one is not None)
    return edit.start, edit.end


def _shown(edit: Edit | None, written: str) -> str:
    if edit is None:
        return written
    return edit.replacement or words().compose_left_out


def _standing(version: MessageVersion, place: tuple[int, int]) -> tuple[Edit, ...]:
    start, end = place
    return tuple(one for one in version.release.edits if one.start < end and start < one.end)


def _same(standing: Sequence[Edit], edit: Edit | None) -> bool:
    if edit is None:
        return not standing
    key = (edit.start, edit.end, edit.replacement)
    return [(one.start, one.end, one.replacement) for one in standing] == [key]


def _letters(
    old: MessageVersion, places: Sequence[tuple[int, int]], new: MessageVersion
) -> tuple[int, ...]:
    return tuple(
        letter if _standing(old, place) == _standing(new, place) else _CHOSEN_BY_HAND
        for letter, place in zip(old.letters, places, strict=True)
    )


def _drawn(
    drawn: DrawnWords, by_hand: Mapping[tuple[str, str | None], tuple[int, ...]]
) -> DrawnWords:
    many = len(drawn.words)
    given = [
        by_hand.get((drawn.group, friend), drawn.words[at % many])
        for at, friend in enumerate(drawn.friends)
    ]
    return replace(drawn, words=(*given, *drawn.words[len(given) :]))


def revised(
    composer: Composer, composed: ComposedMessage, settings: VersionSettings, form: SentForm
) -> RevisedMessage:
    """Return the versions with what the fields of a form choose."""
    message = composed.checked.message
    parse = written_parse(message.text)
    drawn = composed.made
    revision = Revision(message, parse, composed.checked.passages, composer.groups, settings, drawn)
    told = [message.text, *(f"{one.group} {one.friend} {one.text}" for one in drawn.versions)]
    sign = sha256("\0".join(told).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    found = RevisedMessage(revision, sign, drawn, drawn)
    if form[SIGN] != sign:
        return found
    return _edited(_chosen(found, form), form)


def _chosen(found: RevisedMessage, form: SentForm) -> RevisedMessage:
    """Take over the choices that differ from what was drawn."""
    revision = found.revision
    for at, fields in enumerate(found.choices()):
        for number, one in enumerate(fields):
            sent = form[one["name"]]
            if sent in ("", one["chosen"]) or sent not in {key for key, _ in one["options"]}:
                continue
            if number < len(revision.private):
                level, form_of = map(int, sent.split("."))
                made = revision.with_cover(at, number, level, form_of)
            else:
                made = revision.with_wording(at, number - len(revision.private), int(sent))
            revision = replace(revision, made=made)
    return replace(found, revision=revision, chosen=revision.made)


def _edited(found: RevisedMessage, form: SentForm) -> RevisedMessage:
    """Take over texts that somebody changed freely, if nothing else of their version did."""
    revision = found.revision
    for at, version in enumerate(revision.made.versions):
        sent = form[f"v{at}text"].replace("\r\n", "\n")
        if not sent or form[f"v{at}base"].replace("\r\n", "\n") != version.text:
            continue
        if sent == version.text:
            continue
        start, end, text = _change(version, sent)
        try:
            edited = revision.with_edit(at, start, end, text)
        except InvalidValueError:
            continue
        revision = replace(revision, made=edited)
    return replace(found, revision=revision)


def _change(version: MessageVersion, sent: str) -> tuple[int, int, str]:
    """Return where a changed text differs, as offsets in the message, and what stands there."""
    text = version.text
    least = min(len(text), len(sent))
    first = next((at for at in range(least) if text[at] != sent[at]), least)
    tail = next((n for n in range(least - first) if text[-1 - n] != sent[-1 - n]), least - first)
    start, stop = first, len(text) - tail
    placed = list(version.release.placed())
    for _, new_start, new_end in placed:
        if new_start < stop and start < new_end:
            start, stop = min(start, new_start), max(stop, new_end)
    there = sent[start : len(sent) - (len(text) - stop)]
    return start - _grown(placed, start), stop - _grown(placed, stop), there


def _grown(placed: Sequence[tuple[Edit, int, int]], at: int) -> int:
    """Return how many characters edits that end by a place have added."""
    return sum(end - start - (edit.end - edit.start) for edit, start, end in placed if end <= at)
