"""spaCy: the named entities of an installed model, as spans with our labels.

An adapter: spaCy is imported, and the model loaded, when the first text is looked at.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Final

from textveil.detect.tagging.foreign_labels import ForeignLabels, require_labels
from textveil.detect.tagging.long_texts import detect_in_pieces
from textveil.errors import ComponentError, InvalidValueError
from textveil.values.document import Document
from textveil.values.span import Explanation, Span, Spans

__all__ = ["SOURCE", "Spacy", "installed_model"]

SOURCE: Final = "textveil.spacy.v1"

# spaCy's models give no probabilities. These are fixed: about the models' own F on news text where
# a type names something, and less where it seldom identifies a person by itself.
_NAMED: Final = 0.85
_SELDOM: Final = {"OTHER": 0.4, "QUANTITY": 0.3}

# Parts of a pipeline that mark entities and say which.
_ENTITY_PARTS: Final = ("ner", "entity_ruler")


@dataclass(frozen=True, slots=True)
class Spacy:
    """Find what a spaCy model calls an entity.

    Parameters
    ----------
    model
        Name of an installed model package, or the folder of a saved model. Nothing is downloaded.
    labels
        What the model's labels are here, where they are not those of OntoNotes: the model's label
        to ours, or to None if its passages are to be left alone.
    min_score
        Findings below this score are dropped. Scores are fixed for each label, because the models
        give none: 0.85; 0.4 for OTHER (laws, events, works) and 0.3 for QUANTITY (amounts,
        counts, ordinals).

    Notes
    -----
    A model's label that is neither in `labels` nor in OntoNotes is an error when the model is
    loaded: to pass over what it marks would leave it in the open.

    A text longer than the model takes at once is cut into pieces that overlap.

    Examples
    --------
    >>> Spacy(model="en_core_web_sm", min_score=0.5)
    Spacy(model='en_core_web_sm', labels=None, min_score=0.5)
    """

    reach: ClassVar[int | None] = None

    model: str = "en_core_web_sm"
    labels: Mapping[str, str | None] | None = field(default=None, hash=False)
    min_score: float = 0.0

    def __post_init__(self) -> None:
        require_labels(self.labels, "spacy, option labels")
        if not 0.0 <= self.min_score <= 1.0:
            raise InvalidValueError(
                "a score must lie between 0 and 1", where="spacy, option min_score"
            )

    def detect(self, document: Document) -> Spans:
        """Return the entities that the model finds, without white space around them."""
        pipeline, labels = _pipeline(self.model)
        table = ForeignLabels("ontonotes", "spacy, option labels", self.labels or {})
        table.require(labels)
        found = detect_in_pieces(
            document.text, pipeline.max_length, lambda text: _entities(pipeline, text, table)
        )
        return found.where(lambda span: span.score >= self.min_score)


def _entities(pipeline: Any, text: str, table: ForeignLabels) -> Iterator[Span]:
    rule = f"spacy.{pipeline.meta['lang']}_{pipeline.meta['name']}"
    for entity in pipeline(text).ents:
        label = table.ours(entity.label_)
        start, end = _stripped(text, entity.start_char, entity.end_char)
        if label is None or start == end:
            continue
        score = _SELDOM.get(label, _NAMED)
        why = Explanation(rule, ((f"entity:{entity.label_}", score), ("score:fixed", 0.0)))
        yield Span(start, end, label, score, SOURCE, why)


def installed_model(model: str, where: str) -> Any:
    """Return spaCy; raise if it or the model is not installed. Nothing is downloaded."""
    try:
        spacy = import_module("spacy")
    except ImportError:
        raise ComponentError(
            "spaCy is not installed", where=where, hint="pip install 'textveil[spacy]'"
        ) from None
    if not (spacy.util.is_package(model) or Path(model).is_dir()):
        installed = ", ".join(sorted(spacy.util.get_installed_models()))
        raise ComponentError(
            f"there is no installed spaCy model {model}",
            where=f"{where}, option model",
            hint=f"installed: {installed}" if installed else "install the package of a model",
        )
    return spacy


# A model takes a second to load and a hundred megabytes: once per process.
@lru_cache(maxsize=4)
def _pipeline(model: str) -> tuple[Any, tuple[str, ...]]:
    """Return the loaded model, and the labels that it says it can give."""
    spacy = installed_model(model, "spacy")
    try:
        pipeline = spacy.load(model)
    except (OSError, ValueError, KeyError, ImportError) as error:
        raise ComponentError(
            f"the spaCy model {model} does not load ({type(error).__name__})",
            where="spacy, option model",
            hint="was it made for another version of spaCy? `python -m spacy validate` tells",
        ) from None
    told = pipeline.pipe_labels
    return pipeline, tuple(label for part in _ENTITY_PARTS for label in told.get(part, ()))


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end
