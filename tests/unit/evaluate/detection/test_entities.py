import numpy as np
import pytest

from textveil.errors import InvalidValueError
from textveil.evaluate.detection.entities import Cover, content_of, entity_of, needs_masking
from textveil.evaluate.detection.span_counts import count_spans
from textveil.evaluate.detection.spans import SpanEvaluation, evaluate_spans
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

TEXT = "Mr Ruiz of Salta; Ruiz, born 1950"
FULL, CITY, SHORT, YEAR = (0, 7), (11, 16), (18, 22), (29, 33)


def mention(place, label, entity=None, **attributes):
    return Span(*place, label, entity=entity, attributes=Metadata(attributes))


GOLD = Document(
    "d",
    TEXT,
    spans=Spans(
        [
            mention(FULL, "NAME", "e1", identifier_type="QUASI"),
            mention(SHORT, "NAME", "e1", identifier_type="DIRECT"),
            mention(CITY, "CITY", "e2", identifier_type="QUASI"),
            mention(YEAR, "DATE", "e3", identifier_type="NO_MASK"),
        ]
    ),
)


def found(*places):
    return Spans(Span(*place, "OTHER") for place in places)


def counts(document, predicted, **options):
    return {
        (count.level.value, count.label): (count.hits, count.gold)
        for count in count_spans(document, predicted, **options)
        if not count.level.has_labels
    }


def test_an_entity_is_hidden_only_if_all_its_mentions_are():
    one = counts(GOLD, found(FULL, CITY))
    assert one["mention", ""] == (2, 3)
    assert one["entity", "DIRECT"] == (0, 1)
    assert one["entity", "QUASI"] == (1, 1)
    assert one["entity", ""] == (1, 2)
    assert counts(GOLD, found(FULL, CITY, SHORT))["entity", "DIRECT"] == (1, 1)


def test_one_direct_mention_makes_an_entity_direct():
    assert ("entity", "DIRECT") in counts(GOLD, Spans())


def test_titles_and_function_words_do_not_count_as_content():
    surname = (3, 7)
    seen = counts(GOLD, found(surname, SHORT))
    assert (seen["mention", "NAME"], seen["mention-content", "NAME"]) == ((1, 2), (2, 2))
    assert (seen["entity", "DIRECT"], seen["entity-content", "DIRECT"]) == ((0, 1), (1, 1))


def test_a_mention_of_function_words_alone_has_to_be_hidden_whole():
    cover = Cover("the one", [(0, 2)])
    assert not cover.hides_content(0, 3)
    assert Cover("the one", [(0, 3)]).hides_content(0, 3)
    assert content_of("The one of Dr May", 0, 17) == [(4, 7), (14, 17)]


def test_white_space_need_not_be_hidden():
    assert Cover("Ana  Ruiz", [(0, 3), (5, 9)]).hides(0, 9)
    assert not Cover("Ana-Ruiz", [(0, 3), (4, 8)]).hides(0, 8)
    assert Cover("Ana-Ruiz", [(0, 3), (4, 8)]).hides_content(0, 8)


@pytest.mark.parametrize(
    ("attributes", "needed"),
    [
        ({}, True),
        ({"must_mask": False}, False),
        ({"identifier_type": "NO_MASK"}, False),
        ({"identifier_type": "NO_MASK", "must_mask": True}, True),
        ({"identifier_type": "DIRECT", "must_mask": False}, False),
    ],
)
def test_what_need_not_be_masked(attributes, needed):
    assert needs_masking(mention(FULL, "NAME", **attributes)) is needed


def test_spared_spans_count_only_where_asked():
    table = {count.label for count in count_spans(GOLD, Spans())}
    assert "DATE" not in table
    every = {count.label for count in count_spans(GOLD, Spans(), every_span=True)}
    assert "DATE" in every
    found_year = {c.label: c.predicted for c in count_spans(GOLD, Spans([Span(*YEAR, "DATE")]))}
    assert found_year["DATE"] == 1


def test_evaluations_that_count_other_gold_spans_do_not_mix():
    with pytest.raises(InvalidValueError, match="gold spans"):
        SpanEvaluation().merge(SpanEvaluation(every_span=True))


def test_entities_of_two_annotators_are_two():
    first = Span(*CITY, "CITY", source="a", entity="e")
    second = Span(*CITY, "CITY", source="b", entity="e")
    document = Document("d", TEXT, spans=Spans([first, second]))
    assert counts(document, Spans())["entity", "QUASI"] == (0, 2)
    assert entity_of(mention(CITY, "CITY", entity_id=7)) == ("", "7")
    assert entity_of(mention(CITY, "CITY")) is None


def test_characters_leave_white_space_out():
    document = Document("d", "Ana Ruiz\n", spans=Spans([Span(0, 9, "NAME")]))
    assert counts(document, found((2, 6)))["character", ""] == (3, 7)


def test_scores_without_entities_name_none():
    plain = Document("d", TEXT, spans=Spans([Span(*FULL, "NAME")]))
    names = {score.name for score in evaluate_spans([(plain, None)], np.random.default_rng(1))}
    assert "mention recall" in names
    assert not any(name.startswith("entity") for name in names)
    assert "mention precision" not in names


def test_entity_recall_is_scored_by_kind():
    pairs = [(GOLD, found(FULL, CITY))] * 3
    scores = {(s.name, s.group): s for s in evaluate_spans(pairs, np.random.default_rng(1))}
    assert scores["entity recall", "DIRECT"].value == 0.0
    assert scores["entity recall", "QUASI"].count == 3
    assert str(scores["entity recall", ""]) == "0.500"


def test_macro_averages_run_over_the_labels_of_the_gold_spans():
    document = Document("d", TEXT, spans=Spans([Span(*SHORT, "NAME"), Span(*CITY, "CITY")]))
    predicted = Spans([Span(*SHORT, "NAME"), Span(*YEAR, "DATE")])
    scores = {s.name: s for s in evaluate_spans([(document, predicted)], np.random.default_rng(1))}
    assert scores["instance-strict precision (macro)"].value == 0.5
    assert scores["instance-strict recall (macro)"].value == 0.5
    assert scores["instance-strict recall (macro)"].count == 2
    nothing = Document("d", TEXT, spans=Spans())
    scores = {s.name: s for s in evaluate_spans([(nothing, predicted)], np.random.default_rng(1))}
    assert scores["token F1 (macro)"].value == 0.0
    scores = {s.name: s for s in evaluate_spans([(nothing, Spans())], np.random.default_rng(1))}
    assert (scores["token F1 (macro)"].value, scores["token F1 (macro)"].count) == (1.0, 0)
