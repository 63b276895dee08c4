"""Presidio: use its recognizers as a detector, or a detector of ours as a recognizer.

An adapter: Presidio is imported, and the engine built, when the first text is looked at. Two of its
habits are not wanted. It fetches what is missing from the network: here a missing model is an
error, and the list of domain endings is the one that is installed. And its log quotes matched text:
its loggers stay silent in a process that has used the detector.
"""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any, ClassVar, Final

from textveil.detect.adapters.spacy_entities import installed_model
from textveil.detect.tagging.foreign_labels import ForeignLabels, require_labels
from textveil.detect.tagging.long_texts import detect_in_pieces
from textveil.errors import ComponentError, InvalidValueError
from textveil.lexicon.tables.schemes import SCHEMES
from textveil.values.contracts import Detector
from textveil.values.document import Document
from textveil.values.label import LABELS
from textveil.values.span import Explanation, Span, Spans

__all__ = ["SOURCE", "Presidio", "as_recognizer"]

SOURCE: Final = "textveil.presidio.v1"

_SCHEME: Final = SCHEMES["presidio"]
_OPTION: Final = "presidio, option labels"
_LOGGERS: Final = ("presidio-analyzer", "decision_process", "tldextract")


@dataclass(frozen=True, slots=True)
class Presidio:
    """Find what Presidio's analyzer finds.

    Parameters
    ----------
    model
        Name of an installed spaCy model package, or the folder of a saved model. Nothing is
        downloaded.
    language
        Language of the texts, as Presidio knows it.
    recognizers
        `default` for those that Presidio loads by itself, or names of recognizer classes:
        `EmailRecognizer` is one of Presidio's, `package.module.Class` is anybody's.
    organizations
        Whether to ask for organizations too. Presidio leaves them out unless told otherwise,
        because models take many other things for one.
    labels
        What entities are called here, where they are not Presidio's own: an entity to a label of
        ours, or to None if its passages are to be left alone.
    min_score
        Findings below this score are dropped. At 0, Presidio's own thresholds decide.

    Notes
    -----
    Explanations name the recognizer and the entity. An entity without a label of ours is an error
    before the first text is looked at.

    Examples
    --------
    >>> Presidio(recognizers=["EmailRecognizer"]).language
    'en'
    """

    reach: ClassVar[int | None] = None

    model: str = "en_core_web_sm"
    language: str = "en"
    recognizers: str | Sequence[str] = "default"
    organizations: bool = False
    labels: Mapping[str, str | None] | None = field(default=None, hash=False)
    min_score: float = 0.0

    def __post_init__(self) -> None:
        require_labels(self.labels, _OPTION)
        if not 0.0 <= self.min_score <= 1.0:
            raise InvalidValueError(
                "a score must lie between 0 and 1", where="presidio, option min_score"
            )
        if not self._names and self.recognizers != "default":
            raise InvalidValueError(
                "recognizers are `default` or a list of class names",
                where="presidio, option recognizers",
            )

    @property
    def _names(self) -> tuple[str, ...]:
        return () if isinstance(self.recognizers, str) else tuple(self.recognizers)

    def detect(self, document: Document) -> Spans:
        """Return what the recognizers find; spans may overlap."""
        engine, entities = _engine(self.model, self.language, self._names, self.organizations)
        table = ForeignLabels("presidio", _OPTION, self.labels or {})
        table.require(entities)
        limit = engine.nlp_engine.nlp[self.language].max_length

        def analyze(text: str) -> Iterator[Span]:
            threshold = self.min_score or None
            for result in engine.analyze(text, self.language, score_threshold=threshold):
                yield from _spans(result, table)

        return detect_in_pieces(document.text, limit, analyze)


def _spans(result: Any, table: ForeignLabels) -> Iterator[Span]:
    label = table.ours(result.entity_type)
    if label is None or result.start >= result.end:
        return
    score = min(max(float(result.score), 0.0), 1.0)
    told = result.recognition_metadata or {}
    reasons = [(f"entity:{result.entity_type}", score)]
    if told.get("is_score_enhanced_by_context"):
        reasons.append(("context:words", 0.0))
    why = Explanation(f"presidio.{told.get('recognizer_name', 'recognizer')}", tuple(reasons))
    yield Span(result.start, result.end, label, score, SOURCE, why)


# An engine holds a model and dozens of compiled patterns: once per process.
@lru_cache(maxsize=4)
def _engine(
    model: str, language: str, names: tuple[str, ...], organizations: bool
) -> tuple[Any, tuple[str, ...]]:
    """Return the engine, and the entities that it can give."""
    for name in _LOGGERS:
        logging.getLogger(name).addFilter(_silence)
    analyzer = _presidio()
    installed_model(model, "presidio")
    _stay_offline()
    try:
        reader = _reader(model, language, organizations)
        registry = analyzer.RecognizerRegistry(supported_languages=[language])
        if names:
            _add(registry, names, reader, language)
        else:
            registry.load_predefined_recognizers(languages=[language], nlp_engine=reader)
        engine = analyzer.AnalyzerEngine(
            registry=registry, nlp_engine=reader, supported_languages=[language]
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ComponentError(
            f"Presidio's engine could not be built ({type(error).__name__})",
            where="presidio, options model, language and recognizers",
            hint="try the options in a call of presidio_analyzer.AnalyzerEngine",
        ) from None
    return engine, tuple(sorted(engine.get_supported_entities(language)))


def _reader(model: str, language: str, organizations: bool) -> Any:
    """Return the language engine of the recognizers: Presidio's settings with our model."""
    provider = import_module("presidio_analyzer.nlp_engine").NlpEngineProvider()
    settings = deepcopy(provider.nlp_configuration)
    settings["models"] = [{"lang_code": language, "model_name": model}]
    if organizations:
        entities = settings["ner_model_configuration"]
        ignored = entities["labels_to_ignore"]
        entities["labels_to_ignore"] = [name for name in ignored if name != "ORGANIZATION"]
    return type(provider)(nlp_configuration=settings).create_engine()


def _presidio() -> Any:
    try:
        return import_module("presidio_analyzer")
    except ImportError:
        raise ComponentError(
            "Presidio is not installed", where="presidio", hint="pip install 'textveil[presidio]'"
        ) from None


def _silence(_record: logging.LogRecord) -> bool:
    return False


def _stay_offline() -> None:
    """Give Presidio's e-mail check a local list of domain endings, so that it downloads none.

    Only the name that this one module of Presidio looks up is replaced; other users of the library
    keep theirs. It can go when Presidio takes an extractor as an argument.
    """
    module = import_module("presidio_analyzer.predefined_recognizers.generic.email_recognizer")
    library = import_module("tldextract")
    extract = library.TLDExtract(suffix_list_urls=(), cache_dir=None)
    setattr(module, "tldextract", SimpleNamespace(extract=extract))  # noqa: B010 - a module's name


def _add(registry: Any, names: Sequence[str], reader: Any, language: str) -> None:
    for name in names:
        if name == "SpacyRecognizer":
            registry.add_nlp_recognizer(reader)
        else:
            registry.add_recognizer(_recognizer(name)(supported_language=language))


def _recognizer(name: str) -> Any:
    module, _, attribute = name.rpartition(".")
    try:
        home = import_module(module or "presidio_analyzer.predefined_recognizers")
        found = getattr(home, attribute)
    except (ImportError, AttributeError):
        found = None
    if not isinstance(found, type) or not issubclass(found, _presidio().EntityRecognizer):
        raise ComponentError(
            f"there is no recognizer with the name {name}",
            where="presidio, option recognizers",
            hint="EmailRecognizer is one of Presidio's, package.module.Class is anybody's",
        )
    return found


def as_recognizer(
    detector: Detector,
    name: str = "textveil",
    language: str = "en",
    labels: Iterable[str] = LABELS,
) -> Any:
    """Return a Presidio recognizer that runs a detector of ours.

    Parameters
    ----------
    detector
        Anything with `detect`: ours, a plug-in's, a whole policy's.
    name
        What Presidio calls the recognizer in its results.
    language
        The language that Presidio will use it for.
    labels
        The labels that the detector gives, where a plug-in gives more than ours.

    Notes
    -----
    Entities have Presidio's names; where it has none, our label is the name. The recognizer quotes
    no text, in explanations neither; what Presidio itself logs is up to its user.
    """
    analyzer = _presidio()
    entities = {label: _entity(label) for label in labels}

    class Recognizer(analyzer.EntityRecognizer):  # type: ignore[misc, name-defined]
        """A detector of textveil inside Presidio."""

        def load(self) -> None:
            """Load nothing: the detector loads what it needs when it is first used."""

        def analyze(self, text: str, entities: Sequence[str], nlp_artifacts: Any = None) -> Any:
            """Return what the detector finds of the wanted entities, as Presidio's results."""
            del nlp_artifacts
            found = detector.detect(Document("presidio", text))
            named = ((span, _named(span.label)) for span in found)
            return [_result(analyzer, self, span, e) for span, e in named if e in entities]

    def _named(label: str) -> str:
        return entities.get(label) or _entity(label)

    supported = list(dict.fromkeys(entities.values()))
    return Recognizer(supported_entities=supported, name=name, supported_language=language)


def _entity(label: str) -> str:
    return (_SCHEME.from_ours(label) if label in LABELS else None) or label


def _result(analyzer: Any, recognizer: Any, span: Span, entity: str) -> Any:
    why = span.explanation
    reasons = [] if why is None else [why.rule, *(reason for reason, _ in why.reasons)]
    return analyzer.RecognizerResult(
        entity_type=entity,
        start=span.start,
        end=span.end,
        score=span.score,
        analysis_explanation=analyzer.AnalysisExplanation(
            recognizer=recognizer.name,
            original_score=span.score,
            textual_explanation=", ".join(reasons),
        ),
        recognition_metadata={
            analyzer.RecognizerResult.RECOGNIZER_NAME_KEY: recognizer.name,
            analyzer.RecognizerResult.RECOGNIZER_IDENTIFIER_KEY: recognizer.id,
        },
    )
