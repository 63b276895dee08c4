"""Mutations: a sound release with one defect planted in it is refuted by the right verifier."""

from dataclasses import replace
from random import Random

import pytest

from textveil.detect.identity import People, link
from textveil.lexicon.folding import squeeze_text
from textveil.synth.corpus import generate
from textveil.transform.surrogate import Surrogate
from textveil.values.contracts import Case
from textveil.values.edit import Release
from textveil.values.metadata import Metadata
from textveil.values.secret import Secret
from textveil.values.verdict import Status
from textveil.verify.collisions import Collisions
from textveil.verify.consistency import Consistency
from textveil.verify.read_names import name_words
from textveil.verify.residue import Residue

LABELS = ("PATIENT", "PROVIDER", "MRN", "PHONE", "EMAIL", "DATE", "SSN")


@pytest.fixture(scope="module")
def sound():
    """Return a release of a generated hospital, all of whose marked passages are replaced."""
    rng = Random(8)  # noqa: S311 - made-up people
    notes = list(generate("hospital", 40, rng=rng, subjects=10))
    people = People()
    for note in notes:
        people.add(note.counted_subject, note, note.spans)
    linked = [(note, link(note, note.spans, people, note.counted_subject)) for note in notes]
    maker = Surrogate(key=Secret(b"m" * 32))
    for note, spans in linked:
        maker.survey(note, spans)
    return [Case(note, maker.transform(note, spans)) for note, spans in linked]


def rewritten(case, number, replacement):
    """Return a case in which one edit writes something else."""
    edits = list(case.release.edits)
    edits[number] = replace(edits[number], replacement=replacement)
    return replace(case, release=Release.of(case.before, edits))


def followed(case, text):
    """Return a case with more text at its end, in the input as in the release."""
    before = replace(case.before, text=f"{case.before.text}\n{text}", spans=None)
    return replace(case, before=before, release=Release.of(before, case.release.edits))


def places(cases, wanted):
    """Yield the number of a case and of an edit, with both values, where they are wanted."""
    for at, case in enumerate(cases):
        for number, edit in enumerate(case.release.edits):
            value = case.before.text[edit.start : edit.end]
            if wanted(edit.label, value):
                yield at, number, value, edit.replacement


def is_full(label, value):
    return label in ("PATIENT", "PROVIDER") and len(name_words(value)) == 2 and "," not in value


def planted(cases, at, case):
    return [*cases[:at], case, *cases[at + 1 :]]


@pytest.mark.parametrize("verifier", [Consistency(), Collisions(), Residue()])
def test_the_release_is_sound_before(sound, verifier):
    verdict = verifier.verify(sound)
    assert verdict.checked > 150
    assert verdict.holds


def repeated(cases):
    """Yield places of names in full that stand at least three times in a subject's documents."""
    found = {}
    for place in places(cases, is_full):
        key = (cases[place[0]].before.subject, frozenset(name_words(place[2])))
        found.setdefault(key, []).append(place)
    return next(rows for rows in found.values() if len(rows) > 2)


def test_an_inconsistent_surrogate_is_found(sound):
    at, number, _, _ = repeated(sound)[0]
    cases = planted(sound, at, rewritten(sound[at], number, "Xanthe Quillfeather"))
    verdict = Consistency().verify(cases)
    assert verdict.status is Status.REFUTED
    assert verdict.witnesses[0].document == sound[at].release.id


def test_two_persons_with_one_surrogate_are_found(sound):
    first = repeated(sound)[0]
    subject = sound[first[0]].before.subject
    other = next(
        place
        for place in places(sound, is_full)
        if sound[place[0]].before.subject == subject
        and not set(name_words(place[2])) & set(name_words(first[2]))
    )
    cases = planted(sound, other[0], rewritten(sound[other[0]], other[1], first[3]))
    reasons = {witness.reason for witness in Consistency().verify(cases).witnesses}
    assert any("another person" in reason for reason in reasons)


def test_a_part_of_a_name_with_another_surrogate_is_found(sound):
    for at, number, value, _ in places(sound, lambda label, value: label == "PATIENT"):
        cases = planted(sound, at, rewritten(sound[at], number, "Quillfeather"))
        if len(name_words(value)) == 1 and not Consistency().verify(cases).holds:
            return
    pytest.fail("no part of a name was found out")


def kept(cases):
    return Residue().verify(cases).failures


@pytest.mark.parametrize("label", ["MRN", "PHONE", "EMAIL", "SSN"])
def test_a_surviving_value_in_the_text_is_found(sound, label):
    *_, value, _ = next(places(sound, lambda found, _: found == label))
    spaced = " ".join(value).upper() if label == "MRN" else value.upper()
    cases = planted(sound, 0, followed(sound[0], f"See {spaced}."))
    assert kept(cases) > kept(sound)


def test_a_surviving_name_in_full_is_found_in_another_subjects_document(sound):
    at, _, value, _ = next(places(sound, is_full))
    other = next(n for n, c in enumerate(sound) if c.before.subject != sound[at].before.subject)
    given, family = name_words(value)
    for text in (f"{given} {family}", f"{family.upper()}, {given}", f"{given}{family}1"):
        cases = planted(sound, other, followed(sound[other], f"See {text}."))
        assert kept(cases) > kept(sound)


@pytest.mark.parametrize("pattern", ["{0}.{1}@example.org", "{1}_{0}7@example.org", "{0}{1}"])
def test_a_name_that_survives_inside_an_address_is_found(sound, pattern):
    _, _, value, _ = next(places(sound, is_full))
    written = pattern.format(*name_words(value))
    cases = planted(sound, 1, followed(sound[1], f"Mail {written} today."))
    assert kept(cases) > kept(sound)


def test_a_date_that_survives_in_another_document_of_the_subject_is_found(sound):
    at, _, value, _ = next(
        places(sound, lambda label, value: label == "DATE" and len(squeeze_text(value)) > 7)
    )
    subject = sound[at].before.subject
    same = next(n for n, c in enumerate(sound) if n != at and c.before.subject == subject)
    assert kept(planted(sound, same, followed(sound[same], f"On {value}."))) > kept(sound)


@pytest.mark.parametrize("pattern", ["{0} {1}", "{1}, {0}", "scan_{1}{0}.pdf"])
def test_a_value_that_survives_in_metadata_is_found(sound, pattern):
    _, _, value, _ = next(places(sound, is_full))
    metadata = Metadata({"row": {"file": [pattern.format(*name_words(value))]}})
    cases = planted(sound, 2, replace(sound[2], metadata=metadata))
    verdict = Residue().verify(cases)
    assert any("metadata field row.file.0" in w.reason for w in verdict.witnesses)


@pytest.mark.parametrize("label", ["MRN", "PHONE", "EMAIL", "SSN"])
def test_a_colliding_value_is_found(sound, label):
    (_, _, real, _), *others = places(sound, lambda found, _: found == label)
    at, number = next((a, n) for a, n, v, _ in others if squeeze_text(v) != squeeze_text(real))
    verdict = Collisions().verify(planted(sound, at, rewritten(sound[at], number, real)))
    assert any("real value" in witness.reason for witness in verdict.witnesses)


def test_a_colliding_name_in_full_is_found(sound):
    (_, _, real, _), *others = places(sound, is_full)
    at, number = next(
        (a, n) for a, n, v, _ in others if not set(name_words(v)) & set(name_words(real))
    )
    verdict = Collisions().verify(planted(sound, at, rewritten(sound[at], number, real)))
    assert any("real value" in witness.reason for witness in verdict.witnesses)


@pytest.mark.parametrize("label", LABELS)
def test_a_surrogate_that_is_its_original_is_found(sound, label):
    at, number, value, _ = next(
        places(sound, lambda found, v: found == label and (label != "DATE" or len(v) > 9))
    )
    verdict = Collisions().verify(planted(sound, at, rewritten(sound[at], number, value.upper())))
    assert verdict.witnesses[0].document == sound[at].release.id
    assert "replaces" in verdict.witnesses[0].reason


def test_witnesses_show_no_text(sound):
    at, number, value, _ = next(places(sound, is_full))
    cases = planted(sound, at, rewritten(sound[at], number, value))
    for verifier in (Consistency(), Collisions(), Residue()):
        shown = repr(verifier.verify(cases).to_json()) + repr(verifier.verify(cases))
        assert not any(word in shown.casefold() for word in name_words(value))
