"""Releases on disk: as made they hold; with one defect planted, `textveil verify` finds it.

Whoever planted it had the key: record, hashes, release id and seal all fit the changed texts, so
that nothing but the verifier of the claim can tell.
"""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.e2e.textveil_cli import textveil
from tests.unit.verify import mutations as plant

from textveil.certify.document.certificate import file_hash, id_of, kept_digest, seal_of
from textveil.certify.document.record import row_of
from textveil.certify.kinds.texts import Cases
from textveil.formats.plain.jsonl import JsonLines
from textveil.formats.sources import Source
from textveil.pipeline.release.repair import Repairs
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import load_policy, shipped_policies
from textveil.synth.corpus import generate
from textveil.transform.masks.mask import Mask
from textveil.values.keys.secret import Secret
from textveil.values.verdict import Status

KEY = "a key of more than sixteen bytes, 7Qx2mVt9Lk"
SECRET = Secret(KEY.encode())
SEEDS = (1, 2, 3, 4, 5)


def write_notes(folder: Path, seed: int, count: int = 30) -> Path:
    """Write generated notes without their marks."""
    rng = Random(seed)  # noqa: S311 - made-up people
    notes = generate("hospital", count, rng=rng, subjects=count // 4)
    path = folder / "notes.jsonl"
    JsonLines().write((replace(note, spans=None) for note in notes), path)
    (folder / "key").write_text(f"{KEY}\n")
    return path


def made(folder: Path, name: str):
    """Release the notes of a folder under a policy, refuted or not; return the certificate."""
    source = Source.open(folder / "notes.jsonl")
    # Policies that have no rule for fields are given one.
    policy = load_policy(name).with_columns({"*": "drop"})
    return release(Run(source, folder / name, policy, SECRET, keep_refuted=True))


@pytest.mark.parametrize("seed", SEEDS)
def test_untouched_releases_hold_under_every_shipped_policy(seed, tmp_path):
    write_notes(tmp_path, seed)
    for name in shipped_policies():
        for verdict in made(tmp_path, name).verdicts:
            assert verdict.status is not Status.REFUTED, (name, verdict, verdict.witnesses)


@pytest.fixture(scope="module")
def releases(tmp_path_factory):
    folder = tmp_path_factory.mktemp("releases")
    write_notes(folder, 11, 64)
    for name in {policy for policy, *_ in DEFECTS}:
        made(folder, name)
    return folder


SURNAME, YEAR = r"[^\W\d_]+$", r"(19|20)[0-9]{2}"
DEFECTS = {
    ("hide-in-plain-sight", "consistency"): plant.another_surrogate,
    ("hide-in-plain-sight", "residue"): plant.name_left,
    ("hide-in-plain-sight", "intervals"): plant.moved(r".*[0-9]{4}.*", 1),
    ("hide-in-plain-sight", "collisions"): plant.real_of_another("MRN", "OTHER-ID"),
    ("hide-in-plain-sight", "distance"): plant.resembling("CITY", lambda city: f"{city[:3]}ington"),
    ("hide-in-plain-sight", "sharing"): plant.drawn_by_each("HOSPITAL", "CITY", "STATE"),
    ("hide-in-plain-sight", "alignment"): plant.letter_changed,
    ("gdpr-pseudonymize", "reversible"): plant.token_changed,
    ("hipaa-safe-harbor", "coarseness"): plant.replaced("DATE", r"[0-9]{4}", "May {0}"),
    ("tag-only", "residue", "surname in its tag"): plant.showing("PATIENT", "[NAME {1}]", SURNAME),
    ("tag-only", "residue", "year in its tag"): plant.showing("DATE", "[DATE-{1}]", YEAR),
    ("tag-only", "residue", "behind its tag"): plant.showing("PROVIDER", "{0} {1}", r"^\w{3}"),
    ("patterns-only", "residue", "digits in a tag"): plant.showing(
        "PHONE", "[PHONE-{1}]", r"\d{2}$"
    ),
    ("blackout", "residue", "first letter"): plant.showing("PATIENT", "{1}███", r"^\w"),
    ("keyed-hash", "residue", "value for a hash"): plant.showing(
        "PATIENT", "[PATIENT:{1}]", SURNAME
    ),
    ("keyed-hash", "residue", "another hash"): plant.hash_changed,
    ("hipaa-limited-data-set", "residue", "no counter"): plant.showing(
        "PATIENT", "[PATIENT-99999]"
    ),
    ("hipaa-safe-harbor", "coarseness", "year in a tag"): plant.showing("DATE", "[DATE-{1}]", YEAR),
    ("hipaa-safe-harbor", "residue", "name for a tag"): plant.showing("PATIENT", "[{1}]", SURNAME),
    ("hide-in-plain-sight", "residue", "year in a tag"): plant.showing("DATE", "[DATE-{1}]", YEAR),
    ("hide-in-plain-sight", "intervals", "year in a tag"): plant.showing(
        "DATE", "[DATE-{1}]", YEAR
    ),
    ("clinical", "residue", "surname in a tag"): plant.showing("PATIENT", "[NAME {1}]", SURNAME),
    ("gdpr-pseudonymize", "residue", "no token"): plant.showing("PATIENT", "[PATIENT:tv1.{1}]"),
    ("screened", "residue", "letter of a rare word"): plant.showing("RARE", "{1}***", r"\w"),
}


@pytest.mark.parametrize("name", DEFECTS, ids=": ".join)
def test_a_planted_defect_is_found_on_disk(name, releases, tmp_path):
    policy, claim, *_ = name
    out = tmp_path / "out"
    shutil.copytree(releases / policy, out)
    document = tamper(releases, out, DEFECTS[name])
    done = textveil(
        *("verify", out, "--input", releases / "notes.jsonl", "--key", releases / "key", "--json")
    )
    assert done.returncode == 1
    verdicts = {verdict["claim"]: verdict for verdict in json.loads(done.stdout)["verdicts"]}
    assert verdicts[claim]["status"] == "refuted"
    assert document in {witness["document"] for witness in verdicts[claim]["witnesses"]}
    for sound in ("integrity", "seal", "kept", "record", "input"):
        assert verdicts[sound]["status"] == "holds"


def tamper(folder: Path, out: Path, defect) -> str:
    """Plant a defect in a release on disk, record, hashes and seal included."""
    texts = out / "publish" / "texts" / "notes.jsonl"
    before = Source.open(folder / "notes.jsonl")
    planted = defect(list(Cases(Source.open(texts), out / "keep" / "edits.jsonl", before)))
    released = {case.release.id: case.release for case in planted.cases}
    rows = [json.loads(line) for line in texts.read_text("utf-8").splitlines()]
    lines = [json.dumps({**row, "text": released[row["id"]].text}) for row in rows]
    texts.write_text("\n".join(lines) + "\n", "utf-8")
    record = [json.dumps(row_of(case.release, case.before)) for case in planted.cases]
    (out / "keep" / "edits.jsonl").write_text("\n".join(record) + "\n", "utf-8")
    path = out / "publish" / "certificate.json"
    content = json.loads(path.read_text("utf-8"))
    page, hashed = out / "publish" / "report.html", content["output"].keys() - {"report.html"}
    content["output"] |= {name: file_hash(out / "publish" / name) for name in hashed}
    kept = out / "keep" / "edits.jsonl"
    content["kept"][kept.name] = kept_digest(kept, SECRET.derive("commitment"))
    page.write_text(page.read_text("utf-8").replace(content["id"], id_of(content)), "utf-8")
    content["id"] = id_of(content)
    content["seal"] = seal_of(content, SECRET)
    path.write_text(json.dumps(content), "utf-8")
    return planted.document


@pytest.mark.parametrize(("policy", "style"), [("patterns-only", "tag"), ("blackout", "character")])
def test_a_transformer_that_shows_a_part_of_a_value_is_refuted_by_the_certificate(
    policy, style, tmp_path, monkeypatch
):
    def leaking(self, numbering):
        assert self.style == style
        return lambda span, value: f"[{span.label} {value[-4:]}]"

    (tmp_path / "notes.txt").write_text("Call 617-555-0129 on 3 May 2016, or 617-555-0134.\n")
    monkeypatch.setattr(Mask, "_writer", leaking)
    source = Source.open(tmp_path / "notes.txt")
    mended = release(Run(source, tmp_path / "mended", load_policy(policy), SECRET))
    assert mended.repairs["residue"]["tag"] == 3
    assert "0129" not in (tmp_path / "mended/publish/texts/notes.txt").read_text()
    monkeypatch.setattr(Repairs, "mend", lambda *_: False)
    run = Run(source, tmp_path / "out", load_policy(policy), SECRET, keep_refuted=True)
    assert [one.claim for one in release(run).verdicts if not one.holds] == ["residue"]
