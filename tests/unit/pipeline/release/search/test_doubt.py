"""Doubt: what a model is unsure of becomes a tag, unless something confirms it."""

import pytest

from textveil.detect.propagation.propagate import SOURCE as PROPAGATED
from textveil.detect.tagging.name_spans import SOURCE as MODEL
from textveil.errors import PolicyError
from textveil.models.calibration import SURE
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.search.doubt import Doubt
from textveil.policy.policy import parse_policy
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans

RULE = "textveil.patterns.v1"
LOW = SURE - 0.1
NOTE = Document("n", "Ana Zorbig, Zorbig and Quark met.", "p1")
LATER = Document("m", "Zorbig came.", "p1")
OTHER = Document("o", "Zorbig came.", "p2")


def named(start, end, score=LOW, source=MODEL, label="NAME"):
    return Span(start, end, label, score, source)


def unsure(*found, of=NOTE, scope="subject", learnt=()):
    doubt = Doubt(scope)
    for document, spans in ((of, Spans(found)), *learnt):
        doubt.learn(document, spans)
    return doubt.unsure(of, Spans(found))


def test_a_low_score_of_a_model_is_unsure_and_that_of_a_rule_is_not():
    low, high, ruled = named(12, 18), named(23, 28, SURE), named(0, 3, 0.3, RULE)
    assert unsure(low, high, ruled) == Spans([low])


def test_a_rule_that_found_the_passage_or_a_part_of_it_confirms_it():
    low = named(0, 10)
    assert unsure(low, named(0, 10, 0.5, RULE)) == Spans()
    assert unsure(low, named(4, 10, 0.5, RULE, "USERNAME")) == Spans()
    assert unsure(low, named(12, 18, 0.5, RULE, "USERNAME")) == Spans([low])


def test_a_sure_place_of_the_same_value_or_name_confirms_it():
    low = named(12, 18)
    assert unsure(low, named(0, 10, 0.99)) == Spans()
    sure = Spans([named(0, 6, 0.99)])
    assert unsure(low, learnt=[(LATER, sure)]) == Spans()
    assert unsure(low, learnt=[(OTHER, sure)]) == Spans([low])
    assert unsure(low, learnt=[(OTHER, sure)], scope="corpus") == Spans()
    assert unsure(low, learnt=[(LATER, sure)], scope="document") == Spans([low])
    city = Spans([named(0, 6, 0.99, label="CITY")])
    assert unsure(low, learnt=[(LATER, city)]) == Spans([low])


def test_what_repeats_a_value_is_as_sure_as_the_value():
    low, again = named(0, 10), named(12, 18, 0.9, PROPAGATED)
    assert unsure(low, again) == Spans([low, again])
    assert unsure(named(0, 10, 0.99), again) == Spans()
    assert unsure(again) == Spans()


RULES = """name: p
detect: [textveil.patterns.v1]
transform:
  default: textveil.surrogate.v1
  labels: {CITY: {use: textveil.mask.v1, style: character}}
"""


def released(rules):
    spans = Spans([named(0, 10), named(23, 28, label="CITY")])
    engine = Engine(parse_policy(rules), Secret(b"0123456789abcdef"), find=lambda _: spans)
    [made], outcome = engine.release([NOTE])
    assert all(verdict.holds for verdict in outcome.verdicts)
    assert [span.start for span in made.unsure][:1] == [0]
    return made.release.text


def test_tags_stand_where_others_get_surrogates_and_nowhere_else():
    assert released(RULES) == "[NAME], [NAME] and ***** met."
    faked = released(RULES + "unsure: surrogate\n")
    assert "[NAME]" not in faked
    assert "Zorbig" not in faked


def test_the_policy_says_what_happens_and_its_json_only_where_it_is_unusual():
    assert parse_policy(RULES).unsure == "tag"
    assert "unsure" not in parse_policy(RULES).to_json()
    other = parse_policy(RULES + "unsure: surrogate\n")
    assert other.to_json()["unsure"] == "surrogate"
    with pytest.raises(PolicyError, match="line 6") as caught:
        parse_policy(RULES + "unsure: tags\n")
    assert caught.value.hint == "did you mean tag?"
