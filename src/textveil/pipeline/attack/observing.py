"""Observing: what an attacker sees of a release, and beside it what really stood there."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from textveil.lexicon.tables.folding import squeeze_text
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.figures.attack import Glimpse, Seen
from textveil.values.metadata import EMPTY, Metadata

__all__ = ["Observed", "ShownDocument", "observe"]

_MOST: Final = 20_000
"""Passages that are looked at; more would tell the same and cost more."""


@dataclass(frozen=True, slots=True, repr=False)
class ShownDocument:
    """One released document: whom it speaks of, its release, and the input where it is known.

    `beside` is what is released beside its text.
    """

    subject: str
    release: Release
    before: Document | None = None
    beside: Metadata = EMPTY


@dataclass(frozen=True, slots=True, repr=False)
class Observed:
    """What the attacker sees, and the truth; the truth is kept apart from every attack.

    Attributes
    ----------
    view
        Texts and passages of the release.
    real
        What stood at each passage of the view; None where the input is not at hand.
    passed_over
        How many passages were left out because there were too many.
    """

    view: Glimpse
    real: tuple[str, ...] | None
    passed_over: int = 0


def observe(documents: Iterable[ShownDocument], most: int = _MOST) -> Observed:
    """Return what a reader of released documents sees.

    A passage that became a tag, or stayed as it was, stands for nothing that could be guessed at;
    it is left out.
    """
    texts: dict[str, str] = {}
    beside: dict[str, tuple[str, ...]] = {}
    passages: list[Seen] = []
    real: list[str] = []
    passed_over = 0
    is_known = True
    for shown in documents:
        is_known = is_known and shown.before is not None
        found = list(_passages(shown))
        if len(passages) + len(found) > most:
            passed_over += len(found)
            continue
        texts[shown.release.id] = shown.release.text
        cells = tuple(value for value in shown.beside.values() if isinstance(value, str))
        beside |= {shown.release.id: cells} if cells else {}
        passages += [seen for seen, _ in found]
        real += [was for _, was in found]
    view = Glimpse(texts, tuple(passages), beside)
    return Observed(view, tuple(real) if is_known else None, passed_over)


def _passages(shown: ShownDocument) -> Iterator[tuple[Seen, str]]:
    name = shown.release.id
    for edit, start, end in shown.release.placed():
        was = "" if shown.before is None else shown.before.text[edit.start : edit.end]
        if was != edit.replacement and not _is_tag(edit.replacement, edit.label):
            yield Seen(name, shown.subject, edit.label, start, end, edit.replacement), was


def _is_tag(replacement: str, label: str) -> bool:
    """Tell whether a replacement only names the kind of what stood there, or nothing at all."""
    shown = squeeze_text(replacement)
    return not shown or shown.rstrip("0123456789") == squeeze_text(label)
