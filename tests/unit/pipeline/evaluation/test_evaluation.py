import json

import numpy as np
import pytest

from textveil.errors import FormatError, InputError, InvalidValueError, UsageError
from textveil.evaluate.detection.mistakes import Fault
from textveil.formats.sources import Source
from textveil.pipeline.evaluation.evaluation import evaluate_files
from textveil.pipeline.evaluation.predictions import read_predictions
from textveil.pipeline.evaluation.relabelling import Relabelling, likely_scheme
from textveil.values.figures.score_rows import score_rows
from textveil.values.span import Span, Spans

CANARY = "Quackenbush"
ROWS = [
    {
        "id": "a",
        "text": f"{CANARY} of Salta",
        "spans": [
            {"start": 0, "end": 11, "label": "PERSON", "entity_id": "e1"},
            {"start": 15, "end": 20, "label": "LOC"},
        ],
    },
    {"id": "b", "text": "No one here", "spans": []},
]
FOUND = [{"id": "a", "spans": [{"start": 0, "end": 11, "label": "PATIENT", "score": 0.5}]}]


def written(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


@pytest.fixture
def gold(tmp_path):
    return Source.open(written(tmp_path / "gold.jsonl", ROWS))


def evaluated(gold, found=FOUND, **options):
    predictions = read_predictions(written(gold.path.with_name("found.jsonl"), found))
    return evaluate_files(predictions, gold, np.random.default_rng(0), **options)


def value(result, name, group=""):
    return {(s.name, s.group): s.value for s in result.scores}[name, group]


def test_labels_are_compared_as_they_are_unless_told_otherwise(gold):
    plain = evaluated(gold)
    assert value(plain, "instance-strict recall") == 0.0
    assert value(plain, "instance-strict recall (any label)") == 0.5
    assert (plain.foreign, plain.scheme) == (("LOC", "PERSON"), "tab")


def test_a_scheme_makes_labels_comparable(gold):
    result = evaluated(gold, relabelling=Relabelling.of("tab"))
    assert value(result, "instance-strict recall", "NAME") == 1.0
    assert value(result, "instance-strict recall", "ADDRESS") == 0.0
    assert (result.foreign, result.scheme) == ((), None)


def test_predictions_become_as_coarse_as_the_scheme():
    rules = Relabelling.of("tab")
    spans = Spans([Span(0, 1, "CITY"), Span(1, 2, "AGE"), Span(2, 3, "PERSON")])
    assert rules.predicted(spans, "d").labels == ("ADDRESS", "DEMOGRAPHIC", "NAME")


def test_families():
    rules = Relabelling.of(None, families=True)
    spans = Spans([Span(0, 1, "CITY"), Span(1, 2, "X")])
    assert rules.gold(spans, "d").labels == rules.predicted(spans, "d").labels == ("ADDRESS", "X")
    assert Relabelling().gold(spans, "d") is spans


def test_an_unknown_label_is_an_error_that_names_the_document():
    with pytest.raises(InputError, match=r"doc9: .*WARD") as caught:
        Relabelling.of("tab").gold(Spans([Span(0, 1, "WARD")]), "doc9")
    assert "PERSON" in caught.value.hint
    with pytest.raises(InputError, match=r"doc9: .*WARD"):
        Relabelling.of("tab").predicted(Spans([Span(0, 1, "WARD")]), "doc9")
    with pytest.raises(InvalidValueError, match="no scheme"):
        Relabelling.of("tub")


def test_schemes_are_guessed_from_foreign_labels_only():
    assert likely_scheme({"NAME"}) is None
    assert likely_scheme({"DATETIME", "CODE"}) == "tab"
    assert likely_scheme({"NO-SUCH-LABEL"}) is None


def test_results_as_json_hold_no_text_and_tell_of_each_document(gold):
    shown = evaluated(gold, relabelling=Relabelling.of("tab"), excerpts=True).to_json()
    assert CANARY not in json.dumps(shown)
    assert (shown["documents"], shown["without_prediction"]) == (2, 1)
    assert shown["confusion"]["missed"] == [1, 0]
    assert shown["mistakes"]["ADDRESS"] == {
        "missed": 1,
        "partly missed": 0,
        "wrong label": 0,
        "spurious": 0,
        "too long": 0,
    }
    first, second = shown["by_document"]
    assert (first["id"], first["predicted"]) == ("a", True)
    assert first["token"] == {"hits": 1, "predicted": 1, "gold": 2}
    assert first["mention"] == {"hidden": 1, "all": 2}
    assert first["entity"] == {"QUASI": {"hidden": 1, "all": 1}}
    assert first["mistakes"]["missed"] == 1
    assert (second["id"], second["predicted"], second["entity"]) == ("b", False, {})


def test_overlapping_gold_spans_are_counted(gold, tmp_path):
    assert evaluated(gold).overlapping == 0
    ends = [(0, 4), (2, 6), (3, 5), (6, 8), (8, 9), (8, 9)]
    spans = [
        {"start": a, "end": b, "label": "NAME", "source": str(n)} for n, (a, b) in enumerate(ends)
    ]
    path = written(tmp_path / "over.jsonl", [{"id": "a", "text": "x" * 20, "spans": spans}])
    assert evaluated(Source.open(path)).overlapping == 3


def test_excerpts_are_kept_only_where_asked_for(gold):
    assert evaluated(gold).excerpts is None
    kept = evaluated(gold, excerpts=True)
    (one,) = kept.excerpts.of("LOC", Fault.MISSED)
    assert "".join(piece.text for piece in one.pieces) == f"{CANARY} of Salta"
    assert CANARY not in repr(kept)
    assert CANARY not in repr(one)


def test_rows_of_scores_are_arranged_by_level_and_view(gold):
    rows = score_rows(evaluated(gold, relabelling=Relabelling.of("tab")).scores)
    assert [row.level for row in rows if row.label == "all"] == [
        "token",
        "token (macro)",
        "token (any label)",
        "instance-strict",
        "instance-strict (macro)",
        "instance-strict (any label)",
        "instance-relaxed",
        "instance-relaxed (macro)",
        "instance-relaxed (any label)",
        "character",
    ]
    assert {row.label for row in rows if row.level == "token"} == {"all", "ADDRESS", "NAME"}
    assert rows[0].f2.name == "token F2"


@pytest.mark.parametrize(
    "row",
    [
        '{"id": "a", "spans": [{"start": 0.5, "end": 3, "label": "NAME"}]}',
        '{"id": "a", "spans": [{"start": false, "end": true, "label": "NAME"}]}',
        '{"id": "a", "spans": [{"start": 0, "end": 3, "label": 7}]}',
        '{"id": "a", "spans": [{"start": 0, "end": 3}]}',
        '{"id": "a", "spans": [{"start": 3, "end": 3, "label": "NAME"}]}',
        '{"id": "a", "spans": ["' + CANARY + '"]}',
        '{"id": "a", "spans": 3}',
        "[" * 100_000,
        CANARY,
    ],
)
def test_rows_that_scan_does_not_print_are_refused(tmp_path, row):
    path = tmp_path / "found.jsonl"
    path.write_text('{"id": "z", "spans": []}\n\n' + row + "\n", "utf-8")
    with pytest.raises(FormatError, match="line 3") as caught:
        list(read_predictions(path))
    assert CANARY not in str(caught.value)


def test_blank_lines_between_rows_do_not_count(tmp_path):
    path = tmp_path / "found.jsonl"
    path.write_text('{"id": "z", "spans": []}\n \n{"id": "y", "spans": []}\n', "utf-8")
    assert list(read_predictions(path)) == [("z", Spans()), ("y", Spans())]


def test_groups_are_told_by_a_field_of_the_documents(gold, tmp_path):
    rows = [dict(ROWS[0], ward="north"), dict(ROWS[1], ward="south")]
    source = Source.open(written(tmp_path / "wards.jsonl", rows))
    shown = evaluated(source, by="ward").to_json()["groups"]
    assert [(one["group"], one["passages"]) for one in shown["domain"]["groups"]] == [("north", 2)]
    assert CANARY not in json.dumps(shown)
    with pytest.raises(UsageError):
        evaluated(source, by="hall")
