import json
from pathlib import Path

import pytest
from tests.unit.formats.samples import load, write_file

from textveil.errors import CannotCarryError, FormatError, UsageError
from textveil.formats.json.json_array import elements
from textveil.formats.json.json_text import dump, parse
from textveil.values.annotation import Annotation
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Explanation, Span, Spans


def test_the_array_is_read_like_json_does_with_lines(tmp_path: Path) -> None:
    raw = ' [ {"a": "],\\"}"},\n 2, "x\\\\",\n\n[1, [2]], null , true\n]\n\n'
    found = list(elements(write_file(tmp_path / "x.json", raw)))
    assert [value for _, value in found] == json.loads(raw)
    assert [line for line, _ in found] == [1, 2, 2, 4, 4, 4]
    assert list(elements(write_file(tmp_path / "y.json", "[ \n]"))) == []


def test_an_element_longer_than_a_chunk(tmp_path: Path) -> None:
    value = [{"text": 'é\\"' * 200_000}, {"text": "b"}]
    path = write_file(tmp_path / "x.json", json.dumps(value, ensure_ascii=False))
    assert [item for _, item in elements(path)] == value


def test_an_error_in_an_element_names_its_line(tmp_path: Path) -> None:
    path = write_file(tmp_path / "x.json", '[\n{"a": 1},\n{"a":\n CANARY}]')
    with pytest.raises(FormatError, match="line 4") as raised:
        list(elements(path))
    assert "CANARY" not in str(raised.value)


def test_written_json_has_no_line_break_of_any_kind() -> None:
    raw = dump({"text": "a\nb\r\u2028c\u2029d\x85e\x0bf\x1c"}, "x")
    assert len(raw.splitlines()) == 1
    assert parse(raw, "x", 1) == {"text": "a\nb\r\u2028c\u2029d\x85e\x0bf\x1c"}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {"a": [float("-inf")]}])
def test_nan_is_refused_in_writing(value: object, tmp_path: Path) -> None:
    document = Document("a", "x", metadata=Metadata({"v": value}))
    for name in ("jsonl", "doccano", "prodigy", "label-studio", "tab", "parquet"):
        with pytest.raises(CannotCarryError):
            load(name).write([document], tmp_path / "x.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_own_schema(tmp_path: Path) -> None:
    path = write_file(
        tmp_path / "x.jsonl",
        '{"id": 7, "text": "Ana in Rom", "subject": 3, "ward": "B", "metadata": {"n": [1]}, '
        '"spans": [{"start": 0, "end": 3, "label": "NAME", "score": 0.5, "source": "crf", '
        '"entity": "e1", "explanation": {"rule": "r", "reasons": [["cap", 1]]}, '
        '"attributes": {"x": 1}, "extra": 2}]}\n\n{"text": "b", "spans": null}\n'
        '{"text": "c", "spans": []}\r\n',
    )
    span = Span(
        *(0, 3, "NAME", 0.5, "crf", Explanation("r", (("cap", 1.0),)), "e1"),
        Metadata({"x": 1, "extra": 2}),
    )
    metadata = Metadata({"ward": "B", "n": [1]})
    assert list(load("jsonl").read(path)) == [
        Document("7", "Ana in Rom", "3", metadata, Spans([span])),
        Document("2", "b"),
        Document("3", "c", spans=Spans()),
    ]


def test_fields_by_other_names(tmp_path: Path) -> None:
    path = write_file(tmp_path / "x.jsonl", '{"body": "t", "key": "k", "who": "p", "text": 1}')
    form = load("jsonl", text_field="body", id_field="key", subject_field="who")
    assert list(form.read(path)) == [Document("k", "t", "p", Metadata({"text": 1}))]
    with pytest.raises(FormatError, match="has no 'nokey'"):
        list(load("jsonl", text_field="body", id_field="nokey").read(path))
    with pytest.raises(UsageError):
        load("jsonl", text_field="spans")


def test_doccano(tmp_path: Path) -> None:
    path = write_file(
        tmp_path / "x.jsonl",
        '{"id": 1, "text": "Ana", "label": [[0, 3, "NAME"]], "Comments": []}\n'
        '{"id": 2, "text": "Ana", "labels": []}\n{"id": 3, "text": "Ana"}\n'
        '{"id": 4, "text": "Ana", "entities": [{"id": 9, "label": "NAME", "start_offset": 0, '
        '"end_offset": 3}], "relations": [{"id": 0, "from_id": 9, "to_id": 9, "type": "same"}]}\n',
    )
    read = list(load("doccano").read(path))
    assert read[0].spans == Spans([Span(0, 3, "NAME")])
    assert [document.spans for document in read[1:3]] == [Spans(), None]
    assert read[3].spans == Spans([Span(0, 3, "NAME", attributes=Metadata({"id": 9}))])
    ends = (("from", "9"), ("to", "9"))
    assert read[3].layers == (Annotation("relation", "same", (), "relation 0", ends),)
    for always in (True, False):
        load("doccano", relations=always).write(read, tmp_path / "y.jsonl")
        assert list(load("doccano").read(tmp_path / "y.jsonl")) == read
    assert json.loads((tmp_path / "y.jsonl").read_text().splitlines()[3])["relations"] == [
        {"id": 0, "from_id": 9, "to_id": 9, "type": "same"}
    ]
    odd = Spans([Span(0, 3, "NAME", attributes=Metadata({"x": 9}))])
    with pytest.raises(CannotCarryError, match="attributes"):
        load("doccano").write([Document("1", "Ana", spans=odd)], tmp_path / "z.jsonl")


def test_prodigy(tmp_path: Path) -> None:
    path = write_file(
        tmp_path / "x.jsonl",
        '{"text": "Ana", "_input_hash": -5, "meta": {"source": "s"}, "answer": "accept", '
        '"spans": [{"start": 0, "end": 3, "label": "NAME", "token_start": 0}]}\n',
    )
    (document,) = load("prodigy").read(path)
    assert document.spans == Spans([Span(0, 3, "NAME", attributes=Metadata({"token_start": 0}))])
    assert document.metadata.to_json()["meta"] == {"source": "s"}
    load("prodigy").write([document], tmp_path / "y.jsonl")
    written = json.loads((tmp_path / "y.jsonl").read_text())
    assert written["_input_hash"] == -5
    assert written["spans"][0] == {"start": 0, "end": 3, "label": "NAME", "token_start": 0}


TASKS = [
    {
        "id": 12,
        "data": {"text": "Ana in Rom", "ward": "B"},
        "meta": {"k": 1},
        "annotations": [
            {"was_cancelled": True, "result": []},
            {
                "completed_by": {"email": "a@b"},
                "result": [
                    {
                        "id": "r1",
                        "from_name": "label",
                        "to_name": "text",
                        "type": "labels",
                        "value": {"start": 0, "end": 3, "text": "Ana", "labels": ["NAME"]},
                        "note": None,
                    },
                    {"type": "choices", "value": {"choices": ["yes"]}},
                ],
            },
        ],
        "predictions": [{"result": []}],
    },
    {
        "data": {"text": "Rom"},
        "annotations": [],
        "predictions": [
            {
                "model_version": "m1",
                "result": [
                    {"score": 0.5, "value": {"start": 0, "end": 3, "labels": ["CITY", "LOC"]}}
                ],
            }
        ],
    },
    {"data": {"text": "x"}},
    {"data": {"text": "y"}, "annotations": [{"result": []}]},
]


def test_label_studio(tmp_path: Path) -> None:
    path = write_file(tmp_path / "x.json", json.dumps(TASKS, indent=1))
    form = load("label-studio")
    first, second, third, fourth = form.read(path)
    kept = Metadata({"id": "r1", "note": None})
    assert first.id == "12"
    assert first.spans == Spans([Span(0, 3, "NAME", source="a@b", attributes=kept)])
    assert first.metadata.to_json() == {"ward": "B", "task": {"meta": {"k": 1}}}
    assert first.layers == (
        Annotation("result", "choices", attributes=Metadata({"value": {"choices": ["yes"]}})),
    )
    assert second.spans == Spans([Span(0, 3, label, 0.5, "m1") for label in ("CITY", "LOC")])
    assert (third.spans, fourth.spans) == (None, Spans())
    assert [document.id for document in (second, third, fourth)] == ["2", "3", "4"]
    form.write([first, second, third, fourth], tmp_path / "y.json")
    assert list(form.read(tmp_path / "y.json")) == [first, second, third, fourth]
    written = json.loads((tmp_path / "y.json").read_text())
    assert written[0]["predictions"][0]["result"][0]["value"]["text"] == "Ana"


def test_offsets_that_disagree_can_be_trusted_on_request(tmp_path: Path) -> None:
    task = {"data": {"text": "xyz"}, "annotations": [{"result": []}]}
    task["annotations"][0]["result"] = [  # type: ignore[index]
        {"value": {"start": 0, "end": 1, "text": "y", "labels": ["L"]}}
    ]
    path = write_file(tmp_path / "x.json", json.dumps([task]))
    with pytest.raises(FormatError, match="quoted"):
        list(load("label-studio").read(path))
    assert next(load("label-studio", check_text=False).read(path)).spans == Spans([Span(0, 1, "L")])


def test_no_tasks_is_a_corpus_too(tmp_path: Path) -> None:
    assert load("label-studio").write([], tmp_path / "x.json") == 0
    assert list(load("label-studio").read(tmp_path / "x.json")) == []


def test_tab(tmp_path: Path) -> None:
    mention = {
        "entity_type": "PERSON",
        "entity_mention_id": "m1",
        "start_offset": 0,
        "end_offset": 3,
        "span_text": "Ana",
        "entity_id": "e1",
        "identifier_type": "DIRECT",
    }
    record = {
        "doc_id": "001",
        "text": "Ana in Rom",
        "dataset_type": "dev",
        "task": "Protect",
        "annotations": {
            "annotator1": {"entity_mentions": [mention]},
            "annotator2": {"entity_mentions": []},
            "annotator3": {"entity_mentions": [mention], "seconds": 5},
        },
    }
    path = write_file(tmp_path / "x.json", json.dumps([record]))
    (document,) = load("tab").read(path)
    assert document.spans is not None
    assert [span.source for span in document.spans] == ["annotator1", "annotator3"]
    assert document.spans[0].entity == "e1"
    assert document.spans[0].attributes["identifier_type"] == "DIRECT"
    assert document.metadata["annotations"].to_json() == {
        "annotator2": {},
        "annotator3": {"seconds": 5},
    }
    load("tab").write([document], tmp_path / "y.json")
    assert json.loads((tmp_path / "y.json").read_text()) == [record]


def test_tab_short_forms(tmp_path: Path) -> None:
    path = write_file(
        tmp_path / "x.jsonl",
        '{"doc_id": "1", "person": "A", "text": "Ana", "entities": [{"start": 0, "end": 3, '
        '"type": "PERSON", "entity_id": "e1", "identifier_type": "DIRECT"}]}\n'
        '{"doc_id": "2", "text": "Ana", "spans": [{"start": 0, "end": 3, "type": "PERSON", '
        '"text": "Ana"}]}\n{"doc_id": "3", "text": "Ana", "entities": []}\n'
        '{"doc_id": "4", "text": "Ana"}\n',
    )
    first, second, third, fourth = load("tab").read(path)
    attributes = Metadata({"identifier_type": "DIRECT"})
    assert first.spans == Spans([Span(0, 3, "PERSON", entity="e1", attributes=attributes)])
    assert second.spans == Spans([Span(0, 3, "PERSON")])
    assert (third.spans, fourth.spans) == (Spans(), None)
