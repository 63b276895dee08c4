"""Training: deterministic, measured on documents that were not seen, the same as at detection."""

from dataclasses import replace

import numpy as np
import pytest
from tests.unit.learn.small_corpus import SETTINGS, note, notes

from textveil.detect.tagging.tagger import TaggerDetector
from textveil.errors import InputError, InvalidValueError, ModelError, OutputError
from textveil.learn.model_folder import save, train_into
from textveil.learn.training.gold import Gold
from textveil.learn.training.judgement import judge, words_of
from textveil.learn.training.trained_model import TrainingPlan, best_point, learn_from, train
from textveil.models.bundle import load_bundle
from textveil.models.calibration import OperatingPoint
from textveil.values.document import Document
from textveil.values.span import Span, Spans

PLAN = TrainingPlan(SETTINGS, folds=3)
CANARY = "Zanzibarquartz"


@pytest.fixture(scope="module")
def bundle():
    return train(notes(), PLAN, facts={"name": "tiny", "licence": "CC0", "command": "made"})


def test_equal_corpora_give_equal_files(bundle):
    again = train(notes(), PLAN, facts={"name": "tiny", "licence": "CC0", "command": "made"})
    assert again.files() == bundle.files()


def test_another_seed_deals_other_folds_and_leaves_the_weights(bundle):
    other = train(notes(), replace(PLAN, seed=1))
    assert other.parts == bundle.parts
    assert other.calibration != bundle.calibration


def test_what_is_known_of_a_model(bundle):
    assert bundle.labels == ("CITY", "PATIENT", "PROVIDER")
    assert bundle.facts["documents"] == bundle.facts["held_out_documents"] == 12
    assert bundle.facts["subjects"] == 6
    assert bundle.facts["plan"]["folds"] == 3
    assert sum(bundle.facts["spans"].values()) == sum(len(n.spans) for n in notes())
    assert {row["label"] for row in bundle.facts["scores"]} >= {"all", "any label", "CITY"}


def test_the_card_says_what_people_ask(bundle):
    for said in (
        *("# tiny", "Licence: CC0", "12 documents of 6 subjects", "| CITY |", "3 folds"),
        *("kept apart by subject", "threshold", "as confidential as they are", "made"),
    ):
        assert said in bundle.card, said


def test_a_saved_model_finds_what_was_measured(bundle, tmp_path):
    """What judges held-out documents is the detector that users get, offset for offset."""
    save(bundle, tmp_path / "model")
    loaded = load_bundle(str(tmp_path / "model"))
    tagger = loaded.tagger()
    texts = [
        *(document.text for document in notes(4)),
        "\u200bDr. R\u200buiz met \U0001f600 Ana\u00ad Chen today. ½ \u33c2 in Lima.",
        "Dr. Ruiz met Ana Chen in Lima. " * 60,
        "Ana " * 700,
        "",
    ]
    for threshold in (0.05, 0.5, 0.9):
        detector = TaggerDetector(str(tmp_path / "model"), threshold=threshold)
        for text in texts:
            judged = judge(Document("t", text, spans=Spans()), tagger, loaded.hints, language="en")
            found = [(s.start, s.end, s.label) for s in detector.detect(Document("t", text))]
            assert [(s.start, s.end, s.label) for s in judged.spans(threshold)] == found
    assert any(found for found in [detector.detect(Document("t", text)) for text in texts])


def test_the_recall_that_is_asked_for_is_reached():
    asked = train(notes(), replace(PLAN, recall=0.9))
    assert asked.threshold == max(p.threshold for p in asked.points if p.recall >= 0.9)


def test_a_recall_that_is_out_of_reach_is_an_error():
    # Only one document has anything, so the model that judges it has learnt nothing.
    documents = [note(0), *(replace(note(at), spans=Spans()) for at in range(2, 8))]
    with pytest.raises(InvalidValueError, match=r"at most 0\.000 of words"):
        train(documents, replace(PLAN, recall=0.5))


def test_one_part_can_be_held_out_instead():
    quick = train(notes(), replace(PLAN, folds=1, held_out=0.3))
    assert quick.facts["held_out_documents"] == 4
    assert "one part held out" in quick.card


def test_a_handful_of_subjects_is_left_out_one_by_one():
    assert train(notes(4), PLAN).facts["plan"]["folds"] == 2


def test_families_are_learnt_where_asked_for():
    assert train(notes(), PLAN, Gold(families=True)).labels == ("ADDRESS", "NAME")


def test_one_subject_alone_cannot_be_measured():
    with pytest.raises(InputError, match="none can be held out"):
        train(notes(2), PLAN)


def test_nothing_to_learn():
    with pytest.raises(ModelError, match="nothing to learn"):
        train([replace(document, spans=Spans()) for document in notes(4)], PLAN)


def test_a_fold_without_anything_to_learn_finds_nothing():
    documents = [note(0), *(replace(note(at), spans=Spans()) for at in range(2, 8))]
    assert train(documents, PLAN).facts["documents"] == 7


def test_errors_name_no_text():
    text = f"{CANARY} in Lima"
    for spans in (
        [Span(0, 4, "NAME"), Span(2, 6, "CITY")],
        [Span(0, 4, "UNHEARD")],
        None,
    ):
        bad = Document("bad", text, spans=None if spans is None else Spans(spans))
        with pytest.raises(InputError) as error:
            train([*notes(4), bad], PLAN)
        assert CANARY not in str(error.value)
        assert error.value.where == "bad"


def test_a_failure_leaves_nothing_behind(tmp_path):
    with pytest.raises(InputError):
        train_into(tmp_path / "model", notes(2), PLAN)
    assert list(tmp_path.iterdir()) == []


def test_an_existing_folder_is_replaced_only_on_demand(bundle, tmp_path):
    target = tmp_path / "model"
    save(bundle, target)
    with pytest.raises(OutputError):
        save(bundle, target)
    save(bundle, target, replace=True)
    (target / "model.json").unlink()
    with pytest.raises(OutputError, match=r"no model\.json"):
        save(bundle, target, replace=True)


@pytest.mark.parametrize(
    "settings", [{"folds": 0}, {"recall": 1.0}, {"recall": 0.0}, {"hints": ("unheard",)}]
)
def test_wrong_plans(settings):
    with pytest.raises(InvalidValueError):
        TrainingPlan(**settings)


def test_the_best_point_is_that_of_f2_and_a_moderate_one_of_equals():
    flat = [OperatingPoint(t / 10, 1.0, 1.0) for t in range(1, 10)]
    assert best_point(flat).threshold == 0.5
    precise, complete = OperatingPoint(0.6, 0.6, 1.0), OperatingPoint(0.2, 0.9, 0.6)
    assert best_point([precise, complete]) == complete


def test_words_of_documents_are_put_in_one_row():
    crf = learn_from(notes(4), PLAN)
    judged = [judge(document, crf, PLAN.hints, language="en") for document in notes(3)]
    scores, truth = words_of(judged)
    assert len(scores) == len(truth) == sum(len(one.scores) for one in judged)
    assert truth.sum() == sum(len(d.covered_by(s).split()) for d in notes(3) for s in d.spans)
    assert words_of([])[0].dtype == np.float64


def test_without_a_model_nothing_is_found():
    judged = judge(note(1), None, (), language="en")
    assert not judged.scores.any()
    assert judged.truth.any()
    assert not judged.spans(0.01)
