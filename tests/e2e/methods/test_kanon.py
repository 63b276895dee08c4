"""`textveil kanon` and the rare screen, as a user meets them."""

import json
import re

import pytest
from tests.e2e.textveil_cli import textveil

from textveil.pipeline.demo import sample_answers

LINES = ["the ward was cold", "the ward was loud, said Zilpah", "the ward was cold and loud"]


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "answers.txt"
    path.write_text("\n".join(LINES) + "\n", "utf-8")
    return path


def test_lengths_and_format_stay_and_the_report_tells_all(corpus, tmp_path):
    out, report = tmp_path / "out.txt", tmp_path / "report.json"
    done = textveil("kanon", corpus, "--lines", "-k", 2, "-o", out, "--report", report)
    assert done.returncode == 0, done.stderr
    assert "k-subjects holds" in done.stderr
    shown = out.read_text("utf-8").splitlines()
    assert [len(line) for line in shown] == [len(line) for line in LINES]
    assert "Zilpah" not in out.read_text("utf-8")
    told = json.loads(report.read_text("utf-8"))
    assert told["kept"] == sum(c != "*" for line in shown for c in line)
    assert {one["status"] for one in told["verdicts"]} == {"holds"}
    assert {"kept_ratio", "runs", "seconds", "peak_memory_bytes"} <= told.keys()


def test_json_goes_to_stdout(corpus, tmp_path):
    done = textveil("kanon", corpus, "--lines", "-k", 2, "-o", tmp_path / "o.txt", "--json")
    assert json.loads(done.stdout)["method"] == "minimum"


def test_whole_words_go_by_default_and_symbols_of_sequences(corpus, tmp_path):
    out = tmp_path / "out.txt"
    done = textveil("kanon", corpus, "--lines", "-k", 2, "-o", out, "--json")
    assert json.loads(done.stdout)["unit"] == "token"
    for line, shown in zip(LINES, out.read_text("utf-8").splitlines(), strict=True):
        for word in re.finditer(r"\w+", line):
            assert shown[slice(*word.span())] in (word.group(), "*" * len(word.group()))
    genes = tmp_path / "genes.fasta"
    genes.write_text(">a\nACGTACGT\n>b\nACGTT\n")
    done = textveil("kanon", genes, "-k", 2, "-o", tmp_path / "out.fasta", "--json")
    told = json.loads(done.stdout)
    assert (told["unit"], told["completions"]) == ("char", None)
    assert 0 < told["kept"] < told["symbols"]


def test_letters_are_told_with_what_lists_make_of_them(corpus, tmp_path):
    out, names = tmp_path / "out.txt", tmp_path / "names.txt"
    names.write_text("Zilpah\nZilpan\nloud\n")
    arguments = ("kanon", corpus, "--lines", "-k", 2, "-o", out, "--unit", "char")
    done = textveil(*arguments)
    assert "partly shown word" in done.stderr
    done = textveil(*arguments, "--list", names, "--report", tmp_path / "report.json")
    assert "list holds (k = 2" in done.stderr
    told = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert (told["completions"]["one"], told["verdicts"][1]["status"]) == (0, "holds")


@pytest.mark.parametrize("guarantee", ["subjects", "occurrences", "output"])
@pytest.mark.parametrize("unit", ["char", "token"])
def test_every_guarantee_holds(corpus, tmp_path, guarantee, unit):
    done = textveil(
        *("kanon", corpus, "--lines", "-k", 2, "-o", tmp_path / "out.txt"),
        *("--guarantee", guarantee, "--unit", unit),
    )
    assert f"k-{guarantee} holds" in done.stderr


def test_methods_that_claim_nothing_say_so(corpus, tmp_path):
    out = tmp_path / "out.txt"
    done = textveil("kanon", corpus, "--lines", "-k", 2, "--method", "words", "-o", out)
    assert "k-subjects not checkable (method words does not claim this guarantee)" in done.stderr


def test_a_plain_text_is_one_document(corpus, tmp_path):
    out = tmp_path / "out.txt"
    done = textveil("kanon", corpus, "-k", 2, "-o", out)
    assert done.returncode == 4
    for way in ("--lines", "--subject-column", "--guarantee occurrences"):
        assert way in done.stderr
    assert not out.exists()
    done = textveil("kanon", corpus, "-k", 2, "-o", out, "--guarantee", "occurrences")
    assert done.returncode == 0, done.stderr


def test_subjects_come_from_a_column(tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("who,text\np1,zebra\np1,zebra\np2,cat\np3,cat\n")
    out = tmp_path / "out.csv"
    done = textveil("kanon", table, "-k", 2, "--subject-column", "who", "-o", out)
    assert done.returncode == 0, done.stderr
    shown = out.read_text().splitlines()
    assert shown[0] == "who,text"
    assert "zebra" not in out.read_text()
    ids = [row.split(",")[0] for row in shown[1:]]
    # Each person has one new id, and nobody's old one is shown.
    assert ids[0] == ids[1]
    assert sorted(set(ids)) == ["1", "2", "3"]
    assert [row.split(",")[1] for row in shown[3:]] == ["cat", "cat"]


def test_a_rare_shown_symbol_is_refuted_and_nothing_is_written(corpus, tmp_path):
    out = tmp_path / "out.txt"
    corpus.write_text("ab!ab\nab\n")
    arguments = ("kanon", corpus, "--lines", "-k", 2, "-o", out, "--show", "!")
    done = textveil(*arguments)
    assert done.returncode == 1
    assert "k-subjects does not hold" in done.stderr
    assert not out.exists()
    assert textveil(*arguments, "--keep-refuted").returncode == 1
    assert out.exists()


@pytest.mark.parametrize(
    ("more", "code", "message"),
    [
        (["-k", 1], 2, "at least 2"),
        (["-k", 2, "--guarantee", "hope"], 2, "subjects, occurrences, output"),
        (["-k", 2, "--method", "groups"], 2, "cannot give the guarantee"),
        (["-k", 2, "--mark", "ab"], 2, "one visible character"),
        (["-k", 99], 4, "k is 99"),
        (["-k", 2, "--list", "{names}", "--guarantee", "output"], 2, "counts what is left"),
        (["-k", 2, "--list", "{names}", "--unit", "char", "-l", 3], 2, "minimum length"),
        (["-k", 2, "--list", "{empty}"], 4, "no words"),
    ],
)
def test_mistakes(corpus, tmp_path, more, code, message):
    (tmp_path / "names").write_text("Ann\n")
    (tmp_path / "empty").write_text("\n")
    given = [str(one).format(names=tmp_path / "names", empty=tmp_path / "empty") for one in more]
    done = textveil("kanon", corpus, "--lines", "-o", tmp_path / "out.txt", *given)
    assert done.returncode == code
    assert message in done.stderr
    assert not (tmp_path / "out.txt").exists()


def test_the_input_is_never_replaced(corpus):
    done = textveil("kanon", corpus, "--lines", "-k", 2, "-o", corpus)
    assert done.returncode == 2
    assert corpus.read_text("utf-8").splitlines() == LINES


def test_an_empty_corpus_is_an_error(tmp_path):
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    done = textveil("kanon", empty, "-k", 2, "-o", tmp_path / "out.txt")
    assert done.returncode == 4
    assert not (tmp_path / "out.txt").exists()


def test_a_release_screens_what_detectors_leave(tmp_path):
    out = tmp_path / "out"
    done = textveil("release", sample_answers(), out, "--lines", "--policy", "screened")
    assert done.returncode == 0, done.stderr
    assert "k-subjects holds" in done.stderr
    text = (out / "publish" / "texts" / "answers.txt").read_text("utf-8")
    assert "Oyelaran" not in text
    assert "The doctor explained the results clearly." in text
    done = textveil("verify", out, "--input", sample_answers())
    assert done.returncode == 0, done.stdout + done.stderr
