"""Signing on the command line: with a wrong key nothing is written, and no key is ever shown."""

import json

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa, x25519
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from typer.testing import CliRunner

from textveil.certify.given_keys import read_key
from textveil.certify.signatures.signing_pair import SigningKey
from textveil.cli.app import app
from textveil.errors import UsageError

KEYS = ("office", "office.pub", "secret", "rsa", "x25519", "encrypted")
NOTE = '{"id": "1", "subject": "p", "text": "Write to ana@example.org."}\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("signing")
    (folder / "notes.jsonl").write_text(NOTE, "utf-8")
    for asked in (["new", "--signing", "-o", "office"], ["new", "-o", "secret"]):
        assert run(folder, "key", *asked[:-1], folder / asked[-1]).exit_code == 0
    others = {
        "rsa": (rsa.generate_private_key(65537, 2048), NoEncryption()),
        "x25519": (x25519.X25519PrivateKey.generate(), NoEncryption()),
        "encrypted": (SigningKey.new().key, BestAvailableEncryption(b"pass")),
    }
    for name, (key, locked) in others.items():
        data = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, locked)
        (folder / name).write_bytes(data)
    (folder / "folder").mkdir()
    done = released(folder, "out", "office")
    assert done.exit_code == 0, done.output
    return folder


def run(folder, *asked):
    """Run a command; whatever it says, it shows no line of a key."""
    done = CliRunner().invoke(app, list(map(str, asked)), env={"TEXTVEIL_KEY": ""})
    said = f"{done.output} {done.exception} {getattr(done.exception, 'hint', '')}"
    for name in KEYS:
        lines = (folder / name).read_text("ascii").splitlines() if (folder / name).exists() else ()
        assert not any(line in said for line in lines if len(line) > 20 and "-----" not in line)
    return done


def refused(done, said):
    """Tell whether a command was refused because of its options, with these words."""
    return isinstance(done.exception, UsageError) and said in str(done.exception)


def released(folder, out, sign):
    asked = ("--policy", "patterns-only", "--sign", folder / sign)
    return run(folder, "release", folder / "notes.jsonl", folder / out, *asked)


def flat(done):
    return " ".join(done.output.replace("│", " ").split())


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("office.pub", "this is a public key, and a signing key is needed"),
        ("secret", "this is not a signing key"),
        ("rsa", "not one of Ed25519"),
        ("x25519", "not one of Ed25519"),
        ("encrypted", "encrypted with a password"),
        ("missing", "there is no such file"),
        ("folder", "this is a folder"),
    ],
)
def test_a_wrong_signing_key_stops_a_release_before_anything_is_written(folder, name, said):
    done = released(folder, "never", name)
    assert refused(done, said)
    assert not (folder / "never").exists()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("office", "this is a signing key, and a public key is needed"),
        ("secret", "this is not a public key"),
        ("encrypted", "encrypted with a password"),
        ("missing", "there is no such file"),
    ],
)
def test_a_wrong_public_key_checks_nothing(folder, name, said):
    done = run(folder, "verify", folder / "out", "--signer", folder / name)
    assert refused(done, said)
    assert "checked and true" not in done.output


def test_verify_says_who_is_proven_or_that_nothing_was_checked(folder):
    done = run(folder, "verify", folder / "out", "--signer", folder / "office.pub")
    assert done.exit_code == 0
    assert f"signed by the holder of the private key to {folder / 'office.pub'}" in flat(done)
    done = run(folder, "verify", folder / "out", "--json", "-q")
    told = {one["claim"]: one for one in json.loads(done.stdout)["verdicts"]}
    assert told["signature"]["status"] == "not checkable"
    assert told["signature"]["reason"].startswith("not checked")


@pytest.mark.parametrize("name", ["office", "office.pub"])
def test_a_key_for_signatures_is_no_secret_key(folder, name, monkeypatch):
    with pytest.raises(UsageError, match="not a secret key"):
        read_key(folder / name)
    monkeypatch.setenv("TEXTVEIL_KEY", (folder / name).read_text("ascii"))
    with pytest.raises(UsageError, match="not a secret key"):
        read_key(None)


@pytest.mark.parametrize(
    ("name", "kind"),
    [("secret", "secret key"), ("office", "signing key"), ("office.pub", "public key")],
)
def test_key_check_says_what_kind_of_key_it_is(folder, name, kind):
    done = run(folder, "key", "check", folder / name)
    assert done.exit_code == 0
    assert f"{name} is a {kind}, and is fit for use" in flat(done)
    told = json.loads(run(folder, "key", "check", folder / name, "--json").stdout)
    assert (told["kind"], told["usable"]) == (kind, True)
    certificate = json.loads((folder / "out" / "publish" / "certificate.json").read_text("utf-8"))
    assert (told["fingerprint"] == certificate["signer"]) is (name != "secret")


@pytest.mark.parametrize("name", ["rsa", "encrypted"])
def test_key_check_refuses_keys_that_are_not_used(folder, name):
    done = run(folder, "key", "check", folder / name)
    assert refused(done, {"rsa": "not one of Ed25519"}.get(name, "encrypted with a password"))


def test_a_certificate_of_kanon_is_signed_and_checked(folder):
    out, certificate = folder / "shared.jsonl", folder / "kanon.json"
    asked = ("-k", 2, "-o", out, "--sign", folder / "office")
    people = folder / "people.jsonl"
    people.write_text(NOTE + NOTE.replace('"1"', '"2"').replace('"p"', '"q"'), "utf-8")
    done = run(folder, "kanon", people, *asked)
    assert refused(done, "only a certificate is signed")
    assert not out.exists()
    done = run(folder, "kanon", people, *asked, "--certificate", certificate)
    assert done.exit_code == 0, done.output
    signer = ("--signer", folder / "office.pub", "--json", "-q")
    told = json.loads(run(folder, "verify", certificate, *signer).stdout)
    assert told["holds"]
    assert "signed by the holder" in told["sentence"]
    content = json.loads(certificate.read_text("utf-8"))
    for change in ({"started": "2020-01-01T00:00:00Z"}, {"signature": "0" * 128}):
        certificate.write_text(json.dumps(content | change), "utf-8")
        done = run(folder, "verify", certificate, *signer)
        refuted = [v["claim"] for v in json.loads(done.stdout)["verdicts"] if v["failures"]]
        assert "signature" in refuted
    unsigned = {k: v for k, v in content.items() if k not in ("signature", "signer")}
    certificate.write_text(json.dumps(unsigned), "utf-8")
    done = run(folder, "verify", certificate, *signer)
    assert done.exit_code == 1
    assert "it is not signed" in done.stderr


def test_only_a_published_estimate_is_signed(folder):
    asked = ("risk", "estimate", folder / "out", folder / "notes.jsonl")
    done = run(folder, *asked, "--sign", folder / "office")
    assert refused(done, "only a published estimate is signed")
