"""Caution: levels and shares become thresholds, and prices are said once."""

import pytest

from textveil.cli.shell.choices import caution_help
from textveil.detect.tagging.tagger import TaggerDetector
from textveil.errors import InvalidValueError, PolicyError
from textveil.models.bundle import load_bundle
from textveil.models.caution import (
    LEVELS,
    CautionPrice,
    OperatingPoint,
    prices_of,
    read_caution,
    read_prices,
    stated_prices,
    threshold_for,
    write_prices,
)
from textveil.models.default import DEFAULT, default_manifest
from textveil.pipeline.api import scan
from textveil.pipeline.release.sight.owner_report import caution_shown
from textveil.policy.policy import load_policy, parse_policy
from textveil.values.document import Document

POINTS = tuple(
    OperatingPoint(*point)
    for point in ((0.1, 0.98, 0.6), (0.2, 0.95, 0.7), (0.3, 0.90, 0.8), (0.5, 0.80, 0.9))
)
STATED = (CautionPrice("low", 0.4, 0.85, 0.9, 1.0), CautionPrice("normal", 0.3, 0.9, 0.8, 2.5))


@pytest.mark.parametrize(("level", "threshold"), [("low", 0.5), ("normal", 0.3), ("high", 0.2)])
def test_without_prices_high_misses_half_as_much_and_low_twice(level, threshold):
    assert threshold_for(level, 0.3, POINTS) == threshold


def test_stated_prices_win():
    assert threshold_for("low", 0.3, POINTS, STATED) == 0.4
    assert threshold_for("high", 0.3, POINTS, STATED) == 0.2
    assert [price.harmless for price in prices_of(0.3, POINTS, STATED)] == [1.0, 2.5, None]


def test_a_share_takes_the_highest_threshold_that_finds_it():
    assert threshold_for(0.9, 0.3, POINTS) == 0.3
    assert threshold_for(0.91, 0.3, POINTS) == 0.2
    with pytest.raises(InvalidValueError, match=r"at most 0\.980"):
        threshold_for(0.99, 0.3, POINTS)


def test_a_model_without_points_knows_its_own_threshold_alone():
    assert threshold_for("normal", 0.3, ()) == 0.3
    with pytest.raises(InvalidValueError, match="what high caution is"):
        threshold_for("high", 0.3, ())


@pytest.mark.parametrize("value", ["", "hi", "95", 0, 1, -0.1, True, None, [0.5], "nan"])
def test_what_is_no_caution_is_refused(value):
    with pytest.raises(InvalidValueError, match="low, normal or high"):
        read_caution(value)


def test_prices_are_read_as_they_were_written():
    assert read_prices(write_prices(STATED)) == STATED
    for wrong in ([], {"medium": {}}, {"low": {"threshold": 2, "recall": 0.5, "precision": 0.5}}):
        with pytest.raises(InvalidValueError):
            read_prices(wrong)


def test_more_caution_never_finds_less():
    own = stated_prices(default_manifest())
    assert [price.level for price in own] == list(LEVELS)
    assert [price.threshold for price in own] == sorted(p.threshold for p in own)[::-1]
    assert [price.recall for price in own] == sorted(price.recall for price in own)
    note = [Document("n", "Ana Kovacs of Lima met Will at Mercy; Senna 1 tabs QHS, Paris cast.")]
    sizes = [
        sum(len(span) for _, spans in scan(note, caution=level) for span in spans)
        for level in LEVELS
    ]
    assert sizes == sorted(sizes)


def test_normal_is_the_threshold_of_the_shipped_model():
    bundle = load_bundle(DEFAULT)
    prices = prices_of(bundle.threshold, bundle.points, bundle.prices)
    assert dict(zip(LEVELS, prices, strict=True))["normal"].threshold == bundle.threshold


def test_help_and_report_say_what_the_model_states():
    prices = stated_prices(default_manifest())
    told = caution_help()
    for price in prices:
        assert f"{price.level} {price}" in told
        assert f"{100 * price.recall:.1f} %" in str(price)
    shown = caution_shown(load_policy("tag-only").with_caution("high"))["caution"]
    assert shown["chosen"] == "caution high"
    told = [(one["level"], one["recall"], one["precision"]) for one in shown["prices"]]
    assert told == [(one.level, one.recall, one.precision) for one in prices]
    assert caution_shown(load_policy("patterns-only")) == {}


POLICY = """name: p
caution: high
detect:
  - use: textveil.combine.v1
    detectors: [textveil.patterns.v1, {use: textveil.tagger.v1%s}]
transform:
  default: {use: textveil.mask.v1, style: tag}
"""


def model_of(policy):
    [options] = policy.options_of("textveil.tagger.v1")
    return {name: value for name, value in options.items() if name != "use"}


def test_the_caution_of_a_policy_reaches_its_models_and_a_threshold_wins():
    assert model_of(parse_policy(POLICY % "")) == {"caution": "high"}
    assert model_of(parse_policy(POLICY % ", threshold: 0.4")) == {"threshold": 0.4}
    assert model_of(parse_policy(POLICY % ", caution: low")) == {"caution": "low"}
    assert model_of(parse_policy(POLICY % "").with_caution(0.95)) == {"caution": 0.95}
    kept = parse_policy(POLICY % ", threshold: 0.4").with_caution("low")
    assert model_of(kept) == {"threshold": 0.4}
    assert TaggerDetector(threshold=0.4, caution="low")._least(load_bundle(DEFAULT)) == 0.4


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (POLICY.replace("high", "hihg") % "", "caution is low, normal or high"),
        (POLICY.replace("high", "95") % "", "caution is low, normal or high"),
        (POLICY.replace(", {use: textveil.tagger.v1%s}", ""), "does not use textveil.tagger.v1"),
    ],
)
def test_a_caution_that_cannot_be_is_told_with_its_line(text, what):
    with pytest.raises(PolicyError, match=what) as caught:
        parse_policy(text, "p.yaml")
    assert caught.value.where == "p.yaml, line 2"
