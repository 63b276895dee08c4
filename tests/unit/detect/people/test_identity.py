"""Identity: one person, one entity, however the name is written."""

from collections import defaultdict
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.detect.people.identity import People, link
from textveil.synth.corpus import generate
from textveil.values.document import Document
from textveil.values.label import family_of
from textveil.values.span import Span, Spans


def marked(text, name="n", subject="s", label="NAME"):
    """Return a document and the spans of what stands in braces; `{L:…}` gives another label."""
    plain, spans, start = "", [], 0
    for piece in text.split("{"):
        inside, _, rest = piece.partition("}") if "}" in piece else ("", "", piece)
        if inside:
            kind, _, value = inside.rpartition(":")
            start = len(plain)
            plain += value
            spans.append(Span(start, len(plain), kind or label))
        plain += rest
    return Document(name, plain, subject), Spans(spans)


def entities(*texts, scope="s"):
    """Return the entities of the names in some documents of one subject, in reading order."""
    people = People()
    found = [marked(text, f"n{at}") for at, text in enumerate(texts)]
    for document, spans in found:
        people.add(scope, document, spans)
    return [[span.entity_key for span in link(d, s, people, scope)] for d, s in found]


ONE = [
    "{John Smith} came. {Smith} left.",
    "{John Smith} came. {Mr. Smith} left.",
    "{John Smith} came. Mr. {Smith} left.",
    "{John Smith} came. {J. Smith} left.",
    "{John Smith} came. {SMITH, JOHN Q.} left.",
    "{John Smith} came. {SMITH John} left.",
    "{John Smith} came, {John Smith} saw, {SMITH JOHN} left.",
    "{John Smith} came. {john smith's} dog.",
    "{John Smith} came. {Smi-\nth} left.",
    "{John Smith} came. {Jo\u200bhn} left.",
    "{Robert Smith} came. {Bob} left.",
    "{Robert Smith} came. {Bob Smith} left.",
    "{John Smith} came. {INITIALS:J.S.} left.",
    "{John Smith} came. {INITIALS:js} left.",
    "{John Smith} came. {John S.} left.",
    "{Smith} came. {John Smith} left.",
    "{Murray Adams} came. {Murray} left.",
    "{Peggy Sue Harada} came. {Peggy Sue} left.",
    "{A.J. Xavier Clubb} came. {A.J.} left.",
    "{Juan Diaz Luna} came. {Diaz Luna, Juan} left.",
    "{Klaas de Graaf} came. {de Graaf} left.",
    "{J. Smith} came. {Smith} left.",
    "{John Smith} {(Mr. and Mrs. Smith)}",
    "{JOHN Q. PUBLIC} came. {John Public} left.",
    "{Ana Ruiz née Soto} came. {Mrs Soto} left.",
    "{Ana Ruiz née Soto} came. Mrs {Soto} left.",
    "{Ana Smith-Jones} came. {Mrs. Jones} left. {Ms Smith Jones} slept. {Ana Jones} woke.",
    "{Ana Smith-Jones} came. Mrs. {Jones} left. Ms {Smith}'s bag stayed.",
    "{Sjoerd van der Meer} came. {VAN DER MEER SJOERD} left. {Meer} slept.",
    "{Elizabeth St. John} came. {ST. JOHN Elizabeth} left. Ms. {St. John} slept.",
    "{Bobby Lee McDonald} came. {Bobby Lee} left.",
    "{Mary Ann K. Hill} came. {M.K. Hill} left. {Mary Ann} slept. {INITIALS:mkh}",
    "{T.J. Kelly} came. {KELLY T.J.} left. {Kelly, T.J.} slept.",
    "{Skeen, Dean} came. {Dean E Skeen} left. {Dean Eric Skeen} slept.",
    "{Gouveia, Junior N.} came. {Junior Gouveia} left.",
    "{PATIENT:Baron Bradstreet} came. {PATIENT:Baron} left.",
    "{Le Gordon} came. {Le} left.",
    "Mr. {PATIENT:Romanov} came. {PATIENT:Yevgeny} slept.",
    "{PROVIDER:Grover} came. {INITIALS:ag} signed.",
    "{PROVIDER:Eric Trembley} came. {INITIALS:et} signed.",
    "{Aunt Philippa} came. {Philippa Brown} left.",
]


@pytest.mark.parametrize("text", ONE)
def test_writings_of_one_person_are_one(text):
    [found] = entities(text)
    assert len(set(found)) == 1


TWO = [
    "{John Smith} came. {Mary Smith} left.",
    "{John A. Smith} came. {John B. Smith} left.",
    "{John Smith Sr.} came. {John Smith Jr.} left.",
    "{John Smith} came. {Jones} left.",
    "{John Smith} came. {INITIALS:JB} left.",
    "{PATIENT:John Smith} came. {PROVIDER:Smith} left.",
    "{PATIENT:James Cadiz} came. His son {PATIENT:James} left.",
    "{PATIENT:James Cadiz} came. {PATIENT:James}, his father, left.",
    "{John May} came. {John Hampton} left.",
    "{Will and Grace} came.",
    "{Drs. Smith and Jones} came.",
    "{PATIENT:Ana Ruiz} came. Her sister {PATIENT:Ana Ruiz} left.",
    "{Ana Smith-Jones} came. {Bo Jones} left.",
    "{Lee, Bobby} came. {Bobby Lee McDonald} left.",
    "{PATIENT:Rosa Grasso}, his wife, came. Mr. {PATIENT:Grasso} left.",
]


@pytest.mark.parametrize("text", TWO)
def test_two_persons_are_two(text):
    [found] = entities(text)
    assert len(set(found)) == 2


def test_a_surname_means_who_was_mentioned_last():
    [found] = entities("{John Smith} came. {Mary Smith} left. {Smith} slept.")
    assert found[2] == found[1]


def test_a_title_tells_which_of_two_is_meant():
    [found] = entities("{John Smith} came. {Mary Smith} left. Mr. {Smith} slept.")
    assert found[2] == found[0]
    [either] = entities("{John Smith} came. {Mary Smith} left. Mr./Ms. {Smith} slept.")
    assert either[2] == either[1]


def test_a_surname_means_the_subject_rather_than_a_relative():
    [found] = entities(
        "Patient: {PATIENT:Lee Smith}. His wife {PATIENT:Kim Smith} came. {PATIENT:Smith} slept."
    )
    assert found[2] == found[0]


def test_my_wife_may_be_the_subject():
    [found] = entities("Re: {PATIENT:Ana Cruz}. I write for my wife {PATIENT:Ana}.")
    assert found[0] == found[1]


def test_a_surname_is_linked_to_the_full_name_in_a_later_document():
    early, late = entities("{Smith} came.", "{John Smith} left.")
    assert early == late


def test_two_short_names_of_different_documents_are_one():
    one, two = entities("{Murray} came.", "{M. Murray} left.")
    assert one == two


def test_the_order_of_documents_does_not_matter():
    texts = ["{Bob} came.", "{Robert Smith}, {R. Smith}.", "{SMITH BOB}.", "{INITIALS:RS}"]
    there = dict(zip(texts, entities(*texts), strict=True))
    back = dict(zip(texts[::-1], entities(*texts[::-1]), strict=True))
    assert there == back
    assert len({entity for found in there.values() for entity in found}) == 1


def test_carers_are_known_by_their_names_in_the_documents_of_others():
    people = People()
    mine = marked("Dr. {PROVIDER:Carlson} came, signed {INITIALS:SC}.", "a", "p1")
    other = marked("{PROVIDER:Sara Carlson} came.", "b", "p2")
    for document, spans in (mine, other):
        people.add(document.counted_subject, document, spans)
    found = link(*mine, people, mine[0].counted_subject)
    assert [span.entity_key for span in found] == ["sara||carlson"] * 2


def test_other_people_are_not_known_from_the_documents_of_others():
    people = People()
    mine = marked("{PATIENT:Carlson} came.", "a", "p1")
    other = marked("{PATIENT:Sara Carlson} came.", "b", "p2")
    for document, spans in (mine, other):
        people.add(document.counted_subject, document, spans)
    assert link(*mine, people, mine[0].counted_subject)[0].entity_key == "||carlson"


def test_over_the_corpus_a_unique_fit_is_the_person_and_an_ambiguous_one_is_nobody():
    people = People()
    mine = marked("{Carlson} saw {Smith}.", "a", "p1")
    others = marked("{Sara Carlson}, {Al Smith} and {Bo Smith}.", "b", "p2")
    for document, spans in (mine, others):
        people.add("", document, spans)
    assert [s.entity_key for s in link(*mine, people, "")] == ["sara||carlson", "||smith"]


def test_a_span_with_two_persons_is_divided():
    document, spans = marked("{Drs. Smith and Jones} came.")
    people = People()
    people.add("s", document, spans)
    found = link(document, spans, people, "s")
    assert [document.covered_by(s) for s in found] == ["Drs. Smith", "Jones"]
    assert [s.entity_key for s in found] == ["||smith", "||jones"]


def test_other_spans_stay_as_they_are():
    document, spans = marked("{EMAIL:a@b.org} {NAME:123} {DATE:May}")
    assert link(document, spans, People(), "s") == spans


def test_a_document_that_was_never_added_is_linked_all_the_same():
    document, spans = marked("{John Smith} came.")
    assert link(document, spans, People(), "s")[0].entity_key == "john||smith"


def test_representations_show_no_name():
    document, spans = marked("{John Smith} came.")
    people = People()
    people.add("s", document, spans)
    assert "smith" not in repr(people)
    assert "smith" not in repr(people.of("s"))
    assert len(people) == 1


def test_memory_grows_with_distinct_names_only():
    people = People()
    for at in range(50):
        document, spans = marked("{John Smith} came. {Smith} left.", f"n{at}")
        people.add("s", document, spans)
    assert len(people) == 2


def test_half_of_a_family_name_is_whoever_has_all_of_it():
    [found] = entities("{Ana Smith-Jones} came. {Bo Jones} left. Mr. {Jones} slept.")
    assert found[2] == found[1]


def test_a_surname_means_who_is_named_in_the_same_document_even_later():
    _, here = entities("{PROVIDER:Ana Moon}", "Dr. {PROVIDER:Moon} and {PROVIDER:Soo Moon}")
    assert here[0] == here[1]


def test_a_title_of_the_other_gender_does_not_outweigh_the_only_name():
    [found] = entities("Patient: {PATIENT:Andrea Rossi}, 61M. Mr. {PATIENT:Rossi} slept.")
    assert found[0] == found[1]


def test_age_and_sex_tell_the_gender_that_the_name_leaves_open():
    [found] = entities(
        "{PATIENT:Jordan Hutchison}, 76F. {PATIENT:Monika Hutchison} called. "
        "Ms. {PATIENT:Hutchison} slept."
    )
    assert found[2] == found[0]


def test_initials_with_a_label_are_what_somebody_is_called():
    [found] = entities("{PATIENT:T.J. Kelly} came. {PROVIDER:Tom Jay} saw {PATIENT:T.J.} home.")
    assert found[2] == found[0] != found[1]


def test_initials_right_before_a_name_are_that_persons():
    [found] = entities(
        "{PROVIDER:Jeanine Werner} {INITIALS:JW}\n{INITIALS:jw}   {PROVIDER:Jared Wren}"
    )
    assert found[1] == found[2] == found[3]


def test_who_is_named_as_a_relative_is_not_the_subject():
    [found] = entities(
        "Her mother {PATIENT:Shanika} came. {PATIENT:Shanika Welsh}, her mother, left."
    )
    assert found[0] == found[1]


@pytest.mark.parametrize("text", ["{Aunt Zorka} came.", "Her aunt {Zorka} came."])
def test_after_a_word_for_a_relative_stands_a_given_name(text):
    assert entities(text) == [["zorka||"]]


def test_a_carer_is_known_by_two_given_names_in_the_documents_of_others():
    people = People()
    mine = marked("{PROVIDER:Mary Ann} came. Dr. {PROVIDER:Hill} left.", "a", "p1")
    other = marked("{PROVIDER:Mary Ann Hill}, {PROVIDER:Kamal Hill}.", "b", "p2")
    for document, spans in (mine, other):
        people.add(document.counted_subject, document, spans)
    found = link(*mine, people, mine[0].counted_subject)
    assert [span.entity_key for span in found] == ["mary|ann|hill"] * 2


def test_of_two_carers_who_fit_the_one_who_explains_more_is_meant():
    people = People()
    mine = marked("Dr. {PROVIDER:Hill} left. {INITIALS:A.H.} signed.", "a", "p1")
    other = marked("{PROVIDER:Ada Hill}, {PROVIDER:Kamal Hill}, {PROVIDER:Al Hart}.", "b", "p2")
    for document, spans in (mine, other):
        people.add(document.counted_subject, document, spans)
    found = link(*mine, people, mine[0].counted_subject)
    assert [span.entity_key for span in found] == ["ada||hill"] * 2


@pytest.mark.parametrize("seed", [1, 5])
def test_gold_mentions_of_the_generated_hospital_are_consistent(seed):
    rng = Random(seed)  # noqa: S311 - made-up people
    notes = list(generate("hospital", 80, rng=rng, subjects=20))
    gold = [Spans(s for s in note.spans if family_of(s.label) == "NAME") for note in notes]
    people = People()
    for note, spans in zip(notes, gold, strict=True):
        people.add(note.counted_subject, note, spans)
    given_to = defaultdict(lambda: defaultdict(set))
    mentions = 0
    for note, spans in zip(notes, gold, strict=True):
        linked = link(note, spans, people, note.counted_subject)
        for was, now in zip(spans, linked, strict=True):
            words = [w for w in note.covered_by(was).replace(",", " ").split() if len(w) > 2]
            mentions += 1
            given_to[note.subject, was.entity][now.entity_key].add(len(words) > 1)
    owners = defaultdict(list)
    for (subject, _), found in given_to.items():
        for entity, full in found.items():
            owners[subject, entity].append(any(full))
    # A surname or initials that two carers of a subject share cannot be told by anyone.
    split = sum(len(found) - 1 for (_, who), found in given_to.items() if "provider" not in who)
    unsure = sum(len(found) - 1 for found in given_to.values()) - split
    assert mentions > 300
    assert split == 0
    assert unsure <= len(given_to) / 100
    assert not any(sum(full) > 1 for full in owners.values())


NAMES = st.sampled_from(
    ["Ana Ruiz", "Ruiz, Ana", "A. Ruiz", "Ruiz", "Ana", "Bo Ruiz", "Mrs. Ruiz", "AR", "Al and Bo"]
)


@given(st.lists(st.lists(NAMES, max_size=5), max_size=4), st.randoms(use_true_random=False))
def test_every_name_gets_an_entity_whatever_the_order(notes, rng):
    texts = [", ".join(f"{{{name}}}" for name in names) + "." for names in notes]
    found = dict(zip(texts, entities(*texts), strict=True))
    assert all(entity for row in found.values() for entity in row)
    shuffled = list(texts)
    rng.shuffle(shuffled)
    assert dict(zip(shuffled, entities(*shuffled), strict=True)) == found


def test_whatever_stands_between_divided_names_stays_covered():
    note = Document("n", "Li and Bo Wu / 164/69 / Ana Ruiz came.", "s")
    found = Spans([Span(0, 32, "NAME")])
    people = People()
    people.add("s", note, found)
    linked = link(note, found, people, "s")
    assert len(linked) > 1
    covered = "".join(note.text[span.start : span.end] for span in linked)
    assert not set("16469LiBoWuAnaRuiz") - set(covered)
    assert "and" not in covered


def test_whom_a_subject_means_does_not_depend_on_what_a_text_says():
    rows = [("hello", ""), ("Dilip Haddad said so", "Dilip Haddad"), ("Dilip Roy too", "Dilip Roy")]
    people, read = People(), []
    for at, (text, name) in enumerate(rows):
        note = Document(str(at), f"{text}\n\nDilip", "Dilip")
        sender = Span(len(text) + 2, len(text) + 7, "NAME")
        found = Spans([sender, *([Span(0, len(name), "NAME")] if name else [])])
        people.add("s", note, found)
        read.append((note, found))
    senders = {list(link(note, found, people, "s"))[-1].entity for note, found in read}
    assert len(senders) == 1
