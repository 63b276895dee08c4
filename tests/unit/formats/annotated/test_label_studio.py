"""What we write is what Label Studio's documentation describes, and its exports are read back.

`check_task` follows the pages "Import pre-annotated data" and "Label Studio task format" field by
field; it knows nothing of how the files are made. Offsets in texts count code points there;
exports of versions from before 2022 count UTF-16 units.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from textveil.errors import CannotCarryError, FormatError
from textveil.formats.annotated.label_studio import LabelStudio
from textveil.values.annotation import Annotation
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

POO = "\N{PILE OF POO}"
TEXT = f"{POO} Ana {POO} met Bo{POO} in Rom"
SPANS = Spans(
    [
        Span(2, 5, "NAME", 0.75, "neural-en"),
        Span(12, 15, "NAME"),
        Span(19, 22, "CITY", 0.5, "patterns", attributes=Metadata({"id": "r_7", "hidden": True})),
    ]
)
DOCUMENTS = [
    Document("visits/1", TEXT, subject="p1", spans=SPANS, metadata=Metadata({"ward": "B"})),
    Document("2", "nothing here", spans=Spans()),
    Document("3", "never annotated"),
]


def check_task(task: dict[str, Any], text_field: str = "text") -> None:
    """Raise unless a task is one that can be imported with its predictions."""
    assert isinstance(task["data"], dict)
    text = task["data"][text_field]
    assert isinstance(text, str)
    for annotation in task.get("annotations", []):
        maker = annotation.get("completed_by")  # absent, a user's number, or who has this address
        assert maker is None or type(maker) is int or "email" in maker
    for prediction in task.get("predictions", []):
        assert isinstance(prediction["model_version"], str)
        assert prediction["model_version"]
        assert 0 <= prediction.get("score", 0.0) <= 1
        ids = [result["id"] for result in prediction["result"]]
        assert len(ids) == len(set(ids))
        for result in prediction["result"]:
            check_result(result, text)


def check_result(result: dict[str, Any], text: str) -> None:
    """Raise unless a result labels a passage of the text."""
    assert re.fullmatch(r"[A-Za-z0-9_-]+", result["id"])
    # The names of the tags in the labelling interface that the guide shows.
    assert (result["from_name"], result["to_name"]) == ("label", "text")
    assert result["type"] == "labels"
    value = result["value"]
    assert 0 <= value["start"] < value["end"] <= len(text)
    assert text[value["start"] : value["end"]] == value["text"]
    assert value["labels"]
    assert all(isinstance(label, str) for label in value["labels"])
    assert 0 <= result.get("score", 0.0) <= 1


def written(documents: list[Document], path: Path) -> list[dict[str, Any]]:
    LabelStudio().write(documents, path)
    tasks: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return tasks


def test_every_field_is_as_documented_and_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    tasks = written(DOCUMENTS, path)
    for task in tasks:
        check_task(task)
    assert [len(task.get("predictions", [])) for task in tasks] == [1, 1, 0]
    assert tasks[0]["predictions"][0]["score"] == 0.5
    assert "score" not in tasks[1]["predictions"][0]
    assert list(LabelStudio().read(path)) == DOCUMENTS


def test_a_string_is_nobody_who_completed_an_annotation() -> None:
    with pytest.raises(AssertionError):
        check_task({"data": {"text": ""}, "annotations": [{"completed_by": "neural-en"}]})


def exported(task: dict[str, Any], number: int) -> dict[str, Any]:
    """Return a task as Label Studio exports it after an annotator has corrected the prediction."""
    results = [
        {key: result[key] for key in ("id", "from_name", "to_name", "type", "value")}
        for result in task["predictions"][0]["result"]
    ]
    results[0] |= {"origin": "prediction"}
    added = {"start": 8, "end": 11, "text": "met", "labels": ["OTHER"]}
    return {
        "id": number,
        "data": task["data"],
        "annotations": [
            {
                "id": 1001,
                "completed_by": 10,
                "result": [
                    *results[:-1],
                    {**results[-1], "id": "Dx_aB91ISN", "value": added, "origin": "manual"},
                ],
                "was_cancelled": False,
                "ground_truth": False,
                "created_at": "2026-03-09T22:16:08.728353Z",
                "lead_time": 4.288,
                "result_count": 0,
                "task": number,
            },
            {"completed_by": 11, "result": [], "was_cancelled": True, "lead_time": 60.0},
        ],
        "predictions": [51],
        "project": 83,
    }


def test_a_corrected_task_comes_back_with_its_id_and_the_seconds_spent(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    tasks = written(DOCUMENTS[:1], path)
    path.write_text(json.dumps([exported(tasks[0], 4711)]), encoding="utf-8")
    (back,) = LabelStudio().read(path)
    assert (back.id, back.subject, back.text) == ("visits/1", "p1", TEXT)
    assert back.spans is not None
    assert [(span.start, span.label, span.source) for span in back.spans] == [
        (2, "NAME", "10"),
        (8, "OTHER", "10"),
        (12, "NAME", "10"),
    ]
    assert back.spans[0].attributes.to_json() == {"origin": "prediction"}
    assert back.metadata.to_json()["task"] == {"project": 83, "lead_time": 4.288}
    for task in written([back], path):
        check_task(task)
    assert list(LabelStudio().read(path)) == [back]


def test_predictions_of_which_only_numbers_were_exported_are_no_annotation(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('[{"id": 5, "data": {"text": "Ana"}, "predictions": [51]}]')
    assert list(LabelStudio().read(path)) == [Document("5", "Ana")]


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def test_old_exports_that_count_utf16_units_are_read_by_their_quotes(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    tasks = written(DOCUMENTS[:1], path)
    for result in tasks[0]["predictions"][0]["result"]:
        value = result["value"]
        value |= {key: units(TEXT[: value[key]]) for key in ("start", "end")}
    assert tasks[0]["predictions"][0]["result"][2]["value"]["start"] == 22
    path.write_text(json.dumps(tasks), encoding="utf-8")
    assert list(LabelStudio().read(path)) == DOCUMENTS[:1]
    tasks[0]["predictions"][0]["result"][0]["value"]["end"] -= 1
    path.write_text(json.dumps(tasks), encoding="utf-8")
    with pytest.raises(FormatError, match="quoted"):
        list(LabelStudio().read(path))


def test_one_passage_with_two_labels_stays_one_result(tmp_path: Path) -> None:
    known = Metadata({"id": "r1"})
    spans = Spans([Span(0, 3, label, attributes=known) for label in ("CITY", "LOC")])
    (task,) = written([Document("a", "Rom", spans=spans)], tmp_path / "x.json")
    check_task(task)
    assert task["predictions"][0]["result"][0]["value"]["labels"] == ["CITY", "LOC"]
    assert next(LabelStudio().read(tmp_path / "x.json")).spans == spans


def test_a_relation_finds_its_passages_again(tmp_path: Path) -> None:
    ends = (("from", "span-2"), ("to", "r_9"))
    layers = (
        Annotation("relation", "lives in", (), "", ends, Metadata({"direction": "right"})),
        Annotation("result", "choices", ends=(("region", "r_9"),), attributes=Metadata({"x": 1})),
        Annotation("result", "textarea", (), "t1", (), Metadata({"value": {"text": ["ok"]}})),
    )
    places = {"span-2": (7, 10, "CITY"), "r_9": (0, 3, "NAME")}
    spans = Spans(Span(*at, attributes=Metadata({"id": name})) for name, at in places.items())
    made = Document("a", "Ana in Rom", spans=spans | Spans([Span(4, 6, "IN")]), layers=layers)
    (task,) = written([made], tmp_path / "x.json")
    results = task["predictions"][0]["result"]
    assert [one.get("id") for one in results] == ["r_9", "span-1", "span-2", None, "r_9", "t1"]
    assert results[3] == {
        "type": "relation",
        "from_id": "span-2",
        "to_id": "r_9",
        "labels": ["lives in"],
        "direction": "right",
    }
    assert list(LabelStudio().read(tmp_path / "x.json")) == [made]


def test_a_relation_to_a_result_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    relation = {"type": "relation", "from_id": "CANARY", "to_id": "b"}
    annotation = {"completed_by": 1, "result": [relation]}
    path.write_text(json.dumps([{"data": {"text": "Ana"}, "annotations": [annotation]}]))
    with pytest.raises(FormatError, match="refers to one that is not there") as raised:
        list(LabelStudio().read(path))
    assert "CANARY" not in str(raised.value)


@pytest.mark.parametrize("attributes", [{"id": "span-1"}, {"detector": "x"}])
def test_attributes_that_would_not_come_back_are_refused(
    attributes: dict[str, str], tmp_path: Path
) -> None:
    spans = Spans([Span(0, 3, "NAME", attributes=Metadata(attributes))])
    with pytest.raises(CannotCarryError):
        LabelStudio().write([Document("a", "Ana", spans=spans)], tmp_path / "x.json")
