"""Time phrases collected from texts, with the rules by which each is read from a moment.

Paper 5, Eq. 4.11 collects phrases, and reads them when a message is written. Here each phrase keeps
a rule such as `week -1`; a phrase that no rule of the table stands for is not collected.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Final

from textveil.errors import InputError
from textveil.lexicon.messages.times.grammar import time_matches
from textveil.lexicon.messages.times.meaning import meaning_of
from textveil.lexicon.tables.facts import facts
from textveil.transform.messages.time_covers import Interval, interval_of, known_rules
from textveil.values.document import Document

__all__ = ["collected", "phrases_of", "read_phrases", "written_phrases"]

_FIRST: Final = "textveil-time-phrases 1"
_MOMENTS: Final = tuple(
    datetime(2013, 1, 31, 8, 30) + timedelta(days=39 * step, hours=5 * step) for step in range(12)
)
"""Moments at which a phrase and its rule must mean the same."""
_LONGEST: Final = 40

Phrase = tuple[str, str]
"""A phrase and its rule."""


def phrases_of(text: str) -> list[str]:
    """Return the time phrases of a text in lower case, each with the word that leads up to it.

    Examples
    --------
    >>> phrases_of("I was there last week, and we meet in May.")
    ['last week', 'in may']
    """
    leads = facts().words("time-lead")
    found = []
    for match in time_matches(text):
        before = text[: match.start].rstrip(" ").rpartition(" ")[2]
        lead = f"{before} " if before.lower() in leads else ""
        found.append(" ".join(f"{lead}{text[match.start : match.end]}".casefold().split()))
    return found


def collected(documents: Iterable[Document]) -> list[Phrase]:
    """Return the phrases of documents that a rule stands for, the most frequent first."""
    counts: Counter[str] = Counter()
    for document in documents:
        counts.update(phrases_of(document.text))
    found = ((phrase, _rule_of(phrase)) for phrase, _ in _in_order(counts))
    return [(phrase, rule) for phrase, rule in found if rule]


def _in_order(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda one: (-one[1], one[0]))


def _rule_of(phrase: str) -> str:
    """Return the rule that means at every moment what the phrase means; empty if none does."""
    if len(phrase) > _LONGEST:
        return ""
    read = [_meant(phrase, at) for at in _MOMENTS]
    if any(one is None for one in read):
        return ""
    return next((rule for rule, meant in _rules() if meant == tuple(read)), "")


def _meant(phrase: str, at: datetime) -> Interval | None:
    matches = list(time_matches(phrase))
    if len(matches) != 1:
        return None
    found = meaning_of(matches[0], at)
    return None if found.since is None or found.until is None else (found.since, found.until)


@cache
def _rules() -> tuple[tuple[str, tuple[Interval, ...]], ...]:
    return tuple((rule, tuple(interval_of(rule, at) for at in _MOMENTS)) for rule in known_rules())


def written_phrases(phrases: Iterable[Phrase]) -> str:
    """Return the content of a file."""
    return "\n".join([_FIRST, *(f"{phrase}\t{rule}" for phrase, rule in phrases)]) + "\n"


def read_phrases(path: Path) -> tuple[Phrase, ...]:
    """Return the phrases of a file.

    Raises
    ------
    InputError
        If it is no file of time phrases, or a line has no rule.
    """
    hint = "textveil compose time-phrases TEXT -o PHRASES makes one"
    try:
        first, *lines = path.read_text("utf-8").splitlines() or [""]
    except (OSError, UnicodeDecodeError) as error:
        what = f"the time phrases cannot be read ({type(error).__name__})"
        raise InputError(what, where=str(path), hint=hint) from None
    if first != _FIRST:
        raise InputError("this is no file of time phrases", where=f"{path}, line 1", hint=hint)
    found = []
    for number, line in enumerate(lines, 2):
        phrase, tab, rule = line.partition("\t")
        if not tab or not phrase or rule not in known_rules():
            raise InputError(
                "a line has a phrase and a rule", where=f"{path}, line {number}", hint=hint
            )
        found.append((phrase, rule))
    return tuple(found)
