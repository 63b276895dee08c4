import re

from textveil.detect.address_groups import group_addresses
from textveil.values.document import Document
from textveil.values.span import Span, Spans


def grouped(marked):
    """Return entities by passage of a text with `{LABEL:passage}` in it."""
    spans, text, at = [], "", 0
    for match in re.finditer(r"\{(\w+):([^}]*)\}", marked):
        text += marked[at : match.start()]
        spans.append(Span(len(text), len(text) + len(match[2]), match[1]))
        text += match[2]
        at = match.end()
    document = Document("n", text + marked[at:])
    done = group_addresses(document, Spans(spans))
    return [(document.covered_by(span), span.entity) for span in done]


def test_parts_beside_each_other_are_one_place():
    assert grouped("{STREET:1 Elm St}\n{CITY:Springfield}, {STATE:IL} {ZIP:62701}") == [
        ("1 Elm St", None),
        ("Springfield", "springfield|IL|US"),
        ("IL", None),
        ("62701", "62701|springfield|IL|US"),
    ]


def test_the_next_city_is_another_place():
    found = grouped("{CITY:Springfield}, {STATE:IL}, {CITY:Springfield}, {STATE:MA}")
    assert [entity for _, entity in found] == [
        *("springfield|IL|US", None, "springfield|MA|US", None)
    ]


def test_what_stands_alone_means_what_is_named_in_full():
    found = grouped(
        "{CITY:Springfield}, {STATE:OH} {ZIP:45501}. In {CITY:SPRINGFIELD} and {ZIP:45501}"
    )
    assert found[-2:] == [
        ("SPRINGFIELD", "springfield|OH|US"),
        ("45501", "45501|springfield|OH|US"),
    ]


def test_words_between_part_two_places():
    found = grouped("{CITY:Salem} is not in {STATE:Ohio}")
    assert found[0][1] == "salem|OR|US"


def test_a_state_that_nothing_marks_counts():
    assert grouped("{CITY:Salem}, MA is")[0][1] == "salem|MA|US"


def test_postal_code_before_the_city_and_country_beside_it():
    found = grouped("{ZIP:10115} {CITY:Berlin}, {COUNTRY:Germany}")
    assert found[1] == ("Berlin", "berlin||DE+")
    assert found[2] == ("Germany", None)


def test_other_labels_and_empty_input_stay():
    assert grouped("{NAME:Ana} of {PHONE:1}") == [("Ana", None), ("1", None)]
    assert grouped("nothing") == []
