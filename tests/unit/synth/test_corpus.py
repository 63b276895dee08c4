import json
from itertools import pairwise

import pytest
from tests.unit.synth.dice import dice

from textveil.errors import InvalidValueError
from textveil.synth.corpus import KINDS, _grammar, generate, wordings
from textveil.synth.people.share import ALL, Share
from textveil.synth.slots_people import PEOPLE
from textveil.synth.slots_values import VALUES
from textveil.values.label import LABELS


def made(kind, n, seed=1, **options):
    return list(generate(kind, n, rng=dice(seed), **options))


@pytest.fixture(scope="module")
def corpora():
    return {kind: made(kind, 300) for kind in KINDS}


def test_the_same_seed_makes_the_same_documents():
    for kind in KINDS:
        assert made(kind, 12, 3, typos=0.1, ocr=0.01) == made(kind, 12, 3, typos=0.1, ocr=0.01)
        assert made(kind, 12, 3) != made(kind, 12, 4)


def test_annotations_are_disjoint_and_begin_and_end_with_a_letter(corpora):
    for documents in corpora.values():
        for document in documents:
            assert all(a.end <= b.start for a, b in pairwise(document.spans))
            for span in document.spans:
                text = document.covered_by(span)
                assert text.strip() == text, document.metadata["template"]


def test_every_label_of_the_scheme_occurs(corpora):
    found = {s.label for documents in corpora.values() for d in documents for s in d.spans}
    messages = {"DURATION", "SENSITIVE", "SET"}
    others = {"QUASI", "RARE", "IDENTIFIER", "MANUFACTURER", "SECRET"}
    assert found == set(LABELS) - messages - others


def test_a_hospital_has_many_types_of_documents(corpora):
    assert len({d.metadata["type"] for d in corpora["hospital"]}) >= 14


def test_a_subject_has_one_identity():
    known = {}
    for document in made("hospital", 240, subjects=20):
        person = f"person-{int(document.subject.removeprefix('subject-'))}"
        for span in document.spans:
            for kind in ("mrn", "ssn", "plan", "phone", "email"):
                if span.entity == f"{kind}-{person}":
                    found = known.setdefault(kind, {}).setdefault(person, set())
                    found.add(" ".join(document.covered_by(span).lower().split()))
    assert len(known["mrn"]) == 20
    assert all(len(values) == 1 for found in known.values() for values in found.values())
    assert len({number for [number] in known["mrn"].values()}) == 20


def test_mentions_of_one_entity_have_one_label_but_for_initials(corpora):
    for documents in corpora.values():
        labels = {}
        for document in documents:
            for span in document.spans:
                if span.entity and span.label != "INITIALS":
                    labels.setdefault(span.entity, set()).add(span.label)
        assert all(len(found) == 1 for found in labels.values())


# Here the latest date is that of the document, and the earliest the birthday.
FACE_SHEETS = {"doc.hospital.registration-1", "doc.hospital.registration-2"}


def test_documents_of_a_subject_are_dated_one_after_another():
    last = {}
    for document in made("hospital", 200, subjects=10):
        stamps = [s.entity[5:] for s in document.spans if (s.entity or "").startswith("date-")]
        if document.metadata["template"] in FACE_SHEETS:
            last.setdefault(document.subject, []).append(max(stamps))
    assert all(days == sorted(days) for days in last.values())


def test_ages_fit_birthdays():
    for document in made("hospital", 300):
        born = [s.entity for s in document.spans if s.entity and s.label == "DATE"]
        ages = [s for s in document.spans if (s.entity or "").startswith("age-person")]
        if document.metadata["template"] not in FACE_SHEETS or not ages:
            continue
        birth, noted = min(born)[5:], max(born)[5:]
        years = int(noted[:4]) - int(birth[:4]) - (noted[5:] < birth[5:])
        assert {document.covered_by(span) for span in ages} == {str(years)}


def test_halves_share_no_wording():
    for kind in KINDS:
        halves = [
            {d.metadata["template"] for d in made(kind, 150, templates=half)} for half in "AB"
        ]
        assert not halves[0] & halves[1]


def test_the_names_that_were_asked_for_are_written_down():
    [document] = made("email", 1, names="A", templates="2/3")
    assert document.metadata["names"] == "A"
    assert document.metadata["templates"] == "2/3"
    assert json.dumps(document.metadata.to_json())


def test_every_slot_and_rule_of_the_wordings_exists():
    grammar = _grammar(ALL)
    for what, name, _ in grammar.mentions():
        assert name in grammar if what == "rule" else name in {**VALUES, **PEOPLE}, name


def test_every_wording_can_be_told():
    # Small shares make rare wordings common.
    for part in range(1, 6):
        for kind in KINDS:
            told = made(kind, 60, part, templates=f"{part}/5")
            assert len(told) == 60
            assert all(document.text.strip() for document in told)


def test_there_are_many_wordings():
    found = wordings()
    everyday = sum(n for rule, n in found.items() if rule.startswith("ev-"))
    assert sum(found.values()) > 1400
    assert everyday >= 250


def test_noise_changes_the_text_but_not_the_number_of_annotations():
    for clean, noisy in zip(made("court", 5), made("court", 5, typos=0.3, ocr=0.05), strict=False):
        assert noisy.text != clean.text
    [one], [other] = made("court", 1), made("court", 1, typos=0.3, ocr=0.05)
    assert [s.label for s in one.spans] == [s.label for s in other.spans]


def test_a_share_without_wordings_for_a_part_of_documents_is_impossible():
    grammar = _grammar(Share.parse("7/20"))
    assert all(grammar.wordings(rule) for rule in wordings() if not rule.startswith("doc."))


@pytest.mark.parametrize("of", [2, 5, 20])
def test_the_wording_of_a_whole_document_is_in_one_share_alone(of):
    parts = [_grammar(Share(part, of)) for part in range(1, of + 1)]
    for rule, count in wordings().items():
        if rule.startswith("doc."):
            own = [w.id for part in parts for w in part.wordings(rule) if not w.bare]
            assert len(own) == len(set(own)) <= count


def test_a_share_without_documents_of_a_kind_is_refused():
    with pytest.raises(InvalidValueError, match="no documents of the kind"):
        made("email", 1, templates="1/500")


@pytest.mark.parametrize(
    ("kind", "n", "options"),
    [
        ("novel", 1, {}),
        ("email", -1, {}),
        ("email", 1, {"subjects": 0}),
        ("email", 1, {"typos": 1.5}),
        ("email", 1, {"ocr": -0.1}),
        ("email", 1, {"names": "C"}),
        ("email", 1, {"templates": "0/3"}),
    ],
)
def test_wrong_arguments_are_refused_at_once(kind, n, options):
    with pytest.raises(InvalidValueError):
        generate(kind, n, rng=dice(1), **options)
