from benchmarks.names import framed, frames, groups, hits, row
from benchmarks.odd import is_odd

from textveil.lexicon.people.name_lists import tenth_of
from textveil.values.document import Document
from textveil.values.span import Span, Spans


def sentence(text, *places):
    return Document("s", text, spans=Spans(Span(start, end, "NAME") for start, end in places))


def test_a_sentence_gets_another_surname_in_the_same_case():
    frame = framed(sentence("Ask ANA RUIZ now.", (4, 12)))
    document, start, end = frame.filled("Voshell")
    assert document.text == "Ask ANA VOSHELL now."
    assert document.text[start:end] == "VOSHELL"


def test_a_possessive_and_a_comma_stay():
    assert framed(sentence("Ruiz, Ana called", (0, 9))).filled("Lee")[0].text == "Lee, Ana called"
    assert framed(sentence("Ana Ruiz's cat", (0, 10))).filled("Lee")[0].text == "Ana Lee's cat"


def test_sentences_with_two_persons_or_a_name_twice_are_left_out():
    assert framed(sentence("Ana Ruiz met Eva Lund", (0, 8), (13, 21))) is None
    assert framed(sentence("Ana Ruiz of Ruiz Ltd", (0, 8))) is None
    assert framed(sentence("Nobody called")) is None


def test_groups_are_disjoint_by_origin_and_the_rarest_are_rare():
    drawn = groups(50)
    assert {tenth_of(name) for name in drawn["the rarest tenth"]} == {10}
    origins = [
        name for group, names in drawn.items() if group != "the rarest tenth" for name in names
    ]
    assert len(origins) == len(set(origins))
    assert [len(names) for names in drawn.values()] == [50, 50, 50, 50, 50, 50, 23]


def test_a_surname_counts_only_if_it_is_hidden_whole():
    listed = ["Voshell", "Waycaster"]
    assert hits(lambda one: Spans([Span(0, len(one.text), "NAME")]), listed) == 2
    assert hits(lambda _: Spans(), listed) == 0
    starts = [len(frame.before) for frame in frames()[:2]]
    cut = iter(starts)

    def all_but_the_first_letter(one):
        return Spans([Span(next(cut) + 1, len(one.text), "NAME")])

    assert hits(all_but_the_first_letter, listed) == 0


def test_a_group_two_points_below_the_mean_is_the_limit():
    assert row("m", 961, 1_000, 0.98).met is True
    assert row("m", 959, 1_000, 0.98).met is False


def test_odd_templates():
    assert [is_odd({"template_id": number}) for number in (1, 2, "3")] == [True, False, True]
