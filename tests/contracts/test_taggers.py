"""Models of each kind pass the checks that plug-in authors are given, and broken ones do not."""

from dataclasses import replace

import numpy as np
import pytest
from tests.unit.learn.small_corpus import SETTINGS, notes

from textveil.detect.tagging.tagger import probe_of
from textveil.learn.training.trained_model import TrainingPlan, learn_from
from textveil.lexicon.tables.folding import fold
from textveil.models.bundle import SHIPPED, load_bundle
from textveil.testing.taggers import check_tagger
from textveil.values.tagging import TaggedWords

PLAN = TrainingPlan(SETTINGS)


@pytest.fixture(scope="module")
def field():
    return learn_from(notes(6), PLAN)


def test_a_random_field(field):
    check_tagger(field)
    check_tagger(field, [fold(note.text).text for note in notes(4)])


def test_the_shipped_neural_model():
    tagger = load_bundle("neural-en").tagger()
    check_tagger(tagger)
    check_tagger(tagger, [fold(note.text * 20).text for note in notes(4)])


class Broken:
    """A tagger that does one thing otherwise."""

    def __init__(self, inner, change):
        self._inner, self._change = inner, change
        self.labels = inner.labels
        self.asked = 0

    def tag(self, texts, hints, least=0.0):
        for tagged in self._inner.tag(texts, hints, least):
            self.asked += 1
            yield self._change(self, tagged)


def moved(_, tagged):
    return replace(tagged, ends=[end + 10_000 for end in tagged.ends])


def turned(_, tagged):
    return replace(tagged, starts=tagged.starts[::-1], ends=tagged.ends[::-1])


def doubled(_, tagged):
    return replace(tagged, chances=2 * tagged.chances)


def negative(_, tagged):
    odd = tagged.chances.copy()
    odd[:, 0], odd[:, 1] = 2.0, -1.0 - odd[:, 2:].sum(axis=1)
    return replace(tagged, chances=odd)


def narrow(_, tagged):
    return replace(tagged, chances=tagged.chances[:, :-1])


def renamed(_, tagged):
    return replace(tagged, labels=tagged.labels[::-1])


def forgetful(self, tagged):
    if self.asked % 2:
        return tagged
    odd = np.roll(tagged.chances, 1, axis=1)
    return replace(tagged, chances=odd)


def talkative(_, tagged):
    return tagged if len(tagged) else one_word(tagged.labels)


def one_word(labels):
    chances = np.eye(1, 1 + len(labels), dtype=np.float32)
    return TaggedWords([0], [0], labels, chances, np.ones(1, np.float32))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (moved, "outside"),
        (turned, "overlap"),
        (doubled, "add up"),
        (negative, "outside"),
        (narrow, "every label"),
        (renamed, "other labels"),
        (forgetful, "alone"),
        (talkative, "empty text"),
    ],
)
def test_a_tagger_that_breaks_its_contract_is_told(field, change, said):
    with pytest.raises(AssertionError, match=said):
        check_tagger(Broken(field, change))


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_models_were_trained_with_the_rules_of_today(name):
    bundle = load_bundle(name)
    assert bundle.probe == probe_of(bundle.hints, bundle.language)
