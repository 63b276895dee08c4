"""Candidates: quasi-identifiers proposed from a corpus, for a person to accept.

Paper 2 takes its terms from a list that somebody has to bring, and leaves finding them in the text
as future work (section 5). Five kinds of evidence: a passage is annotated, a model takes it for a
named entity, it is written with capitals, too few people share it, or its words occur together far
more often than by chance.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import Any, Final

from textveil.detect.lists.dictionary import TermMatcher
from textveil.detect.lists.rare import Rare
from textveil.errors import InvalidValueError
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.words import function_words
from textveil.values.document import Document
from textveil.values.label import family_of
from textveil.values.span import Spans

__all__ = ["WEIGHTS", "Candidate", "propose"]

WEIGHTS: Final = {
    "annotated": 0.9,
    "entity": 0.7,
    "capitals": 0.6,
    "rare": 0.5,
    "together": 0.3,
}
"""How much each kind of evidence counts at most."""

_WORD = re.compile(r"[^\W\d_][\w'\u2019-]*")
_SENTENCE = re.compile(r"(?:^|[.!?:\n][\W_]{0,20})$")
_EDGES = re.compile(r"^[\W_]{1,20}|[\W_]{1,20}$")
_LONGEST = 60
_NAMING = frozenset({"ADDRESS", "DEMOGRAPHIC", "NAME", "ORGANIZATION", "OTHER", "PROFESSION"})
_MANY = 1000


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that might be a quasi-identifier.

    Attributes
    ----------
    term
        As it stands in the text; its `repr` does not show it.
    score
        From 0 to 1: 1 - Π(1 - wᵢ eᵢ) over the evidence e with its weights w.
    occurrences, documents
        How often, and in how many documents.
    evidence
        Pairs of a kind and how strong it is, from 0 to 1, strongest first.
    """

    term: str
    score: float
    occurrences: int
    documents: int
    evidence: tuple[tuple[str, float], ...]

    def __repr__(self) -> str:
        kinds = ", ".join(kind for kind, _ in self.evidence)
        return f"Candidate(length={len(self.term)}, score={self.score:.3f}, {kinds})"

    def to_json(self) -> dict[str, Any]:
        """Return the candidate as a JSON object."""
        return {
            "term": self.term,
            "score": round(self.score, 4),
            "occurrences": self.occurrences,
            "documents": self.documents,
            "evidence": {kind: round(strength, 4) for kind, strength in self.evidence},
        }


def propose(
    documents: Sequence[Document],
    k: int = 5,
    *,
    entities: Sequence[Spans] = (),
    most: int = _MANY,
    min_score: float = 0.2,
) -> list[Candidate]:
    """Propose quasi-identifiers, the most promising first.

    Parameters
    ----------
    documents
        The corpus; its annotations count as evidence.
    k
        What fewer than k subjects share is rare.
    entities
        What a detector of named entities found in each document, if one was asked.
    most
        How many candidates at most.
    min_score
        Candidates below this are left out.

    Examples
    --------
    >>> notes = [Document(str(n), "We met Ada Lovelace there.") for n in range(3)]
    >>> [candidate.term for candidate in propose(notes, k=2)][0]
    'Ada Lovelace'
    """
    if k < 2 or most < 1 or not 0 <= min_score <= 1:
        raise InvalidValueError("k is at least 2, `most` at least 1, a score between 0 and 1")
    found: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for kind, pairs in (
        ("annotated", _annotated(documents)),
        ("entity", _entities(documents, entities)),
        ("capitals", _capitals(documents)),
        ("rare", _rare(documents, k)),
        ("together", _together(documents)),
    ):
        for term, strength in pairs:
            if _fits(term):
                found[term][kind] = max(strength, found[term].get(kind, 0.0))
    scored = ((_score(evidence), term) for term, evidence in found.items())
    best = sorted((-score, term) for score, term in scored if score >= min_score)[:most]
    counts = _counts(documents, [term for _, term in best])
    return [
        Candidate(term, -score, *counts[at], tuple(_strongest(found[term])))
        for at, (score, term) in enumerate(best)
    ]


def _score(evidence: dict[str, float]) -> float:
    rest = 1.0
    for kind, strength in evidence.items():
        rest *= 1.0 - WEIGHTS[kind] * strength
    return 1.0 - rest


def _strongest(evidence: dict[str, float]) -> list[tuple[str, float]]:
    return sorted(evidence.items(), key=lambda pair: (-pair[1] * WEIGHTS[pair[0]], pair[0]))


def _fits(term: str) -> bool:
    words = [word.casefold() for word in _WORD.findall(term)]
    empty = bool(words) and function_words().issuperset(words)
    return 2 <= len(term) <= _LONGEST and "\n" not in term and not empty


def _annotated(documents: Iterable[Document]) -> Iterator[tuple[str, float]]:
    for document in documents:
        for span in document.spans or ():
            yield document.covered_by(span), span.score


def _entities(
    documents: Sequence[Document], entities: Sequence[Spans]
) -> Iterator[tuple[str, float]]:
    """Yield named entities that describe a person, without numbers and dates."""
    for document, spans in zip(documents, entities, strict=False):
        for span in spans:
            if family_of(span.label) in _NAMING:
                yield document.covered_by(span), span.score


def _capitals(documents: Sequence[Document]) -> Iterator[tuple[str, float]]:
    """Yield phrases with capitals, and how rarely their words have none.

    A word at the start of a sentence is written with a capital whatever it is, and counts as much
    as its other places say.
    """
    small: Counter[str] = Counter()
    big: Counter[str] = Counter()
    phrases: set[tuple[str, ...]] = set()
    for document in documents:
        words = list(_WORD.finditer(document.text))
        small.update(word.group() for word in words if word.group().islower())
        for start, phrase in _phrases(document.text, words):
            first = _SENTENCE.search(document.text, max(0, start - 8), start) is not None
            empty = first and phrase[0].casefold() in function_words()
            big.update(phrase[first:])
            phrases.add(phrase[empty:])
    for phrase in phrases - {()}:
        shares = [big[word] / (big[word] + small[word.casefold()] + 1) for word in phrase]
        yield " ".join(phrase), max(shares)


def _phrases(text: str, words: Sequence[re.Match[str]]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield where each maximal phrase starts, and its words: the first and last have capitals."""
    held: list[re.Match[str]] = []
    for word in [*words, None]:
        touching = (
            word is not None
            and bool(held)
            and text[held[-1].end() : word.start()] == " "
            and (word.group()[0].isupper() or _links(word.group()))
        )
        if touching and word is not None:
            held.append(word)
            continue
        while held and not held[-1].group()[0].isupper():
            held.pop()
        if held:
            yield held[0].start(), tuple(match.group() for match in held)
        held = [word] if word is not None and word.group()[0].isupper() else []


def _links(word: str) -> bool:
    return word.islower() and facts().is_a(word, "particle", "street-link")


def _rare(documents: Sequence[Document], k: int) -> Iterator[tuple[str, float]]:
    """Yield runs of words that fewer than k subjects share, from the k-anonymity kernel."""
    people = len({document.counted_subject for document in documents})
    if people < k:
        return
    screen = Rare(k=k).screen(documents, [Spans() for _ in documents])
    runs: Counter[str] = Counter()
    for document, spans in zip(documents, screen, strict=True):
        runs.update({_EDGES.sub("", run) for run in _joined(document.text, spans)})
    for run, holders in runs.items():
        yield run, max(0.0, (k - holders) / (k - 1))


def _joined(text: str, spans: Spans) -> Iterator[str]:
    """Yield the text of spans; spans with only white space between them are one run."""
    start = end = 0
    for span in spans:
        if end and not text[end : span.start].strip():
            end = span.end
            continue
        yield text[start:end]
        start, end = span.start, span.end
    yield text[start:end]


def _together(documents: Iterable[Document]) -> Iterator[tuple[str, float]]:
    """Yield pairs of words by normalised pointwise mutual information, from two places on."""
    words: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for document in documents:
        matches = list(_WORD.finditer(document.text))
        words.update(match.group() for match in matches)
        pairs.update(
            (one.group(), two.group())
            for one, two in pairwise(matches)
            if two.start() - one.end() == 1 and document.text[one.end()] == " "
        )
    total = sum(words.values())
    for (one, two), count in pairs.items():
        if count < 2 or {one.casefold(), two.casefold()} & function_words():
            continue
        share = count / total
        information = log(share * total * total / (words[one] * words[two]))
        yield f"{one} {two}", max(0.0, min(1.0, information / -log(share)))


def _counts(documents: Iterable[Document], terms: Sequence[str]) -> list[tuple[int, int]]:
    """Return occurrences and documents of each term; terms inside longer ones do not count."""
    times, holders = Counter[int](), Counter[int]()
    matcher = TermMatcher(terms)
    for document in documents:
        numbers = [number for _, _, number in matcher.find(document.text)]
        times.update(numbers)
        holders.update(set(numbers))
    return [(times[at], holders[at]) for at in range(len(terms))]
