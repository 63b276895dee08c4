"""Pages: the files that were asked for, the same bytes every time, and no global state."""

import json
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest

from textveil.errors import InvalidValueError, MissingExtraError, OutputError
from textveil.formats.display.figures import draw_panels
from textveil.study.chart import DOTTED, SPOTS, Line, Panel, lines_of
from textveil.study.kanon_curve import CURVE, CurveSettings, measure_curve
from textveil.study.page import Study, write_chart, write_study
from textveil.study.table import csv_bytes, pivoted
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
    return measure_curve(documents, SETTINGS)


def words_of(picture):
    return " ".join(ET.fromstring(picture).itertext())  # noqa: S314 - we made it


def panel_words(study, chart, at=0):
    return words_of(draw_panels([study.charts[chart][at]], ".svg"))


def test_a_picture_says_what_it_shows(curve):
    kept = panel_words(curve, "kept-ratio")
    assert "kept ratio (share of characters)" in kept
    assert "guarantee: subjects" in kept
    assert f"suggested for minimum: k = {curve['suggestion'].chosen}" in kept
    for method in SETTINGS.methods:
        assert method in kept
    assert "size (characters)" in panel_words(curve, "size")
    assert "time (seconds)" in panel_words(curve, "size", 1)
    agreement = panel_words(curve, "precision-recall")
    assert "R = 20 %" in agreement
    first = curve.charts["precision-recall"][0].lines[0]
    assert len(first.points) >= 2
    assert set(first.texts.values()) == {"k = 2", "k = 4"}


@pytest.mark.parametrize("kind", [".png", ".svg"])
def test_equal_panels_give_equal_bytes(curve, kind):
    panels = [*curve.charts["kept-ratio"], *curve.charts["precision-recall"]]
    first = draw_panels(panels, kind)
    assert first == draw_panels(panels, kind)
    assert first.startswith(PNG if kind == ".png" else b"<?xml")


def test_drawing_touches_no_global_state(curve):
    import matplotlib as mpl

    before = dict(mpl.rcParams)
    draw_panels(curve.charts["kept-ratio"], ".svg")
    assert dict(mpl.rcParams) == before


@pytest.mark.parametrize(
    ("name", "starts"),
    [("all.png", PNG), ("all.SVG", b"<?xml"), ("numbers.json", b"{\n")],
)
def test_a_file_holds_everything(tmp_path, curve, name, starts):
    target = tmp_path / name
    assert write_study(target, CURVE, lambda: curve) is curve
    assert target.read_bytes().startswith(starts)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_folder_holds_the_numbers_and_two_pictures_of_each_chart(tmp_path, curve):
    for _ in range(2):  # an earlier result is replaced
        write_study(tmp_path / "out", CURVE, lambda: curve)
    names = {f"{chart}{kind}" for chart in curve.charts for kind in (".png", ".svg")}
    assert {path.name for path in (tmp_path / "out").iterdir()} == {CURVE, *names}
    told = json.loads((tmp_path / "out" / CURVE).read_text("utf-8"))
    assert told == json.loads(json.dumps(curve.to_json()))


def test_no_target_writes_nothing(tmp_path, curve):
    assert write_study(None, CURVE, lambda: curve) is curve
    write_chart(None, curve)


def test_charts_of_what_was_not_measured_are_not_there(documents):
    bare = [replace(document, spans=None) for document in documents]
    assert set(measure_curve(bare, replace(SETTINGS, sizes=())).charts) == {"kept-ratio"}
    assert not measure_curve(bare, replace(SETTINGS, ks=(2,), sizes=())).charts


@pytest.mark.parametrize("name", ["picture.svg", "folder"])
def test_a_study_without_charts_says_why(tmp_path, name):
    told = []
    nothing = Study({"points": []}, undrawn="too small")
    write_study(tmp_path / name, CURVE, lambda: nothing, told.append)
    assert told == ["note: too small"]
    written = [path.name for path in tmp_path.rglob("*") if path.is_file()]
    assert written == ([CURVE] if name == "folder" else [])


@pytest.mark.parametrize("name", ["file.png", "folder"])
def test_an_error_while_measuring_leaves_nothing_behind(tmp_path, name):
    def fail():
        raise InvalidValueError("no")

    with pytest.raises(InvalidValueError):
        write_study(tmp_path / name, CURVE, fail)
    assert not list(tmp_path.iterdir())


def test_a_target_that_cannot_be_written_is_found_out_first(tmp_path):
    for target in (tmp_path / "no" / "such.png", tmp_path / "no" / "such"):
        with pytest.raises(OutputError):
            write_study(target, CURVE, lambda: pytest.fail("measured in vain"))


def test_without_matplotlib_there_is_a_hint(tmp_path, curve, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for name in ("folder", "file.png"):
        with pytest.raises(MissingExtraError) as caught:
            write_study(tmp_path / name, CURVE, lambda: curve)
        assert "textveil[charts]" in caught.value.hint
    write_study(tmp_path / "numbers.json", CURVE, lambda: curve)


def test_no_suggestion_is_drawn_where_no_k_fits(documents):
    greedy = measure_curve(documents, replace(SETTINGS, keep=1.0))
    assert "suggested" not in panel_words(greedy, "kept-ratio")


def test_points_without_a_height_are_left_out_of_a_line():
    rows = [{"m": name, "x": x, "y": y} for name in "ab" for x, y in ((1, 0.5), (2, None))]
    rows.append({"m": "a", "x": 3, "y": float("inf")})
    first, second = lines_of(rows, "m", "x", "y", ("b", "a"))
    assert (first.name, first.points, first.look) == ("a", [(1, 0.5)], 1)
    assert second.look == 0


def test_a_panel_draws_bands_texts_marks_and_every_line_that_has_points():
    figure = pytest.importorskip("matplotlib.figure")
    axes = figure.Figure().add_subplot()
    lines = [
        Line("one", [(1, 4), (10, 8)], band=[(3, 5), (7, 9)], texts={0: "$here"}),
        Line("none", []),
        Line("spots", [(5, 6)], style=SPOTS),
        Line("input", [(1, 7), (10, 7)], style=DOTTED),
    ]
    Panel("title", "x", "y", lines, (0, 10), marks={5: "there"})(axes)
    names = [text.get_text() for text in axes.get_legend().get_texts()]
    assert names == ["one", "spots", "input"]
    assert [text.get_text() for text in axes.texts] == ["$here", "there"]
    assert len(axes.collections) == 1
    assert all(float(tick).is_integer() for tick in [*axes.get_xticks(), *axes.get_yticks()])


def test_a_table_is_pivoted_and_written():
    rows = [{"k": k, "m": name, "v": k / 8} for name in "ab" for k in (1000, 2)]
    table = pivoted("v by k", rows, "k", "m", lambda row: row["v"])
    assert table.columns == ["v by k", "a", "b"]
    assert table.rows == [["1,000", "125.000", "125.000"], ["2", "0.250", "0.250"]]
    assert csv_bytes(("a", "b"), [(1, "x,y")]) == b'a,b\n1,"x,y"\n'
