"""Applying a dictionary: a release by a policy whose three components read the same files.

Terms become forms, identifiers become `*`. Detector, transformer and verifiers are those that any
policy can name; this module writes the policy, and measures what the forms cost.
"""

import json
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from textveil.certify.document.certificate import Certificate
from textveil.certify.told.report import DICTIONARY
from textveil.detect.lists.dictionary import DictionaryTerms
from textveil.errors import InvalidValueError, UsageError
from textveil.formats.outputs import text_sink
from textveil.formats.sources import Source
from textveil.formats.tables.term_files import FormFiles, TermFiles, left_readable
from textveil.formats.tables.term_list import read_terms
from textveil.lexicon.forms.shared_forms import SharedForms
from textveil.lexicon.forms.wildcard_forms import Dictionary, check_promise
from textveil.lexicon.tables.words import function_words
from textveil.pipeline.dictionary.components import DictionaryDetector, WildcardTransformer
from textveil.pipeline.dictionary.price import Price, marks, measure_price
from textveil.pipeline.release.methods.run import Order
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import Policy, parse_policy
from textveil.transform.coarser.wildcard import REMOVED, Wildcard
from textveil.values.figures.json_fields import json_fields
from textveil.values.runs.watch import Track
from textveil.values.verdict import Status, Verdict

__all__ = [
    "Applied",
    "ApplySettings",
    "Fit",
    "Rewriter",
    "apply_dictionary",
    "dictionary_policy",
]

_ABOUT: Final = "Replace terms by forms that at least K = {} terms share, and remove identifiers."


@dataclass(frozen=True, slots=True)
class Fit:
    """Terms that stay readable because of what the input looks like.

    Attributes
    ----------
    min_frequency
        Terms that occur less often in the input stay readable.
    max_share
        Terms that stand in a larger share of the documents are general words, and stay readable.
    readable
        Where these terms are written, together with those of the stop list: the release commits to
        this file, and whoever verifies it needs it. None if no certificate is wanted.
    """

    min_frequency: int = 1
    max_share: float = 1.0
    readable: Path | None = None

    def __post_init__(self) -> None:
        if self.min_frequency < 1 or not 0 < self.max_share <= 1:
            raise InvalidValueError(
                "a frequency must be at least 1, and a share must lie between 0 and 1"
            )

    @property
    def counts(self) -> bool:
        """Whether the input must be counted before it is rewritten."""
        return self.min_frequency > 1 or self.max_share < 1


@dataclass(slots=True, repr=False)
class Applied:
    """What was done to a text, how much of it is left, and what was verified.

    Attributes
    ----------
    files
        Dictionary, lists and K.
    terms, sha256
        Size and hash of the dictionary.
    readable
        How many of its terms stay readable.
    remaining
        Characters of the input that are still shown.
    without_form
        Distinct terms that no form fits.
    release
        The release id; empty if no certificate was written.
    """

    files: FormFiles
    terms: int
    sha256: str
    readable: int
    documents: int = 0
    characters: int = 0
    remaining: int = 0
    identifiers: int = 0
    replaced: int = 0
    removed: int = 0
    without_form: int = 0
    seconds: float = 0.0
    price: Price | None = None
    unprotected: tuple[str, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    release: str = ""

    @property
    def remaining_ratio(self) -> float:
        """The share of characters that is still shown."""
        return self.remaining / self.characters if self.characters else 1.0

    @property
    def refuted(self) -> bool:
        """Whether a claim does not hold."""
        return any(verdict.status is Status.REFUTED for verdict in self.verdicts)

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            **json_fields(self.files, {"path", "identifiers", "stop"}),
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
            "unprotected": list(self.unprotected),
            "seconds": round(self.seconds, 6),
            "mutual_costs": None if self.price is None else self.price.to_json(),
            "verdicts": [verdict.to_json() for verdict in self.verdicts],
            "release": self.release,
        }


def dictionary_policy(files: FormFiles) -> Policy:
    """Return the policy that applies a dictionary."""
    formed = {name: value for name, value in asdict(files).items() if value != ""}
    known = set(TermFiles.__dataclass_fields__)
    termed = {name: value for name, value in formed.items() if name in known}
    verify: list[Any] = [
        "textveil.alignment.v1",
        {"use": "textveil.dictionary-forms.v1", **formed},
    ]
    if files.identifiers:
        verify.append({"use": "textveil.identifiers-removed.v1", **termed})
    content = {
        "name": DICTIONARY,
        "description": _ABOUT.format(files.k),
        "language": "en",
        "propagate": False,
        "detect": [{"use": "textveil.dictionary.v1", **termed}],
        "transform": {"default": {"use": "textveil.wildcard.v1", **formed}},
        "verify": verify,
        "columns": {"*": "keep"},
    }
    # Every JSON text is YAML.
    return parse_policy(json.dumps(content), "dictionary apply")


def apply_dictionary(order: Order, files: FormFiles, fit: Fit = Fit()) -> Applied:  # noqa: B008
    """Release documents with forms in place of terms, and without identifiers.

    Parameters
    ----------
    order
        The input, and where the result goes.
    files
        Dictionary, identifiers, stop list and K.
    fit
        What else stays readable.

    Raises
    ------
    RefutedError
        If a form is shared by fewer terms than promised; then nothing is written.
    """
    started = time.perf_counter()
    certified = not order.single or order.certificate is not None
    with _fitted(order.source, files, fit, order.track, certified=certified) as chosen:
        run = Run(
            order.source,
            order.target,
            dictionary_policy(chosen),
            order.key,
            force=order.force,
            keep_refuted=order.keep_refuted,
            track=order.track,
            notice=order.notice,
            sign=order.sign,
            single=order.single,
            certificate=order.certificate,
            weak_key=order.weak_key,
        )
        certificate = release(run)
        applied = _measured(order.source, chosen, certificate)
    applied.release = certificate.id if certified else ""
    applied.seconds = time.perf_counter() - started
    return applied


@contextmanager
def _fitted(
    source: Source, files: FormFiles, fit: Fit, track: Track, *, certified: bool
) -> Iterator[FormFiles]:
    """Yield the files with a stop list that holds all terms which stay readable."""
    if not fit.counts:
        yield files
        return
    if fit.readable is None and certified:
        raise UsageError(
            "the terms that stay readable are part of what is certified",
            hint="--readable FILE keeps them for you; or write only the result, with -o FILE",
        )
    finder = DictionaryDetector(**_termed(files)).finder()
    stop = set(read_terms(Path(files.stop))) if files.stop else set(function_words())
    stop |= set(_unfit(source, finder, fit, track))
    with tempfile.TemporaryDirectory(prefix="textveil-") as folder:
        path = fit.readable or Path(folder) / "readable.txt"
        with text_sink(path) as sink:
            for term in sorted(stop):
                sink.write(f"{term}\n")
        yield replace(files, stop=str(path))


def _termed(files: FormFiles) -> dict[str, Any]:
    return {name: getattr(files, name) for name in TermFiles.__dataclass_fields__}


def _unfit(source: Source, finder: DictionaryTerms, fit: Fit, track: Track) -> Iterator[str]:
    """Yield the terms that occur too seldom, or in too many documents."""
    times, holders = Counter[str](), Counter[str]()
    documents = 0
    for document in track(source, "count", None):
        documents += 1
        found = [term for _, _, term in finder.find(document.text) if term is not None]
        times.update(found)
        holders.update(set(found))
    for term, count in times.items():
        if count < fit.min_frequency or holders[term] > fit.max_share * documents:
            yield term


def _measured(source: Source, files: FormFiles, certificate: Certificate) -> Applied:
    """Count how many terms were found, how much of the text is shown, and what `mutual` costs."""
    dictionary, finder = files.dictionary(), DictionaryDetector(**_termed(files)).finder()
    writer = WildcardTransformer(**asdict(files)).writer()
    stays = len(files.readable())
    applied = Applied(files, len(dictionary), dictionary.sha256, stays)
    used: Counter[str] = Counter()
    for document in source:
        applied.documents += 1
        applied.characters += len(document.text)
        applied.remaining += len(document.text)
        for start, end, term in finder.find(document.text):
            applied.remaining -= end - start
            if term is None:
                applied.identifiers += 1
            else:
                used[term] += 1
    for term, times in used.items():
        form = writer.written(term)
        applied.remaining += times * (len(form) - marks(form))
        if form == REMOVED:
            applied.removed += times
            applied.without_form += 1
        else:
            applied.replaced += times
    if files.guarantee == "mutual":
        applied.price = measure_price(dictionary, files.k, used, writer.written)
    applied.verdicts, applied.unprotected = certificate.verdicts, certificate.unprotected
    return applied


@dataclass(frozen=True, slots=True)
class ApplySettings:
    """Which terms of a dictionary get which forms, where no files are read.

    Attributes
    ----------
    k, guarantee, seed
        As in `Wildcard`.
    min_length
        Shorter terms stay readable.
    stop
        Terms that stay readable, whatever their case.
    """

    k: int
    guarantee: str = "mutual"
    seed: int = 0
    min_length: int = 2
    stop: frozenset[str] = field(default_factory=function_words)

    def __post_init__(self) -> None:
        check_promise(self.k, self.guarantee)
        if self.min_length < 1:
            raise InvalidValueError("the minimum length must be at least 1")


class Rewriter:
    """Finds terms and says their forms, for one dictionary, one list of identifiers and one K.

    Parameters
    ----------
    dictionary
        Q.
    settings
        Which terms get which forms.
    identifiers
        What is removed entirely.
    """

    def __init__(
        self, dictionary: Dictionary, settings: ApplySettings, identifiers: Iterable[str] = ()
    ) -> None:
        named = list(dict.fromkeys(identifiers))
        stays = left_readable(dictionary.terms, settings.min_length, settings.stop)
        active = [term for term in dictionary.terms if term not in stays]
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
