"""Models of others: they read as in our own process, and whatever they do, the caller lives."""

import gc
import os
from dataclasses import replace
from pathlib import Path
from struct import pack, unpack_from

import numpy as np
import pytest
from benchmarks.strange_models import model_files, strange_models, write_model
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.models.onnx_messages import node, tagger_graph, tensor

from textveil.detect.tagging.tagger import TaggerDetector
from textveil.errors import ModelError
from textveil.lexicon.tables.folding import fold
from textveil.models.bundle import load_bundle
from textveil.models.cell import child as children
from textveil.models.cell.messages import packed
from textveil.models.cell.tagger import UNFENCED, CellTagger, StrangeModel, in_a_cell
from textveil.testing.taggers import check_tagger
from textveil.values.document import Document
from textveil.values.span import Span, Spans

NOTE = "Dr. Smith saw Ana Ruiz in Boston on 3 May 2016. She was well; call 617-555-0123.\n"
HINTS = Spans([Span(4, 9, "NAME"), Span(67, 79, "PHONE"), Span(67, 70, "OTHER-ID", 0.3, "odd")])
WORD_REFERENCES = 44


def strange(bundle, **changes):
    one = StrangeModel(
        "FOLDER",
        bundle.kind,
        bundle.parts,
        bundle.labels,
        bundle.books,
        bundle.language,
        bundle.settings,
    )
    return one._replace(**changes)


@pytest.fixture(scope="module", params=["fast-es", "neural-en"])
def both(request):
    own = load_bundle(request.param)
    return own.tagger(), replace(own, foreign="FOLDER").tagger()


@pytest.fixture
def spanish():
    return load_bundle("fast-es")


def test_a_tagger_in_a_cell_keeps_the_contract(both):
    check_tagger(both[1])


def test_it_says_what_the_model_says_in_our_own_process(both):
    texts = [NOTE * 30, "", fold("½ ﬁ Ünïcode " * 3).text, "\U0001f600" * 40, "Ana"]
    hints = [HINTS, *(Spans() for _ in texts[1:])]
    for own, other in zip(*(tagger.tag(texts, hints, 0.1) for tagger in both), strict=True):
        assert (own.starts, own.ends, own.labels) == (other.starts, other.ends, other.labels)
        assert np.array_equal(own.chances, other.chances)
        assert np.array_equal(own.begins, other.begins)
        assert (own.mask is None) == (other.mask is None)
        assert own.mask is None or np.array_equal(own.mask, other.mask)


def test_reasons_and_states_are_the_same_too(both):
    own, other = both
    if hasattr(own, "states"):
        for mine, theirs in zip(own.states(NOTE, HINTS), other.states(NOTE, HINTS), strict=True):
            assert np.array_equal(mine, theirs)
        assert not hasattr(other, "reasons")
    else:
        asked = (NOTE, HINTS, 1, own.labels[0])
        assert other.reasons(*asked) == pytest.approx(own.reasons(*asked))


def test_many_texts_go_in_batches(both, monkeypatch):
    monkeypatch.setattr("textveil.models.cell.tagger._BATCH", 200)
    texts = [NOTE, "Ana", NOTE * 4, "", "x"]
    made = both[1].tag(texts, [Spans()] * 5)
    assert [len(one) for one in made] == [len(next(both[0].tag([t], [Spans()]))) for t in texts]


def test_a_copy_of_a_shipped_model_is_ours_and_a_changed_one_is_not(tmp_path):
    content = model_files("fast-es")
    for name, data in content.items():
        (tmp_path / name).write_bytes(data)
    assert not load_bundle(str(tmp_path)).foreign
    assert not load_bundle("fast-es").foreign
    write_model(tmp_path, content)
    assert load_bundle(str(tmp_path)).foreign == str(tmp_path)
    assert isinstance(load_bundle(str(tmp_path)).tagger(), CellTagger)


def test_the_process_has_no_environment_of_ours_and_ends_with_its_tagger(spanish, monkeypatch):
    monkeypatch.setenv("TEXTVEIL_KEY", "canary")
    tagger = in_a_cell(strange(spanish))
    process = Path("/proc") / str(tagger._child._process.pid)
    said = (process / "environ").read_bytes() if os.geteuid() == 0 else b""
    assert b"canary" not in said
    del tagger
    gc.collect()
    assert not process.exists()


def wild(weights):
    """Return weights whose lists of features lie far outside; CRFsuite opens them."""
    [place] = unpack_from("<I", weights, WORD_REFERENCES)
    [count] = unpack_from("<I", weights, place + 8)
    return (
        weights[: place + 12] + pack("<I", 0xFFFFFFF0) * count + weights[place + 12 + 4 * count :]
    )


def test_weights_that_crash_are_refused_before_and_harm_nobody_without_the_check(spanish):
    model = strange(spanish, parts={"weights.crfsuite": wild(spanish.parts["weights.crfsuite"])})
    with pytest.raises(ModelError, match="references AFRF") as caught:
        in_a_cell(model)
    assert caught.value.where == "FOLDER, weights.crfsuite, byte 4294967280"
    tagger = CellTagger(model)
    for _ in range(2):
        # A process that crashed is started again for the next text.
        with pytest.raises(ModelError, match="ended by itself") as caught:
            list(tagger.tag([NOTE], [Spans()]))
        assert caught.value.where == "FOLDER"
        assert "Smith" not in str(caught.value)


def test_weights_that_never_end_are_stopped(spanish, monkeypatch):
    monkeypatch.setattr(children, "_FIRST_SECONDS", 2.0)
    monkeypatch.setattr("textveil.models.cell.tagger._SECONDS", 1.0)
    weights = bytearray(spanish.parts["weights.crfsuite"])
    [words] = unpack_from("<I", weights, 36)
    for at in range(256):
        place, count = unpack_from("<II", weights, words + 24 + 8 * at)
        for bucket in range(count):
            weights[words + place + 8 * bucket + 4 : words + place + 8 * bucket + 8] = pack(
                "<I", 2072
            )
    model = strange(spanish, parts={"weights.crfsuite": bytes(weights)})
    with pytest.raises(ModelError, match="names of attributes"):
        in_a_cell(model)
    with pytest.raises(ModelError, match="longer than it may"):
        list(CellTagger(model).tag([NOTE], [Spans()]))


def test_a_graph_that_asks_for_gigabytes_is_refused_before_and_gets_none_without_the_check():
    neural = load_bundle("neural-en")
    wide = np.zeros((40_000, 1), np.float32)
    graph = tagger_graph(
        np.zeros((95, 32), np.float32),
        (1, node("Add", ["wide", "far"], ["huge"])),
        (1, node("MatMul", ["huge", "wide"], ["small"])),
        (5, tensor("wide", wide)),
        (5, tensor("far", wide.T.copy())),
    )
    model = strange(neural, parts={**neural.parts, "graph.onnx": graph})
    with pytest.raises(ModelError, match="Add makes too much"):
        in_a_cell(model)
    with pytest.raises(ModelError):
        list(CellTagger(model).tag([NOTE], [Spans()]))


def test_foreign_models_that_were_changed_at_random_never_harm_the_caller(tmp_path):
    ends = set()
    for folder in strange_models(tmp_path, 7, 24):
        try:
            found = TaggerDetector(str(folder)).detect(Document("n", NOTE))
            ends.add("read" if found is not None else "")
        except ModelError as error:
            ends.add("quoted" if "Smith" in str(error) else "refused")
    assert ends >= {"refused"}
    assert "quoted" not in ends


def test_a_system_without_limits_is_said_and_refused_unless_it_is_allowed(
    spanish, monkeypatch, caplog
):
    ask = children.Child.ask

    def gap(self, question, most, seconds):
        told, arrays = ask(self, question, most, seconds)
        return {**told, "open": ["memory"]} if "labels" in told else told, arrays

    monkeypatch.setattr(children.Child, "ask", gap)
    with pytest.raises(ModelError, match="cannot bound memory") as caught:
        in_a_cell(strange(spanish))
    assert UNFENCED in caught.value.hint
    monkeypatch.setenv(UNFENCED, "yes")
    with pytest.raises(ModelError, match="cannot bound memory"):
        in_a_cell(strange(spanish))
    monkeypatch.setenv(UNFENCED, "allow")
    [made] = in_a_cell(strange(spanish)).tag([NOTE], [Spans()])
    assert len(made)
    assert "without a bound on memory" in caplog.text


class Answering:
    """A process that was taken over: it answers what it likes."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.ended = False

    def ask(self, question, most, seconds):
        return self.answers.pop(0)

    def end(self):
        self.ended = True


def taken_over(bundle, answer):
    tagger = in_a_cell(strange(bundle))
    tagger._child.end()
    tagger._child = Answering(answer)
    return tagger


ARRAYS = st.lists(st.binary(max_size=40), min_size=5, max_size=5)


@pytest.fixture(scope="module")
def listening():
    return in_a_cell(strange(load_bundle("fast-es")))


@given(arrays=ARRAYS, told=st.fixed_dictionaries({"masked": st.booleans() | st.none()}))
@settings(max_examples=200)
def test_an_answer_that_is_none_is_refused_and_the_process_ended(listening, arrays, told):
    process = Answering((told, [memoryview(one) for one in arrays]))
    listening._child.end()
    listening._child = process
    try:
        [made] = listening.tag(["Ana"], [Spans()])
    except ModelError:
        listening._child = Answering()
        assert process.ended
    else:
        assert not len(made)


@pytest.mark.parametrize(
    ("starts", "ends", "chance"),
    [
        ([0], [9], 0.0),
        ([2], [1], 0.0),
        ([-1], [2], 0.0),
        ([0, 0], [3, 3], 0.0),
        ([0], [3], 7.0),
        ([0], [3], -1.0),
        ([0], [3], float("nan")),
    ],
)
def test_words_outside_the_text_and_chances_that_are_none_are_refused(
    spanish, starts, ends, chance
):
    chances = np.zeros((len(starts), 1 + len(spanish.labels)), "<f4")
    chances[:, 0] = chance
    arrays = [np.array(starts, "<i4"), np.array(ends, "<i4"), chances, chances[:, 1], b""]
    told = ({"masked": False}, [memoryview(np.asarray(one).tobytes()) for one in arrays[:4]])
    tagger = taken_over(spanish, (told[0], [*told[1], memoryview(b"")]))
    with pytest.raises(ModelError, match="no answer that fits"):
        list(tagger.tag(["Ana"], [Spans()]))


def test_reasons_of_a_process_that_was_taken_over_quote_nothing(spanish):
    told = {"reasons": {"Ana Ruiz": 1.0, "word before": 2.0, "gazetteer Ruiz": 0.5}}
    tagger = taken_over(spanish, (told, []))
    assert tagger.reasons("Ana Ruiz", Spans(), 0, "NAME") == {"feature": 1.5, "word before": 2.0}


def test_what_a_process_says_before_it_reads_is_plain(spanish, monkeypatch):
    for said, shown in (("no\x1b[31m", "the model is refused"), ("no", "no")):
        answer = ({"refused": said, "where": "", "hint": ""}, [])
        monkeypatch.setattr(children.Child, "ask", lambda *_, answer=answer: answer)
        with pytest.raises(ModelError) as caught:
            in_a_cell(strange(spanish))
        assert caught.value.what == shown


def test_a_message_that_is_longer_than_its_answer_can_be_ends_the_process(spanish):
    tagger = in_a_cell(strange(spanish))
    child = tagger._child
    question = packed({"ask": "tag", "hints": [[]], "least": 0.0}, [NOTE.encode()])
    with pytest.raises(ModelError, match="no answer that fits"):
        child.ask(question, 10, 1.0)
    assert child._process.poll() is not None
