"""The neural tagger: long texts in windows, odd characters, files that do not fit."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.models.onnx_messages import INPUTS, INT64, model, tagger_graph

from textveil.detect.tagging.tagger import TaggerDetector
from textveil.errors import ModelError
from textveil.lexicon.tables.clinical import ClinicalBook, ClinicalKind
from textveil.lexicon.tables.folding import fold
from textveil.lexicon.tables.words import Kind, WordBook
from textveil.models.bundle import load_bundle
from textveil.models.fields.windows import WORD
from textveil.models.networks.neural import NeuralSettings, NeuralTagger, windows_of
from textveil.models.roles import Books
from textveil.values.document import Document
from textveil.values.span import Spans

NOTE = "Dr. John Smith saw Mary Kowalski in Boston on 3 May 2016; MRN 4711234. She was well."
BOOKS = Books(WordBook([("Dr", Kind.TITLE)]), ClinicalBook([("mg", ClinicalKind.UNIT)]))
SETTINGS = NeuralSettings(
    ("CITY", "NAME"), ("[PAD]", "[UNK]", "a"), (Kind.TITLE,), (ClinicalKind.UNIT,), ("DATE",)
)
WIDTH = 28 + 1 + 1 + 1 + 2
WEIGHTS = np.zeros((WIDTH, 5), np.float32)
WEIGHTS[:, 0] = 0.5
# A title is a name that begins.
WEIGHTS[28, 3] = 9.0


@pytest.fixture(scope="module")
def shipped():
    return load_bundle("neural-en")


@pytest.fixture(scope="module")
def tagger(shipped):
    return shipped.tagger()


def tagged(tagger, text):
    [made] = tagger.tag([text], [Spans()])
    return made


def check_whole(text, made):
    """Every word of the text is judged once, and every judgement is a distribution."""
    assert list(zip(made.starts, made.ends, strict=True)) == [m.span() for m in WORD.finditer(text)]
    assert np.isfinite(made.chances).all()
    assert np.allclose(made.chances.sum(axis=1), 1.0, atol=1e-3)
    assert ((made.begins >= 0) & (made.begins <= 1 + 1e-6)).all()


@st.composite
def word_rows(draw):
    longest = draw(st.integers(1, 30))
    before = draw(st.integers(0, longest - 1))
    words = draw(st.lists(st.sampled_from(["a", "b", ".", "?", ";"]), max_size=120))
    return words, longest, before


@given(word_rows())
def test_cores_of_windows_partition_the_words_and_windows_are_bounded(row):
    words, longest, before = row
    judged = []
    for first, core, last in windows_of(words, longest, before):
        judged += range(core, last)
        assert 0 <= first <= core < last <= len(words)
        assert last - first <= longest
        assert core - first <= before
        if core:
            assert core - first == min(before, core)
    assert judged == list(range(len(words)))


@given(word_rows())
def test_a_window_ends_with_a_sentence_where_one_ends_in_its_last_third(row):
    words, longest, before = row
    for first, core, last in windows_of(words, longest, before):
        if last == len(words) or words[last - 1] in {".", "?", ";"}:
            continue
        assert last - first == longest
        third = words[last - (last - core) // 3 + 1 : last]
        assert not {".", "?", ";"} & set(third)


def test_names_places_and_dates_are_found(tagger):
    made = tagged(tagger, NOTE)
    check_whole(NOTE, made)
    likely = {
        NOTE[start:end]: made.labels[label]
        for start, end, label, score in zip(
            made.starts, made.ends, made.likeliest(), made.scores, strict=True
        )
        if score > 0.5
    }
    assert likely.items() >= {
        *(("Smith", "NAME"), ("Kowalski", "NAME"), ("Boston", "ADDRESS"), ("2016", "DATE"))
    }
    assert not likely.keys() & {"saw", "was", "well", "She"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t ",
        "!?;—…§" * 300,
        ". " * 500,
        "\U0001f600\U0001f468\u200d\U0001f469" * 200,
        "e\u0301\u0301\u0301" * 200,
        "\ufffd\x00\x01\x7f" * 50,
        "a" * 100_000,
        "7" * 100_000,
        "東京都 Москва مرحبا ½ ² ⅷ ß İ",
        f"{NOTE}\u2028\u2029\x85" * 40,
    ],
    ids=lambda text: f"{text[:2]!a} {len(text)}",
)
def test_odd_texts_are_read_whole(tagger, text):
    for one in (text, fold(text).text):
        check_whole(one, tagged(tagger, one))


@pytest.mark.parametrize("noise", ["\u200b", "\u200d", "\ufeff", "\u00ad"])
def test_invisible_characters_hide_nothing(noise):
    clean = TaggerDetector().detect(Document("n", NOTE))
    noisy = Document("n", noise.join(NOTE))
    found = TaggerDetector().detect(noisy)
    read = [noisy.covered_by(span).replace(noise, "") for span in found]
    assert read == [NOTE[span.start : span.end] for span in clean]
    assert [span.label for span in found] == [span.label for span in clean]


@pytest.mark.parametrize(
    "text", ["Dr. Smith\u33c2Jones.", "John\u33c2Smith met Mr \u2105 Ruiz \ufb03 Ana\ufb03n."]
)
def test_a_character_that_is_several_words_is_in_one_span_only(text):
    found = list(TaggerDetector(threshold=0.02).detect(Document("n", text)))
    assert found
    assert all(one.end <= other.start for one, other in pairwise(found))


@pytest.mark.slow
def test_a_line_of_a_megabyte_is_read_and_its_last_name_found(tagger):
    text = (
        "investigations nevertheless continued notwithstanding considerable complications " * 13_000
    )
    text += "until John Kowalski came"
    assert len(text) > 1_000_000
    made = tagged(tagger, text)
    check_whole(text, made)
    assert made.scores[-2] > 0.5
    assert made.labels[made.likeliest()[-2]] == "NAME"


def test_texts_together_are_judged_as_each_alone(tagger):
    texts = [NOTE, "", "Call Ana at 617-555-0123.", NOTE * 30, "?"]
    together = list(tagger.tag(texts, [Spans()] * len(texts)))
    for text, made in zip(texts, together, strict=True):
        alone = tagged(tagger, text)
        assert np.array_equal(alone.chances, made.chances)
        assert np.array_equal(alone.begins, made.begins)


def test_texts_and_hints_of_different_number_are_an_error(tagger):
    with pytest.raises(ValueError, match="zip"):
        list(tagger.tag([NOTE, NOTE], [Spans()]))


def test_a_model_that_learnt_it_tells_what_must_be_hidden(tagger):
    made = tagged(tagger, NOTE)
    assert made.mask.shape == (len(made),)
    assert ((made.mask >= 0) & (made.mask <= 1)).all()
    assert tagged(tagger, "").mask.shape == (0,)


def small(weights=WEIGHTS, settings=SETTINGS, head=None, **graph):
    return NeuralTagger(tagger_graph(weights, **graph), settings, BOOKS, head)


def test_a_graph_made_by_hand_is_a_tagger():
    made = tagged(small(), "see Dr a")
    assert made.mask is None
    assert made.scores[1] > 0.99
    assert made.labels[made.likeliest()[1]] == "NAME"
    assert made.begins[1] > 0.99


def test_a_head_adds_to_what_the_graph_says():
    head = np.zeros((WIDTH + 1, 5), np.float32)
    head[28, 1] = 20.0
    head[-1, 0] = 1.0
    made = tagged(small(head=head.tobytes()), "see Dr a")
    assert made.labels[made.likeliest()[1]] == "CITY"
    plain = tagged(small(), "see Dr a")
    assert made.scores[0] < plain.scores[0]
    nothing = np.zeros_like(head).tobytes()
    assert np.array_equal(tagged(small(head=nothing), "see Dr a").chances, plain.chances)


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"\0" * 3,
        np.zeros((WIDTH, 5), np.float32).tobytes(),
        np.full((WIDTH + 1, 5), np.nan, np.float32).tobytes(),
        np.full((WIDTH + 1, 5), np.inf, np.float32).tobytes(),
    ],
    ids=["empty", "bytes", "small", "nan", "infinite"],
)
def test_a_head_that_does_not_fit_is_refused(head):
    with pytest.raises(ModelError, match="head"):
        small(head=head)


@pytest.mark.parametrize(
    "make",
    [
        lambda: small(np.zeros((WIDTH, 4), np.float32)),
        lambda: small(np.zeros((WIDTH, 7), np.float32)),
        lambda: small(np.zeros((WIDTH + 1, 5), np.float32)),
        lambda: small(feats="f"),
        lambda: small(inputs=INPUTS[:2]),
        lambda: small(inputs=(INPUTS[1], INPUTS[0], INPUTS[2])),
        lambda: small(inputs=(("ids", ("b", "w", "p"), 1), *INPUTS[1:])),
        lambda: small(inputs=(("ids", ("b", "w", 2), INT64), *INPUTS[1:])),
        lambda: NeuralTagger(model(), SETTINGS, BOOKS),
        lambda: NeuralTagger(b"", SETTINGS, BOOKS),
        lambda: small(settings=replace(SETTINGS, vocabulary=("[PAD]", "a"))),
        lambda: small(settings=replace(SETTINGS, kinds=(Kind.TITLE, Kind.CITY))),
        lambda: small(settings=replace(SETTINGS, labels=("NAME",))),
    ],
)
def test_a_graph_with_another_signature_is_refused(make):
    with pytest.raises(ModelError):
        make()


def test_a_vocabulary_with_more_pieces_than_the_graph_is_refused(shipped):
    pieces = shipped.parts["vocabulary.txt"] + b"\nzanzibarquartz"
    with pytest.raises(ModelError, match="does not fit"):
        replace(shipped, parts={**shipped.parts, "vocabulary.txt": pieces}).tagger()


def test_a_vocabulary_that_is_no_text_is_refused(shipped):
    with pytest.raises(ModelError, match="vocabulary"):
        replace(shipped, parts={**shipped.parts, "vocabulary.txt": b"\xff\xfe"}).tagger()


def test_windows_longer_than_the_graph_knows_places_are_refused(shipped):
    with pytest.raises(ModelError, match="does not fit"):
        replace(shipped, settings={**shipped.settings, "longest": 400}).tagger()


@pytest.mark.parametrize(
    "change",
    [
        {"longest": 0},
        {"longest": 12, "before": 12},
        {"before": -1},
        {"longest": 10**9},
        {"longest": float("inf")},
        {"longest": "many"},
        {"longest": None},
        {"kinds": ["DOG"]},
        {"kinds": 3},
        {"clinical": ["CAT"]},
        {"families": None},
    ],
    ids=str,
)
def test_malformed_settings_are_refused(shipped, change):
    with pytest.raises(ModelError):
        replace(shipped, settings={**shipped.settings, **change}).tagger()


@pytest.mark.parametrize("key", ["kinds", "clinical", "families", "longest", "before"])
def test_settings_with_something_missing_are_refused(shipped, key):
    left = {name: value for name, value in shipped.settings.items() if name != key}
    with pytest.raises(ModelError, match="settings"):
        replace(shipped, settings=left).tagger()


def test_settings_are_read_as_they_were_written():
    made = NeuralSettings.from_json(SETTINGS.labels, SETTINGS.vocabulary, SETTINGS.to_json())
    assert made == SETTINGS


def test_only_what_must_be_hidden_is_found_where_asked_for():
    note = Document("n", NOTE)
    every, some = (TaggerDetector(mask_only=only).detect(note) for only in (False, True))
    assert {span.start for span in some} <= {span.start for span in every}
    assert "Mary Kowalski" in [note.covered_by(span) for span in some]
