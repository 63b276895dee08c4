"""Comparing methods of sanitization."""

import json

import numpy as np
import pytest

from textveil.errors import InputError, InvalidValueError, OutputError
from textveil.study.page import write_study
from textveil.study.sanitize_comparison import COMPARISON, CompareSettings, compare, score_of
from textveil.values.sequence import Alphabet, Sequence


@pytest.fixture(scope="module")
def visits():
    rng = np.random.default_rng(0)
    letters = Alphabet(tuple("abcdef"))
    texts = ("".join("abcdef"[n] for n in rng.integers(0, 6, 400)) for _ in range(2))
    return [Sequence.of(str(number), text, letters) for number, text in enumerate(texts)]


def settings(**more):
    chosen = {"methods": ("tfs", "pfs", "tpm", "ba"), "patterns": (3,), "k": (3,), "tau": (2,)}
    return CompareSettings(**{**chosen, **more})


def axes(compared):
    return tuple(dict.fromkeys(point["axis"] for point in compared["points"]))


def chart_comparison(visits, asked, out, notice=lambda _: None):
    return write_study(out, COMPARISON, lambda: compare(visits, asked), notice)


def test_only_what_has_several_values_varies(visits):
    compared = compare(visits, settings(patterns=(3, 6), tau=(2, 4)))
    assert axes(compared) == ("patterns", "tau")
    assert [
        p["value"] for p in compared["points"] if (p["axis"], p["method"]) == ("patterns", "tpm")
    ] == [3, 6]
    assert compared["notes"] == ()
    assert all(point["verified"] for point in compared["points"])
    assert axes(compare(visits, settings())) == ("patterns",)


def test_the_figures_are_those_of_the_paper(visits):
    compared = compare(visits, settings())
    by_method = {point["method"]: point for point in compared["points"]}
    assert score_of(by_method["tfs"], "frequency distortion") == 0
    assert score_of(by_method["tpm"], "tau-lost") == 0
    assert score_of(by_method["pfs"], "length") <= score_of(by_method["tfs"], "length")
    assert score_of(by_method["tfs"], "recovered patterns") == 1
    assert score_of(by_method["tpm"], "nothing of this name") is None
    assert {point["places"] for point in compared["points"]} == {by_method["ba"]["places"]}
    assert by_method["ba"]["places"] >= 6


def test_etfs_gives_the_relative_error(visits):
    compared = compare(visits[:1], settings(methods=("tfs", "etfs")))
    error = "edit distance relative error"
    found = {point["method"]: score_of(point, error) for point in compared["points"]}
    assert found["etfs"] == 0
    assert found["tfs"] >= 0


def test_given_patterns_are_taken_in_order(visits):
    given = [tuple(visits[0])[:3], tuple(visits[0])[7:10]]
    compared = compare(visits, settings(methods=("tfs",), patterns=(1, 2)), given)
    assert [point["patterns"] for point in compared["points"]] == [1, 2]


def test_equal_seeds_draw_equal_patterns(visits):
    one, two = (compare(visits, settings(methods=("tfs",), seed=3)) for _ in range(2))
    assert one["points"][0]["places"] == two["points"][0]["places"]


def test_what_cannot_run_is_noted(visits):
    compared = compare(visits, settings(methods=("tfs",), k=(3, 300)))
    assert any("k = 300" in note for note in compared["notes"])
    with pytest.raises(InputError, match="no method"):
        compare(visits, settings(methods=("tfs",), k=(300,)))


def test_more_patterns_than_there_are(visits):
    with pytest.raises(InputError, match=r"9999 patterns are asked for, and \d+ of 3 letters"):
        compare(visits, settings(patterns=(3, 9999)))
    given = [tuple(visits[0])[:3]]
    with pytest.raises(InputError, match="2 patterns are asked for, and 1 are given"):
        compare(visits, settings(methods=("tfs",), patterns=(2,)), given)


def test_charts_say_what_does_not_vary_what_is_better_and_what_has_no_guarantee(visits, tmp_path):
    out = tmp_path / "figures"
    chart_comparison(visits, settings(methods=("tfs", "pfs", "ba"), patterns=(3, 6, 24)), out)
    words = (out / "distortion.svg").read_text("utf-8")
    assert "k = 3, tau = 2" in words
    for value in ("3", "6", "24"):
        assert f">{value}</text>" in words
    widths = {line for line in words.split("stroke-width: ")[1:] if line}
    # Both methods without distortion are drawn, one inside the other.
    assert len({width.split(";")[0].split('"')[0] for width in widths}) > 3
    # A method without a guarantee is dashed: in each of two panels, and in the legend of one.
    assert words.count("stroke-dasharray") == 2
    for name in ("distortion", "lost-and-ghosts", "attack", "time"):
        assert "(lower is better)" in (out / f"{name}.svg").read_text("utf-8")
    assert "nearer to the input is better" in (out / "length.svg").read_text("utf-8")


def test_charts_and_numbers_fill_a_folder(visits, tmp_path):
    out = tmp_path / "figures"
    compared = chart_comparison(visits, settings(patterns=(3, 5)), out)
    names = {path.name for path in out.iterdir()}
    assert {COMPARISON, "distortion.png", "length.svg", "lost-and-ghosts.png"} <= names
    told = json.loads((out / COMPARISON).read_text("utf-8"))
    assert told == json.loads(json.dumps(compared.to_json()))
    chart_comparison(visits, settings(), out)
    assert "edit-distance.png" not in names
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine.txt").write_text("x")
    with pytest.raises(OutputError):
        chart_comparison(visits, settings(), tmp_path / "other")


def test_one_file(visits, tmp_path):
    for name in ("all.png", "all.svg", "all.json"):
        chart_comparison(visits, settings(methods=("tfs",), patterns=(3, 5)), tmp_path / name)
        assert (tmp_path / name).stat().st_size > 100


@pytest.mark.parametrize("name", ["all.svg", "figures"])
def test_one_value_is_no_chart(visits, tmp_path, name):
    told = []
    once = settings(methods=("tfs",))
    compared = chart_comparison(visits, once, tmp_path / name, told.append)
    assert compared["points"]
    assert told == ["note: no chart is drawn, for there is one value only: a line needs two"]
    written = [path.name for path in tmp_path.rglob("*") if path.is_file()]
    assert written == ([COMPARISON] if name == "figures" else [])


@pytest.mark.parametrize(
    "wrong",
    [
        {"methods": ("hope",)},
        {"patterns": ()},
        {"patterns": (0,)},
        {"tau": (0,)},
        {"rho": (0.5,)},
        {"rho": (float("-inf"),)},
        {"rho": (float("nan"),)},
        {"support": 0},
    ],
)
def test_mistakes(wrong):
    with pytest.raises(InvalidValueError):
        settings(**wrong)
