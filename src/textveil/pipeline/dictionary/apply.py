"""Applying a dictionary: identifiers removed, quasi-identifiers replaced by forms, then checked.

Documents are read, rewritten and written one at a time. What was written is checked before the
output takes its place, so that a refuted result leaves nothing behind.
"""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from textveil.detect.dictionary import DictionaryTerms, function_words
from textveil.errors import InputError, InvalidValueError, UsageError
from textveil.formats.sources import Source
from textveil.formats.term_files import left_readable
from textveil.lexicon.forms import Dictionary, check_promise
from textveil.lexicon.shared_forms import SharedForms
from textveil.pipeline.dictionary.price import Price, marks, measure_price
from textveil.pipeline.refusal import REPORT_IT, refusal
from textveil.transform.wildcard import REMOVED, Wildcard
from textveil.values.document import Document
from textveil.values.json_fields import json_fields
from textveil.values.verdict import Status, Verdict
from textveil.values.watching import Track, untracked
from textveil.verify.dictionary import CLAIM, Stated, check_forms
from textveil.verify.dictionary_identifiers import IdentifiersRemoved, Written

__all__ = ["Applied", "ApplySettings", "Rewriter", "apply_dictionary"]


@dataclass(frozen=True, slots=True)
class ApplySettings:
    """How a dictionary is applied.

    Attributes
    ----------
    k, guarantee, seed
        As in `Wildcard`.
    min_length
        Shorter terms stay readable.
    stop
        Terms that stay readable, whatever their case.
    min_frequency
        Terms that occur less often in the input stay readable.
    max_share
        Terms that stand in a larger share of the documents are general words, and stay readable.
    verify
        Whether the forms are counted again.
    """

    k: int
    guarantee: str = "mutual"
    seed: int = 0
    min_length: int = 2
    stop: frozenset[str] = field(default_factory=function_words)
    min_frequency: int = 1
    max_share: float = 1.0
    verify: bool = True

    def __post_init__(self) -> None:
        check_promise(self.k, self.guarantee)
        if self.min_length < 1 or self.min_frequency < 1 or not 0 < self.max_share <= 1:
            raise InvalidValueError(
                "lengths and frequencies must be at least 1, and a share must lie between 0 and 1"
            )

    @property
    def counts(self) -> bool:
        """Whether the input must be counted before it is rewritten."""
        return self.min_frequency > 1 or self.max_share < 1


@dataclass(slots=True, repr=False)
class Applied:
    """What was done to a text, how much of it is left, and what was verified."""

    settings: ApplySettings
    terms: int
    sha256: str
    readable: int = 0
    documents: int = 0
    characters: int = 0
    remaining: int = 0
    identifiers: int = 0
    replaced: int = 0
    removed: int = 0
    without_form: int = 0
    unprotected: set[str] = field(default_factory=set)
    seconds: float = 0.0
    price: Price | None = None
    verdict: Verdict = field(
        default_factory=lambda: Verdict.not_checkable(CLAIM, "verification was turned off")
    )
    identifiers_verdict: Verdict | None = None

    @property
    def remaining_ratio(self) -> float:
        """The share of characters that is still shown."""
        return self.remaining / self.characters if self.characters else 1.0

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """What was verified: the forms, and that no identifier is left."""
        named = self.identifiers_verdict
        return (self.verdict,) if named is None else (self.verdict, named)

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        chosen = self.settings
        return {
            **json_fields(chosen, {"stop", "verify"}),
            "dictionary": {"terms": self.terms, "sha256": self.sha256},
            "terms_left_readable": self.readable,
            "documents": self.documents,
            "characters": self.characters,
            "remaining": self.remaining,
            "remaining_ratio": self.remaining_ratio,
            "identifiers_removed": self.identifiers,
            "replaced_by_forms": self.replaced,
            "removed_without_form": self.removed,
            "terms_without_form": self.without_form,
            "unprotected": sorted(self.unprotected),
            "seconds": round(self.seconds, 6),
            "mutual_costs": None if self.price is None else self.price.to_json(),
            "verdict": self.verdict.to_json(),
            "verdicts": [verdict.to_json() for verdict in self.verdicts],
        }


class Rewriter:
    """Finds terms and writes their forms, for one dictionary, one list of identifiers and one K.

    Parameters
    ----------
    dictionary
        Q.
    settings
        How it is applied.
    identifiers
        What is removed entirely.
    readable
        Terms that stay readable because of what the input looks like.
    """

    def __init__(
        self,
        dictionary: Dictionary,
        settings: ApplySettings,
        identifiers: Iterable[str] = (),
        readable: Iterable[str] = (),
    ) -> None:
        named = list(dict.fromkeys(identifiers))
        stays = left_readable(dictionary.terms, settings.min_length, settings.stop)
        stays |= set(readable)
        active = [term for term in dictionary.terms if term not in stays]
        self.readable = len(stays)
        self._settings, self._dictionary = settings, dictionary
        self.named: Final = tuple(named)
        self._finder = DictionaryTerms(active, named, fold_case=dictionary.fold_case)
        left = {*stays, *named}
        forms = SharedForms(dictionary, settings.k, settings.guarantee, settings.seed, left)
        self._wildcard = Wildcard(forms)

    def matches(self, text: str) -> Iterator[tuple[int, int, str | None]]:
        """Yield where terms stand, and which; None is an identifier."""
        return self._finder.find(text)

    def form(self, term: str | None) -> str:
        """Return what is written for a term."""
        return REMOVED if term is None else self._wildcard.written(term)

    def rewrite(self, text: str, used: Counter[str | None]) -> tuple[str, list[Written]]:
        """Return the text with forms in place of terms, and where they stand; count the terms."""
        pieces: list[str] = []
        written: list[Written] = []
        at = length = 0
        for start, end, term in self.matches(text):
            used[term] += 1
            form = self.form(term)
            pieces += (text[at:start], form)
            length += start - at
            written.append((length, length + len(form), "" if form == REMOVED else text[start:end]))
            length += len(form)
            at = end
        pieces.append(text[at:])
        return "".join(pieces), written

    def price(self, used: Counter[str | None]) -> Price:
        """Return how many more characters the written forms hide than those of `count`."""
        terms = {term: times for term, times in used.items() if term is not None}
        return measure_price(self._dictionary, self._settings.k, terms, self.form)

    def check(self, terms: Iterable[str]) -> Verdict:
        """Count again the forms that were written for terms."""
        stated = (Stated(self.form(term), term) for term in terms)
        return check_forms(
            self._dictionary.terms,
            stated,
            self._settings.k,
            self._settings.guarantee,
            chosen=self._wildcard.forms.chosen,
            left=self._wildcard.forms.left,
            thorough=False,
            about=f"Q with SHA-256 {self._dictionary.sha256}",
        )


def apply_dictionary(
    source: Source,
    dictionary: Dictionary,
    settings: ApplySettings,
    target: Path,
    *,
    identifiers: Iterable[str] = (),
    track: Track = untracked,
) -> Applied:
    """Anonymize documents and write all of them, or nothing, in their own format.

    Raises
    ------
    RefutedError
        If a form is shared by fewer terms than promised; then nothing is written.
    """
    if target.resolve() == source.path.resolve():
        raise UsageError("the output would replace the input", where=str(target))
    started = time.perf_counter()
    named = list(identifiers)
    rewriter = Rewriter(dictionary, settings, named)
    if settings.counts:
        general = set(_unfit(source, rewriter, settings, track))
        rewriter = Rewriter(dictionary, settings, named, general)
    applied = Applied(settings, len(dictionary), dictionary.sha256, rewriter.readable)
    source.writer().write(_released(source, rewriter, applied, track), target)
    applied.seconds = time.perf_counter() - started
    return applied


def _released(
    source: Source, rewriter: Rewriter, applied: Applied, track: Track
) -> Iterator[Document]:
    """Yield the rewritten documents; after the last one the result is verified."""
    used: Counter[str | None] = Counter()
    kept = 0
    settings = applied.settings
    check = IdentifiersRemoved(rewriter.named) if rewriter.named and settings.verify else None
    for document in track(source, "apply", None):
        text, written = rewriter.rewrite(document.text, used)
        if check is not None:
            check.look(document.id, text, written)
        applied.documents += 1
        applied.unprotected.update(document.metadata)
        applied.characters += len(document.text)
        kept += len(text)
        yield replace(document, text=text, spans=None)
    if not applied.documents:
        raise InputError("the input has no documents", where=str(source.path))
    _count(applied, rewriter, used, kept)
    if settings.guarantee == "mutual":
        applied.price = rewriter.price(used)
    if settings.verify:
        applied.verdict = rewriter.check(term for term in used if term is not None)
        applied.identifiers_verdict = None if check is None else check.verdict()
        for verdict in applied.verdicts:
            if verdict.status is Status.REFUTED:
                raise refusal(verdict, REPORT_IT)


def _count(applied: Applied, rewriter: Rewriter, used: Counter[str | None], written: int) -> None:
    """Fill in how many terms were found and how many characters are left."""
    applied.identifiers = used.pop(None, 0)
    # Every form and every `*` that was written, less the characters that are marks or escapes.
    not_text = applied.identifiers
    for term, times in used.items():
        form = rewriter.form(term)
        not_text += times * marks(form)
        if form == REMOVED:
            applied.removed += times
            applied.without_form += 1
        else:
            applied.replaced += times
    applied.remaining = written - not_text


def _unfit(
    source: Source, rewriter: Rewriter, settings: ApplySettings, track: Track
) -> Iterator[str]:
    """Yield the terms that occur too seldom, or in too many documents."""
    times, holders = Counter[str](), Counter[str]()
    documents = 0
    for document in track(source, "count", None):
        documents += 1
        found = [term for _, _, term in rewriter.matches(document.text) if term is not None]
        times.update(found)
        holders.update(set(found))
    for term, count in times.items():
        if count < settings.min_frequency or holders[term] > settings.max_share * documents:
            yield term
