"""Attacks on marked copies: what a leak, a certificate or a figure could tell of the marks."""

import json
import re
import sqlite3
from dataclasses import replace
from hashlib import sha256

import pytest
from tests.e2e.textveil_cli import textveil

from textveil.certify.verification import verify_release
from textveil.errors import UsageError
from textveil.formats.plain.jsonl import JsonLines
from textveil.formats.sources import Source
from textveil.pipeline.release.copies import Copies, code_of
from textveil.pipeline.release.run import Run, release, release_copies
from textveil.pipeline.release.sight.copies_attack import attack_copies
from textveil.policy.policy import parse_policy
from textveil.store.sqlite_vault import SqliteVault
from textveil.trace.finding import Finder
from textveil.trace.marked import TracedEntity, Variant
from textveil.transform.persons.mapping import marked_entities
from textveil.transform.surrogate import Surrogate
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.marking import CopyMarks
from textveil.values.span import Span, Spans

KEY = Secret(b"sixteen bytes or more")
FAMILIES = ["Okafor", "Kowalski", "Lindqvist", "Moreau", "Novak", "Berger", "Tanaka", "Ferrari"]
RULES = (
    "name: attacked\ndetect: [textveil.patterns.v1]\ncolumns: {{'*': drop}}\nlanguage: en\n"
    "transform: {{default: textveil.surrogate.v1}}\n"
    "deny: {{NAME: [{names}], HOSPITAL: [{clinics}], OTHER-ID: [{ids}]}}\n"
)


def policy(**more):
    names = [f"Ana {family}" for family in FAMILIES]
    clinics = [f"{family} Clinic" for family in FAMILIES]
    ids = [f"ACCT{4471100 + number}" for number in range(40)]
    lists = {"names": ", ".join(names), "clinics": ", ".join(clinics), "ids": ", ".join(ids)}
    return parse_policy(RULES.format(**{**lists, **more}))


def notes():
    for number in range(40):
        family = FAMILIES[number % len(FAMILIES)]
        yield Document(
            f"n{number}",
            f"Dr. Ana {family} of {family} Clinic, info@ward{number}.org, "
            f"http://ward{number}.org/ana. Number ACCT{4471100 + number}.",
            subject=f"p{number % 16}",
        )


def released(folder, documents, name="out", recipients=("north", "south", "west"), chosen=None):
    JsonLines().write(documents, folder / f"{name}.jsonl")
    with SqliteVault(folder / "v", KEY, create=True) as vault:
        source = Source.open(folder / f"{name}.jsonl")
        run = Run(source, folder / name, chosen or policy(), key=KEY, vault=vault)
        release_copies(run, Copies(recipients))
    return folder / name


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    return released(tmp_path_factory.mktemp("attacked"), list(notes()))


def texts(out, name):
    return [one.text for one in JsonLines().read(out / "publish" / name / "texts" / "out.jsonl")]


@pytest.fixture(scope="module")
def marked(out):
    with SqliteVault(out.parent / "v", KEY) as vault:
        return list(marked_entities(vault)), code_of(vault)


def test_the_shape_of_a_number_does_not_tell_its_variant(marked):
    numbers = [one for one in marked[0] if one.family == "OTHER-ID"]
    assert len(numbers) > 20
    for one in numbers:
        shapes = {re.sub("[0-9]", "0", given.fake) for given in (one.first, one.second)}
        assert len(shapes) == 1
        assert one.first.attempt == one.second.attempt


def test_what_shares_a_domain_has_it_in_both_variants(marked):
    """A desk (info@) could only change its domain, which its web page shows too."""
    families = {one.family for one in marked[0]}
    assert "NAME" in families
    for one in marked[0]:
        if one.family in ("EMAIL", "URL"):
            hosts = {re.split("[@/]+", given.fake)[1] for given in (one.first, one.second)}
            assert len(hosts) == 1


def test_an_organization_has_the_family_name_of_its_doctor_in_every_copy(out):
    for name in ("north", "south", "west"):
        for text in texts(out, name):
            doctor, clinic = re.fullmatch(r"(?s)Dr\. \w+ (\w+) of (\w+) Clinic.*", text).groups()
            assert doctor == clinic
    assert texts(out, "north") != texts(out, "south")


def test_no_surrogate_can_be_tested_against_a_certificate(out):
    for name in ("north", "south", "west"):
        copy = out / "publish" / name
        said = json.loads((copy / "certificate.json").read_text())["output"]
        text = (copy / "texts" / "out.jsonl").read_bytes()
        assert said["texts/out.jsonl"] != sha256(text).hexdigest()
    salts = {(out / "publish" / name / "copy.salt").read_text() for name in ("north", "south")}
    assert len(salts) == 2


def test_comparing_copies_shows_what_differs_and_what_was_missed(out):
    source = Source.open(out.parent / "out.jsonl")
    one, two, three = attack_copies(out, source, KEY)
    shown = [texts(out, name) for name in ("north", "south", "west")]
    assert len(set(map(tuple, shown))) == 3
    assert one.values > two.values > three.values
    assert 1 == one.factor < two.factor < three.factor
    assert one.real == 0
    missed = [replace(note, spans=Spans([Span(0, 3, "NAME")])) for note in source]
    JsonLines().write(missed, out.parent / "missed.jsonl")
    told = attack_copies(out, Source.open(out.parent / "missed.jsonl"), KEY)
    assert [some.real for some in told] == [1, 1, 1], "one word is one value"
    assert told[2].share / told[0].share <= told[2].factor


def test_what_agrees_in_three_copies_is_real_at_most_one_and_a_half_times_as_often():
    """Over many places; a release of a hundred values may lie above it by chance."""
    code = CopyMarks().code(b"k" * 32)
    agree = 0
    for place in map(str, range(20_000)):
        bits = {code.bit(name, place) for name in ("north", "south", "west")}
        agree += len(bits) == 1 or not code.is_marked(place)
    assert 1.4 < 20_000 / agree < 1.5


def test_another_salt_refutes(out, tmp_path):
    copy = tmp_path / "copy"
    copy.mkdir()
    for path in (out / "publish" / "north").rglob("*"):
        target = copy / path.relative_to(out / "publish" / "north")
        target.parent.mkdir(exist_ok=True)
        if path.is_file():
            target.write_bytes(path.read_bytes())
    assert verify_release(copy).holds
    (copy / "copy.salt").write_text("0" * 64 + "\n")
    assert not verify_release(copy).holds


@pytest.mark.parametrize("planted", ["README.txt", "certificate.json", "missing", "bare", "linked"])
def test_what_is_no_copy_is_told_and_what_is_missing_too(out, tmp_path, planted):
    import shutil

    whole = shutil.copytree(out, tmp_path / "whole")
    publish = whole / "publish"
    assert textveil("verify", whole).returncode == 0
    if planted in ("README.txt", "certificate.json"):
        (publish / planted).write_text("{}")
    elif planted == "missing":
        shutil.rmtree(publish / "south")
    elif planted == "bare":
        (publish / "south" / "certificate.json").unlink()
    else:
        (publish / "other").symlink_to(publish / "north")
    done = textveil("verify", whole)
    assert done.returncode != 0
    told = {"missing": "south", "bare": "south", "linked": "other"}.get(planted, planted)
    assert told in done.stdout + done.stderr


def test_a_later_batch_with_organizations_keeps_the_names_of_people(tmp_path):
    """The name of a clinic is no reason to draw the name of its doctor for everybody."""
    # Several families: one of them may draw the same name by chance.
    first = [Document(f"a{n}", f"Dr. Ana {one}.", f"p{n}") for n, one in enumerate(FAMILIES)]
    clinics = [Document(f"b{n}", f"At {one} Clinic.", f"q{n}") for n, one in enumerate(FAMILIES)]
    later = [*first, *clinics]
    with SqliteVault(tmp_path / "v", KEY, create=True) as vault:
        for name, batch in (("first", first), ("later", later)):
            JsonLines().write(batch, tmp_path / f"{name}.jsonl")
            source = Source.open(tmp_path / f"{name}.jsonl")
            release(Run(source, tmp_path / name, policy(), key=KEY, vault=vault))
    shown = [
        [one.text for one in JsonLines().read(tmp_path / name / "publish/texts" / f"{name}.jsonl")]
        for name in ("first", "later")
    ]
    assert shown[0] == shown[1][: len(FAMILIES)]


def test_a_repair_beside_a_surrogate_stays_in_the_copies_that_have_it(tmp_path, monkeypatch):
    """What only the surrogate of one recipient makes wrong changes nothing for the others."""
    given = Surrogate._made

    def bad(self, document, span, identity, options):
        fake = given(self, document, span, identity, options)
        second = self._settling.has_second(self._placed(span, identity))
        return "Zabrowski" if span.label == "OTHER-ID" and second else fake

    monkeypatch.setattr(Surrogate, "_made", bad)
    documents = [Document(f"n{n}", f"Number ACCT{4471100 + n} asked.", f"p{n}") for n in range(20)]
    denied = policy(names="Zabrowski asked")
    alone = released(tmp_path, documents, "alone", ("north",), denied)
    both = released(tmp_path, documents, "both", ("north", "south", "west"), denied)
    one, two = ((folder / "publish" / "north" / "texts").glob("*") for folder in (alone, both))
    assert next(one).read_bytes() == next(two).read_bytes()


def test_a_thief_of_the_vault_cannot_count_what_is_marked(out):
    with sqlite3.connect(out.parent / "v") as raw:
        rows, kinds = raw.execute(
            "SELECT COUNT(*), COUNT(DISTINCT surrogate) FROM mapping"
        ).fetchone()
    raw.close()
    assert rows == kinds


def test_a_recipient_has_one_name_in_a_project(out):
    with pytest.raises(UsageError, match="under a name in another spelling"):
        released(out.parent, list(notes()), "again", ("North",))


def test_a_word_of_any_length_does_not_stop_a_search():
    variants = (Variant("Ann Lesher", "ann||lesher"), Variant("Eve Novak", "eve||novak"))
    finder = Finder([TracedEntity("p", "NAME", "", variants)])
    found = finder.find("d", "x" * 2_000_000 + " Eve Novak")
    assert [one.variant for one in found] == [1]
