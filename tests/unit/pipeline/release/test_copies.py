"""Copies for recipients: what differs, what does not, and what they tell of each other."""

import json
import os
import shutil
from collections import Counter
from pathlib import Path
from zlib import crc32

import pytest

from textveil.certify.document.certificate import read_release
from textveil.certify.document.layout import ReleaseFolder
from textveil.certify.document.record import read_record
from textveil.certify.risk.file import attach_risk
from textveil.certify.verification import verify_release
from textveil.cli.app import run as command
from textveil.errors import (
    InputError,
    InvalidValueError,
    RefutedError,
    TextveilError,
    UsageError,
)
from textveil.evaluate.remaining import remaining
from textveil.formats import outputs
from textveil.formats.plain.jsonl import JsonLines
from textveil.formats.sources import Source
from textveil.pipeline.release import copy_folders as parts
from textveil.pipeline.release.copies import (
    Copies,
    code_of,
    marks_of,
    recipients_of,
    unfinished_recipients,
)
from textveil.pipeline.release.copy_folders import Parts
from textveil.pipeline.release.run import Run, release, release_copies
from textveil.pipeline.risk.estimating import risk_content
from textveil.policy.policy import parse_policy
from textveil.store.sqlite_vault import SqliteVault
from textveil.transform.persons.mapping import mapped, marked_entities
from textveil.transform.surrogate import Surrogate
from textveil.values.document import Document
from textveil.values.figures.attack import AttackResult
from textveil.values.keys.secret import Secret
from textveil.values.person import Person
from textveil.values.verdict import Status, Verdict, Witness
from textveil.verify.fakes.collisions import Collisions

KEY = Secret(b"sixteen bytes or more")
PEOPLE = [
    ("Ana Ruiz", "Tom Ruiz"),
    ("Ida Kowalski", "Max Berger"),
    ("Eva Moreau", "Lou Moreau"),
    ("Jan Novak", "Zoe Hall"),
]
POLICY = parse_policy(
    "name: copies\ndetect: [textveil.patterns.v1]\ncolumns: {'*': drop}\n"
    "transform: {default: textveil.surrogate.v1}\n"
    "verify: [textveil.alignment.v1, textveil.residue.v1, textveil.consistency.v1, "
    "textveil.collisions.v1, textveil.distance.v1]\n"
    f"deny: {{NAME: [{', '.join(name for pair in PEOPLE for name in pair)}]}}\n"
)
RECIPIENTS = ("north", "south", "west")


def documents():
    for number in range(16):
        one, other = PEOPLE[number % 4]
        yield Document(
            f"n{number}",
            f"Patient: {one}. Wife: Mrs. {other}. Dr. {one} saw {other}. Aspirin 100 mg.\n"
            f"MRN: {4471123 + number}  Phone: (212) 555-{1000 + 37 * number}\n"
            f"Mail: {one.split()[0].lower()}.{one.split()[1].lower()}@example.org, {number}.\n",
            subject=f"p{number % 4}",
        )


def source_at(folder):
    path = folder / "notes.jsonl"
    if not path.exists():
        JsonLines().write(documents(), path)
    return Source.open(path)


def released(folder, name, recipients=RECIPIENTS, vault="v", **more):
    """Release copies into a folder; return its path."""
    asked = Copies(recipients, more.pop("colluders", None))
    with SqliteVault(folder / vault, KEY, create=True) as opened:
        run = Run(source_at(folder), folder / name, POLICY, key=opened.key, vault=opened, **more)
        release_copies(run, asked)
    return folder / name


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("copies")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("SOURCE_DATE_EPOCH", "1460000000")
        yield released(folder, "out")


def texts(copy):
    lines = (copy / "texts" / "notes.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line)["text"] for line in lines]


def files(folder):
    return {
        path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()
    }


def test_every_copy_is_complete_and_verifies_for_itself(made, tmp_path):
    source = source_at(made.parent)
    assert sorted(ReleaseFolder.copies_at(made)) == sorted(RECIPIENTS)
    for name in RECIPIENTS:
        assert set(files(made / "publish" / name)) == {
            "certificate.json",
            "copy.salt",
            "report.html",
            "texts/notes.jsonl",
        }
        assert verify_release(made / "publish" / name, source, KEY).holds
        shutil.copytree(made / "publish" / name, tmp_path / name)
        alone = verify_release(tmp_path / name)
        assert alone.holds
        assert any(verdict.holds for verdict in alone.verdicts)


def test_any_changed_byte_of_a_copy_is_named(made, tmp_path):
    for name in ("texts/notes.jsonl", "report.html"):
        copy = tmp_path / name.replace("/", "-")
        shutil.copytree(made / "publish" / "north", copy)
        data = bytearray((copy / name).read_bytes())
        data[len(data) // 2] ^= 1
        (copy / name).write_bytes(data)
        outcome = verify_release(copy)
        assert not outcome.holds
        assert name in str([witness for one in outcome.verdicts for witness in one.shown])


def test_a_review_says_from_which_copy_it_was_drawn(made, tmp_path, monkeypatch, capsys):
    here = tmp_path / "here"
    here.mkdir()
    (tmp_path / "out").symlink_to(made)
    monkeypatch.chdir(here)
    assert command(["risk", "sample", "../out", "-n", "3", "-o", "review.jsonl"]) == 0
    said = capsys.readouterr().err
    assert "those of ../out/publish/north;" in said
    assert "as confidential as ../out/keep/north:" in said


def test_a_copy_without_a_certificate_is_missed(made, tmp_path):
    out = tmp_path / "out"
    shutil.copytree(made, out)
    (out / "publish" / "south" / "certificate.json").unlink()
    assert sorted(ReleaseFolder.copies_at(out)) == sorted(RECIPIENTS)
    with pytest.raises(InputError, match="south"):
        verify_release(out / "publish" / "south")
    (out / "publish" / "north" / "certificate.json").unlink()
    assert (out / ReleaseFolder.mark(out)).is_file(), "what is left of a release can be replaced"


def test_a_text_that_is_called_certificate_is_no_copy(tmp_path):
    notes = tmp_path / "certificate.json"
    JsonLines().write(documents(), notes)
    release(Run(Source.open(notes, "jsonl"), tmp_path / "out", POLICY, key=KEY))
    assert (tmp_path / "out" / "publish" / "texts" / "certificate.json").is_file()
    assert not ReleaseFolder.copies_at(tmp_path / "out")


def test_copies_differ_in_surrogates_alone(made):
    copies = [texts(made / "publish" / name) for name in RECIPIENTS]
    records = [list(read_record(made / "keep" / name / "edits.jsonl")) for name in RECIPIENTS]
    assert len({tuple(copy) for copy in copies}) == 3
    for number, before in enumerate(documents()):
        kept = set()
        for copy, record in zip(copies, records, strict=True):
            given = record[number].release(copy[number])
            places = [(edit.start, edit.end, edit.label) for edit in given.edits]
            spared = [before.text[a : a + length] for a, _, length in given.kept()]
            kept.add((tuple(places), tuple(spared)))
        assert len(kept) == 1


def test_a_copy_tells_nothing_of_the_others(made):
    certificates = {}
    for name in RECIPIENTS:
        content = {path: data.read_bytes() for path, data in files(made / "publish" / name).items()}
        for other in set(RECIPIENTS) - {name}:
            assert all(other.encode() not in data for data in content.values())
        dates = {path.stat().st_mtime for path in (made / "publish" / name).rglob("*")}
        assert dates == {1460000000}
        said = json.loads(content["certificate.json"])
        assert said["marked"] is True
        own = ("id", "seal", "output", "kept")
        certificates[name] = {key: value for key, value in said.items() if key not in own}
    assert certificates["north"] == certificates["south"] == certificates["west"]


@pytest.mark.parametrize("instead", ["pipe", "device"])
def test_a_salt_that_never_ends_is_not_read(made, tmp_path, instead):
    copy = Path(shutil.copytree(made / "publish" / "north", tmp_path / "copy"))
    salt = copy / "copy.salt"
    salt.unlink()
    if instead == "pipe":
        os.mkfifo(salt)
    else:
        salt.symlink_to("/dev/zero")
    verdicts = {one.claim: one.status for one in verify_release(copy).verdicts}
    assert verdicts["integrity"] is Status.REFUTED


def test_an_estimate_that_is_added_leaves_one_date(made, tmp_path):
    out = Path(shutil.copytree(made, tmp_path / "out"))
    for place in ReleaseFolder.copies_at(out).values():
        _, certificate = read_release(place.publish)
        found = remaining([0] * 20, most=4)
        content = risk_content(certificate["id"], 200, 1, found, None)
        attach_risk(place, certificate, content, KEY)
        dates = {path.stat().st_mtime for path in (place.publish, *place.publish.rglob("*"))}
        assert dates == {1460000000}


def drawn_from(cases):
    """Return a number that depends on every character of the texts."""
    return 1000 + crc32("".join(case.release.text for case in cases).encode()) % 9000


def test_figures_that_depend_on_marks_are_published_of_nobodys_text(tmp_path, monkeypatch):
    """Who sees another certificate could tell from its figures which surrogates that copy has."""
    monkeypatch.setattr(
        Collisions, "verify", lambda self, cases: Verdict.of(self.claim, drawn_from(cases), [])
    )
    guessed = []

    def attacks(cases):
        guessed.append(drawn_from(cases))
        return (AttackResult("inside", "MRN", guessed[-1], 0, 1.0),)

    monkeypatch.setattr(parts, "attack_cases", attacks)
    out = released(tmp_path, "out")
    assert len(guessed) == 1, "the text of nobody is attacked, and no other"
    certificates, reports, exact = [], set(), set()
    for name in RECIPIENTS:
        said = json.loads((out / "publish" / name / "certificate.json").read_text())
        reports.add((out / "publish" / name / "report.html").read_text().replace(said["id"], ""))
        own = {"id", "seal", "output", "kept"}
        certificates.append({key: value for key, value in said.items() if key not in own})
        figures = json.loads((out / "keep" / name / "figures.json").read_text())
        exact |= {one["checked"] for one in figures["verdicts"] if one["claim"] == "collisions"}
        checked = verify_release(out / "publish" / name, source_at(tmp_path), KEY)
        assert checked.holds
        assert "counts" in checked.stated
    assert certificates[0] == certificates[1] == certificates[2]
    assert len(reports) == 1
    assert len(exact) == 3, "the owner has the figures of each copy"
    assert guessed[0] not in exact
    assert {path.name for path in out.iterdir()} == {"publish", "keep"}


def test_a_certificate_says_what_holds_of_its_own_copy(tmp_path, monkeypatch):
    """The text of nobody may have faults that a copy has not, and the other way round."""

    def refuted(self, cases):
        cases = list(cases)
        fault = [Witness(cases[0].release.id, 0, 0, "a fault")]
        return Verdict.of(self.claim, 20, fault if drawn_from(cases) in bad else [])

    bad = set()
    monkeypatch.setattr(Collisions, "verify", refuted)
    seen = []
    monkeypatch.setattr(parts, "attack_cases", lambda cases: seen.append(drawn_from(cases)) or ())
    released(tmp_path, "first")
    bad.add(seen[0])
    out = released(tmp_path, "second")
    for name in RECIPIENTS:
        assert verify_release(out / "publish" / name, source_at(tmp_path), KEY).holds
    bad |= set(range(1000, 10000)) - {seen[0]}
    with pytest.raises(RefutedError):
        released(tmp_path, "third")
    kept = released(tmp_path, "fourth", keep_refuted=True)
    said = json.loads((kept / "publish" / "north" / "certificate.json").read_text())
    assert [one["status"] for one in said["verdicts"] if one["claim"] == "collisions"] == [
        "refuted"
    ]


def test_a_recipient_who_comes_later_changes_nothing_for_the_others(made, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1460000000")
    vault = made.parent / "later.vault"
    shutil.copy(made.parent / "v", vault)
    more = released(made.parent, "more", ("late", *RECIPIENTS), "later.vault")
    anew = released(made.parent, "anew", ("west", "late", "north"), "anew.vault")
    for out, names in ((more, RECIPIENTS), (anew, ("west", "north"))):
        for name in names:
            for part in ("publish", "keep"):
                before, after = files(made / part / name), files(out / part / name)
                assert before.keys() == after.keys()
                assert all(before[path].read_bytes() == after[path].read_bytes() for path in before)


def test_without_recipients_a_release_is_what_it_was(made):
    source = source_at(made.parent)
    plain, beside = made.parent / "plain", made.parent / "beside"
    release(Run(source, plain, POLICY, key=KEY))
    told = []
    with SqliteVault(made.parent / "v", KEY) as vault:
        release(Run(source, beside, POLICY, key=vault.key, vault=vault, notice=told.append))
    assert "others have marked copies" in told[0]
    assert texts(plain / "publish") == texts(beside / "publish")
    assert "marked" not in json.loads((plain / "publish" / "certificate.json").read_text())


def test_both_surrogates_are_settled_against_everything_and_each_other(made):
    words = {word for text in (one.text for one in documents()) for word in text.split()}
    with SqliteVault(made.parent / "v", KEY) as vault:
        entities = list(marked_entities(vault))
        pairs = [(one.family, one.fake) for one in mapped(vault)]
    assert len(entities) > 20
    assert {"NAME", "PHONE", "EMAIL"} < {one.family for one in entities}
    assert len(set(pairs)) == len(pairs)
    assert words.isdisjoint(fake for family, fake in pairs if family != "NAME")
    for one in entities:
        assert one.first.made != one.second.made


def test_relatives_and_what_follows_a_person_go_together(made):
    with SqliteVault(made.parent / "v", KEY) as vault:
        entities = list(marked_entities(vault))
    by_place = {}
    for one in entities:
        by_place.setdefault(one.place, []).append(one)
    families = [some for some in by_place.values() if len(some) > 1]
    assert families
    for some in families:
        people = [one for one in some if one.family == "NAME"]
        for variant in ("first", "second"):
            surnames = {Person.of_key(getattr(one, variant).made).family for one in people}
            assert len(surnames) == 1


def test_the_vault_says_who_has_a_copy_and_by_which_code(made):
    with SqliteVault(made.parent / "v", KEY) as vault:
        assert recipients_of(vault) == sorted(RECIPIENTS)
        assert marks_of(vault).colluders == 3
        code, entities = code_of(vault), list(marked_entities(vault))
    shown = {name: "\n".join(texts(made / "publish" / name)) for name in RECIPIENTS}
    numbers = [one for one in entities if one.family == "MRN"]
    assert numbers
    for one in numbers:
        for name in RECIPIENTS:
            has = (one.first, one.second)[code.bit(name, one.place)]
            assert has.fake in shown[name]


def test_the_vault_knows_whose_copies_a_stopped_run_did_not_finish(made, monkeypatch, capsys):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1460000000")
    for name in ("stopped.vault", "key.txt"):
        shutil.copy(made.parent / "v", made.parent / name)
    (made.parent / "key.txt").write_bytes(KEY.key)
    asked = ["vault", "recipients", str(made.parent / "stopped.vault")]
    asked += ["--key", str(made.parent / "key.txt"), "--weak-key"]

    def stopped(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(outputs, "_put", stopped)
        with pytest.raises(KeyboardInterrupt):
            released(made.parent, "stopped", ("late", "west"), "stopped.vault")
    assert not (made.parent / "stopped").exists()
    with SqliteVault(made.parent / "stopped.vault", KEY) as vault:
        assert recipients_of(vault) == ["late", *sorted(RECIPIENTS)], "they may have it after all"
        assert unfinished_recipients(vault, recipients_of(vault)) == ["late"]
    assert command(asked) == 0
    assert "before it finished the copies of late;" in capsys.readouterr().err

    resumed = released(made.parent, "stopped", ("late", "west"), "stopped.vault")
    assert texts(resumed / "publish" / "west") == texts(made / "publish" / "west")
    with SqliteVault(made.parent / "stopped.vault", KEY) as vault:
        assert unfinished_recipients(vault, recipients_of(vault)) == []
    assert command(asked) == 0
    assert capsys.readouterr().err == ""


def counted(monkeypatch):
    """Count how often the copy of each recipient is written."""
    written, deliver = Counter(), Parts.deliver

    def delivered(self, releases):
        written[self.place.publish.name] += 1
        return deliver(self, releases)

    monkeypatch.setattr(Parts, "deliver", delivered)
    return written


def test_a_tag_stands_in_the_copies_that_need_it(tmp_path, monkeypatch):
    """A surrogate that is refuted becomes a tag; who has the other one keeps it."""
    given = Surrogate._made

    def bad(self, document, span, identity, options):
        fake = given(self, document, span, identity, options)
        second = self._settling.has_second(self._placed(span, identity))
        return document.covered_by(span) if span.label == "MRN" and second else fake

    monkeypatch.setattr(Surrogate, "_made", bad)
    written = counted(monkeypatch)
    out = released(tmp_path, "out")
    monkeypatch.undo()
    assert set(written.values()) <= {1, 2}, "others' tags are no reason to write a copy again"
    with SqliteVault(tmp_path / "v", KEY) as vault:
        code, entities = code_of(vault), list(marked_entities(vault))
    numbers = [one for one in entities if one.family == "MRN"]
    tags = {
        name: sum("[MRN]" in text for text in texts(out / "publish" / name)) for name in RECIPIENTS
    }
    for name in RECIPIENTS:
        assert tags[name] == sum(code.bit(name, one.place) for one in numbers)
        figures = json.loads((out / "keep" / name / "figures.json").read_text())
        told = {done["tag"] for done in figures["repairs"].values()}
        assert told == ({tags[name]} if tags[name] else set())
    assert len(set(tags.values())) > 1


def against_neighbours(self, cases):
    """Refute numbers by what stands in the next document, and kept words by a number before them.

    What is refuted depends on two places of a copy: others may have the same at one of them.
    """
    cases, witnesses = list(cases), []
    numbers = [
        [one for one in case.release.placed() if one[0].label in ("MRN", "PHONE")] for case in cases
    ]
    for at, (case, found) in enumerate(zip(cases, numbers, strict=True)):
        [(number, start, end), (phone, *_)] = found
        pair = number.replacement + numbers[(at + 1) % len(cases)][0][0].replacement
        if "[MRN]" not in pair and crc32(pair.encode()) % 3 == 0:
            witnesses.append(Witness(case.release.id, start, end, "a fault", redraw=True))
        kept = case.release.text.find("Aspirin")
        if kept >= 0 and crc32(phone.replacement.encode()) % 3 == 0:
            witnesses.append(Witness(case.release.id, kept, kept + 7, "a fault", label="OTHER-ID"))
    return Verdict.of(self.claim, len(cases), witnesses)


@pytest.mark.parametrize("order", ["north south west", "west north south"])
def test_repairs_for_a_recipient_who_comes_later_change_nothing_for_the_others(
    tmp_path, monkeypatch, order
):
    monkeypatch.setattr(Collisions, "verify", against_neighbours)
    names = order.split()
    earlier = {}
    for number in range(1, len(names) + 1):
        out = released(tmp_path, f"out{number}", tuple(names[:number][::-1]))
        made = {name: texts(out / "publish" / name) for name in names[:number]}
        for name, before in earlier.items():
            assert made[name] == before
        earlier = made
    tags = {name: [text.count("[MRN]") for text in made[name]] for name in names}
    assert all(map(any, tags.values())), "every copy has repairs"
    assert len(set(map(tuple, tags.values()))) == 3


def test_a_repair_is_made_in_the_copy_that_needs_it_and_told_there(tmp_path, monkeypatch):
    monkeypatch.setattr(Collisions, "verify", against_neighbours)
    written = counted(monkeypatch)
    out = released(tmp_path, "out")
    for name in RECIPIENTS:
        shown = "".join(texts(out / "publish" / name))
        figures = json.loads((out / "keep" / name / "figures.json").read_text())
        told = figures["repairs"].get("collisions", {})
        assert told.get("tag", 0) == shown.count("[MRN]")
        assert told.get("passage", 0) == 16 - shown.count("Aspirin")
        assert written[name] == (2 if told else 1)


@pytest.mark.parametrize(
    "names",
    [
        ("a", "a"),
        ("Ärzte", "ärzte"),
        ("caf\u00e9", "cafe\u0301"),
        ("a/b",),
        ("..",),
        (" a",),
        ("a.",),
        ("nul",),
        ("texts",),
        ("publish",),
        ("Keep",),
        ("a\nb",),
        ("x" * 101,),
        ("",),
        (),
    ],
)
def test_names_that_no_folder_can_have_and_names_that_come_twice_are_refused(names):
    with pytest.raises(InvalidValueError) as told:
        Copies(names)
    own = ("texts", "publish")
    assert all(name not in str(told.value) for name in names if len(name) > 3 and name not in own)


@pytest.mark.parametrize("wrong", [{"colluders": 0}, {"false_accusation": 0.0}])
def test_numbers_out_of_bounds_are_refused(wrong):
    with pytest.raises(InvalidValueError):
        Copies(("a",), **wrong)


def test_more_colluders_than_places_allow_are_refused_and_nothing_is_written(tmp_path):
    with pytest.raises(UsageError, match="9 colluders takes about"):
        released(tmp_path, "out", colluders=9)
    assert not (tmp_path / "out").exists()
    with SqliteVault(tmp_path / "v", KEY) as vault:
        assert recipients_of(vault) == []
    assert released(tmp_path, "out").is_dir()


def test_other_colluders_than_those_of_the_vault_are_refused(made):
    with pytest.raises(UsageError, match="against 3 colluders"):
        released(made.parent, "other", ("new",), colluders=1)
    assert not (made.parent / "other").exists()


def test_copies_need_a_vault_and_something_to_mark(tmp_path):
    source = source_at(tmp_path)
    with pytest.raises(UsageError, match="vault"):
        release_copies(Run(source, tmp_path / "out", POLICY, key=KEY), Copies(("a",)))
    masks = parse_policy(
        "name: m\ndetect: [textveil.patterns.v1]\ncolumns: {'*': drop}\n"
        "transform: {default: textveil.mask.v1}\n"
    )
    with SqliteVault(tmp_path / "v", KEY, create=True) as vault:
        run = Run(source, tmp_path / "out", masks, key=KEY, vault=vault)
        with pytest.raises(TextveilError, match="nothing in these documents can be marked"):
            release_copies(run, Copies(("a",)))
    assert not (tmp_path / "out").exists()


def test_the_page_of_the_board_names_all_and_lies_among_what_is_kept(made):
    page = made / "keep" / "report.html"
    told = page.read_text("utf-8")
    assert all(name in told for name in RECIPIENTS)
    assert "marked places can be read in a leak" in told
    assert page.stat().st_mode & 0o077 == 0
    assert (made / "keep").stat().st_mode & 0o077 == 0


def test_a_later_batch_keeps_both_surrogates_of_a_person(tmp_path):
    """Whoever is named with a middle name later, or by mail alone, stays who they were."""
    first = [Document(f"a{n}", f"I saw {pair[0]}.", f"p{n}") for n, pair in enumerate(PEOPLE)]
    later = [
        Document(
            f"b{n}",
            f"I saw {name.replace(' ', ' Quinn ')}, {name.replace(' ', '.').lower()}@example.org.",
            f"p{n}",
        )
        for n, (name, _) in enumerate(PEOPLE)
    ]
    named = ", ".join(pair[0].replace(" ", " Quinn ") for pair in PEOPLE)
    policy = POLICY.with_lists(
        parse_policy(
            "name: x\ndetect: [textveil.patterns.v1]\ntransform: {default: textveil.surrogate.v1}\n"
            f"deny: {{NAME: [{named}]}}\n"
        ).lists
    )
    with SqliteVault(tmp_path / "v", KEY, create=True) as vault:
        for number, batch in enumerate((first, later)):
            JsonLines().write(batch, tmp_path / f"{number}.jsonl")
            source = Source.open(tmp_path / f"{number}.jsonl")
            run = Run(source, tmp_path / f"out{number}", policy, key=KEY, vault=vault)
            release_copies(run, Copies(RECIPIENTS))
    for name in RECIPIENTS:
        pages = []
        for number in range(2):
            path = tmp_path / f"out{number}" / "publish" / name / "texts" / f"{number}.jsonl"
            pages.append([one.text for one in JsonLines().read(path)])
        for before, after in zip(*pages, strict=True):
            given, family = before.removeprefix("I saw ").removesuffix(".").split()
            assert after.startswith(f"I saw {given} ")
            assert f" {family}, " in after


def test_copies_are_told_apart_after_the_key_of_the_vault_was_changed(made):
    vault = made.parent / "rotated.vault"
    shutil.copy(made.parent / "v", vault)
    other = Secret(b"another key of sixteen bytes")
    with SqliteVault(vault, KEY) as opened:
        places = [one.place for one in marked_entities(opened)]
        before = [code_of(opened).bit(name, place) for name in RECIPIENTS for place in places]
        opened.rotate(other)
        after = [code_of(opened).bit(name, place) for name in RECIPIENTS for place in places]
    assert before == after
    assert len(set(before)) == 2
