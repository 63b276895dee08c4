"""Private places: the paper's examples, and what the rule must win."""

import pytest

from textveil.detect.messages.location import Location
from textveil.errors import InvalidValueError
from textveil.values.document import Document

T1 = "How manyy time I'll tell that I'm not froom California?"
T2 = "I raelly want to fly out to Los Angeles and meet all the amazing people/artists out there."
T3 = "I live in Seattle, do you knoww what station is showing your new show?"


def private_places(text, **options):
    return [text[s.start : s.end] for s in Location(**options).detect(Document("m", text))]


@pytest.mark.parametrize(("text", "places"), [(T1, []), (T2, []), (T3, ["Seattle"])])
def test_the_three_messages_of_the_paper_come_out_as_printed(text, places):
    assert private_places(text) == places


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("They took us to Paris for the weekend", ["Paris"]),
        ("We are in Brazil and cannot wait to watch your movie", ["Brazil"]),
        ("When you come to Atlanta, I'll make sure you meet all of them", ["Atlanta"]),
        ("I need to go to Bank of America!", []),
        ("I Love Lucy is on again, and they're still on their way to California.", []),
        ("I wish I could teleport to South Beach.", []),
        ("Heading to Boston tomorrow with my mom", ["Boston"]),
        ("Mary flew to Denver", []),
        ("I love Paris", []),
    ],
)
def test_what_is_said_of_who_speaks_is_private(text, places):
    assert private_places(text) == places


def test_a_named_person_takes_the_place_of_who_writes():
    text = "Mary flew to Denver, and I live in Leeds."
    assert private_places(text, subject="Mary") == ["Denver"]
    assert private_places(text) == ["Leeds"]


def test_a_place_with_more_people_than_asked_is_not_private():
    assert private_places("I live in Seattle.", people=100_000) == []
    assert private_places("I live in Seattle.", people=10_000_000) == ["Seattle"]
    with pytest.raises(InvalidValueError, match="people"):
        Location(people=0)


def test_places_that_are_not_private_are_found_all_the_same():
    [passage] = Location().passages(Document("m", "I love Paris"))
    assert not passage.private
    assert passage.people > 1_000_000


def test_another_language_is_passed_over():
    assert Location().passages(Document("m", "Vivo en Sevilla", language="es")) == ()
