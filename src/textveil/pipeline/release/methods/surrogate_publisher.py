"""A publisher for simulations: the engine, told what to hide."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.search.detection import Detection
from textveil.policy.policy import MODEL, Policy, Step, load_policy
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.keys.secret import Secret
from textveil.values.span import Spans

__all__ = ["MODEL_ALONE", "SurrogatePublisher"]

MODEL_ALONE = "hide-in-plain-sight"
"""The policy whose surrogates are taken where the model alone decides what to hide."""


@dataclass(frozen=True, slots=True)
class SurrogatePublisher:
    """Rewrites documents where a trained model found something.

    Attributes
    ----------
    policy
        Name or path. What its transformers do is done.
    key
        For surrogates.
    whole
        Whether the policy's other detectors, its lists and its propagation work too, with the
        trained model in place of its own; otherwise the model is alone.
    """

    policy: str = MODEL_ALONE
    key: bytes = bytes(32)
    whole: bool = False

    def __call__(self, documents: Sequence[Document], found: Sequence[Spans]) -> list[Release]:
        """Return the releases of documents; nothing is verified, for leaks are looked for."""
        by_id = {document.id: spans for document, spans in zip(documents, found, strict=True)}
        policy = load_policy(self.policy)
        policy = replace(policy, verify=(), screen=(), propagate=policy.propagate and self.whole)
        others = self._others(policy)

        def find(document: Document) -> Spans:
            spans = by_id[document.id]
            return spans | others.find(document) if others else spans

        made, _ = Engine(policy, Secret(self.key), find=find).release(documents)
        return [one.release for one in made]

    def to_json(self) -> dict[str, Any]:
        """Return the policy and its content's hash, and how much of it works; not the key."""
        digest = load_policy(self.policy).sha256
        return {"policy": self.policy, "sha256": digest, "whole": self.whole}

    def _others(self, policy: Policy) -> Detection | None:
        """Return the policy's detectors without its model."""
        steps = [_without_model(step) for step in policy.detect] if self.whole else []
        left = [step for step in steps if step is not None]
        return Detection.of(left, lists=policy.lists) if left else None

    def protects(self, document: Document) -> Document:
        """Return a document without the gold spans that the policy would leave in any case."""
        kept = {label for label, step in load_policy(self.policy).by_label.items() if step is None}
        spans = document.spans
        if spans is None:
            return document
        return replace(document, spans=spans.where(lambda span: span.label not in kept))


def _without_model(step: Step) -> Step | None:
    """Return a step of detection without its model; None if nothing else is in it."""
    if step.use == MODEL:
        return None
    inner = step.options.get("detectors")
    if inner is None:
        return step
    named = [{"use": one} if isinstance(one, str) else dict(one) for one in inner]
    others = [one for one in named if one["use"] != MODEL]
    if len(others) == 1:
        # What is alone has nothing to be combined with.
        [one] = others
        return replace(step, use=one.pop("use"), options=one)
    return replace(step, options={**step.options, "detectors": others}) if others else None
