"""Charts: the files that were asked for, the same bytes every time, and no global state."""

import sys
import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest

from textveil.errors import InvalidValueError, MissingExtraError, OutputError
from textveil.pipeline.kanon import charts
from textveil.pipeline.kanon.curve import CurveSettings, SizePoint, measure_curve
from textveil.pipeline.study.charts import draw
from textveil.values.document import Document
from textveil.values.span import Span, Spans

SETTINGS = CurveSettings(ks=(2, 3, 4), methods=("minimum", "words"))
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def documents():
    rng = np.random.default_rng(3)
    texts = [" ".join(rng.choice(["ab", "cd", "ef", "gh"], 30).tolist()) for _ in range(20)]
    return [Document(f"d{n}", text, spans=Spans([Span(0, 2, "X")])) for n, text in enumerate(texts)]


@pytest.fixture(scope="module")
def curve(documents):
    measured = measure_curve(documents, SETTINGS)
    # Times differ from run to run.
    return replace(measured, sizes=tuple(replace(p, seconds=0.5) for p in measured.sizes))


def words_of(picture):
    return " ".join(ET.fromstring(picture).itertext())  # noqa: S314 - we made it


def markers(picture):
    drawn = ET.fromstring(picture).iter()  # noqa: S314 - we made it
    return sum(element.tag.endswith("}use") for element in drawn)


def test_a_picture_says_what_it_shows(curve):
    kept = words_of(draw(curve, [charts.kept_against_k], ".svg"))
    assert "kept ratio (share of characters)" in kept
    assert "guarantee: subjects" in kept
    assert f"suggested for minimum: k = {curve.suggestion().chosen}" in kept
    for method in SETTINGS.methods:
        assert method in kept
    sizes = words_of(draw(curve, [charts.kept_against_size], ".svg"))
    assert "size (characters)" in sizes
    assert "time (seconds)" in words_of(draw(curve, [charts.time_against_size], ".svg"))
    agreement = words_of(draw(curve, [charts.precision_against_recall], ".svg"))
    assert "R = 20 %" in agreement
    assert "k = 2 (open)" in agreement


@pytest.mark.parametrize("kind", [".png", ".svg"])
def test_equal_curves_give_equal_bytes(curve, kind):
    panels = [charts.kept_against_k, charts.precision_against_recall, charts.kept_against_size]
    first = draw(curve, panels, kind)
    assert first == draw(curve, panels, kind)
    assert first.startswith(PNG if kind == ".png" else b"<?xml")


def test_drawing_touches_no_global_state(curve):
    import matplotlib as mpl

    before = dict(mpl.rcParams)
    draw(curve, [charts.kept_against_k], ".svg")
    assert dict(mpl.rcParams) == before


@pytest.mark.parametrize(
    ("name", "starts"),
    [("all.png", PNG), ("all.SVG", b"<?xml"), ("numbers.json", b"{\n")],
)
def test_a_file_holds_everything(tmp_path, documents, name, starts):
    target = tmp_path / name
    charts.chart_curve(documents, SETTINGS, target)
    assert target.read_bytes().startswith(starts)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_charts_of_what_was_not_measured_are_not_drawn(tmp_path, documents):
    bare = [replace(document, spans=None) for document in documents]
    charts.chart_curve(bare, replace(SETTINGS, sizes=()), tmp_path / "out")
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["curve.json", "kept-ratio.png", "kept-ratio.svg"]


@pytest.mark.parametrize("name", ["file.png", "folder"])
def test_an_error_while_measuring_leaves_nothing_behind(tmp_path, documents, name, monkeypatch):
    def fail(*_):
        raise InvalidValueError("no")

    monkeypatch.setattr(charts, "measure_curve", fail)
    with pytest.raises(InvalidValueError):
        charts.chart_curve(documents, SETTINGS, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_target_that_cannot_be_written_is_found_out_first(tmp_path, documents, monkeypatch):
    monkeypatch.setattr(charts, "measure_curve", lambda *_: pytest.fail("measured in vain"))
    for target in (tmp_path / "no" / "such.png", tmp_path / "no" / "such"):
        with pytest.raises(OutputError):
            charts.chart_curve(documents, SETTINGS, target)


def test_without_matplotlib_there_is_a_hint(tmp_path, documents, curve, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for name in ("folder", "file.png"):
        with pytest.raises(MissingExtraError) as caught:
            charts.chart_curve(documents, SETTINGS, tmp_path / name)
        assert "textveil[charts]" in caught.value.hint
    charts.chart_curve(documents, SETTINGS, tmp_path / "numbers.json")
    with pytest.raises(MissingExtraError):
        draw(curve, [charts.kept_against_k], ".svg")


def test_a_point_without_protected_words_has_no_precision(curve):
    nothing = [
        replace(p, scores=tuple(replace(s, value=0, low=0, high=0, count=0) for s in p.scores))
        for p in curve.points
    ]
    bare = replace(curve, points=tuple(nothing))
    full, empty = (
        draw(shown, [charts.precision_against_recall], ".svg") for shown in (curve, bare)
    )
    assert "precision" in words_of(empty)
    protecting = [p.method for p in curve.points if p.scores[0].count]
    # A marker for each point, and an open one at the smallest k of each method.
    assert markers(full) - markers(empty) == len(protecting) + len(set(protecting)) > 0


def test_no_suggestion_is_drawn_where_no_k_fits(curve):
    greedy = replace(curve, settings=replace(SETTINGS, keep=1.0))
    assert "suggested" not in words_of(draw(greedy, [charts.kept_against_k], ".svg"))


def test_one_size_is_no_curve(tmp_path, curve, documents, monkeypatch):
    one = (SizePoint("minimum", 2, 1, 10, 5, 0.1), SizePoint("words", 2, 1, 10, 5, 0.1))
    monkeypatch.setattr(charts, "measure_curve", lambda *_: replace(curve, sizes=one))
    charts.chart_curve(documents, SETTINGS, tmp_path / "out")
    assert not (tmp_path / "out" / "size.png").exists()


@pytest.mark.parametrize(
    ("heights", "moved"),
    [
        ([], []),
        ([0.3], [0.3]),
        ([0.0, 5.0], [0.0, 5.0]),
        ([5.0, 5.0, 5.0], [4.0, 5.0, 6.0]),
        ([0.0, 0.5, 1.0, 9.0], [-0.5, 0.5, 1.5, 9.0]),
    ],
)
def test_names_that_would_collide_are_moved_apart(heights, moved):
    assert charts.spread(heights, 1.0) == moved
