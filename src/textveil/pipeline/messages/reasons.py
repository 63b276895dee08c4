"""Reasons: what was found in a message, in words for the person who wrote it."""

from functools import cache
from importlib.resources import files

from textveil.lexicon.style.language_of import language_name
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.document import Document
from textveil.values.label import LABELS
from textveil.values.messages.message import CheckedMessage, MessagePassage

__all__ = ["reason_of", "verdict_of"]


def verdict_of(checked: CheckedMessage) -> str:
    """Return whether a message is private, in words.

    Examples
    --------
    >>> verdict_of(CheckedMessage(Document("1", "Hi."), "en", False, 0.02))
    'not private (score 0.02)'
    """
    if checked.language != ENGLISH:
        return f"not read: this is {language_name(checked.language)}"
    return f"{'private' if checked.private else 'not private'} (score {checked.score:.2f})"


def reason_of(message: Document, passage: MessagePassage) -> str:
    """Return a private passage with the reason in words; for the writer's own eyes."""
    span = passage.span
    rule = "" if span.explanation is None else span.explanation.rule
    why = _sentences().get(rule) or _sentences().get(rule.partition(".")[0])
    told = f"“{message.covered_by(span)}” {why or LABELS.get(span.label, span.label)}"
    if passage.since is not None and passage.until is not None:
        told += f" ({passage.since:%Y-%m-%d %H:%M:%S} to {passage.until:%Y-%m-%d %H:%M:%S})"
    if passage.people is not None:
        told += f" ({passage.people:,} people)"
    return told


@cache
def _sentences() -> dict[str, str]:
    lines = (files("textveil.pipeline.messages") / "reasons.tsv").read_text("utf-8").splitlines()
    return dict(line.split("\t") for line in lines if not line.startswith("#"))
