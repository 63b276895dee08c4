"""One subject changes nothing of another's documents but values whose form identifies."""

from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textveil.formats.held import Held, weight_of_document
from textveil.pipeline.policy import parse_policy
from textveil.pipeline.release import known_values
from textveil.pipeline.release.engine import Engine
from textveil.values.document import Document
from textveil.values.span import Span, Spans

POLICY = """name: carrying
detect: [{use: textveil.patterns.v1}]
transform: {default: {use: textveil.mask.v1, style: tag}}
verify: [{use: textveil.residue.v1}]
"""
FORMS = ["4471123", "x4471123x", "ana@example.org", "Ana Kovacs", "Grace Young", "12 Elm Street"]
COMMON = ["adalimumab", "nontender", "West", "Chest Pain", "report"]
OTHERS = ["zorblax", "A-4471", "Kovacs", "Quarnham", "quarnhamstrong"]
LABELS = ["USERNAME", "MRN", "NAME", "STREET", "OTHER-ID"]
IDENTIFYING = {"USERNAME", "MRN", "STREET", "OTHER-ID"}
GAP = " ... "

pieces = st.tuples(st.sampled_from(FORMS + COMMON + OTHERS), st.sampled_from(["", "", "", *LABELS]))
notes = st.lists(pieces, min_size=1, max_size=5)
subjects = st.lists(notes, min_size=1, max_size=2)


def corpus(people):
    """Return the documents of each person, and what detectors find in each document."""
    documents, found = [], {}
    for subject, texts in people.items():
        for number, note in enumerate(texts):
            at, spans = 0, []
            for piece, label in note:
                spans += [Span(at, at + len(piece), label)] if label else []
                at += len(piece) + len(GAP)
            text = GAP.join(piece for piece, _ in note)
            documents.append(Document(f"{subject}-{number}", text, subject))
            found[documents[-1].id] = Spans(spans)
    return documents, found


def planned(people, *, turned=False):
    """Return for each document the pieces that are removed, by their number."""
    documents, found = corpus(people)
    documents = documents[::-1] if turned else documents
    engine = Engine(parse_policy(POLICY), find=lambda document: found[document.id])
    plan = engine.plan(Held(documents, weight_of_document))
    return {
        document.id: {document.text[: span.start].count(GAP) for span in spans}
        for document, spans in zip(documents, plan.spans, strict=True)
    }


def agreed(people):
    """Return the words that detectors found with two subjects and in a fifth of the documents."""
    owners, found, stands = defaultdict(set), defaultdict(int), defaultdict(int)
    for subject, texts in people.items():
        for note in texts:
            for piece in {piece for piece, _ in note}:
                stands[piece] += 1
                if any(one == piece and label in IDENTIFYING for one, label in note):
                    owners[piece].add(subject)
                    found[piece] += 1
    return {
        piece
        for piece in stands
        if len(owners[piece]) > 1 and found[piece] * 5 >= stands[piece] and piece not in COMMON
    }


def poisoned(people, one, other):
    """Return the pieces of others that one subject changes, and that nobody may change."""
    with_one, with_other = people | {"x": one}, people | {"x": other}
    first, second = planned(with_one), planned(with_other)
    may_change = {*FORMS, *agreed(with_one), *agreed(with_other)}
    found = set()
    for subject, texts in people.items():
        for number, note in enumerate(texts):
            name = f"{subject}-{number}"
            # Where a name stands in full, it goes with its words.
            whole = {"Kovacs"} if any(piece == "Ana Kovacs" for piece, _ in note) else set()
            found |= {note[at][0] for at in first[name] ^ second[name]} - may_change - whole
    return found


@settings(max_examples=150)
@given(st.lists(subjects, min_size=1, max_size=4), subjects, subjects)
def test_one_subject_changes_only_values_of_such_forms_in_the_documents_of_others(rest, one, other):
    people = {f"p{number}": texts for number, texts in enumerate(rest)}
    assert not poisoned(people, one, other)


@pytest.mark.parametrize("piece", [*COMMON[:2], *OTHERS[:2]])
def test_a_subject_that_could_poison_others_would_be_noticed(piece, monkeypatch):
    people = {f"p{number}": [[(piece, "")]] for number in range(3)}
    one, other = [[(piece, "USERNAME")]], [[(piece, "")]]
    assert not poisoned(people, one, other)
    monkeypatch.setattr(known_values, "identifies_by_form", lambda *_, **__: True)
    assert poisoned(people, one, other) == {piece}


@settings(max_examples=80)
@given(st.lists(subjects, min_size=1, max_size=4))
def test_the_order_of_documents_does_not_matter(rest):
    people = {f"p{number}": texts for number, texts in enumerate(rest)}
    assert planned(people) == planned(people, turned=True)


@settings(max_examples=80)
@given(st.lists(subjects, min_size=1, max_size=4))
def test_residue_refutes_nothing_that_is_not_carried(rest):
    documents, found = corpus({f"p{number}": texts for number, texts in enumerate(rest)})
    engine = Engine(parse_policy(POLICY), find=lambda document: found[document.id])
    _, outcome = engine.release(documents)
    assert all(verdict.holds for verdict in outcome.verdicts)
    assert not outcome.repairs
