"""The graph of WordNet: facts that anybody can look up, and the files read the slow way."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from tests.oracles.text import wordnet as slow

from textveil.errors import InvalidValueError
from textveil.lexicon.relations.wordnet import ADJECTIVE, ADVERB, NOUN, VERB, wordnet
from textveil.lexicon.tables.named_arrays import pack_arrays, unpack_arrays

DICTIONARY = Path("/usr/share/wordnet")
GRAPH = wordnet()


def named(senses):
    return [GRAPH.name(sense) for sense in senses]


def test_boston_is_a_state_capital_in_massachusetts():
    boston = GRAPH.sense_named("boston.n.01")
    assert named(GRAPH.instance_hypernyms(boston)) == ["state_capital.n.01"]
    assert named(GRAPH.part_holonyms(boston)) == ["massachusetts.n.01"]
    assert boston in GRAPH.part_meronyms(GRAPH.sense_named("massachusetts.n.01"))
    assert boston in GRAPH.instances(GRAPH.sense_named("state_capital.n.01"))
    assert GRAPH.words(boston)[0] == "Boston"
    assert GRAPH.part_of_speech(boston) == NOUN


def test_senses_stand_in_their_order():
    assert [GRAPH.class_of(sense) for sense in GRAPH.senses("go", VERB)][:5] == [
        "verb.motion",
        "verb.social",
        "verb.motion",
        "verb.change",
        "verb.stative",
    ]
    assert len(GRAPH.senses("go", VERB)) == 30
    assert len(GRAPH) == 117_659


def test_case_and_underscores_do_not_count():
    assert GRAPH.senses("New_York", NOUN) == GRAPH.senses("new york", NOUN) != ()
    assert GRAPH.senses("", NOUN) == GRAPH.senses("zzzzzz", NOUN) == ()
    assert GRAPH.senses("\ud800", NOUN) == ()


@pytest.mark.parametrize(
    ("word", "part", "base"),
    [
        ("went", VERB, "go"),
        ("flying", VERB, "fly"),
        ("lives", VERB, "live"),
        ("children", NOUN, "child"),
        ("churches", NOUN, "church"),
        ("boxesful", NOUN, "boxful"),
        ("nicest", ADJECTIVE, "nice"),
        ("best", ADVERB, "well"),
        ("zzzz", NOUN, None),
    ],
)
def test_base_forms(word, part, base):
    assert GRAPH.base(word, part) == base


def test_the_way_up_ends_at_entity():
    chain = GRAPH.longest_chain(GRAPH.sense_named("dog.n.01"))
    assert named(chain)[0] == "dog.n.01"
    assert named(chain)[-1] == "entity.n.01"
    assert all(high in GRAPH.above(low) for low, high in pairwise(chain))
    assert len(chain) == max(map(len, GRAPH.chains(chain[0])))


def test_distances_count_edges_and_no_root_joins_verbs():
    dog, cat = GRAPH.sense_named("dog.n.01"), GRAPH.sense_named("cat.n.01")
    assert GRAPH.distance(dog, dog) == 0
    assert GRAPH.distance(dog, cat) == GRAPH.distance(cat, dog) == 4
    assert GRAPH.word_distance("dog", "cat", NOUN) == 4
    sleep, run = GRAPH.sense_named("sleep.v.01"), GRAPH.sense_named("run.v.01")
    assert GRAPH.distance(sleep, run) is None


def test_what_is_below_is_what_has_it_above():
    fruit = GRAPH.sense_named("citrus.n.01")
    below = GRAPH.all_below(fruit)
    assert GRAPH.sense_named("lemon.n.01") in below
    assert all(GRAPH.all_above(sense)[fruit] == steps for sense, steps in below.items())
    assert GRAPH.is_a("lemon", NOUN, [fruit])
    assert not GRAPH.is_a("hammer", NOUN, [fruit])


@pytest.mark.parametrize("name", ["boston.n.99", "boston.n.0", "boston", "x.q.01", "dog.n.one", ""])
def test_a_name_of_no_sense_is_told(name):
    with pytest.raises(InvalidValueError):
        GRAPH.sense_named(name)


def test_a_part_of_speech_that_is_none_is_told():
    with pytest.raises(InvalidValueError, match="part of speech"):
        GRAPH.senses("dog", "x")


def test_arrays_come_back_and_damage_is_told():
    content = pack_arrays({"a": np.array([1, 2], np.int32), "b": np.array([], np.uint8)})
    assert {name: array.tolist() for name, array in unpack_arrays(content).items()} == {
        "a": [1, 2],
        "b": [],
    }
    for broken in (b"", content[:-3], content[:10] + b"x" + content[11:]):
        with pytest.raises(InvalidValueError):
            unpack_arrays(broken)


@pytest.mark.skipif(not DICTIONARY.is_dir(), reason="WordNet's own files are not installed")
@pytest.mark.parametrize(
    ("word", "part"),
    [
        ("boston", "n"),
        ("go", "v"),
        ("stay", "v"),
        ("new_york", "n"),
        ("well", "r"),
        ("galore", "a"),
        ("entity", "n"),
        ("zymosis", "n"),
        ("'hood", "n"),
    ],
)
def test_the_graph_says_what_the_files_say(word, part):
    offsets = slow.offsets(DICTIONARY, word, part)
    senses = GRAPH.senses(word, part)
    assert len(senses) == len(offsets)
    for sense, offset in zip(senses, offsets, strict=True):
        assert list(GRAPH.words(sense)) == slow.words(DICTIONARY, offset, part)
        for symbol, asked in (
            ("@", GRAPH.hypernyms),
            ("@i", GRAPH.instance_hypernyms),
            ("#p", GRAPH.part_holonyms),
        ):
            reached = [GRAPH.words(found)[0] for found in asked(sense)]
            assert reached == slow.targets(DICTIONARY, offset, part, symbol)
        reached = sorted(GRAPH.words(found)[0] for found in GRAPH.part_meronyms(sense))
        assert reached == sorted(slow.targets(DICTIONARY, offset, part, "%p"))
