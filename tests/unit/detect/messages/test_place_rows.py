import pytest

from textveil.detect.messages.location import Location
from textveil.values.document import Document


def is_private(text):
    return any(one.private for one in Location(language="en").passages(Document("1", text)))


@pytest.mark.parametrize(
    "text",
    [
        "We in Brazil we cannot wait to watch your movie, we are very anxious!",
        "It rains a lot here in Glasgow",
        "In Texas, where I live, it is hot",
        "In Spain we eat at ten",
        "Cairo is the city where I grew up",
        "A week in New Jersey and I am tired",
        "When you come to Atlanta, I'll make sure you meet all of them.",
    ],
)
def test_rows_of_words_put_the_writer_there(text):
    assert is_private(text)


@pytest.mark.parametrize(
    "text",
    [
        "I'm not froom California",
        "I am no longer going to Prague",
        "I need to go to Bank of America!",
        "I Love Lucy is on again, and they're still on their way to California.",
        "I wish I could teleport to South Beach.",
        "Where can I get tickets in Leeds?",
        "My favourite movie is Casablanca",
    ],
)
def test_what_tells_of_others_or_may_never_be_is_open(text):
    assert not is_private(text)
