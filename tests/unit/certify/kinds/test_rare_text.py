"""New ids of subjects, and a certificate that is checked again from files."""

import json
import shutil
from pathlib import Path

import pytest

from textveil.certify.document.certificate import file_hash, id_of
from textveil.certify.verification import Verification, verify_release
from textveil.errors import EscapingPathError, FormatError
from textveil.formats.sources import Source
from textveil.pipeline.kanon.run import anonymize, read_list
from textveil.pipeline.release.methods.run import Order
from textveil.transform.rarity.suppress import Suppress
from textveil.values.document import Document
from textveil.values.keys.secret import Secret

KEY = Secret(b"0123456789abcdef")
OTHER = Secret(b"fedcba9876543210")
ROWS = [
    {"id": "a", "subject": "mrn-77", "text": "the ward was cold"},
    {"id": "b", "subject": "mrn-12", "text": "the ward was loud"},
    {"id": "c", "subject": " mrn-77", "text": "the ward"},
    {"id": "d", "text": "the ward was cold"},
]
STATUS = dict[str, str]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two suppressed copies of one input, with a key and without, and their certificates."""
    folder = tmp_path_factory.mktemp("made")
    source = folder / "in.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    for name, key in (("keyed", KEY), ("numbered", None)):
        alone(source, folder / f"{name}.jsonl", key, folder / f"{name}.json")
    return folder


def alone(
    source: Path, target: Path, key: Secret | None = None, certificate: Path | None = None
) -> None:
    """Write a result alone, with a certificate beside it if one is named."""
    order = Order(Source.open(source), target, single=True, certificate=certificate, key=key)
    anonymize(order, Suppress(k=2))


def verified(
    certificate: Path, source: Path | None = None, key: Secret | None = None
) -> Verification:
    return verify_release(certificate, None if source is None else Source.open(source), key)


@pytest.fixture
def files(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "files"))


def released(folder: Path, name: str) -> list[Document]:
    return list(Source.open(folder / f"{name}.jsonl"))


def statuses(folder: Path, name: str, *, given: bool = True, key: Secret | None = None) -> STATUS:
    outcome = verified(folder / f"{name}.json", folder / "in.jsonl" if given else None, key)
    return {verdict.claim: str(verdict.status) for verdict in outcome.verdicts}


def test_subjects_keep_who_is_who_and_lose_their_ids(made: Path) -> None:
    for name in ("keyed", "numbered"):
        first, second, third, fourth = (one.subject for one in released(made, name))
        assert first == third != second
        assert fourth is None
        assert "mrn" not in (made / f"{name}.jsonl").read_text()
    assert {one.subject for one in released(made, "numbered")} == {"1", "2", None}


def test_another_key_gives_other_ids(made: Path, tmp_path: Path) -> None:
    target = tmp_path / "keyed.jsonl"
    alone(made / "in.jsonl", target, OTHER)
    here = {one.subject for one in released(tmp_path, "keyed")} - {None}
    assert here.isdisjoint(one.subject for one in released(made, "keyed"))


def test_numbers_follow_no_order_of_the_input(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    rows = [{"id": f"{at}", "subject": f"p{at}", "text": "same"} for at in range(30)]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    alone(source, tmp_path / "out.jsonl")
    numbers = [int(one.subject or 0) for one in released(tmp_path, "out")]
    assert sorted(numbers) == list(range(1, 31))
    assert numbers not in (sorted(numbers), sorted(numbers, reverse=True))


def test_with_the_input_everything_is_checked(made: Path) -> None:
    claims = ("integrity", "seal", "kept", "input", "k-subjects", "subjects", "metadata")
    held = dict.fromkeys(claims, "holds")
    assert statuses(made, "keyed", key=KEY) == held
    assert statuses(made, "numbered") == {**held, "seal": "not checkable"}


def test_without_the_input_the_guarantee_is_only_stated(made: Path) -> None:
    found = statuses(made, "numbered", given=False)
    assert (found["integrity"], found["k-subjects"]) == ("holds", "stated")
    assert found["input"] == "not checkable"


def test_a_commitment_cannot_be_tried_without_its_nonce(files: Path) -> None:
    (files / "numbered.json.keep" / "input.nonce").unlink()
    assert statuses(files, "numbered")["input"] == "not checkable"
    assert statuses(files, "keyed")["input"] == "not checkable"


def test_a_changed_output_is_refuted(files: Path) -> None:
    path = files / "numbered.jsonl"
    path.write_text(path.read_text().replace("ward was ****", "ward was cold"))
    found = statuses(files, "numbered")
    assert (found["integrity"], found["k-subjects"]) == ("refuted", "refuted")


def test_subjects_that_were_mixed_up_are_refuted(files: Path) -> None:
    path = files / "numbered.jsonl"
    path.write_text(path.read_text().replace('"subject": "1"', '"subject": "2"'))
    assert statuses(files, "numbered")["subjects"] == "refuted"


def test_another_input_and_another_key_are_refuted(files: Path) -> None:
    path = files / "in.jsonl"
    path.write_text(path.read_text().replace("loud", "calm"))
    assert statuses(files, "numbered")["input"] == "refuted"
    assert statuses(files, "keyed", key=OTHER)["seal"] == "refuted"


def test_an_edited_certificate_does_not_have_its_id(files: Path) -> None:
    path = files / "numbered.json"
    content = json.loads(path.read_text())
    content["settings"]["k"] = 3
    path.write_text(json.dumps(content))
    assert statuses(files, "numbered", given=False)["release"] == "refuted"
    content["id"] = id_of(content)
    path.write_text(json.dumps(content))
    # Whoever edits the id as well is found out by the input.
    assert statuses(files, "numbered")["k-subjects"] == "refuted"


def test_counts_are_compared(files: Path) -> None:
    path = files / "numbered.json"
    content = json.loads(path.read_text())
    content["counts"]["kept"] += 1
    path.write_text(json.dumps(content))
    assert "counts: kept differs from what is released" in verified(path).differences


def hashed(path: Path) -> dict[str, str]:
    return {path.name: file_hash(path)}


def edited(path: Path, **parts: object) -> None:
    """Edit a certificate as somebody does who can also compute its id."""
    content = json.loads(path.read_text()) | parts
    path.write_text(json.dumps(content | {"id": id_of(content)}))


def test_old_ids_that_were_put_back_are_refuted(files: Path) -> None:
    for name, key in (("keyed", KEY), ("numbered", None)):
        rows = [json.loads(line) for line in (files / f"{name}.jsonl").read_text().splitlines()]
        lines = [
            json.dumps(new | {"subject": old["subject"]} if "subject" in old else new) + "\n"
            for new, old in zip(rows, ROWS, strict=True)
        ]
        (files / f"{name}.jsonl").write_text("".join(lines))
        edited(files / f"{name}.json", output=hashed(files / f"{name}.jsonl"))
        found = statuses(files, name, key=key)
        assert (found["integrity"], found["subjects"]) == ("holds", "refuted")


def test_documents_that_were_left_out_are_told(files: Path) -> None:
    path = files / "numbered.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))
    edited(files / "numbered.json", output=hashed(path))
    outcome = verified(files / "numbered.json", files / "in.jsonl")
    assert "the release has other documents than the input" in outcome.differences


def test_ids_are_not_checkable_without_the_key_or_the_nonce(files: Path) -> None:
    (files / "numbered.json.keep" / "input.nonce").unlink()
    assert statuses(files, "numbered")["subjects"] == "stated"
    assert statuses(files, "keyed")["subjects"] == "stated"


def test_a_certificate_without_files_or_verdicts_does_not_hold(files: Path) -> None:
    path = files / "numbered.json"
    edited(path, output={})
    assert statuses(files, "numbered")["integrity"] == "refuted"
    edited(path, verdicts=[])
    assert "the certificate does not state k-subjects" in verified(path).differences


@pytest.mark.parametrize("claim", ["k-subjects", "list", "k-anything"])
def test_a_refutation_that_is_stated_refutes(claim: str, files: Path) -> None:
    path = files / "numbered.json"
    content = json.loads(path.read_text())
    others = [one for one in content["verdicts"] if one["claim"] != claim]
    refuted = {**content["verdicts"][0], "claim": claim, "status": "refuted"}
    edited(path, verdicts=[*others, refuted])
    assert statuses(files, "numbered", given=False)[claim] == "refuted"


def test_what_is_not_recomputed_is_stated(files: Path) -> None:
    path = files / "numbered.json"
    names = ("method", "unit", "min_length", "show")
    parts = {f"settings: {name}" for name in names}
    with_input = set(verified(path, files / "in.jsonl").stated)
    assert parts < with_input
    assert set(verified(path).stated) == (with_input - parts) | {"settings", "input"}


def test_fields_that_were_added_are_compared(files: Path) -> None:
    edited(files / "numbered.json", unprotected=["ward"])
    differences = verified(files / "numbered.json").differences
    assert [one for one in differences if one.startswith("unprotected")]


@pytest.mark.parametrize(("name", "value"), [("k", 1), ("more", 1), ("mark", "**")])
def test_settings_that_no_run_has_are_refused(name: str, value: object, files: Path) -> None:
    path = files / "numbered.json"
    edited(path, settings=json.loads(path.read_text())["settings"] | {name: value})
    with pytest.raises(FormatError, match="settings"):
        verified(path)


@pytest.mark.parametrize(("name", "value"), [("claim", "not claimed"), ("method", "words")])
def test_a_claim_that_the_method_does_not_make_is_told(
    name: str, value: object, files: Path
) -> None:
    path = files / "numbered.json"
    edited(path, settings=json.loads(path.read_text())["settings"] | {name: value})
    assert "does not claim" in " ".join(verified(path).differences)


def test_the_list_is_kept_and_checked_again(files: Path) -> None:
    words = files / "words.txt"
    words.write_text("ward\nwarm\nworm\n")
    order = Order(Source.open(files / "in.jsonl"), files / "out", key=KEY)
    anonymize(order, Suppress(k=2), listed=read_list(words))
    source = Source.open(files / "in.jsonl")
    found = {one.claim: one.status for one in verify_release(files / "out", source, KEY).verdicts}
    assert found["list"] == "holds"
    (files / "out" / "keep" / "words.txt").unlink()
    found = {one.claim: one.status for one in verify_release(files / "out", source, KEY).verdicts}
    assert found["list"] == "stated"


def test_fields_that_differ_from_the_input_are_refuted(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text("".join(json.dumps({**row, "ward": "3"}) + "\n" for row in ROWS))
    alone(source, tmp_path / "made.jsonl", KEY, tmp_path / "made.json")
    path = tmp_path / "made.jsonl"
    path.write_text(path.read_text().replace('"ward": "3"', '"ward": "4"', 1))
    outcome = verified(tmp_path / "made.json", source, KEY)
    assert "metadata" in {one.claim for one in outcome.verdicts if one.status == "refuted"}


@pytest.mark.parametrize("part", ["settings", "verdicts", "input", "id", "extra"])
def test_a_certificate_that_is_none_is_refused(part: str, files: Path) -> None:
    path = files / "numbered.json"
    content = json.loads(path.read_text())
    content[part] = ["CANARY"]
    path.write_text(json.dumps(content))
    with pytest.raises(FormatError) as raised:
        verified(path)
    assert "CANARY" not in str(raised.value)


def test_a_certificate_points_at_no_file_elsewhere(files: Path) -> None:
    path = files / "numbered.json"
    content = json.loads(path.read_text())
    content["output"] = {"../in.jsonl": "0" * 64}
    path.write_text(json.dumps(content))
    with pytest.raises(EscapingPathError):
        verified(path)


def test_a_folder_is_hashed_file_by_file(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in "ab":
        (folder / f"{name}.txt").write_text("the ward was cold")
    path = tmp_path / "certificate.json"
    alone(folder, tmp_path / "out", certificate=path)
    assert json.loads(path.read_text())["output"].keys() == {"out/a.txt", "out/b.txt"}
    assert verified(path, folder).holds
    (tmp_path / "out" / "c.txt").write_text("one more")
    assert not verified(path, folder).holds
