"""Meaning of a policy: what it would change in documents, by kind; no annotations are needed."""

from collections.abc import Callable

from textveil.evaluate.text.changed_meaning import MeaningEvaluation
from textveil.formats.sources import Source
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.scan import spoken_documents
from textveil.pipeline.release.search.detection import Detection
from textveil.policy.policy import Policy
from textveil.values.figures.meaning import MeaningResult
from textveil.values.runs.watch import Track, untracked

__all__ = ["measure_meaning"]


def measure_meaning(
    source: Source,
    policy: Policy,
    track: Track = untracked,
    notice: Callable[[str], None] = lambda _: None,
    *,
    excerpts: bool = False,
) -> MeaningResult:
    """Count what a policy would rewrite in each document taken by itself.

    Parameters
    ----------
    source
        The documents.
    policy
        What would be done to them.
    track
        Watches the documents.
    notice
        Is told which documents are in a language that is not installed.
    excerpts
        Whether the result shows the texts of the commonest changes.
    """
    engine = Engine(policy)
    counted = MeaningEvaluation(excerpts=excerpts)
    for document in spoken_documents(source, engine, track, notice):
        found = engine.scan(document).where(lambda span: policy.rewrites(span.label))
        places = ((s.start, s.end, s.label) for s in Detection.settle(document, found))
        counted.add(document.text, places, language=document.language)
    return counted.result()
