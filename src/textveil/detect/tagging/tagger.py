"""Tagger: a trained model labels each word in its context."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from time import perf_counter
from typing import ClassVar, Final

from textveil.detect.patterns import SOURCE as PATTERNS
from textveil.detect.patterns import Patterns
from textveil.detect.tagging.name_spans import SOURCE
from textveil.detect.tagging.refine import refine
from textveil.errors import InvalidValueError, ModelError
from textveil.lexicon.tables.folding import fold
from textveil.lexicon.tables.languages import ENGLISH, language_named
from textveil.models.bundle import (
    SHIPPED,
    Bundle,
    load_bundle,
    model_files,
    model_for,
)
from textveil.models.caution import read_caution, threshold_for
from textveil.models.decoding import Passage, passages
from textveil.values.contracts import About, Reasoner, Tagger
from textveil.values.document import Document
from textveil.values.span import Explanation, Span, Spans

__all__ = ["HINTS", "SOURCE", "TaggerDetector", "hints_for", "probe_of"]

HINTS: Final = {PATTERNS: Patterns}
"""Detectors whose findings a model can be told, by name."""

_LOGGER: Final = logging.getLogger("textveil")
_MOST_REASONS = 4
_NEED_NOT = 0.004
"""A passage is left if it must be hidden with a lower probability: to miss one is worse."""


def hints_for(names: tuple[str, ...], text: str, *, language: str = ENGLISH) -> Spans:
    """Return what the named detectors find in a text, for the model to weigh."""
    found = Spans()
    for name in names:
        found |= HINTS[name](language=language).detect(Document("text", text))
    return found


@cache
def probe_of(names: tuple[str, ...], language: str) -> str:
    """Return a hash of what the named detectors find in the probe text.

    A model weighs these findings, so it fits the rules that it was trained with and no others.
    """
    text = (files("textveil.detect") / "data" / "probe.txt").read_text("utf-8")
    found = hints_for(names, text, language=language).partition()
    told = "\n".join(f"{span.start} {span.end} {span.label}" for span in found)
    return sha256(told.encode()).hexdigest()


def _stamp(name_or_path: str) -> tuple[tuple[int, int], ...]:
    """Return what changes with the files of a model; those of a shipped one do not."""
    if name_or_path in SHIPPED:
        return ()
    found = (path.stat() for _, path in model_files(name_or_path) if path.is_file())
    return tuple((one.st_mtime_ns, one.st_size) for one in found)


@lru_cache(maxsize=4)
def _loaded(name_or_path: str, _stamped: tuple[tuple[int, int], ...]) -> tuple[Bundle, Tagger]:
    begun = perf_counter()
    bundle = load_bundle(name_or_path)
    unknown = set(bundle.hints) - set(HINTS)
    if unknown:
        raise ModelError(
            f"the model expects findings of {', '.join(sorted(unknown))}", where=name_or_path
        )
    # Shipped models and rules come together, and a test compares them; here it would take a while.
    shipped = name_or_path in SHIPPED
    if not shipped and bundle.probe != probe_of(bundle.hints, bundle.language):
        raise ModelError(
            "the model was trained with other pattern rules",
            where=name_or_path,
            hint="train it again with this version of textveil",
        )
    tagger = bundle.tagger()
    _LOGGER.info("loaded the model %s in %.1f s", Path(name_or_path).name, perf_counter() - begun)
    return bundle, tagger


@dataclass(frozen=True, slots=True)
class TaggerDetector:
    """Find names, places, organizations, dates and more with a model that was trained.

    Parameters
    ----------
    model
        The name of a shipped model, or the folder of one that `textveil train` wrote; the shipped
        one for the language unless given.
    threshold
        Words with a lower score are left; the model's own threshold unless given.
    caution
        Instead of a threshold: `low`, `normal` or `high`, or the share of words to be found on the
        model's held-out documents. A threshold wins.
    explain
        Whether each span tells which features weighed most, if the model can tell. Reading the
        weights takes a second.
    mask_only
        Whether passages are left that need not be hidden for the persons to stay unknown, as far as
        the model has learnt this: places and courts that a judgment may name. Court cases alone
        teach it.
    refined
        Whether `NAME`, `ADDRESS`, `ORGANIZATION` and `DATE` become special labels (`PROVIDER`,
        `CITY`, …) where words in or around a passage tell.
    language
        Language of the texts, for these words; the model must have been trained on it.

    Notes
    -----
    Defined in `docs/methods/tagger.md`. Texts are folded first. The model is loaded when
    the first document comes, once per process. Linear time; memory beside the text is bounded.

    A span's score is the calibrated mean of its words' scores, so that of the spans with a score
    around 0.8 about 80 % of the words are right, on documents like those it was trained on.
    """

    reach: ClassVar[int | None] = None

    model: str | None = None
    threshold: float | None = None
    caution: str | float | None = None
    explain: bool = False
    mask_only: bool = False
    refined: bool = True
    language: str = ENGLISH

    def __post_init__(self) -> None:
        if self.threshold is not None and not 0.0 < self.threshold < 1.0:
            raise InvalidValueError(
                "a threshold must lie between 0 and 1", where="tagger, option threshold"
            )
        if self.caution is not None:
            read_caution(self.caution)

    @property
    def _model(self) -> str:
        return model_for(self.language) if self.model is None else self.model

    def about(self) -> About:
        """Tell which files hold the model, and that it reads words in their context."""
        return About(files=model_files(self._model), needs_context=True)

    def detect(self, document: Document) -> Spans:
        """Return the findings, without overlaps."""
        bundle, tagger = _loaded(self._model, _stamp(self._model))
        if bundle.language != self.language:
            raise ModelError(
                f"the model reads {language_named(bundle.language).name}, and the text is "
                f"{language_named(self.language).name}",
                where=self._model,
                hint="leave `model` out: each language has a model of its own",
            )
        view = fold(document.text)
        found = Spans(self._spans(view.text, bundle, tagger))
        if self.refined:
            found = refine(view.text, found, self.language)
        places = (view.locate(span.start, span.end) for span in found)
        # One character of the text may be several words of the folded one, and part of two spans.
        return Spans(
            replace(span, start=start, end=end)
            for span, (start, end) in zip(found, places, strict=True)
        ).partition()

    def _least(self, bundle: Bundle) -> float:
        own = bundle.threshold
        if self.threshold is not None or self.caution is None:
            return own if self.threshold is None else self.threshold
        return threshold_for(read_caution(self.caution), own, bundle.points, bundle.prices)

    def _spans(self, text: str, bundle: Bundle, tagger: Tagger) -> Iterator[Span]:
        least = self._least(bundle)
        hints = hints_for(bundle.hints, text, language=self.language)
        [tagged] = tagger.tag([text], [hints], least)
        if self.mask_only and tagged.mask is None:
            raise ModelError("the model has not learnt what must be hidden", where=self._model)
        for passage in passages(tagged, least):
            if self.mask_only and passage.mask < _NEED_NOT:
                continue
            score = min(1.0, round(bundle.calibration(passage.score), 4))
            why = _explanation(bundle.kind, round(passage.score, 2))
            if self.explain and isinstance(tagger, Reasoner):
                why = _reasons(bundle.kind, tagger, text, hints, passage)
            yield Span(passage.start, passage.end, passage.label, score, SOURCE, why)


def _reasons(kind: str, tagger: Reasoner, text: str, hints: Spans, passage: Passage) -> Explanation:
    reasons = tagger.reasons(text, hints, passage.strongest, passage.label)
    most = sorted(reasons.items(), key=lambda reason: (-reason[1], reason))[:_MOST_REASONS]
    return Explanation(_rule(kind), tuple((reason, round(weight, 3)) for reason, weight in most))


def _rule(kind: str) -> str:
    return f"tagger.{kind}"


@lru_cache(maxsize=256)
def _explanation(kind: str, score: float) -> Explanation:
    return Explanation(_rule(kind), (("marginal", score),))
