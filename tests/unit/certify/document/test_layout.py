"""What may be published and what is kept: who has only one of them, and what each tells."""

import json
import re
import shutil
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.certify.document.certificate import id_of
from textveil.certify.document.rounding import rounded_score
from textveil.certify.verification import verify_release
from textveil.errors import InputError, UsageError
from textveil.formats.sources import Source
from textveil.pipeline.release.run import Run, release
from textveil.pipeline.release.sight.attacks import attack_release
from textveil.policy.policy import parse_policy
from textveil.values.figures.round_counts import rounded
from textveil.values.figures.score import Score
from textveil.values.keys.secret import Secret
from textveil.values.verdict import Status

KEY = Secret(b"a key of more than sixteen bytes")
POLICY = """
name: patterns
detect: [{use: textveil.patterns.v1}]
transform: {default: {use: textveil.mask.v1}, labels: {}}
columns: {'*': drop}
"""
OWN = {"note-a": 37, "note-b": 41, "note-c": 43}
"""How many passages each document has: numbers that nothing else in a release happens to have."""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Two releases of documents whose passages stand far from their beginning."""
    folder = tmp_path_factory.mktemp("releases")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1460000000")
        rows = [
            {"id": name, "text": "so " * 7001 + "".join(f" a{n}@example.org," for n in range(own))}
            for name, own in OWN.items()
        ]
        source = folder / "notes.jsonl"
        source.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        for name, key in (("open", None), ("sealed", KEY)):
            release(Run(Source.open(source), folder / name, parse_policy(POLICY), key))
    return folder


@pytest.fixture
def folder(made, tmp_path):
    return Path(shutil.copytree(made, tmp_path / "releases"))


def statuses(outcome):
    return {verdict.claim: verdict.status for verdict in outcome.verdicts}


ZERO = ("failures", "skipped", "doubtful_passages")
"""Where nothing is told by zero: a claim that holds, files left out, kinds that are listed."""


def telling(out):
    """Return what tells of a single document in what is published beside the texts."""
    rows = [json.loads(line) for line in (out / "keep/edits.jsonl").read_text().splitlines()]
    offsets = {
        edit[name]
        for row in rows
        for edit in row["edits"]
        for name in ("start", "end", "new_start", "new_end")
    }
    counts = {len(row["edits"]) for row in rows} | {row["input_length"] for row in rows}
    numbers = {f"{number}" for number in offsets | counts} | {f"{n:,}" for n in offsets | counts}
    files = [path for path in (out / "publish").iterdir() if path.is_file()]
    found = set()
    for path in files:
        text = re.sub(r"\b[0-9a-f]{64}\b|<style>.*?</style>", " ", path.read_text(), flags=re.S)
        words = set(re.findall(r"[\w.,@-]*\w", text))
        found |= {(path.name, word) for word in words & (numbers | {row["id"] for row in rows})}
    return found


def exact(value, path=()):
    """Yield the places of numbers in a certificate that are not rounded."""
    if isinstance(value, dict | list):
        inside = value.items() if isinstance(value, dict) else enumerate(value)
        yield from chain.from_iterable(exact(item, (*path, name)) for name, item in inside)
    elif type(value) is int and value != rounded(value) and path[-1] not in ZERO:
        yield path


def test_nothing_but_the_texts_tells_of_a_single_document(made):
    assert telling(made / "open") == set()
    assert telling(made / "sealed") == set()


@pytest.mark.parametrize("name", ["certificate.json", "report.html"])
@pytest.mark.parametrize("planted", ["at 21,004", "37 passages", "[21019, 21034)", "in note-b:"])
def test_what_tells_of_a_document_would_be_found(folder, name, planted):
    place = folder / "open/publish" / name
    place.write_text(place.read_text() + f"<p>{planted}</p>", "utf-8")
    assert {file for file, _ in telling(folder / "open")} == {name}


def test_published_counts_are_rounded_unless_the_texts_show_them(made):
    content = json.loads((made / "open/publish/certificate.json").read_text())
    allowed = {
        ("counts", "documents"),
        ("counts", "languages", "en"),
        ("meaning", "documents"),
        ("dropped",),
        # Files of the input are counted, and not what stands in them.
        ("report", "others"),
        ("report", "formats", "jsonl"),
        *(("verdicts", at, "checked") for at in range(3)),
    }
    assert set(exact(content)) == allowed
    assert [one["claim"] for one in content["verdicts"][:3]] == ["record", "metadata", "alignment"]
    figures = json.loads((made / "open/keep/figures.json").read_text())
    assert figures["counts"]["replaced"] == sum(OWN.values()) == 121
    assert content["counts"]["replaced"] == 120


def test_readers_have_no_hash_of_what_is_kept(made):
    content = json.loads((made / "open/publish/certificate.json").read_text())
    assert content["output"].keys() == {"report.html", "texts/notes.jsonl"}
    again = json.loads((made / "sealed/publish/certificate.json").read_text())
    # The record is the same: whoever guesses it could test the guess if a plain hash stood there.
    one, other = (made / name / "keep/edits.jsonl" for name in ("open", "sealed"))
    assert one.read_bytes() == other.read_bytes()
    assert content["kept"]["edits.jsonl"] != again["kept"]["edits.jsonl"]


@pytest.mark.parametrize("name", ["open", "sealed"])
def test_who_has_only_what_is_published_can_verify_it(folder, name):
    alone = Path(shutil.copytree(folder / name / "publish", folder / "alone"))
    for place in (alone, folder / name / "publish"):
        outcome = verify_release(place)
        assert outcome.holds
        shown = statuses(outcome)
        assert shown["integrity"] is shown["metadata"] is Status.HOLDS
        assert shown["kept"] is shown["seal"] is shown["input"] is Status.NOT_CHECKABLE
        assert {shown[c] for c in ("record", "alignment", "residue")} == {Status.STATED}
        assert "counts" in outcome.stated
    assert verify_release(alone, release_id=outcome.release).holds
    texts = alone / "texts/notes.jsonl"
    texts.write_text(texts.read_text().replace("so ", "no ", 1))
    assert statuses(verify_release(alone))["integrity"] is Status.REFUTED


def test_who_may_not_open_what_is_kept_has_only_what_is_published(folder, monkeypatch):
    monkeypatch.setattr("os.access", lambda path, mode: False)
    outcome = verify_release(folder / "open")
    assert outcome.holds
    assert statuses(outcome)["kept"] is Status.NOT_CHECKABLE


def test_who_has_only_what_is_published_counts_the_documents(folder):
    alone = folder / "open/publish"
    path = alone / "certificate.json"
    content = json.loads(path.read_text())
    content["counts"]["documents"] = 4
    before, content["id"] = content["id"], id_of(content)
    path.write_text(json.dumps(content))
    page = alone / "report.html"
    page.write_text(page.read_text().replace(before, content["id"]))
    assert verify_release(alone).differences == ("counts: documents differs from what is released",)


@pytest.mark.parametrize("missing", ["edits.jsonl", "figures.json", "input.nonce"])
def test_a_private_file_that_is_missing_refutes_nothing(folder, missing):
    (folder / "open/keep" / missing).unlink()
    outcome = verify_release(folder / "open", Source.open(folder / "notes.jsonl"))
    assert outcome.holds
    kept = next(v for v in outcome.verdicts if v.claim == "kept")
    assert kept.status is Status.NOT_CHECKABLE
    assert missing in kept.reason
    # Without the nonce nobody can check the record, so that nothing holds because of it.
    record = Status.HOLDS if missing == "figures.json" else Status.STATED
    assert statuses(outcome)["record"] is record
    known = Status.NOT_CHECKABLE if missing == "input.nonce" else Status.HOLDS
    assert statuses(outcome)["input"] is known


@pytest.mark.parametrize("changed", ["edits.jsonl", "figures.json", "input.nonce"])
def test_a_private_file_that_was_changed_is_refuted(folder, changed):
    path = folder / "open/keep" / changed
    path.write_text("0" * 64 if changed == "input.nonce" else path.read_text() + "\n")
    kept = next(v for v in verify_release(folder / "open").verdicts if v.claim == "kept")
    assert [witness.document for witness in kept.witnesses] == [changed]


def test_a_changed_figure_is_found_without_the_key_too(folder):
    path = folder / "sealed/keep/figures.json"
    assert verify_release(folder / "sealed").holds
    path.write_text(path.read_text().replace('"replaced": 121', '"replaced": 122'))
    outcome = verify_release(folder / "sealed")
    assert statuses(outcome)["kept"] is Status.NOT_CHECKABLE
    assert outcome.differences == ("figures.json: counts differ from what is released",)
    with_key = verify_release(folder / "sealed", None, KEY)
    assert statuses(with_key)["kept"] is Status.REFUTED


def test_other_files_beside_the_kept_ones_are_the_owners_own(folder):
    (folder / "open/keep/minutes.txt").write_text("Talked to the ethics board.")
    assert verify_release(folder / "open").holds
    (folder / "open/publish/minutes.txt").write_text("Talked to the ethics board.")
    assert statuses(verify_release(folder / "open"))["integrity"] is Status.REFUTED


def test_where_a_verdict_fails_is_told_to_the_owner_only(tmp_path):
    note = {"id": "7719", "ward": "ana@example.org", "text": "ana@example.org"}
    (tmp_path / "notes.jsonl").write_text(json.dumps(note))
    policy = parse_policy(POLICY.replace("drop", "keep"))
    source = Source.open(tmp_path / "notes.jsonl")
    release(Run(source, tmp_path / "out", policy, keep_refuted=True))
    figures = json.loads((tmp_path / "out/keep/figures.json").read_text())
    refuted = next(v for v in figures["verdicts"] if v["status"] == "refuted")
    assert refuted["witnesses"][0]["document"] == "7719"
    published = [path for path in (tmp_path / "out/publish").iterdir() if path.is_file()]
    assert not [path.name for path in published if "7719" in path.read_text()]
    assert not verify_release(tmp_path / "out/publish").holds


def test_an_attacker_with_what_is_published_does_not_know_which_names_are_fake(folder, tmp_path):
    (tmp_path / "note.txt").write_text("Ana Ruiz wrote from ana@example.org.")
    policy = parse_policy(POLICY)
    release(Run(Source.open(tmp_path / "note.txt"), tmp_path / "out", policy))
    attacked = attack_release(tmp_path / "out/publish")
    assert {result.right for result in attacked.results} == {None}
    # The name was left, and is taken for one that stands for another.
    assert not [made for made in attacked.guesses if made.attack == "leftovers"]
    known = attack_release(tmp_path / "out")
    assert [made.guess.value for made in known.guesses if made.attack == "leftovers"]
    with pytest.raises(UsageError, match="record of edits"):
        attack_release(folder / "open/publish", source=Source.open(folder / "notes.jsonl"))


def test_the_part_to_keep_alone_is_no_release(folder):
    with pytest.raises(InputError, match=r"no certificate\.json"):
        verify_release(folder / "open/keep")


def published(folder, name, text):
    """Return what is published beside one short text."""
    (folder / f"{name}.txt").write_text(text)
    policy = parse_policy(POLICY)
    release(Run(Source.open(folder / f"{name}.txt"), folder / name, policy, KEY))
    content = json.loads((folder / name / "publish/certificate.json").read_text())
    parts = content["counts"], content["verdicts"], content["meaning"], content["repairs"]
    return json.dumps([{**parts[0], "characters": 0}, *parts[1:]])


def test_who_reads_a_short_release_cannot_tell_that_nothing_was_replaced(tmp_path):
    # The address that is left in the second would be known as real.
    changed = published(tmp_path, "one", "Write to ana@example.org, please do it.")
    assert published(tmp_path, "two", "Write to ana-at-example-org, please do.") == changed


def test_the_number_of_denied_words_is_rounded():
    words = parse_policy(POLICY + "deny: {NAME: [Ruiz, Holt]}\n")
    assert words.certified(b"key")["lists"]["deny"] == {"NAME": 10}
    assert words.certified(b"key")["lists"]["allow"] == 0


@given(st.integers(0, 10**9))
def test_rounding_twice_is_rounding_once_and_hides_the_last_digits(count):
    assert rounded(rounded(count)) == rounded(count)
    assert rounded(count) % 10 == 0
    assert abs(rounded(count) - count) <= max(10, count / 19)
    assert (rounded(count) == rounded(0)) is (count < 15)


def test_scores_of_few_words_have_one_digit():
    few, many = (rounded_score(Score("recall", 0.876, 0.81, 0.92, n)) for n in (44, 444))
    assert (few.value, few.low, few.high, few.count) == (0.9, 0.8, 0.9, 40)
    assert (many.value, many.low, many.high, many.count) == (0.88, 0.81, 0.92, 440)


def test_no_claim_holds_by_private_files_that_nobody_could_check(folder):
    given = folder / "sealed", Source.open(folder / "notes.jsonl")
    without = statuses(verify_release(*given))
    # No field is kept beside the texts, and readers of the texts alone see that.
    public = {"integrity", "metadata"}
    assert {claim for claim, status in without.items() if status is Status.HOLDS} == public
    assert "counts" in verify_release(*given).stated
    record = folder / "sealed/keep/edits.jsonl"
    record.write_text(record.read_text("utf-8").replace('"new_end": ', '"new_end": 1'), "utf-8")
    assert not verify_release(*given).holds
