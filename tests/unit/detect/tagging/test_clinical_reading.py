"""Terms that a model took for names are nobody; people who are called like them are found."""

from itertools import cycle

import pytest

from textveil.detect.tagging.clinical_reading import reads_as_clinical
from textveil.detect.tagging.refine import refine
from textveil.lexicon.tables.facts import facts
from textveil.values.span import Span, Spans


def _reads(marked: str, label: str) -> bool:
    low, high = marked.index("["), marked.index("]") - 1
    return reads_as_clinical(marked.replace("[", "").replace("]", ""), Span(low, high, label))


@pytest.mark.parametrize(
    ("marked", "label"),
    [
        ("closed with 3-0 [Prolene] suture", "NAME"),
        ("dissection with [Bovie] cautery", "NAME"),
        ("a [Foley] catheter was placed", "NAME"),
        ("removing his [Foley] catheter", "NAME"),
        ("a 16-French [Foley] was placed", "NAME"),
        ("grasped with [Kelly] and Kocher clamps", "NAME"),
        ("has [Parkinson]'s disease", "NAME"),
        ("takes metformin, [Norco], and aspirin", "CITY"),
        ("given [Norco] 10/325 for pain", "CITY"),
        ("the [LIMA] to the LAD graft, heparin given", "CITY"),
        ("using the [Passy]-Muir valve", "CITY"),
        ("using the Passy[-Muir] valve", "NAME"),
        ("urine with Bence [Jones] protein", "NAME"),
        ("tremor, [Hoehn] and Yahr 2.5", "NAME"),
        ("the [Miller Fisher] variant of neuropathy", "NAME"),
        ("pain from [Osgood-Schlatter] at the knee", "ORGANIZATION"),
        ("the [Boston] Naming Test was given", "CITY"),
        ("Zoloft and [Keflex] were stopped", "ORGANIZATION"),
        ("no fever, [bradycardic], alert", "USERNAME"),
        ("ambulated 150 ft w/ [RW], knee flexion", "NAME"),
        ("started nafcillin, [OPAT] follow-up", "NAME"),
        ("NPO p [MN], hold heparin", "NAME"),
        ("[AUA-SS] 14 on tamsulosin", "NAME"),
        ("colonoscopy, [Boston Bowel] Prep score 8", "ORGANIZATION"),
        ("Hep B surface [Ab] negative", "NAME"),
        ("[Factor V Leiden] heterozygous", "CITY"),
    ],
)
def test_terms_are_nobody(marked: str, label: str) -> None:
    assert _reads(marked, label)


@pytest.mark.parametrize(
    ("marked", "label"),
    [
        ("Seen by Dr. [Foley] today", "NAME"),
        ("Seen by [Dr. Foley] today", "NAME"),
        ("[Ms Campbell] received a letter", "NAME"),
        ("his daughter [Norco] called", "NAME"),
        ("Ana [Bell] has palsy", "NAME"),
        ("[Ana Bell] has palsy", "NAME"),
        ("J. [Foley] catheter clinic", "NAME"),
        ("[Foley], MD", "NAME"),
        ("warfarin managed by [RW]", "NAME"),
        ("Dr. [Bence Jones] ordered protein", "NAME"),
        ("Ana [Chvostek] sign", "NAME"),
        ("[Miller Fisher] has neuropathy", "NAME"),
        ("[Watson-Jones] has asthma", "NAME"),
        ("lives in [Boston]. Naming test was given", "CITY"),
        ("Reach [Ana] at ana@example.org", "NAME"),
        ("lives in [Patterson]. BNP 3130", "CITY"),
        ("Checked by [ACL], heparin given", "NAME"),
        ("aspirin given. F/u [M.M.] later", "NAME"),
        ("[kelly] said he took aspirin", "NAME"),
        ("[Kelly] reviewed the test", "NAME"),
        ("[Foley] and Kelly visited", "NAME"),
        ("Unlike the [Johnson] novel", "NAME"),
        ("He lives in [Norco] now", "CITY"),
        ("from [Lima] to Boston", "CITY"),
        ("[Parker] took 5 mg", "NAME"),
        ("[Smith] 50 mg daily", "NAME"),
        ("mail ana@example.org 5 mg, [ana@example.org]", "EMAIL"),
    ],
)
def test_people_and_places_that_are_called_like_terms_are_found(marked: str, label: str) -> None:
    assert not _reads(marked, label)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Started on insulin, Carter was discharged.", "Carter"),
        ("After 5 mg Smith slept.", "Smith"),
        ("Johnson biopsy results came back.", "Johnson"),
        ("Mother had asthma, Kelly is now 5.", "Kelly"),
    ],
)
def test_a_name_that_many_bear_stays_a_person_beside_terms(text, name):
    start = text.index(name)
    assert not reads_as_clinical(text, Span(start, start + len(name), "NAME"))


def _eponyms_and_heads() -> list[tuple[str, str]]:
    """Return each eponym with a noun, in turn, so that each noun comes several times."""
    heads = [word for word in facts().words("eponym-head") if "'" not in word]
    return list(zip(facts().words("eponym"), cycle(heads), strict=False))


def _found(before: str, name: str, after: str) -> bool:
    start = len(before)
    return bool(refine(before + name + after, Spans([Span(start, start + len(name), "NAME")])))


def test_every_eponym_before_its_noun_is_nobody() -> None:
    pairs = _eponyms_and_heads()
    assert len(pairs) > 800
    changed = [
        (name, head)
        for name, head in pairs
        if _found("Biopsy showed a positive ", name, f" {head} of the knee.")
    ]
    assert changed == []


def test_every_eponym_behind_a_title_or_a_first_name_is_somebody() -> None:
    before = cycle(("Seen by Dr. ", "The results of Mrs. ", "Biopsy of Maria "))
    pairs = zip(before, _eponyms_and_heads(), strict=False)
    missed = [one for lead, one in pairs if not _found(lead, one[0], f" {one[1]} of the knee.")]
    assert missed == []


def test_an_eponym_is_somebody_where_the_document_names_that_person() -> None:
    assert not _found("Biopsy showed a positive ", "Murphy", " sign of the liver.")
    assert _found("Mrs. Murphy slept. Biopsy showed a positive ", "Murphy", " test of the liver.")
