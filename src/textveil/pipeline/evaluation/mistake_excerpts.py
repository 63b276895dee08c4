"""Mistakes in context: the passages that the error browser shows, with the text around them.

Excerpts hold source text. They are made only where the user asks for them.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from textveil.evaluate.detection.mistakes import Fault, Mistake
from textveil.values.document import Document

__all__ = ["CONTEXT", "SHOWN", "Excerpts", "MistakeExcerpt", "MistakePiece"]

CONTEXT: Final = 60
"""Characters shown on each side of a passage."""

SHOWN: Final = 300
"""Passages shown of each label and kind of mistake; beyond that they are only counted."""

_LONGEST: Final = 240
"""Characters of a piece of a passage that are shown; the middle of a longer one is left out."""

_LINE_END: Final = re.compile(r"\r\n|[\n\r\v\f\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True, repr=False)
class MistakePiece:
    """A stretch of an excerpt; `kind` is context, fine, or wrong."""

    text: str
    kind: str


@dataclass(frozen=True, slots=True, repr=False)
class MistakeExcerpt:
    """One mistake with the text around it."""

    document: str
    mistake: Mistake
    pieces: tuple[MistakePiece, ...]


class Excerpts:
    """Mistakes in context, a limited number of each label and kind.

    Parameters
    ----------
    shown
        How many of each label and kind are kept.
    """

    def __init__(self, shown: int = SHOWN) -> None:
        self._shown = shown
        self._kept: dict[tuple[str, Fault], list[MistakeExcerpt]] = {}

    def __repr__(self) -> str:
        return f"Excerpts(kept={sum(map(len, self._kept.values()))})"

    def add(self, document: Document, mistake: Mistake) -> None:
        """Keep a mistake of a document, if there is room."""
        kept = self._kept.setdefault((mistake.label, mistake.fault), [])
        if len(kept) < self._shown:
            kept.append(MistakeExcerpt(document.id, mistake, _pieces(document.text, mistake)))

    def of(self, label: str, fault: Fault) -> tuple[MistakeExcerpt, ...]:
        """Return what was kept of a label and kind, in the order of the documents."""
        return tuple(self._kept.get((label, fault), ()))


def _pieces(text: str, mistake: Mistake) -> tuple[MistakePiece, ...]:
    start, end = mistake.start, mistake.end
    pieces = [MistakePiece(_before(text, start), "context")]
    at = start
    for low, high in mistake.parts:
        pieces += [
            MistakePiece(_middle(text[at:low]), "fine"),
            MistakePiece(_middle(text[low:high]), "wrong"),
        ]
        at = high
    pieces += [
        MistakePiece(_middle(text[at:end]), "fine"),
        MistakePiece(_after(text, end), "context"),
    ]
    return tuple(piece for piece in pieces if piece.text)


def _before(text: str, start: int) -> str:
    first = max(0, start - CONTEXT)
    shown = text[first:start]
    if not first:
        return _visible(shown)
    # Half a word at the edge would only puzzle; a text without spaces is cut where it is.
    _, space, rest = shown.partition(" ")
    return "…" + _visible(rest if space else shown)


def _after(text: str, end: int) -> str:
    shown = text[end : end + CONTEXT]
    if end + CONTEXT >= len(text):
        return _visible(shown)
    rest, space, _ = shown.rpartition(" ")
    return _visible(rest if space else shown) + "…"


def _middle(text: str) -> str:
    if len(text) <= _LONGEST:
        return _visible(text)
    half = _LONGEST // 2
    left_out = len(text) - 2 * half
    return f"{_visible(text[:half])} […{left_out:,} characters…] {_visible(text[-half:])}"


def _visible(text: str) -> str:
    """Return text with signs for line ends and numbers for invisible characters.

    Zero-width characters explain many a miss, and marks of direction would turn the page around.
    """
    shown = _LINE_END.sub("↵", text).replace("\t", "⇥")
    return "".join(
        f"⟨{ord(letter):04X}⟩" if unicodedata.category(letter).startswith("C") else letter
        for letter in shown
    )
