"""What n subjects, whatever they write, can change in the documents of others.

One subject changes values whose form identifies, and nothing else; n subjects take a value of
another form out of the documents of at most 4(n + s) others, if detectors find it with s of these.
"""

from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textveil.formats.held import Held, weight_of_document
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.search import known_values
from textveil.policy.policy import parse_policy
from textveil.values.document import Document
from textveil.values.span import Span, Spans

POLICY = """name: carrying
detect: [{use: textveil.patterns.v1}]
transform: {default: {use: textveil.mask.v1, style: tag}}
verify: [{use: textveil.residue.v1}]
"""
FORMS = ["4471123", "x4471123x", "ana@example.org", "Ana Kovacs", "Grace Young", "12 Elm Street"]
COMMON = ["adalimumab", "nontender", "West", "Chest Pain", "report"]
CLINICAL = ["120/80", "BP 120/80", "1250 mg", "10.5 mg/dL", "1617", "q12h", "98.65", "Na138"]
PLACES = ["platelets 250000", "250,000", "250000 cells", "Lou Gehrig's disease", "I/O 3083/2096"]
PLACES += [
    "BP 165/106",
    "165/106",
    "CK 127/1396/608",
    "ABG 7.31/44/193",
    "mmol/L   135-145",
    "12.0-16.0",
]
"""What says something clinical, though 250000 and Lou Gehrig identify elsewhere."""
POISON = [
    "250000",
    "250,000",
    "Lou Gehrig",
    "165/106",
    "127/1396/608",
    "3083/2096",
    "7.31/44/193",
    "135-145",
    "12.0-16.0",
]
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


def owners(people, labels):
    """Return with whom each piece stands under one of some labels."""
    found = defaultdict(set)
    for subject, texts in people.items():
        for piece, label in (pair for note in texts for pair in note):
            if label in labels:
                found[piece].add(subject)
    return found


def agreed(people):
    """Return the words that detectors found with two subjects and a fifth of those who have it."""
    found, stands = owners(people, IDENTIFYING), owners(people, {"", *LABELS})
    return {
        piece
        for piece in found
        if len(found[piece]) > 1 and len(found[piece]) * 5 >= len(stands[piece])
        if piece not in COMMON
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


words = st.sampled_from(OTHERS[:2] + CLINICAL + COMMON)
bare = st.lists(st.tuples(words, st.sampled_from(["", "", "", "", "MRN"])), min_size=1, max_size=3)
evil = st.lists(
    st.lists(st.tuples(words, st.sampled_from(LABELS)), min_size=1, max_size=4), max_size=3
)


def changed(people, poison):
    """Return by piece the subjects in whose documents the poison changes it."""
    before, after = planned(people), planned(people | poison)
    found = defaultdict(set)
    for subject, texts in people.items():
        for number, note in enumerate(texts):
            name = f"{subject}-{number}"
            for at in before[name] ^ after[name]:
                found[note[at][0]].add(subject)
    return found


@settings(max_examples=120)
@given(st.lists(st.lists(bare, min_size=1, max_size=2), min_size=1, max_size=14), st.data())
def test_n_subjects_take_a_value_out_of_the_documents_of_four_times_as_many(rest, data):
    people = {f"p{number}": texts for number, texts in enumerate(rest)}
    n = data.draw(st.integers(1, 3))
    found = changed(people, {f"x{number}": data.draw(evil) for number in range(n)})
    known = owners(people, IDENTIFYING)
    assert all(len(found[piece]) <= 4 * (n + len(known[piece])) for piece in found)
    assert not any(piece in COMMON + CLINICAL for piece in found)
    assert n > 1 or all(known[piece] for piece in found)


@pytest.mark.parametrize("n", [1, 2, 5])
@pytest.mark.parametrize("more", [0, 1])
def test_the_bound_is_reached_and_not_passed(n, more):
    people = {f"p{number}": [[("zorblax", "")]] for number in range(4 * n + more)}
    poison = {f"x{number}": [[("zorblax", "USERNAME")]] * 3 for number in range(n)}
    reached = len(changed(people, poison)["zorblax"])
    assert reached == (4 * n if n > 1 and not more else 0)


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from(PLACES), min_size=1, max_size=4),
    st.lists(st.tuples(st.sampled_from(POISON), st.sampled_from(["MRN", "NAME"])), min_size=1),
    st.integers(1, 3),
)
def test_no_number_of_subjects_changes_a_clinical_place_of_another(places, pieces, n):
    people = {"p": [[(place, "") for place in places]]}
    poison = {f"x{number}": [pieces] for number in range(n)}
    assert not changed(people, poison)
    documents, found = corpus(people | poison)
    engine = Engine(parse_policy(POLICY), find=lambda document: found[document.id])
    made, outcome = engine.release(documents)
    assert made[0].release.text == documents[0].text
    assert all(verdict.holds for verdict in outcome.verdicts)
    assert not outcome.repairs
