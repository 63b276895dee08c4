"""Tagger: a trained model labels each word in its context."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from textveil.detect.name_spans import SOURCE
from textveil.detect.patterns import SOURCE as PATTERNS
from textveil.detect.patterns import Patterns
from textveil.detect.refine import refine
from textveil.errors import InvalidValueError, ModelError
from textveil.lexicon.folding import fold
from textveil.lexicon.languages import ENGLISH
from textveil.models.bundle import BY_LANGUAGE, Bundle, load_bundle, model_files, model_for
from textveil.models.calibration import point_for
from textveil.models.crf import Crf
from textveil.models.decoding import Passage, passages
from textveil.models.features import describe, featurize
from textveil.values.contracts import About
from textveil.values.document import Document
from textveil.values.span import Explanation, Span, Spans
from textveil.values.view import View

__all__ = ["HINTS", "SOURCE", "Tagger", "hints_for"]

HINTS: Final = {PATTERNS: Patterns}
"""Detectors whose findings a model can be told, by name."""

_RULE = "tagger.crf"
_MOST_REASONS = 4


def hints_for(names: tuple[str, ...], text: str, *, language: str = ENGLISH) -> Spans:
    """Return what the named detectors find in a text, for the model to weigh."""
    found = Spans()
    for name in names:
        found |= HINTS[name](language=language).detect(Document("text", text))
    return found


def _stamp(name_or_path: str) -> tuple[tuple[int, int], ...]:
    """Return what changes with the files of a model; those of shipped ones do not."""
    if name_or_path in BY_LANGUAGE.values():
        return ()
    found = (path.stat() for _, path in model_files(name_or_path) if path.is_file())
    return tuple((one.st_mtime_ns, one.st_size) for one in found)


@lru_cache(maxsize=4)
def _loaded(name_or_path: str, _stamped: tuple[tuple[int, int], ...]) -> tuple[Bundle, Crf]:
    bundle = load_bundle(name_or_path)
    unknown = set(bundle.hints) - set(HINTS)
    if unknown:
        raise ModelError(
            f"the model expects findings of {', '.join(sorted(unknown))}", where=name_or_path
        )
    return bundle, bundle.crf()


@dataclass(frozen=True, slots=True)
class Tagger:
    """Find names, places, organizations, dates and more with a conditional random field.

    Parameters
    ----------
    model
        The folder of a model that `textveil train` wrote, or the name of a shipped one; the shipped
        one for the language unless given.
    threshold
        Words with a lower score are left; the model's own threshold unless given.
    recall
        Instead of a threshold: the share of words to be found, on the model's held-out documents.
    explain
        Whether each span tells which features weighed most. Reading the weights takes a second.
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
    recall: float | None = None
    explain: bool = False
    refined: bool = True
    language: str = ENGLISH

    def __post_init__(self) -> None:
        if self.threshold is not None and self.recall is not None:
            raise InvalidValueError(
                "give a threshold or a recall, not both", where="tagger, option threshold"
            )
        for option in ("threshold", "recall"):
            value = getattr(self, option)
            if value is not None and not 0.0 < value < 1.0:
                raise InvalidValueError(
                    f"a {option} must lie between 0 and 1", where=f"tagger, option {option}"
                )

    @property
    def _model(self) -> str:
        return model_for(self.language) if self.model is None else self.model

    def about(self) -> About:
        """Tell which files hold the model, and that it reads words in their context."""
        return About(files=model_files(self._model), needs_context=True)

    def detect(self, document: Document) -> Spans:
        """Return the findings, without overlaps."""
        bundle, crf = _loaded(self._model, _stamp(self._model))
        view = fold(document.text)
        found = Spans(self._spans(view, bundle, crf))
        return refine(document.text, found, self.language) if self.refined else found

    def _least(self, bundle: Bundle) -> float:
        if self.recall is not None:
            point = point_for(bundle.points, self.recall)
            if point is None:
                best = max((point.recall for point in bundle.points), default=0.0)
                raise InvalidValueError(
                    f"the model reached a recall of at most {best:.3f} on held-out documents",
                    where="tagger, option recall",
                    hint="ask for less, or train with more documents",
                )
            return point.threshold
        return bundle.threshold if self.threshold is None else self.threshold

    def _spans(self, view: View, bundle: Bundle, crf: Crf) -> Iterator[Span]:
        least = self._least(bundle)
        last: Span | None = None
        for window, rows in featurize(
            view.text,
            hints_for(bundle.hints, view.text, language=self.language),
            self.language,
        ):
            for passage, continues in passages(window, crf.judge(rows, least), least):
                why = self._explanation(crf, passage, rows)
                start, end = view.locate(passage.start, passage.end)
                score = min(1.0, round(bundle.calibration(passage.score), 4))
                span = Span(start, end, passage.label, score, SOURCE, why)
                if last is not None:
                    if continues and last.label == span.label:
                        span = Span(last.start, end, span.label, last.score, SOURCE, why)
                    else:
                        yield last
                last = span
        if last is not None:
            yield last

    def _explanation(self, crf: Crf, passage: Passage, rows: list[list[str]]) -> Explanation:
        if not self.explain:
            return _explanation(round(passage.score, 2))
        reasons: dict[str, float] = {}
        for feature, weight in crf.influence(rows[passage.strongest], passage.label):
            reasons[describe(feature)] = reasons.get(describe(feature), 0.0) + weight
        most = sorted(reasons.items(), key=lambda reason: (-reason[1], reason))[:_MOST_REASONS]
        return Explanation(_RULE, tuple((reason, round(weight, 3)) for reason, weight in most))


@lru_cache(maxsize=128)
def _explanation(score: float) -> Explanation:
    return Explanation(_RULE, (("marginal", score),))
