from pathlib import Path

from benchmarks.readers import Asked, reader, shipped_models, shown

from textveil.values.document import Document

NOTE = Document("n", "Ana Ruiz was seen on 3 May 2016.")


def test_the_reference_comes_first():
    asked = Asked(models=("a", "b", "c"), reference="c")
    assert asked.compared == ("c", "a", "b")
    assert Asked(models=("a", "b")).compared == ("a", "b")
    assert shown("some/folder/mine") == "mine"


def test_missing_files_are_none(tmp_path):
    (tmp_path / "tab").mkdir()
    (tmp_path / "tab" / "dev.jsonl").write_text("", "utf-8")
    assert Asked(tmp_path).file("tab", "dev.jsonl") == tmp_path / "tab" / "dev.jsonl"
    assert Asked(tmp_path).file("btc", "dev.conll") is None
    assert Asked(None).file("tab", "dev.jsonl") is None


def test_a_reader_is_the_policy_with_a_model_and_its_options():
    model = shipped_models()[0]
    assert Path(model).name == model
    found = [NOTE.covered_by(span) for span in reader(model)(NOTE)]
    assert found == ["Ana Ruiz", "3 May 2016"]
    strict = [NOTE.covered_by(span) for span in reader(model, threshold=0.99999)(NOTE)]
    assert "3 May 2016" in strict
