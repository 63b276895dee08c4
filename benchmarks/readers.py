"""What the suites that compare models are asked, and the shipped policy with each model in it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from textveil.models.default import SHIPPED
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.search.detection import Detection
from textveil.policy.policy import load_policy
from textveil.values.document import Document
from textveil.values.span import Spans

Detect = Callable[[Document], Spans]

POLICY, TAGGER = "tag-only", "textveil.tagger.v1"


def shipped_models() -> tuple[str, ...]:
    """Return the names of the models that come with textveil."""
    return tuple(sorted(SHIPPED))


@dataclass(frozen=True)
class Asked:
    """What a suite is to compare, and on how much.

    Attributes
    ----------
    data
        Folder with the corpora.
    models
        Names of shipped models, or folders of others.
    reference
        The model whose precision the others are measured at.
    limit
        At most so many documents of each set; None for all.
    """

    data: Path | None = None
    models: Sequence[str] = field(default_factory=shipped_models)
    reference: str = ""
    limit: int | None = None

    @property
    def compared(self) -> tuple[str, ...]:
        """The models, the reference first."""
        first = self.reference or self.models[0]
        return (first, *(model for model in self.models if model != first))

    def file(self, *parts: str) -> Path | None:
        """Return a file of the folder; None if it is not there."""
        path = self.data.joinpath(*parts) if self.data else None
        return path if path and path.is_file() else None


def shown(model: str) -> str:
    """Return the name of a model without the folders around it."""
    return Path(model).name


def reader(model: str, **options: Any) -> Detect:
    """Return what `textveil scan` does with a model; options are those of the tagger."""
    policy = load_policy(POLICY).tuned(TAGGER, {"model": model, **options})
    engine = Engine(policy)
    return lambda document: Detection.settle(document, engine.scan(document))


def passages(detect: Detect, documents: Sequence[Document]) -> Iterator[tuple[Document, Spans]]:
    """Yield documents with what is marked in them."""
    return ((document, detect(document)) for document in documents)
