"""The spaCy adapter: offsets, labels and errors; the model is made on the spot."""

import subprocess
import sys

import pytest
from tests.unit.detect.spacy_models import NOTE, PATTERNS, saved_model

from textveil.detect.adapters import spacy_entities as adapter
from textveil.detect.adapters.spacy_entities import SOURCE, Spacy
from textveil.errors import ComponentError, InvalidValueError
from textveil.testing.detectors import check_detector
from textveil.values.contracts import Detector
from textveil.values.document import Document

# What spaCy's own dependencies warn about is theirs.
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return saved_model(tmp_path_factory.mktemp("model"))


def found(detector, text):
    return [(s.label, text[s.start : s.end]) for s in detector.detect(Document("d", text))]


def test_constructing_loads_nothing():
    code = "import sys; "
    code += "from textveil.detect.adapters.spacy_entities import Spacy; "
    code += "Spacy(model='no such model');"
    code += "print('spacy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
    assert isinstance(Spacy(), Detector)


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"min_score": 1.5}, "min_score"),
        ({"labels": {"PERSON": "PERSONA"}}, "labels"),
        ({"labels": ["PERSON"]}, "labels"),
    ],
)
def test_wrong_options_are_refused(options, where):
    with pytest.raises(InvalidValueError) as caught:
        Spacy(**options)
    assert caught.value.where.endswith(where)


def test_without_spacy_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "spacy", None)
    adapter._pipeline.cache_clear()
    with pytest.raises(ComponentError, match="not installed") as caught:
        Spacy("missing").detect(Document("d", NOTE))
    assert "textveil[spacy]" in caught.value.hint


def test_entities_become_spans_with_our_labels_in_code_points(model):
    assert found(Spacy(model), NOTE) == [
        ("NAME", "Zilpah Quackenbush"),
        ("ADDRESS", "Ostrobothnia"),
        ("QUANTITY", "12"),
        ("DATE", "3 May 2016"),
    ]


def test_the_contract_holds(model):
    check_detector(Spacy(model), [Document("d", NOTE), Document("e", "Nobody came.")])


def test_scores_are_fixed_and_say_so(model):
    first, *_ = Spacy(model).detect(Document("d", NOTE))
    assert (first.score, first.source) == (0.85, SOURCE)
    assert first.explanation.rule == "spacy.en_pipeline"
    assert first.explanation.reasons == (("entity:PERSON", 0.85), ("score:fixed", 0.0))


def test_a_minimum_score_drops_amounts(model):
    assert "QUANTITY" not in dict(found(Spacy(model, min_score=0.5), NOTE))
    assert found(Spacy(model, min_score=0.9), NOTE) == []


def test_a_table_of_labels_comes_first(model):
    table = {"PERSON": "PATIENT", "CARDINAL": None, "GPE": "STATE"}
    assert [label for label, _ in found(Spacy(model, labels=table), NOTE)] == [
        "PATIENT",
        "STATE",
        "DATE",
    ]


def test_an_unknown_label_of_the_model_stops_before_the_first_text(tmp_path):
    patterns = [*PATTERNS, {"label": "DRAGON", "pattern": "Smaug"}]
    model = saved_model(tmp_path / "model", patterns)
    with pytest.raises(ComponentError, match="DRAGON") as caught:
        Spacy(model).detect(Document("d", "Nothing here."))
    assert "DRAGON: NAME" in caught.value.hint
    assert found(Spacy(model, labels={"DRAGON": "NAME"}), "Smaug") == [("NAME", "Smaug")]


def test_white_space_is_no_part_of_an_entity(tmp_path):
    model = saved_model(tmp_path / "model", [{"label": "PERSON", "pattern": "  Zilpah\n\n"}])
    assert found(Spacy(model), "by   Zilpah\n\nhere") == [("NAME", "Zilpah")]


def test_a_long_text_is_read_in_pieces_with_the_right_offsets(model, monkeypatch):
    pipeline, _ = adapter._pipeline(model)
    monkeypatch.setattr(pipeline, "max_length", 300)
    text = "\n".join([NOTE] * 40)
    assert found(Spacy(model, min_score=0.5), text) == found(Spacy(model, min_score=0.5), NOTE) * 40


def test_a_missing_model_is_an_error_and_is_not_fetched(model):
    with pytest.raises(ComponentError, match="no installed spaCy model en_no_such") as caught:
        Spacy("en_no_such").detect(Document("d", NOTE))
    assert caught.value.where == "spacy, option model"


def test_a_folder_that_is_no_model_is_an_error(model, tmp_path):
    with pytest.raises(ComponentError, match="does not load"):
        Spacy(str(tmp_path)).detect(Document("d", NOTE))
