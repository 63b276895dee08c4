"""Identity: the set of documents decides who is meant, and linking is stable."""

from hypothesis import given, settings
from hypothesis import strategies as st

from textveil.detect.people.identity import People, link
from textveil.detect.people.links import Linking
from textveil.values.document import Document
from textveil.values.span import Span, Spans

NAMES = st.sampled_from(
    [
        ("PATIENT", "Ana Ruiz"),
        ("PATIENT", "RUIZ, Ana B."),
        ("PATIENT", "Ruiz"),
        ("PATIENT", "Ana"),
        ("PATIENT", "Bo Ruiz"),
        ("PATIENT", "Ana Ruiz-Soto"),
        ("PATIENT", "Soto"),
        ("NAME", "Aunt Ana"),
        ("NAME", "Bobby Lee"),
        ("NAME", "Bobby Lee Ruiz"),
        ("PROVIDER", "Dr. Ruiz"),
        ("PROVIDER", "Al and Bo Lee"),
        ("PROVIDER", "A. Lee"),
        ("INITIALS", "AR"),
        ("INITIALS", "al"),
    ]
)
LEADS = st.sampled_from([" and ", ". Mrs. ", ". His son ", "\nPatient: ", ", "])
NOTES = st.lists(st.lists(st.tuples(LEADS, NAMES), max_size=5), min_size=1, max_size=4)
STRANGERS = ("Xenia Quvv", "Quvv, Xenia", "X. Quvv")


def written(notes):
    """Return the documents and their spans."""
    found = []
    for at, names in enumerate(notes):
        text, spans = "Seen", []
        for lead, (label, name) in names:
            text += lead
            spans.append(Span(len(text), len(text) + len(name), label))
            text += name
        found.append((Document(f"n{at}", text + ".", "s"), Spans(spans)))
    return found


def linked(documents, learnt=None, scope="s"):
    """Return the spans of some documents, linked to the people of those and others."""
    people = People()
    for document, spans in learnt if learnt is not None else documents:
        people.add(scope, document, spans)
    return [link(document, spans, people, scope) for document, spans in documents]


@given(NOTES, st.randoms(use_true_random=False))
def test_the_order_of_learning_does_not_matter(notes, rng):
    documents = written(notes)
    shuffled = list(documents)
    rng.shuffle(shuffled)
    assert linked(documents, shuffled) == linked(documents)


@given(NOTES, st.sampled_from(STRANGERS), st.sampled_from(["s", "t"]))
def test_an_unrelated_person_changes_nothing(notes, stranger, subject):
    documents = written(notes)
    text = f"Also {stranger} came."
    other = Document("x", text, subject), Spans([Span(5, 5 + len(stranger), "NAME")])
    assert linked(documents, [*documents, other]) == linked(documents)


@given(NOTES)
def test_linking_twice_is_linking_once(notes):
    documents = written(notes)
    once = linked(documents)
    again = [(document, spans) for (document, _), spans in zip(documents, once, strict=True)]
    divided = [len(spans) != len(new) for (_, spans), new in zip(documents, once, strict=True)]
    if not any(divided):
        assert linked(again) == once
    assert all(span.entity for spans in once for span in spans)


@settings(max_examples=40)
@given(NOTES, st.sampled_from(["subject", "document", "corpus"]))
def test_a_second_pass_gives_what_the_first_gave(notes, scope):
    documents = written(notes)
    linking = Linking(scope)
    for document, spans in documents:
        linking.learn(document, spans)
    first = [linking.linked(document, spans) for document, spans in documents]
    fresh = Linking(scope)
    for document, spans in reversed(documents):
        fresh.learn(document, spans)
    assert [fresh.linked(document, spans) for document, spans in documents] == first
    assert [linking.linked(document, spans) for document, spans in documents] == first
