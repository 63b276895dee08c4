"""Saving: a model as a folder that is there whole or not at all."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from textveil.formats.outputs import binary_sink, new_folder
from textveil.learn.clusters.routes import train_routed
from textveil.learn.training.adapted_model import adapt
from textveil.learn.training.trained_model import TrainingPlan, train
from textveil.models.bundle import Bundle
from textveil.models.style_clusters import StyleClusters
from textveil.values.document import Document
from textveil.values.runs.watch import Track, untracked

__all__ = ["MANIFEST", "save", "train_into"]

MANIFEST: Final = "model.json"
"""By this file a folder is known to be a model."""


def train_into(
    target: Path,
    documents: Iterable[Document],
    plan: TrainingPlan | None = None,
    facts: Mapping[str, Any] | None = None,
    track: Track = untracked,
    *,
    base: str | None = None,
    clusters: StyleClusters | None = None,
    replace: bool = False,
) -> Bundle:
    """Train a model and save it; whether anything can be written there is found out first.

    Parameters
    ----------
    target
        Where the model will stand.
    documents, plan, facts, track
        As for `train`.
    base
        The model to begin with, as for `adapt`; none unless given.
    clusters
        Where clusters lie, as for `train_routed`; none unless given.
    replace
        Whether a model that stands there may go.
    """
    with new_folder(target, replaces=MANIFEST if replace else "") as folder:
        if clusters is not None:
            bundle = train_routed(documents, clusters, plan, facts, track)
        elif base is None:
            bundle = train(documents, plan, facts=facts, track=track)
        else:
            bundle = adapt(documents, base, plan or TrainingPlan(), facts, track)
        _fill(folder, bundle)
    return bundle


def save(bundle: Bundle, target: Path, *, replace: bool = False) -> None:
    """Write a model to a new folder."""
    with new_folder(target, replaces=MANIFEST if replace else "") as folder:
        _fill(folder, bundle)


def _fill(folder: Path, bundle: Bundle) -> None:
    for name, data in bundle.files().items():
        with binary_sink(folder / name) as sink:
            sink.write(data)
