"""Where detection is wrong: hidden passages by label, domain, name, case and length of document.

Every gold passage belongs to exactly one group of each grouping, so the groups of a grouping add up
to the total. Groups hold numbers and names of groups, never text.
"""

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

from textveil.evaluate.detection.document_words import TextTokens
from textveil.evaluate.detection.entities import Cover
from textveil.evaluate.detection.span_counts import check_pair, gold_of
from textveil.lexicon.people.name_lists import origin_of, tenth_of
from textveil.lexicon.people.person_names import read_name
from textveil.values.document import Document
from textveil.values.label import family_of
from textveil.values.span import Spans

__all__ = [
    "LENGTHS",
    "NOT_LISTED",
    "NO_NAME",
    "GroupCount",
    "Grouping",
    "count_groups",
    "domain_of",
]

NO_NAME: Final = "no name"
"""Group of passages that are no names of persons, by frequency and origin of the surname."""

NOT_LISTED: Final = "not listed"
"""Group of names whose surname is not in the list."""

_KIND_FIELDS: Final = ("corpus", "kind")
_LIMITS: Final = (200, 1_000, 5_000, 20_000)

LENGTHS: Final = (
    f"up to {_LIMITS[0]:,}",
    *(f"{low + 1:,} to {high:,}" for low, high in pairwise(_LIMITS)),
    f"over {_LIMITS[-1]:,}",
)
"""Groups of documents by code points, the shortest first."""


class Grouping(StrEnum):
    """What passages are grouped by."""

    LABEL = "label"
    DOMAIN = "domain"
    FREQUENCY = "frequency"
    ORIGIN = "origin"
    CASE = "case"
    LENGTH = "length"

    @property
    def is_of_documents(self) -> bool:
        """Whether a whole document is in one group, so that groups have a precision too."""
        return self in (Grouping.DOMAIN, Grouping.LENGTH)


@dataclass(frozen=True, slots=True, order=True)
class GroupCount:
    """What was counted in one group.

    Attributes
    ----------
    by, group
        The grouping, and the name of the group.
    hidden, passages
        Gold passages whose words are hidden, apart from titles and function words; and all of them.
    right, marked
        Hidden words that were to be hidden, and all hidden words; 0 unless whole documents are
        grouped.
    """

    by: Grouping
    group: str
    hidden: int = 0
    passages: int = 0
    right: int = 0
    marked: int = 0


def domain_of(document: Document, by: str | None = None) -> str:
    """Return the domain of a document; empty if nothing tells it.

    Parameters
    ----------
    document
        The document.
    by
        Field of the metadata that holds the domain. Without one it is the field `corpus` or `kind`
        (generated documents have it), else the folder in the id.

    Examples
    --------
    >>> domain_of(Document("ward-3/note-1.txt", "Seen."))
    'ward-3'
    """
    if by is not None:
        value = document.metadata.get(by)
        return "" if value is None else str(value)
    for name in _KIND_FIELDS:
        value = document.metadata.get(name)
        if isinstance(value, str) and value:
            return value
    return document.id.rpartition("/")[0]


def count_groups(
    document: Document, predicted: Spans, *, by: str | None = None, every_span: bool = False
) -> tuple[GroupCount, ...]:
    """Count the gold passages of one document by group.

    Parameters
    ----------
    document
        The gold document.
    predicted
        What was found in the same text.
    by
        As for `domain_of`.
    every_span
        Whether gold spans count that need not be masked.

    Returns
    -------
    tuple of GroupCount
        The counts that are not zero, sorted; O(n + s log s) for n code points and s spans.

    Examples
    --------
    >>> from textveil.values.span import Span
    >>> note = Document("n", "Ana Ruiz", spans=Spans([Span(0, 8, "NAME")]))
    >>> for count in count_groups(note, Spans([Span(4, 8, "NAME")])):
    ...     print(count.by, count.group, count.hidden, count.passages)
    case Title 0 1
    domain  0 1
    frequency 1 (commonest) 0 1
    label NAME 0 1
    length up to 200 0 1
    origin hispanic 0 1
    """
    check_pair(document, predicted)
    gold = gold_of(document, every_span=every_span)
    whole = {
        Grouping.DOMAIN: domain_of(document, by),
        Grouping.LENGTH: _length_group(len(document.text)),
    }
    cover = Cover(document.text, predicted.covered())
    hidden: Counter[tuple[Grouping, str]] = Counter()
    passages: Counter[tuple[Grouping, str]] = Counter()
    for span in gold:
        is_hidden = cover.hides_content(span.start, span.end)
        groups = _passage_groups(document.covered_by(span), span.label) | whole
        passages.update(groups.items())
        hidden.update(dict.fromkeys(groups.items(), int(is_hidden)))
    tokens = TextTokens(document.text)
    found = tokens.hidden(predicted.covered())
    right = len(found & tokens.touched(gold.covered()))
    counts = {
        key: GroupCount(*key, hidden[key], number)
        for key, number in passages.items()
        if not key[0].is_of_documents
    }
    for key in whole.items():
        counts[key] = GroupCount(*key, hidden[key], passages[key], right, len(found))
    return tuple(sorted(one for one in counts.values() if one.passages or one.marked))


def _passage_groups(passage: str, label: str) -> dict[Grouping, str]:
    frequency, origin = NO_NAME, NO_NAME
    if family_of(label) == "NAME":
        frequency, origin = _surname_groups(passage)
    return {
        Grouping.LABEL: label,
        Grouping.FREQUENCY: frequency,
        Grouping.ORIGIN: origin,
        Grouping.CASE: _case_group(passage),
    }


def _surname_groups(passage: str) -> tuple[str, str]:
    """Return the tenth of the surname by its frequency, and its origin."""
    name = read_name(passage)
    surname = "" if name is None else name.bare_family()
    tenth = tenth_of(surname)
    if tenth is None:
        return NOT_LISTED, NOT_LISTED
    frequency = {1: "1 (commonest)", 10: "10 (rarest)"}.get(tenth, str(tenth))
    return frequency, origin_of(surname) or "none leads"


def _case_group(passage: str) -> str:
    letters = [sign for sign in passage if sign.isupper() or sign.islower()]
    if not letters:
        return "no letters"
    if all(map(str.islower, letters)):
        return "lower"
    if all(map(str.isupper, letters)):
        return "UPPER"
    return "Title" if letters[0].isupper() else "mixed"


def _length_group(length: int) -> str:
    return LENGTHS[bisect_left(_LIMITS, length)]
