"""Agreement of annotators: kappa of words, F of passages, by pair, document and label.

It compares people with people, so neither side is the truth: all measures are symmetric.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final

from textveil.evaluate.detection.document_words import TextTokens
from textveil.values.span import Spans

__all__ = ["AnnotatedTwice", "AnnotatorAgreement", "agreement_of", "kappa"]

NOTHING: Final = ""
_Table = Counter[tuple[str, str]]


@dataclass(frozen=True, slots=True, repr=False)
class AnnotatedTwice:
    """A document that several people have annotated.

    Attributes
    ----------
    id, text
        The document.
    people
        By name, what each of them has marked.
    """

    id: str
    text: str
    people: Mapping[str, Spans]


@dataclass(frozen=True, slots=True)
class AnnotatorAgreement:
    """How far annotators agree on some words and passages.

    Attributes
    ----------
    kappa
        Cohen's kappa of words, whose classes are the labels and no label; the mean over pairs of
        people, weighted by words. None if chance alone makes everybody agree.
    f
        F of passages with equal offsets and labels; None where nobody has marked anything.
    words, passages
        How many were compared, all pairs together.
    by_pair, by_document, by_label
        The same of each pair of people, document and label.
    """

    kappa: float | None
    f: float | None
    words: int
    passages: int
    by_pair: dict[str, "AnnotatorAgreement"] = field(default_factory=dict)
    by_document: dict[str, "AnnotatorAgreement"] = field(default_factory=dict)
    by_label: dict[str, "AnnotatorAgreement"] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the agreement as a JSON object."""
        told: dict[str, Any] = {
            "kappa": self.kappa,
            "f": self.f,
            "words": self.words,
            "passages": self.passages,
        }
        for name in ("by_pair", "by_document", "by_label"):
            parts: dict[str, AnnotatorAgreement] = getattr(self, name)
            if parts:
                told[name] = {key: one.to_json() for key, one in parts.items()}
        return told


@dataclass(slots=True)
class _Counts:
    """Words by the two labels that they got, and passages; of one pair of people."""

    words: _Table = field(default_factory=Counter)
    common: Counter[str] = field(default_factory=Counter)
    both: Counter[str] = field(default_factory=Counter)

    def add(self, other: "_Counts") -> None:
        self.words.update(other.words)
        self.common.update(other.common)
        self.both.update(other.both)


def agreement_of(documents: Iterable[AnnotatedTwice]) -> AnnotatorAgreement:
    """Compare what people have marked in the same documents, each pair of them.

    A word has the label of the passage that touches it; of several, that which covers most of it,
    and the first in the alphabet among equals.

    Examples
    --------
    >>> from textveil.values.span import Span
    >>> one, other = Spans([Span(0, 3, "NAME")]), Spans([Span(0, 3, "CITY")])
    >>> found = agreement_of([AnnotatedTwice("n", "Ana came.", {"a": one, "b": other})])
    >>> found.kappa, found.f, found.words
    (0.3333, 0.0, 2)
    """
    pairs: dict[str, _Counts] = {}
    single: dict[str, dict[str, _Counts]] = {}
    for document in documents:
        tokens = TextTokens(document.text)
        labels = {name: _labels(tokens, spans) for name, spans in document.people.items()}
        for one, other in combinations(sorted(document.people), 2):
            counted = _counted(
                len(tokens.places),
                (labels[one], document.people[one]),
                (labels[other], document.people[other]),
            )
            pair = f"{one} · {other}"
            pairs.setdefault(pair, _Counts()).add(counted)
            single.setdefault(document.id, {})[pair] = counted
    names = sorted({label for one in pairs.values() for label in one.both})
    whole = _agreement(pairs)
    return AnnotatorAgreement(
        whole.kappa,
        whole.f,
        whole.words,
        whole.passages,
        {pair: _agreement({pair: one}) for pair, one in sorted(pairs.items())},
        {name: _agreement(inside) for name, inside in single.items()},
        {label: _agreement(pairs, label) for label in names},
    )


def _labels(tokens: TextTokens, spans: Spans) -> dict[int, str]:
    """Return the label of each word that has one."""
    covered: dict[int, Counter[str]] = {}
    for span in spans:
        for at in tokens.touching(span.start, span.end):
            low, high = tokens.places[at]
            size = min(high, span.end) - max(low, span.start)
            covered.setdefault(at, Counter())[span.label] += size
    return {at: min(some, key=lambda one: (-some[one], one)) for at, some in covered.items()}


def _counted(
    words: int, one: tuple[dict[int, str], Spans], other: tuple[dict[int, str], Spans]
) -> _Counts:
    (first, marked), (second, marked_too) = one, other
    table: _Table = Counter()
    for at in first.keys() | second.keys():
        table[first.get(at, NOTHING), second.get(at, NOTHING)] += 1
    rest = words - table.total()
    if rest:
        table[NOTHING, NOTHING] += rest
    left = {(span.start, span.end, span.label) for span in marked}
    right = {(span.start, span.end, span.label) for span in marked_too}
    common = Counter(label for _, _, label in left & right)
    both = Counter(label for some in (left, right) for _, _, label in some)
    return _Counts(table, common, both)


def _agreement(pairs: Mapping[str, _Counts], label: str = "") -> AnnotatorAgreement:
    weighed = words = 0
    value = 0.0
    common = both = 0
    for counts in pairs.values():
        table = _alone(counts.words, label) if label else counts.words
        size, found = table.total(), kappa(table)
        words += size
        if found is not None:
            value, weighed = value + size * found, weighed + size
        common += counts.common[label] if label else counts.common.total()
        both += counts.both[label] if label else counts.both.total()
    return AnnotatorAgreement(
        round(value / weighed, 4) if weighed else None,
        round(2 * common / both, 4) if both else None,
        words,
        both,
    )


def _alone(table: _Table, label: str) -> _Table:
    """Return a table that knows one label and everything else."""
    made: _Table = Counter()
    for (one, other), count in table.items():
        made[one if one == label else NOTHING, other if other == label else NOTHING] += count
    return made


def kappa(table: Mapping[tuple[str, str], int]) -> float | None:
    """Return Cohen's kappa of pairs of classes; None if chance alone makes both agree.

    Cohen, A coefficient of agreement for nominal scales (1960).

    Examples
    --------
    >>> kappa({("yes", "yes"): 20, ("yes", "no"): 5, ("no", "yes"): 10, ("no", "no"): 15})
    0.4
    >>> kappa({("no", "no"): 9}) is None
    True
    """
    size = sum(table.values())
    if not size:
        return None
    first: Counter[str] = Counter()
    second: Counter[str] = Counter()
    for (one, other), count in table.items():
        first[one] += count
        second[other] += count
    same = sum(count for (one, other), count in table.items() if one == other)
    chance = sum(first[name] * second[name] for name in first)
    if chance == size * size:
        return None
    # Whole numbers up to here, so that perfect agreement is exactly 1.
    return round((same * size - chance) / (size * size - chance), 6)
