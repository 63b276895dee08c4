"""Adapting: a few notes make a model better on their text, and no worse elsewhere."""

from dataclasses import replace

import numpy as np
import pytest
from tests.unit.learn.small_corpus import seeded
from tests.unit.learn.ward_bands import notes

from textveil.detect.tagging.tagger import TaggerDetector
from textveil.errors import ModelError
from textveil.learn.model_folder import save
from textveil.learn.project.memory import corpus_for
from textveil.learn.project.strategies import LeastConfidence
from textveil.learn.training import adapted_model as adapting
from textveil.learn.training.adapted_model import WORST, adapt, check_set, score_of
from textveil.learn.training.gold import Gold
from textveil.learn.training.judgement import judge, words_of
from textveil.learn.training.trained_model import TrainingPlan, train
from textveil.models.bundle import load_bundle
from textveil.models.fields.crf import Settings
from textveil.synth.corpus import generate
from textveil.values.document import Document
from textveil.values.span import Spans

pytestmark = pytest.mark.slow

PLAN = TrainingPlan(Settings(rounds=30), folds=1)
OWN = notes(0, 20)
NEW = notes(100, 120)
KINDS = (("hospital", 30), ("everyday", 30))


@pytest.fixture(scope="module", autouse=True)
def few_generated_documents():
    """A check set of a quarter of its size: each test learns from as many again."""
    with pytest.MonkeyPatch.context() as patch:
        fewer = tuple((kind, count // 4) for kind, count in adapting._CHECKED)
        patch.setattr(adapting, "_CHECKED", fewer)
        yield


@pytest.fixture(scope="module")
def field(tmp_path_factory):
    """A small random field that knows generated documents."""
    documents = [
        replace(made, id=f"{kind}-{made.id}", subject=f"{kind}-{made.counted_subject}")
        for kind, count in KINDS
        for made in generate(kind, count, rng=seeded(7), language="en")
    ]
    folder = tmp_path_factory.mktemp("base") / "model"
    save(train(documents, replace(PLAN, threshold=0.35), Gold(families=True)), folder)
    return str(folder)


@pytest.fixture(scope="module")
def bases(field):
    return {"neural": "neural-en", "field": field}


@pytest.fixture(scope="module")
def adapted(bases):
    return {kind: adapt(OWN, base, PLAN, {"name": "ours"}) for kind, base in bases.items()}


def recall_of(bundle, documents):
    """Return the share of annotated words that a model finds, and that of found ones annotated."""
    tagger = bundle.tagger()
    judged = [judge(one, tagger, bundle.hints, language="en") for one in documents]
    scores, truth = words_of(judged)
    found = scores >= bundle.threshold
    return found[truth].mean(), truth[found].mean() if found.any() else 1.0


KINDS_OF_MODELS = pytest.mark.parametrize("kind", ["neural", "field"])


@KINDS_OF_MODELS
def test_twenty_notes_teach_what_the_shipped_model_does_not_find(bases, adapted, kind):
    before, _ = recall_of(load_bundle(bases[kind]), NEW)
    after, precision = recall_of(adapted[kind], NEW)
    assert before < 0.5
    assert after > 0.8
    assert precision > 0.9


@KINDS_OF_MODELS
def test_an_adapted_model_forgets_at_most_a_point_of_what_the_other_knows(bases, adapted, kind):
    begun, made = load_bundle(bases[kind]), adapted[kind]
    checked = [adapting.with_labels(one, begun.labels) for one in check_set(language="en")]
    before, after = (score_of(one.tagger(), checked, begun) for one in (begun, made))
    assert after >= before - WORST
    stated = made.facts["check_set"]
    assert stated == {
        "documents": len(checked),
        "before": round(before, 4),
        "after": round(after, 4),
    }


def test_notes_that_contradict_the_model_are_learnt_only_as_far_as_it_forgets_little():
    unmarked = [
        replace(made, spans=Spans(span for span in made.spans if span.label == "DATE"))
        for made in generate("hospital", 20, rng=seeded(3), language="en")
    ]
    made = adapt(unmarked, "neural-en", PLAN)
    stated = made.facts["check_set"]
    assert stated["after"] >= stated["before"] - WORST - 1e-4
    checked = [adapting.with_labels(one, made.labels) for one in check_set(language="en")]
    assert score_of(made.tagger(), checked, made) == pytest.approx(stated["after"], abs=1e-4)


@KINDS_OF_MODELS
def test_threshold_words_and_rules_are_those_of_the_model_it_was_made_from(bases, adapted, kind):
    begun, made = load_bundle(bases[kind]), adapted[kind]
    assert made.threshold == begun.threshold
    assert made.facts["plan"]["threshold"] == begun.threshold
    assert made.facts["from"] == bases[kind]
    assert (made.probe, made.hints, made.kind) == (begun.probe, begun.hints, begun.kind)
    assert made.books.words.entries == begun.books.words.entries
    assert made.prices == ()
    assert made.card != begun.card


@KINDS_OF_MODELS
def test_an_adapted_model_is_saved_loaded_and_finds_the_same(adapted, tmp_path, kind):
    made = adapted[kind]
    save(made, tmp_path / "model")
    loaded = load_bundle(str(tmp_path / "model"))
    assert loaded.files() == made.files()
    text = NEW[0].text
    [one], [other] = (list(b.tagger().tag([text], [Spans()])) for b in (made, loaded))
    # Sums of a process with one thread may differ in the last digit.
    assert np.allclose(one.chances, other.chances, rtol=1e-4, atol=1e-7)
    found = TaggerDetector(str(tmp_path / "model")).detect(Document("n", text))
    assert {text[span.start : span.end] for span in found} & {
        NEW[0].covered_by(span) for span in NEW[0].spans
    }


@KINDS_OF_MODELS
def test_equal_notes_give_equal_files(bases, adapted, kind):
    again = adapt(notes(0, 20), bases[kind], PLAN, {"name": "ours"})
    assert again.files() == adapted[kind].files()


@KINDS_OF_MODELS
def test_an_adapted_model_is_not_adapted_again(adapted, tmp_path, kind):
    save(adapted[kind], tmp_path / "model")
    with pytest.raises(ModelError, match="adapted already"):
        adapt(OWN, str(tmp_path / "model"), PLAN)


def test_notes_without_annotations_teach_nothing():
    with pytest.raises(ModelError, match="nothing to learn"):
        adapt([replace(one, spans=Spans()) for one in OWN], "neural-en", PLAN)


def test_a_check_set_is_the_same_each_time_and_another_with_another_seed():
    one, again, other = (check_set(seed, language="en") for seed in (1, 1, 2))
    assert one == again
    assert {made.text for made in one}.isdisjoint(made.text for made in other)
    assert len({made.id for made in one}) == len(one)


def test_labels_that_a_model_does_not_know_become_their_family():
    [band] = [replace(NEW[0], spans=Spans([replace(NEW[0].spans[0], label="PATIENT")]))]
    assert [s.label for s in adapting.with_labels(band, ("NAME", "OTHER-ID")).spans] == ["NAME"]
    assert [s.label for s in adapting.with_labels(band, ("AGE", "OTHER-ID")).spans] == ["OTHER-ID"]
    assert not adapting.with_labels(band, ("AGE",)).spans


@pytest.mark.parametrize("kind", ["neural", "field"])
def test_a_round_adapts_the_model_and_gives_every_word_its_probabilities(bases, kind):
    corpus = corpus_for(bases[kind], [*OWN, *NEW[:4]], PLAN)
    begun = load_bundle(bases[kind]).tagger()
    learnt = corpus.fit(range(len(OWN)))
    places = range(len(OWN), len(OWN) + 4)

    def found(tagger):
        scores, truth = words_of(list(corpus.judge(places, tagger)))
        return scores[truth].mean()

    assert found(learnt) > found(begun)
    chances = corpus.chances(places[0], learnt)
    assert chances.labels == learnt.labels
    assert LeastConfidence().score(chances) > 0


@KINDS_OF_MODELS
def test_labels_of_ones_own_are_learnt_and_come_back_from_the_folder(bases, kind, tmp_path):
    def relabelled(document):
        spans = Spans(replace(span, label="X-BAND") for span in document.spans)
        return replace(document, spans=spans)

    made = adapt(list(map(relabelled, OWN)), bases[kind], PLAN, {})
    assert "X-BAND" in made.labels
    save(made, tmp_path / "model")
    found = [TaggerDetector(str(tmp_path / "model")).detect(note) for note in NEW]
    right = sum(
        any(span.label == "X-BAND" and span.overlaps(gold) for span in spans)
        for note, spans in zip(NEW, found, strict=True)
        for gold in note.spans
    )
    assert right > 0.8 * sum(len(note.spans) for note in NEW)
