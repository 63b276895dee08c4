"""Meaning of a policy: what it would change in documents, by kind; no annotations are needed."""

from textveil.evaluate.meaning import MeaningEvaluation, MeaningResult
from textveil.pipeline.policy import Policy
from textveil.pipeline.release.detection import Detection
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.sources import Source
from textveil.values.watching import Track, untracked

__all__ = ["measure_meaning"]


def measure_meaning(
    source: Source, policy: Policy, track: Track = untracked, *, excerpts: bool = False
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
    excerpts
        Whether the result shows the texts of the commonest changes.
    """
    engine = Engine(policy)
    counted = MeaningEvaluation(policy.language, excerpts=excerpts)
    for document in source.tracked(track, "scan"):
        found = engine.scan(document).where(lambda span: policy.rewrites(span.label))
        settled = Detection.settle(document, found, language=policy.language)
        counted.add(document.text, ((span.start, span.end, span.label) for span in settled))
    return counted.result()
