"""Whatever labels detectors give a number: it has one surrogate in the documents of a subject."""

from collections import defaultdict

from hypothesis import given, settings
from hypothesis import strategies as st

from textveil.detect.people.links import Linking
from textveil.transform.surrogate import Surrogate
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.label import NUMBERS
from textveil.values.span import Span, Spans

FORMS = (
    *("471123", "MRN-0402551", "471-22-9035", "617-555-0134", "4111 1111 1111 1111"),
    *("1HGCM82633A004352", "A-77-0", "1EG4-TE5-MK73", "DE89 3704 0044 0532 0130 00"),
)

found = st.tuples(st.sampled_from(FORMS), st.sampled_from(sorted(NUMBERS)))
notes = st.lists(st.lists(found, min_size=1, max_size=4), min_size=1, max_size=3)


def note(at, passages):
    text, spans = "", []
    for value, label in passages:
        text += "No. "
        spans.append(Span(len(text), len(text) + len(value), label))
        text += f"{value}\n"
    return Document(f"n{at}", text, "p1"), Spans(spans)


@settings(max_examples=60)
@given(notes, st.booleans())
def test_one_number_has_one_surrogate_whatever_its_labels(passages, backwards):
    corpus = [note(at, some) for at, some in enumerate(passages)]
    engine, linking = Surrogate(key=Secret(b"a key of sixteen bytes or more")), Linking()
    for document, spans in corpus[:: -1 if backwards else 1]:
        linking.learn(document, spans)
    linked = [(document, linking.linked(document, spans)) for document, spans in corpus]
    for document, spans in linked:
        engine.survey(document, spans)
    shown, labels = defaultdict(set), defaultdict(set)
    for document, spans in linked:
        for edit in engine.transform(document, spans).edits:
            value = document.text[edit.start : edit.end]
            shown[value].add(edit.replacement)
            labels[value].add(NUMBERS[edit.label])
    told = defaultdict(set)
    for some in passages:
        for value, label in some:
            told[value].add(NUMBERS[label])
    assert {value: {min(ranks)} for value, ranks in told.items()} == labels
    for value, fakes in shown.items():
        assert len(fakes) == 1
        assert value not in fakes
    assert len(set().union(*shown.values())) == len(shown)
