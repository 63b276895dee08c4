"""Doubt: passages that a model is unsure of, and that nothing confirms.

A fake in place of a word that identified nobody reads like a fact and is none. Where that is likely
a tag can stand, which every reader sees (`unsure: tag`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from textveil.detect.propagation.propagate import SOURCE as PROPAGATED
from textveil.detect.tagging.name_spans import SOURCE as MODEL
from textveil.lexicon.tables.folding import squeeze_text
from textveil.models.calibration import SURE
from textveil.pipeline.release.rewriting import REPAIRED
from textveil.values.document import Document
from textveil.values.label import family_of
from textveil.values.span import Span, Spans

__all__ = ["Doubt"]

_Key = tuple[str, str, str]
"""A scope, the family of a label, and a value or a word of a name."""
_FROM_ELSEWHERE: Final = frozenset({PROPAGATED, REPAIRED})
"""Sources that repeat what was found at another place."""


@dataclass(slots=True)
class Doubt:
    """What is sure and what is not, by value; grows with the number of distinct values.

    A passage is unsure if a model gave it a score below the level, and

    - no rule, list or column found it or a part of it, and
    - the same value, of a name the same words, was not found surely in the same scope.

    What repeats a value at another place is as sure as the value.

    Attributes
    ----------
    scope
        Within what a value means one thing: `subject`, `corpus` or `document`.
    level
        The score from which a model is sure.
    """

    scope: str = "subject"
    level: float = SURE
    _sure: set[_Key] = field(default_factory=set)
    _doubted: set[_Key] = field(default_factory=set)

    def learn(self, document: Document, found: Spans) -> None:
        """Take in all that was found in a document, before overlaps are settled."""
        rules = found.where(lambda span: span.source not in (MODEL, *_FROM_ELSEWHERE))
        apart = set(found.where(self._is_doubtful).subtract(rules))
        for span in found:
            if span.source not in _FROM_ELSEWHERE:
                known = self._doubted if span in apart else self._sure
                known.update(self._keys(document, span))

    def unsure(self, document: Document, spans: Spans) -> Spans:
        """Return the spans of a document that are unsure, after all documents were learnt."""
        return spans.where(lambda span: self._is_unsure(document, span))

    def _is_unsure(self, document: Document, span: Span) -> bool:
        repeated = span.source in _FROM_ELSEWHERE
        if not repeated and not self._is_doubtful(span):
            return False
        whole, *words = self._keys(document, span)
        if _holds(self._sure, whole, words):
            return False
        return not repeated or _holds(self._doubted, whole, words)

    def _is_doubtful(self, span: Span) -> bool:
        return span.source == MODEL and span.score < self.level

    def _keys(self, document: Document, span: Span) -> Iterator[_Key]:
        """Yield what a value is known by, the whole first; a name also by its words."""
        scopes = {"subject": document.counted_subject, "document": document.id, "corpus": ""}
        scope, family, value = scopes[self.scope], family_of(span.label), document.covered_by(span)
        for part in (value, *(value.split() if family == "NAME" else ())):
            yield scope, family, squeeze_text(part)


def _holds(known: set[_Key], whole: _Key, words: list[_Key]) -> bool:
    return whole in known or (bool(words) and all(word in known for word in words))
