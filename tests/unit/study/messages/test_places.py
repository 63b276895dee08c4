import pytest

from textveil.errors import InvalidValueError
from textveil.study.messages.places import compare_places
from textveil.values.document import Document
from textveil.values.metadata import Metadata

pytest.importorskip("sklearn")

CITIES = ("Leeds", "Rome", "Oslo", "Boston", "Kyoto", "Vienna", "Lagos", "Dublin", "Cairo", "Lima")


def messages():
    for at, city in enumerate(CITIES):
        for kind, private in (("I live in", True), ("They moved to", False)):
            text, told = f"{kind} {city}.", Metadata({"private": private})
            yield Document(f"{at}{private}", text, metadata=told)


def test_the_rule_stands_beside_four_sets_of_features_with_four_learners():
    study = compare_places(messages())
    assert len(study["rows"]) == 4 * 4 + 1
    assert study["rows"][-1]["accuracy"] == 1.0
    assert study["errors"] == {}


def test_too_few_messages_are_refused():
    with pytest.raises(InvalidValueError):
        compare_places(list(messages())[:6])
