"""Several detectors by name, as one component."""

import pytest

from textveil.errors import ComponentError, PolicyError
from textveil.policy.policy import load_policy
from textveil.policy.registry import ComponentKind, build
from textveil.values.document import Document

NOTE = Document("n", "Write to ana@example.org on 3 May 2016.")
NAME = "textveil.combine.v1"


def test_options_reach_the_detectors() -> None:
    parts = [
        {"use": "textveil.patterns.v1", "labels": ["DATE"]},
        {"use": "textveil.patterns.v1", "labels": ["EMAIL"]},
    ]
    both = build(ComponentKind.DETECTOR, NAME, {"detectors": parts})
    assert both.detect(NOTE).labels == ("DATE", "EMAIL")
    agreed = build(ComponentKind.DETECTOR, NAME, {"detectors": parts, "mode": "vote"})
    assert not agreed.detect(NOTE)
    assert build(ComponentKind.DETECTOR, NAME, {"detectors": parts, "min_score": 0.93}).detect(NOTE)
    assert not build(ComponentKind.DETECTOR, NAME, {"detectors": parts, "min_score": 1.0}).detect(
        NOTE
    )


@pytest.mark.parametrize(
    "options",
    [
        {"detectors": []},
        {"detectors": "textveil.patterns.v1"},
        {"detectors": ["textveil.patterns.v1"], "mode": "mean"},
        {"detectors": ["textveil.patterns.v1"], "votes": 2, "mode": "vote"},
        {"detectors": ["textveil.nothing.v1"]},
        {"detectors": [{"use": "textveil.patterns.v1", "labells": []}]},
    ],
)
def test_mistakes_are_told(options) -> None:
    with pytest.raises(ComponentError):
        build(ComponentKind.DETECTOR, NAME, options)


def test_a_policy_is_tuned_inside_a_combination() -> None:
    policy = load_policy("tag-only")
    assert policy.uses("textveil.tagger.v1")
    tuned = policy.tuned("textveil.tagger.v1", {"threshold": 0.7})
    [step] = tuned.detect
    assert {"use": "textveil.tagger.v1", "threshold": 0.7} in step.options["detectors"]
    assert tuned.sha256 != policy.sha256
    assert policy == load_policy("tag-only")
    with pytest.raises(PolicyError, match="does not use"):
        load_policy("patterns-only").tuned("textveil.tagger.v1", {"threshold": 0.7})
