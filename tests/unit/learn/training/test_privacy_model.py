import pytest

from textveil.errors import InputError, InvalidValueError
from textveil.learn.training.privacy_model import (
    PrivacyPlan,
    fit_privacy,
    label_of,
    privacy_scores,
    train_privacy,
)
from textveil.models.privacy import load_privacy
from textveil.values.document import Document
from textveil.values.metadata import Metadata

MESSAGES = [frozenset({"who:I", f"word:{at % 3}"}) for at in range(20)] + [
    frozenset({"who:others", f"word:{at % 3}"}) for at in range(20)
]
TOLD = [True] * 20 + [False] * 20


def labelled(at, private):
    return Document(str(at), "text", metadata=Metadata({"private": private}))


def test_the_telling_feature_gets_the_weight():
    model = fit_privacy(MESSAGES, TOLD)
    assert model.weights["who:I"] > 0 > model.weights["who:others"]
    assert [model.is_private(one) for one in MESSAGES] == TOLD


def test_equal_messages_give_equal_files():
    assert fit_privacy(MESSAGES, TOLD).files() == fit_privacy(MESSAGES, TOLD).files()


def test_rare_features_are_left_out():
    rare = [MESSAGES[0] | {"word:once"}, *MESSAGES[1:]]
    assert "word:once" not in fit_privacy(rare, TOLD).weights


def test_too_few_messages_of_a_class_are_refused():
    with pytest.raises(InvalidValueError, match="too few"):
        fit_privacy(MESSAGES, [True] * 38 + [False] * 2)


def test_scores_count_what_was_found_and_missed():
    scores = privacy_scores([True, True, False, False], [True, False, True, False])
    assert (scores.precision, scores.recall, scores.f1) == (0.5, 0.5, 0.5)


@pytest.mark.parametrize("wrong", [None, "yes", 2])
def test_a_message_without_a_label_is_an_error_that_names_it(wrong):
    document = Document("m7", "secret words", metadata=Metadata({"private": wrong}))
    with pytest.raises(InputError) as caught:
        label_of(document)
    assert "m7" in str(caught.value)
    assert "secret" not in str(caught.value)


def test_training_leaves_a_folder_or_nothing(tmp_path):
    documents = [labelled(at, told) for at, told in enumerate(TOLD)]
    read = dict(zip((one.id for one in documents), MESSAGES, strict=True))
    scores = train_privacy(
        documents, lambda one: read[one.id], PrivacyPlan(folds=4), tmp_path / "model"
    )
    assert scores.f1 == 1.0
    assert load_privacy(str(tmp_path / "model")).is_private({"who:I"})
    with pytest.raises(InputError):
        train_privacy(
            [Document("1", "x")], lambda _: frozenset(), PrivacyPlan(), tmp_path / "other"
        )
    assert not (tmp_path / "other").exists()
