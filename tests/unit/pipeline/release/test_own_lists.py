"""Lists of the user's own: a certificate commits to them, and nobody can try names against it."""

import json
import shutil
from hashlib import sha256

import pytest

from textveil.certify.verification import verify_release
from textveil.errors import EscapingPathError
from textveil.formats.sources import Source
from textveil.pipeline.dictionary.build import build_dictionary
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import parse_policy
from textveil.values.keys.secret import Secret

KEY = Secret(b"a key of more than sixteen bytes")
POLICY = """
name: terms
detect:
  - use: textveil.dictionary.v1
    path: {0}/terms.dict
    identifiers: {0}/names.txt
    stop: {0}/stop.txt
transform: {{default: {{use: textveil.mask.v1}}, labels: {{}}}}
verify: [textveil.alignment.v1]
"""
LISTS = ("names.txt", "stop.txt", "terms.dict")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lists")
    (folder / "names.txt").write_text("Zabrowski\n", "utf-8")
    (folder / "stop.txt").write_text("India\n", "utf-8")
    (folder / "notes.txt").write_text("Zabrowski came from Pakistan.", "utf-8")
    (folder / "terms.txt").write_text("Pakistan\nIndia\n", "utf-8")
    build_dictionary(folder / "terms.txt", folder / "terms.dict")
    policy = parse_policy(POLICY.format(folder))
    for name, key in (("open", None), ("again", None), ("sealed", KEY)):
        release(Run(Source.open(folder / "notes.txt"), folder / name, policy, key))
    return folder


FORMS = """
name: forms
detect: [textveil.patterns.v1]
transform: {{default: {{use: textveil.mask.v1}}, labels: {{}}}}
verify: [{{use: textveil.dictionary-forms.v1, path: {}/terms.dict, k: 2}}]
"""


@pytest.mark.parametrize("path", ["{}", ".", ".."])
def test_files_of_the_owner_are_kept_and_used_wherever_they_lay(made, tmp_path, monkeypatch, path):
    monkeypatch.chdir(made / "open" if path == ".." else made)
    policy = parse_policy(FORMS.format(path.format(made)))
    source = Source.open(made / "notes.txt")
    release(Run(source, tmp_path / "out", policy))
    monkeypatch.chdir(tmp_path)
    verdicts = {v.claim: v for v in verify_release(tmp_path / "out", source).verdicts}
    assert verdicts["dictionary-forms"].status == "holds"
    shown = (tmp_path / "out/publish/certificate.json").read_text("utf-8")
    assert f"{path.format(made)}/terms.dict" not in shown


@pytest.mark.parametrize("path", ["../terms.dict", "/etc/hosts"])
def test_a_file_elsewhere_that_a_certificate_names_is_not_opened(made, tmp_path, monkeypatch, path):
    monkeypatch.chdir(made)
    source = Source.open(made / "notes.txt")
    release(Run(source, tmp_path / "out", parse_policy(FORMS.format("."))))
    certified = tmp_path / "out/publish/certificate.json"
    content = json.loads(certified.read_text("utf-8"))
    content["policy"]["verify"][0]["path"] = path
    certified.write_text(json.dumps(content), "utf-8")
    (tmp_path / "out/keep/own-terms.dict").unlink()
    verdicts = {v.claim: v for v in verify_release(tmp_path / "out", source).verdicts}
    assert verdicts["dictionary-forms"].status == "stated"
    assert "outside the folder" in verdicts["dictionary-forms"].reason


def test_where_files_of_the_owner_lie_is_not_published(made, tmp_path, monkeypatch):
    source = Source.open(made / "notes.txt")
    release(Run(source, tmp_path / "out", parse_policy(FORMS.format(made))))
    for folder in (tmp_path / "out" / "publish", made / "sealed" / "publish"):
        for path in (one for one in folder.rglob("*") if one.is_file()):
            assert str(made).encode() not in path.read_bytes()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out/keep/own-terms.dict").unlink()
    verdicts = {v.claim: v for v in verify_release(tmp_path / "out", source).verdicts}
    assert verdicts["dictionary-forms"].status == "stated", "the list is not here"


@pytest.mark.parametrize("among", [["/etc/hosts"], ["../notes.txt"]])
def test_texts_elsewhere_that_a_certificate_names_are_not_read(made, tmp_path, among):
    shutil.copytree(made / "open/publish", tmp_path / "out")
    path = tmp_path / "out/certificate.json"
    content = json.loads(path.read_text("utf-8"))
    content["source"] |= {"format": "mixed", "options": {"among": among}}
    path.write_text(json.dumps(content), "utf-8")
    with pytest.raises(EscapingPathError):
        verify_release(tmp_path / "out")


def certificate(folder, name):
    return json.loads((folder / name / "publish" / "certificate.json").read_text("utf-8"))


@pytest.mark.parametrize("name", ["open", "sealed"])
def test_no_guess_of_a_list_can_be_tried_against_what_is_published(made, name):
    for file in LISTS:
        plain = sha256((made / file).read_bytes()).hexdigest()
        published = [p for p in (made / name / "publish").rglob("*") if p.is_file()]
        assert not any(plain in path.read_text("utf-8") for path in published)
    assert sorted(certificate(made, name)["own_files"]) == sorted(LISTS)


def test_the_commitment_depends_on_key_or_nonce(made):
    names = [certificate(made, name)["own_files"]["names.txt"] for name in ("open", "again")]
    assert names[0] != names[1]
