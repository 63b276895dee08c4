"""Curves: the numbers of separate suppressions, gold of several kinds, and the command."""

import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from textveil.cli.methods.kanon_study import curve as command
from textveil.errors import InputError, InvalidValueError, OutputError, TextveilError, UsageError
from textveil.evaluate.text.suppression import evaluate_suppression
from textveil.formats.sources import Source
from textveil.pipeline.demo import sample_notes
from textveil.pipeline.kanon.annotated import load_annotated
from textveil.study.kanon_curve import CurveSettings, measure_curve
from textveil.transform.rarity.suppress import suppress
from textveil.values.document import Document
from textveil.values.span import Span, Spans

SMALL = CurveSettings(ks=(2, 3), sizes=())
METHODS = ("minimum", "paper", "words", "hybrid")


@pytest.fixture(scope="module")
def notes():
    return load_annotated(Source.open(sample_notes(), "jsonl"))


def generated(documents=24, words=40, seed=5):
    """Documents of frequent words, with a number in each that only it has."""
    rng = np.random.default_rng(seed)
    vocabulary = [f"w{n:x}" for n in range(60)]
    for number in range(documents):
        picked = rng.choice(vocabulary, words, p=_zipf(60)).tolist()
        text = " ".join([*picked[:5], f"{number}x{number * 977}", *picked[5:]])
        start = text.index(f" {number}x") + 1
        spans = Spans([Span(start, text.index(" ", start), "ID")])
        yield Document(f"d{number}", text, spans=spans)


def _zipf(size):
    weights = 1 / np.arange(1, size + 1)
    return weights / weights.sum()


@pytest.mark.parametrize("guarantee", ["subjects", "occurrences", "output"])
def test_every_point_equals_a_suppression_of_its_own(notes, guarantee):
    settings = replace(
        SMALL, methods=(), guarantee=guarantee, min_length=2, show="paper", ratio=30, mark="#"
    )
    curve = measure_curve(notes, settings)
    assert settings.methods == (("groups",) if guarantee == "output" else METHODS)
    assert [(p["method"], p["k"]) for p in curve["points"]] == [
        (method, k) for method in settings.methods for k in (2, 3)
    ]
    for point in curve["points"]:
        alone = suppress(notes, settings.suppress(point["k"], point["method"], 2))
        assert (point["kept"], point["runs"]) == (alone.kept, alone.runs)
        assert point["kept_ratio"] == alone.kept_ratio
        assert point["scores"] == evaluate_suppression(notes, alone.texts, "#", 30)
        assert curve["symbols"] == alone.symbols


def test_sizes_are_prefixes_by_documents():
    documents = list(generated())
    settings = CurveSettings(ks=(3, 5), methods=("minimum", "words"))
    curve = measure_curve(documents, settings)
    # Of 3 and 5 both are as near to the paper's 4; the first sixteenth has 2 subjects.
    assert {point["k"] for point in curve["sizes"]} == {3}
    assert [p["documents"] for p in curve["sizes"] if p["method"] == "words"] == [3, 6, 12, 24]
    for point in curve["sizes"]:
        alone = suppress(documents[: point["documents"]], settings.suppress(3, point["method"], 1))
        assert (point["symbols"], point["kept"]) == (alone.symbols, alone.kept)
        assert point["seconds"] > 0
    assert curve["notes"] == ("sizes of up to 2 documents have fewer than 3 subjects: left out",)


def test_sizes_of_a_single_document_are_prefixes_by_characters():
    document = Document("d", "abracadabra " * 40)
    settings = CurveSettings(ks=(4,), methods=("minimum",), guarantee="occurrences")
    curve = measure_curve([document], settings)
    assert [p["symbols"] for p in curve["sizes"]] == [30, 60, 120, 240, 480]
    assert curve["sizes"][-1]["kept"] == curve["points"][0]["kept"]
    assert not measure_curve([document], replace(settings, sizes=()))["sizes"]
    assert len(measure_curve([document], replace(settings, sizes=(Fraction(1, 7),)))["sizes"]) == 1


def test_k_above_the_number_of_subjects_is_left_out(notes):
    curve = measure_curve(notes, CurveSettings(ks=(2, 7, 8, 18), methods=("minimum",), sizes=()))
    assert [point["k"] for point in curve["points"]] == [2, 7]
    assert curve["subjects"] == 7
    assert curve["notes"] == (
        "left out every k above the number of subjects (7): no text could be kept",
    )
    with pytest.raises(InputError, match="larger than the number of subjects") as caught:
        measure_curve(notes, CurveSettings(ks=(8, 9)))
    assert "--guarantee occurrences" in caught.value.hint
    alone = measure_curve(
        notes, CurveSettings((8,), ("minimum",), guarantee="occurrences", sizes=())
    )
    assert [point["k"] for point in alone["points"]] == [8]


def test_the_suggestion_is_for_the_first_method(notes):
    settings = CurveSettings(ks=(2, 3, 4, 5), methods=("words", "minimum"), sizes=())
    curve = measure_curve(notes, settings)
    kept = [point["kept_ratio"] for point in curve["points"] if point["method"] == "words"]
    assert [o.scores[0].value for o in curve["suggestion"].options] == kept
    assert measure_curve(notes, replace(settings, keep=kept[1]))["suggestion"].chosen == "3"
    impossible = measure_curve(notes, replace(settings, keep=0.99))
    assert "no k keeps at least" in impossible.refused.what
    assert impossible.to_json()["suggestion"] is None
    assert curve.to_json()["suggestion"]["chosen"] == curve["suggestion"].chosen


@pytest.mark.parametrize(
    ("settings", "what"),
    [
        ({"ks": ()}, "at least one number"),
        ({"ks": (1, 5)}, "k must be at least 2"),
        ({"methods": ("best",)}, "no method of the name"),
        ({"methods": ("minimum",), "guarantee": "output"}, "cannot give the guarantee"),
        ({"guarantee": "all"}, "no guarantee of the name"),
        ({"ratio": 101}, "from 0 to 100"),
        ({"keep": 80}, "between 0 and 1"),
        ({"min_length": 0}, "minimum length"),
    ],
)
def test_settings_that_make_no_sense(settings, what):
    with pytest.raises(InvalidValueError, match=what):
        CurveSettings(**settings)


def test_documents_without_annotations_are_not_scored(notes):
    bare = [replace(note, spans=None) for note in notes]
    curve = measure_curve(bare, SMALL)
    assert curve["annotated"] == 0
    assert not any(point["scores"] for point in curve["points"])
    some = measure_curve([*notes[:4], *bare[4:]], SMALL)
    assert some["annotated"] == 4
    assert some["notes"] == ("documents without annotations count, but are not scored: 8",)
    assert [p["kept"] for p in some["points"]] == [p["kept"] for p in curve["points"]]
    empty = measure_curve([replace(note, spans=Spans()) for note in notes], SMALL)
    assert empty["annotated"] == 0
    assert "mark no word" in empty["notes"][0]


def written(path, documents):
    rows = [
        {"id": d.id, "text": d.text}
        | ({"subject": d.subject} if d.subject else {})
        | (
            {"spans": [{"start": s.start, "end": s.end, "label": s.label} for s in d.spans]}
            if d.spans is not None
            else {}
        )
        for d in documents
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


@pytest.fixture
def bare(tmp_path, notes):
    return written(tmp_path / "bare.jsonl", [replace(note, spans=None) for note in notes])


def test_gold_documents_bring_the_annotations(tmp_path, notes, bare):
    gold = written(tmp_path / "gold.jsonl", notes[3:5])
    loaded = load_annotated(Source.open(bare), Source.open(gold))
    assert [d.id for d in loaded if d.spans is not None] == [d.id for d in notes[3:5]]
    assert [d.spans for d in loaded[3:5]] == [d.spans for d in notes[3:5]]


@pytest.mark.parametrize(
    ("gold", "what", "where"),
    [
        ([], "no document", "gold.jsonl"),
        ([Document("visit-1", "as it was", spans=Spans())], "differs from the input", "visit-1"),
        ([Document("a1", "x", spans=Spans()), Document("a2", "y", spans=Spans())], "2 gold", "a1"),
        ([Document("visit-1", "x")], "never annotated", "visit-1"),
    ],
)
def test_gold_that_does_not_belong_here(tmp_path, bare, gold, what, where):
    path = written(tmp_path / "gold.jsonl", gold)
    with pytest.raises(InputError, match=what) as caught:
        load_annotated(Source.open(bare), Source.open(path))
    assert where in caught.value.where


def test_gold_that_marks_nothing(tmp_path, notes, bare):
    gold = written(tmp_path / "gold.jsonl", [replace(note, spans=Spans()) for note in notes])
    with pytest.raises(InputError, match="no annotation"):
        load_annotated(Source.open(bare), Source.open(gold))


def run(*arguments):
    app = typer.Typer()
    app.command()(command)
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_the_command_writes_charts_and_numbers(tmp_path):
    corpus = written(tmp_path / "corpus.jsonl", generated())
    out = tmp_path / "curves"
    done = run(corpus, "--k", "2..4", "-o", out)
    assert done.exit_code == 0, done.output
    names = {
        f"{n}{s}" for n in ("kept-ratio", "size", "precision-recall") for s in (".png", ".svg")
    }
    assert {path.name for path in out.iterdir()} == names | {"curve.json"}
    shown = json.loads((out / "curve.json").read_text("utf-8"))
    assert [point["k"] for point in shown["points"]] == [2, 3, 4] * 4
    assert shown["suggestion"]["chosen"] in ("2", "3", "4")
    assert done.stdout.splitlines()[0].split() == ["kept", "ratio", "by", "k", *METHODS]
    assert f"suggested: k = {shown['suggestion']['chosen']} for minimum" in done.stderr
    again = run(corpus, "--k", "2,3", "-o", out)
    assert again.exit_code == 0, again.output


def test_the_command_prints_json(bare):
    done = run(bare, "--k", "2,3", "--gold", sample_notes(), "--method", "minimum, paper", "--json")
    assert done.exit_code == 0, done.output
    shown = json.loads(done.stdout)
    assert shown["methods"] == ["minimum", "paper"]
    assert shown["annotated"] == 12
    assert [score["name"] for score in shown["points"][0]["scores"]] == [
        "token precision (any label)",
        "token recall (any label)",
        "token F1 (any label)",
    ]


def test_a_ratio_that_no_k_keeps_is_an_error_after_the_numbers(tmp_path, bare):
    out = tmp_path / "curve.json"
    done = run(bare, "--k", "2..4", "--keep", "0.99", "-o", out)
    assert isinstance(done.exception, InvalidValueError)
    assert done.stdout.startswith("kept ratio by k")
    assert json.loads(out.read_text())["suggestion"] is None
    done = run(bare, "--k", "2..4", "--keep", "0.3", "--quiet")
    assert done.exit_code == 0
    assert done.stderr == ""


def test_lines_of_a_text_file_are_documents(tmp_path):
    path = tmp_path / "lines.txt"
    path.write_text("the cat sat\nthe cat ran\nthe dog sat\n", "utf-8")
    assert run(path, "--k", "2..3", "--lines").exit_code == 0
    done = run(path, "--k", "2..3")
    assert isinstance(done.exception, InputError)
    assert "--lines" in str(done.exception)


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        (["--k", "5..2"], UsageError),
        (["--k", "1..4"], UsageError),
        (["--method", "best"], InvalidValueError),
        (["--keep", "80"], InvalidValueError),
        (["--gold", "nowhere.jsonl"], InputError),
    ],
)
def test_bad_options(bare, options, kind):
    done = run(bare, *options)
    assert isinstance(done.exception, kind)
    assert not done.stdout


def test_a_folder_with_something_else_is_left_alone(tmp_path, bare):
    out = tmp_path / "mine"
    out.mkdir()
    (out / "thesis.txt").write_text("precious")
    done = run(bare, "--k", "2,3", "-o", out)
    assert isinstance(done.exception, OutputError)
    assert [path.name for path in out.iterdir()] == ["thesis.txt"]


def test_messages_and_results_quote_no_text(notes):
    word = "okafor"
    curve = measure_curve(notes, SMALL)
    assert word not in (json.dumps(curve.to_json()) + repr(curve)).lower()
    with pytest.raises(TextveilError) as caught:
        measure_curve(notes, CurveSettings(ks=(20,)))
    assert word not in str(caught.value).lower()
