"""Mutations: a sound release with one defect planted in it is refuted by the right verifier."""

from dataclasses import replace
from random import Random

import pytest
from tests.unit.verify import mutations as plant

from textveil.detect.people.links import Linking
from textveil.detect.propagation.telling_words import TellingWords
from textveil.pipeline.release.search.known_values import Known
from textveil.synth.corpus import generate
from textveil.transform.coarser.generalize import Generalize
from textveil.transform.masks.encrypt import Encrypt
from textveil.transform.surrogate import Surrogate
from textveil.values.contracts import Case
from textveil.values.keys.secret import Secret
from textveil.values.span import Spans
from textveil.values.verdict import Status
from textveil.verify.days.calendar import Calendar
from textveil.verify.days.intervals import Intervals
from textveil.verify.fakes.coarseness import Coarseness
from textveil.verify.fakes.collisions import Collisions
from textveil.verify.fakes.consistency import Consistency
from textveil.verify.fakes.distance import Distance
from textveil.verify.fakes.sharing import Sharing
from textveil.verify.leftovers.residue import Residue
from textveil.verify.readers.read_names import name_words
from textveil.verify.whole.alignment import Alignment
from textveil.verify.whole.reversible import Reversible

KEY = Secret(b"m" * 32)


def hospital():
    """Return generated notes without their marks, and the marks without who is meant.

    What is marked in one place is marked wherever else it stands, as in every release.
    """
    rng = Random(8)  # noqa: S311 - made-up people
    notes = list(generate("hospital", 48, rng=rng, subjects=12))
    bare = [replace(note, spans=None) for note in notes]
    spans = [Spans(replace(s, entity=None) for s in note.spans or ()) for note in notes]
    known = Known()
    for note, found in zip(bare, spans, strict=True):
        known.learn(note, found)
    pairs = zip(bare, spans, strict=True)
    return bare, [known.complete(note, found).partition() for note, found in pairs]


@pytest.fixture(scope="module")
def sound():
    """Return a release of a generated hospital, all of whose marked passages are replaced."""
    bare, spans = hospital()
    linking, maker = Linking("subject"), Surrogate(key=KEY, options={"replace_free_mail": True})
    for note, found in zip(bare, spans, strict=True):
        linking.learn(note, found)
    spans = [
        found | TellingWords().beside(note, found, found).subtract(found)
        for note, found in zip(bare, spans, strict=True)
    ]
    linked = [linking.linked(note, found) for note, found in zip(bare, spans, strict=True)]
    for note, found in zip(bare, linked, strict=True):
        maker.survey(note, found)
    pairs = zip(bare, linked, strict=True)
    return [Case(note, maker.transform(note, found)) for note, found in pairs]


@pytest.fixture(scope="module")
def sealed():
    """Return a release whose passages became tokens."""
    maker = Encrypt(key=KEY)
    pairs = zip(*hospital(), strict=True)
    return [Case(note, maker.transform(note, found)) for note, found in pairs]


@pytest.fixture(scope="module")
def coarse():
    """Return a release whose passages became coarser."""
    maker = Generalize(earliest_year=1937)
    pairs = zip(*hospital(), strict=True)
    return [Case(note, maker.transform(note, found)) for note, found in pairs]


INTERVALS_WITH_KEY = Intervals(key=KEY)
COARSE = Coarseness(earliest_year=1937)
SOUND = [
    ("sound", Alignment()), ("sound", Consistency()), ("sound", Residue()),
    ("sound", INTERVALS_WITH_KEY), ("sound", Collisions()), ("sound", Calendar()),
    ("sound", Distance()),
    ("sealed", Reversible(key=KEY)), ("sealed", Residue()), ("coarse", COARSE),
    ("coarse", Alignment()),
]  # fmt: skip


@pytest.mark.parametrize(("release", "verifier"), SOUND)
def test_the_releases_are_sound_before(release, verifier, request):
    verdict = verifier.verify(request.getfixturevalue(release))
    assert verdict.checked > 40
    assert verdict.holds, verdict.witnesses


CONSISTENCY = {
    "one mention of a person has another surrogate": plant.another_surrogate,
    "so has one that is turned round": plant.another_surrogate_turned,
    "two persons have one surrogate": plant.one_surrogate_for_two,
    "a part of a name has another surrogate": plant.part_of_another,
}
RESIDUE = {
    "a name is left": plant.name_left,
    "a name in small letters": plant.full_name("{g} {f}"),
    "a name in capitals": plant.full_name("{G} {F}"),
    "a name turned round": plant.full_name("{F}, {g}"),
    "a name with wide spaces": plant.full_name("{g}  \u00a0 {f}"),
    "a name in spaced letters": plant.full_name("{g_f}"),
    "a name broken over a line": plant.full_name("{g}\n   {f}"),
    "a name broken within a word": plant.full_name("{g} {cut}"),
    "a name with an invisible character": plant.full_name("{g}\u200b {f}"),
    "a name in a document of its own subject": plant.full_name("{G} {F}", same=True),
    "a name inside an e-mail address": plant.full_name("{g}.{f}@example.org"),
    "a name inside an e-mail address, with a number": plant.full_name("{f}_{g}7@example.org"),
    "a name as a user name": plant.full_name("{g}{f}"),
    "a name inside a web address": plant.full_name("https://example.org/~{g}-{f}/cv"),
    "a name inside the name of a file": plant.full_name("scan_{f}{g}_2.pdf"),
    "a name in the document's id": plant.name_in_id,
    "a name in metadata": plant.name_in_metadata("{0} {1}"),
    "a name in metadata, turned round": plant.name_in_metadata("{1}, {0}"),
    "a name in the name of a file in metadata": plant.name_in_metadata("scan_{1}{0}.pdf"),
    "a name as the name of a column": plant.name_as_column,
    "an id without its marks": plant.rewriting_of("MRN", " ".join),
    "a number without its hyphens": plant.rewriting_of("SSN", plant.digits),
    "a telephone number in other marks": plant.rewriting_of("PHONE", plant.dotted),
    "a telephone number without marks": plant.rewriting_of("PHONE", plant.digits),
    "a telephone number with its country": plant.rewriting_of("PHONE", plant.with_country),
    "an e-mail address in capitals": plant.rewriting_of("EMAIL", str.upper),
    "an id in a cell": plant.value_in_metadata("MRN"),
    "a telephone number in a cell": plant.value_in_metadata("PHONE"),
    "a house with another word for its street": plant.rewriting_of("STREET", plant.street_words),
    "a house in capitals": plant.rewriting_of("STREET", str.upper),
    "a single name in another document": plant.first_name_left,
    "a part of a name in its document": plant.part_left,
    "a town in another document of its subject": plant.value_left("CITY"),
    "a date in another document of its subject": plant.date_left,
    "a date in another writing": plant.date_left_otherwise,
}
INTERVALS = {
    "a date in numbers is moved by a day more": plant.moved(r"[0-9/-]+", 1),
    "a date in numbers is moved by a year more": plant.moved(r"[0-9/-]+", 365),
    "a date in words is moved by a day less": plant.moved(r"[A-Z][a-z]+ [0-9]+.*", -1),
    "a date in words is moved by a week more": plant.moved(r".*[a-z].*", 7),
    "a date is what it was": plant.date_unmoved,
    "no date of a subject moved": plant.nothing_moved,
    "two subjects have each other's clock": plant.clocks_exchanged,
    "the day was taken for the month": plant.day_for_month,
    "a date has another weekday": plant.wrong_weekday,
    "a month is moved by one more": plant.coarse("month", plant.next_month),
    "a year is moved by one more": plant.coarse("year", plant.next_year),
    "a day without a year is moved by one more": plant.yearless(1),
    "a day without a year is moved by one less": plant.yearless(-1),
    "what cannot be read is no tag": plant.tag_left_out,
    "a day is in another century": plant.wrong_century,
}
COLLISIONS = {
    "a name of another subject": plant.real_name_of_another("{0} {1}"),
    "a name of another subject, turned round": plant.real_name_of_another("{1}, {0}"),
    "a name of another subject with a title": plant.real_name_of_another("Dr. {0} Q. {1}"),
    "a telephone number of another subject": plant.real_of_another("PHONE", "FAX"),
    "an e-mail address of another subject": plant.real_of_another("EMAIL"),
    "a record number of another subject": plant.real_of_another("MRN"),
    "a social security number of another subject": plant.real_of_another("SSN"),
    "a house of another subject": plant.real_of_another("STREET"),
    "an account of another subject": plant.real_of_another("ACCOUNT", "CARD"),
    "its own name": plant.own("PATIENT", str.upper),
    "its own telephone number": plant.own("PHONE", plant.digits),
    "its own e-mail address": plant.own("EMAIL", str.upper),
    "its own record number": plant.own("MRN", str.lower),
    "its own house": plant.own("STREET", str.upper),
    "its own town": plant.own("CITY", str.upper),
    "its own hospital": plant.own("HOSPITAL", str.upper),
    "a part of its own name": plant.own_part,
    "another part of its own name": plant.own_other_part,
}
CALENDAR = {
    "a holiday is left": plant.beside_a_date("Fell on Christmas."),
    "a holiday in small letters": plant.beside_a_date("fell over thanksgiving"),
    "a leap day is left": plant.beside_a_date("Leap-day baby."),
    "an election is left": plant.beside_a_date("Voted on Election Day."),
    "a season is left": plant.beside_a_date("Coughs every winter."),
    "a season that is a verb too": plant.beside_a_date("Moved last fall."),
    "an event is left": plant.beside_a_date("Watched the World Series."),
    "a quarter is left": plant.beside_a_date("Comes back in Q3."),
    "a numbered week is left": plant.beside_a_date("Seen in calendar week 9."),
}


def in_old_template(value):
    """Return a name with its first word replaced, as a template once kept all others."""
    return f"Quartz {value.split(' ', 1)[1]}" if " " in value else ""


def with_other_ends(value):
    """Return a word of a name that begins as the real one does."""
    return f"{value[:3]}ington" if value[:4].isalpha() else ""


def with_own_digits(value):
    """Return a number with four of its digits at another place."""
    digits = plant.digits(value)
    return f"9{digits[-4:]}{'8' * (len(digits) - 5)}" if len(digits) > 6 else ""


DISTANCE = {
    "an organization in its old template": plant.resembling("ORGANIZATION", in_old_template),
    "a hospital that begins alike": plant.resembling("HOSPITAL", with_other_ends),
    "a name that begins alike": plant.resembling("PATIENT", with_other_ends),
    "a town that begins alike": plant.resembling("CITY", with_other_ends),
    "four digits of a record number": plant.resembling("MRN", with_own_digits),
    "four digits of a telephone number": plant.resembling("PHONE", with_own_digits),
}
SHARING = {
    "a hospital that each subject draws for itself": plant.drawn_by_each("HOSPITAL"),
    "a town or state that each subject draws for itself": plant.drawn_by_each("CITY", "STATE"),
}
ALIGNMENT = {
    "a letter outside the edits": plant.letter_changed,
    "a line end outside the edits": plant.line_end_changed,
}
REVERSIBLE = {
    "a character of a token": plant.token_changed,
    "a token that is cut short": plant.token_cut,
    "the token of another passage": plant.token_of_another,
    **ALIGNMENT,
}
COARSENESS = {
    "a month where the year was asked": plant.replaced("DATE", r"[0-9]{4}", "May {0}"),
    "a date": plant.replaced("DATE", r"[0-9]{4}", "05/03/{0}"),
    "another year": plant.replaced("DATE", r"[0-9]{4}", "1999"),
    "an age in years": plant.replaced("AGE", r".*[0-9]+-[0-9]+.*", "{v}"),
    "another band": plant.replaced("AGE", r"[0-9]+-[0-9]+", "0-4"),
    "an age over 89": plant.replaced("AGE", r"[0-9]+-[0-9]+", "93"),
    "a postal code": plant.replaced("ZIP", r"[0-9]{3}", "{v}"),
    "a small area": plant.replaced("ZIP", r"[0-9]{3}", "036"),
    "a town": plant.replaced("CITY", r"[A-Z].*", "{v}"),
}
TABLE = [
    ("sound", Consistency(), CONSISTENCY),
    ("sound", Residue(), RESIDUE),
    ("sound", INTERVALS_WITH_KEY, INTERVALS),
    ("sound", Collisions(), COLLISIONS),
    ("sound", Calendar(), CALENDAR),
    ("sound", Distance(), DISTANCE),
    ("sound", Sharing(), SHARING),
    ("sound", Alignment(), ALIGNMENT),
    ("sealed", Reversible(key=KEY), REVERSIBLE),
    ("coarse", COARSE, COARSENESS),
]
DEFECTS = [
    pytest.param(release, verifier, defect, id=f"{verifier.claim}: {name}")
    for release, verifier, defects in TABLE
    for name, defect in defects.items()
]


@pytest.mark.parametrize(("release", "verifier", "defect"), DEFECTS)
def test_every_planted_defect_is_found_where_it_is(release, verifier, defect, request):
    planted = defect(request.getfixturevalue(release))
    verdict = verifier.verify(planted.cases)
    assert verdict.status is Status.REFUTED
    found = [witness for witness in verdict.witnesses if witness.document == planted.document]
    assert found
    assert any(witness.end >= planted.start for witness in found)


def test_witnesses_show_no_text(sound):
    place = next(plant.places(sound, plant.is_full))
    cases = plant.rewritten(sound, place, place.value).cases
    for verifier in (Consistency(), Collisions(), Residue()):
        shown = repr(verifier.verify(cases).to_json()) + repr(verifier.verify(cases))
        assert not any(word in shown.casefold() for word in name_words(place.value))
