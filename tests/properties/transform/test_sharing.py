"""Whatever subjects have: few surrogates of each value, in any order of documents."""

from collections import defaultdict

from hypothesis import given, settings
from hypothesis import strategies as st

from textveil.transform.surrogate import Surrogate
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans
from textveil.values.verdict import Status
from textveil.verify.fakes.sharing import Sharing

DAY = "3 May 2016"
VALUES = (
    ("CITY", "Boston"),
    ("CITY", "Akron"),
    ("STATE", "Ohio"),
    ("HOSPITAL", "St. Mary's Hospital"),
    ("ORGANIZATION", "Boston Foods"),
    ("PROVIDER", "Helen Marsh"),
    ("MRN", "471123"),
    ("DATE", DAY),
)

held = st.lists(st.lists(st.sampled_from(VALUES), min_size=1, max_size=4), min_size=1, max_size=10)


def corpus_of(subjects):
    corpus = []
    for number, had in enumerate(subjects):
        text, spans = "", []
        for label, value in had:
            text += "Then "
            spans.append(Span(len(text), len(text) + len(value), label))
            text += f"{value}.\n"
        corpus.append((Document(f"n{number}", text, f"p{number}"), Spans(spans)))
    return corpus


def released(corpus, shared):
    surrogate = Surrogate(shared=shared, key=Secret(b"a key of sixteen bytes or more"))
    for document, spans in corpus:
        surrogate.survey(document, spans)
    return {document.id: surrogate.transform(document, spans) for document, spans in corpus}


@settings(max_examples=60)
@given(held, st.integers(1, 4), st.randoms(use_true_random=False))
def test_no_value_has_more_surrogates_than_allowed(subjects, shared, rng):
    corpus = corpus_of(subjects)
    releases = released(corpus, shared)
    shown, who = defaultdict(set), defaultdict(set)
    for document, spans in corpus:
        for span, edit in zip(spans, releases[document.id].edits, strict=True):
            value = document.covered_by(span)
            shown[value].add(edit.replacement)
            who[value].add(document.id)
    for value, fakes in shown.items():
        if value == DAY:
            # Each subject has a clock of its own, whoever shares the day.
            continue
        assert len(fakes) == 1 if len(who[value]) > shared else len(fakes) <= shared
    cases = [Case(document, releases[document.id]) for document, _ in corpus]
    assert Sharing(shared=shared).verify(cases).status is Status.HOLDS
    turned = list(corpus)
    rng.shuffle(turned)
    assert released(turned, shared) == releases
