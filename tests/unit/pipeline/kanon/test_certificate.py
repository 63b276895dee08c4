"""New ids of subjects, and a certificate that is checked again from files."""

import json
import shutil
from pathlib import Path

import pytest

from textveil.errors import EscapingPathError, FormatError
from textveil.pipeline.kanon.run import anonymize
from textveil.pipeline.kanon.verification import verify_suppressed
from textveil.pipeline.release.certificate import id_of
from textveil.pipeline.sources import Source
from textveil.transform.suppress import Suppress
from textveil.values.document import Document
from textveil.values.secret import Secret

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
        anonymize(
            Source.open(source),
            Suppress(k=2),
            folder / f"{name}.jsonl",
            key=key,
            certificate=folder / f"{name}.json",
        )
    return folder


@pytest.fixture
def files(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "files"))


def released(folder: Path, name: str) -> list[Document]:
    return list(Source.open(folder / f"{name}.jsonl"))


def statuses(folder: Path, name: str, *, given: bool = True, key: Secret | None = None) -> STATUS:
    outcome = verify_suppressed(
        folder / f"{name}.json", folder / "in.jsonl" if given else None, key
    )
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
    anonymize(Source.open(made / "in.jsonl"), Suppress(k=2), target, key=OTHER)
    here = {one.subject for one in released(tmp_path, "keyed")} - {None}
    assert here.isdisjoint(one.subject for one in released(made, "keyed"))


def test_numbers_follow_no_order_of_the_input(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    rows = [{"id": f"{at}", "subject": f"p{at}", "text": "same"} for at in range(30)]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    anonymize(Source.open(source), Suppress(k=2), tmp_path / "out.jsonl")
    numbers = [int(one.subject or 0) for one in released(tmp_path, "out")]
    assert sorted(numbers) == list(range(1, 31))
    assert numbers not in (sorted(numbers), sorted(numbers, reverse=True))


def test_with_the_input_everything_is_checked(made: Path) -> None:
    held = dict.fromkeys(("integrity", "seal", "input", "k-subjects", "subjects"), "holds")
    assert statuses(made, "keyed", key=KEY) == held
    assert statuses(made, "numbered") == {**held, "seal": "not checkable"}


def test_without_the_input_the_guarantee_is_only_stated(made: Path) -> None:
    found = statuses(made, "numbered", given=False)
    assert (found["integrity"], found["k-subjects"]) == ("holds", "stated")
    assert found["input"] == "not checkable"


def test_a_commitment_cannot_be_tried_without_its_nonce(files: Path) -> None:
    (files / "numbered.nonce").unlink()
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
    outcome = verify_suppressed(path)
    assert outcome.differences == ("counts: kept differs from the output",)


@pytest.mark.parametrize("part", ["settings", "verdicts", "input", "id", "extra"])
def test_a_certificate_that_is_none_is_refused(part: str, files: Path) -> None:
    path = files / "numbered.json"
    content = json.loads(path.read_text())
    content[part] = ["CANARY"]
    path.write_text(json.dumps(content))
    with pytest.raises(FormatError) as raised:
        verify_suppressed(path)
    assert "CANARY" not in str(raised.value)


def test_a_certificate_points_at_no_file_elsewhere(files: Path) -> None:
    path = files / "numbered.json"
    content = json.loads(path.read_text())
    content["output"] = {"../in.jsonl": "0" * 64}
    path.write_text(json.dumps(content))
    with pytest.raises(EscapingPathError):
        verify_suppressed(path)


def test_a_folder_is_hashed_file_by_file(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in "ab":
        (folder / f"{name}.txt").write_text("the ward was cold")
    path = tmp_path / "certificate.json"
    anonymize(Source.open(folder), Suppress(k=2), tmp_path / "out", certificate=path)
    assert json.loads(path.read_text())["output"].keys() == {"out/a.txt", "out/b.txt"}
    assert verify_suppressed(path, folder).holds
    (tmp_path / "out" / "c.txt").write_text("one more")
    assert not verify_suppressed(path, folder).holds
