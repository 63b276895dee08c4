"""Mentions: what a name and the words right around it say."""

import pytest

from textveil.detect.people.mentions import mentions
from textveil.values.document import Document
from textveil.values.span import Span, Spans


def read(text, label="PATIENT"):
    """Return what the one name in brackets says, none of the document's being before it."""
    before, _, rest = text.partition("[")
    name, _, after = rest.partition("]")
    document = Document("n", f"{before}{name}{after}")
    spans = Spans([Span(len(before), len(before) + len(name), label)])
    [(_, pieces)] = mentions(document, spans)
    return pieces[0].mention


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("his wife [Ana]", "kin"),
        ("her mother, [Ana Ruiz],", "kin"),
        ("[Ana], her mother,", "kin"),
        ("[Ana] (mother)", "kin"),
        ("[Ana Ruiz], the patient's niece,", "kin"),
        ("married to [Ana]", "kin"),
        ("Per his\ndaughter-in-law [Ana],", "kin"),
        ("my wife [Ana]", "head"),
        ("Informant: Bo Li, nephew\n[Ana Ruiz]", "head"),
        ("Contact: [Ana]", "maybe kin"),
        ("Patient: [Ana Ruiz]", "subject"),
        ("Pt [Ana]", "subject"),
        ("I, [Ana Ruiz], allow", "subject"),
        ("I name [Ana Ruiz]", "head"),
        ("Child [Ana Ruiz]", "subject"),
        ("[Ana Ruiz], 76F,", "subject"),
        ("[Ruiz] is a forty-five-year-old", "subject"),
        ("[Ana] came", "head"),
    ],
)
def test_the_words_around_tell_who_it_is(text, relation):
    assert read(text).relation == relation


@pytest.mark.parametrize(
    ("text", "gender"),
    [
        ("Mrs. [Ruiz]", "female"),
        ("Mr./Ms. [Ruiz]", ""),
        ("[Jordan Ruiz], 76F", "female"),
        ("[Jordan Ruiz] is a 76-year-old man", "male"),
        ("[Jordan Ruiz]\n76F", ""),
    ],
)
def test_titles_and_ages_tell_the_gender(text, gender):
    assert read(text).gender == gender


def test_only_the_first_name_of_a_patient_is_at_the_head():
    document = Document("n", "Ana Ruiz, Bo Li")
    found = Spans([Span(0, 8, "PATIENT"), Span(10, 15, "PATIENT")])
    assert [p.mention.relation for _, (p,) in mentions(document, found)] == ["head", ""]


def test_the_title_of_several_doctors_is_that_of_each():
    document = Document("n", "Drs. Smith and Jones")
    [(_, pieces)] = mentions(document, Spans([Span(0, 20, "NAME")]))
    assert [piece.mention.title for piece in pieces] == ["doctor", "doctor"]
    assert all(piece.mention.is_provider for piece in pieces)


@pytest.mark.parametrize(
    ("text", "label", "called"), [("T.J.", "PATIENT", True), ("TJ", "INITIALS", False)]
)
def test_initials_with_a_label_are_a_name(text, label, called):
    mention = read(f"[{text}]", label)
    assert (mention.initials, mention.called) == ("tj", called)


@pytest.mark.parametrize(
    ("text", "halves"),
    [
        ("Ana Smith-Jones's", ("smith", "jones")),
        ("Ana von Goethe", ("goethe",)),
        ("Ana Ruiz", ()),
        ("Smith-Jones", ()),
    ],
)
def test_a_family_name_may_be_cut(text, halves):
    assert read(f"[{text}]").halves == halves


def test_representations_show_no_name():
    assert "uiz" not in repr(read("[Ana Ruiz]"))
