"""Detection: runs the detectors of a policy; a detector that fails stops the run."""

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from textveil.detect.lists.unknown_words import unknown_words
from textveil.errors import ComponentFailedError, InputError, TextveilError
from textveil.lexicon.tables.terms import forms_of_address
from textveil.pipeline.release.clear_cases import clear_of
from textveil.policy.policy import Step
from textveil.policy.registry import ComponentKind
from textveil.values.contracts import Detector, about, with_parts
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.label import WHATEVER_THEY_SAY
from textveil.values.span import Spans
from textveil.values.terms.word_lists import NO_LISTS, WordLists

__all__ = ["Detection", "refuse_misread", "tells"]

_MOST_NULS: Final = 5
"""A text has at most one NUL in so many characters; UTF-16 that was misread has more."""
_WORD: Final = re.compile(r"[^\W_]+(?:\.[^\W_]+)*")


def refuse_misread(document: Document) -> None:
    """Raise if a text has so many NUL characters that it was read in the wrong encoding."""
    if document.text.count("\0") * _MOST_NULS > len(document.text):
        raise InputError(
            "the text holds NUL characters, as UTF-16 does when it is read as something else",
            where=f"document {document.id}",
            hint="state the encoding, for example --encoding utf-16",
        )


@dataclass(frozen=True, slots=True)
class Detection:
    """All detectors of a run, with the names they are known by."""

    detectors: Sequence[tuple[str, Detector]]

    @classmethod
    def of(
        cls, steps: Iterable[Step], key: Secret | None = None, lists: WordLists = NO_LISTS
    ) -> "Detection":
        """Build the detectors that a policy names."""
        kind = ComponentKind.DETECTOR
        return cls([(step.use, step.built(kind, key, lists=lists)) for step in steps])

    @property
    def in_context(self) -> frozenset[str]:
        """The names of the detectors that read sentences."""
        pairs = [part for pair in self.detectors for part in with_parts(*pair)]
        return frozenset(name for name, one in pairs if about(one).needs_context)

    @property
    def reach(self) -> int | None:
        """The largest reach of any detector; None if one looks at whole documents."""
        reaches = [detector.reach for _, detector in self.detectors]
        return None if None in reaches else max((r for r in reaches if r is not None), default=0)

    def find(self, document: Document) -> Spans:
        """Return the findings of all detectors; spans may overlap.

        Detectors see the text with nothing hidden, so that what mends their findings does, too.

        A detector that raises, or that points outside the text, stops the run: passing on a
        document that was not looked at would release it unprotected.
        """
        refuse_misread(document)
        clear = clear_of(document)
        found = Spans()
        for name, detector in self.detectors:
            try:
                found |= detector.detect(clear.document).within(len(clear.document))
            except TextveilError as error:
                where = f"document {document.id}, {error.where}".rstrip(", ")
                raise ComponentFailedError(
                    f"{name}: {error.what}", where=where, hint=error.hint
                ) from None
            except Exception as error:  # noqa: BLE001 - whatever a plug-in raises, we fail closed
                # `from None`: the original message may quote the text.
                raise ComponentFailedError(
                    f"{name} failed with {type(error).__name__}; nothing was released",
                    where=f"document {document.id}",
                    hint="leave this document out of the input to go on without it; its text is "
                    "withheld from this message on purpose",
                ) from None
        return clear.back(found)

    def find_by_rules(self, document: Document) -> Spans:
        """Return what is found in a language that nobody here reads.

        That is what rules and lists find, and every capitalised word that no list knows.
        """
        found = self.find(document).where(lambda span: span.source not in self.in_context)
        return found | unknown_words(document)

    @staticmethod
    def settle(document: Document, spans: Spans) -> Spans:
        """Return disjoint spans over the same text; touching pieces of one label are joined.

        What is cut off a span that lost to another is left in the text where it says nothing:
        `, M.D.` after a name. So is what holds neither letter nor digit, unless its label says that
        it goes all the same: a comma and a line end can be rare, too.
        """
        whole = set(spans)
        settled = spans.partition()
        nothing = forms_of_address(document.language)
        told = settled.where(
            lambda s: (
                s.label in WHATEVER_THEY_SAY
                or tells(document.covered_by(s), () if s in whole else nothing)
            )
        )
        return told.merge()


def tells(value: str, nothing: Container[str]) -> bool:
    """Tell whether a value has a word that says something."""
    words = (word.replace(".", "").lower() for word in _WORD.findall(value))
    return any(word not in nothing for word in words)
