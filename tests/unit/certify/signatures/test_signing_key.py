"""Files of signing keys: made as a pair, never over something, and told apart by what they hold."""

import os
import stat

import pytest

from textveil.certify.signatures.signing_key import make_signing_pair, pem_facts, public_file
from textveil.certify.signatures.signing_pair import PublicKey, SigningKey
from textveil.errors import InvalidValueError, OutputError


def test_a_pair_belongs_together_and_only_the_public_part_is_for_others(tmp_path):
    path = tmp_path / "office"
    old = os.umask(0)
    try:
        made = make_signing_pair(path)
    finally:
        os.umask(old)
    key = SigningKey.from_pem(path.read_bytes())
    assert PublicKey.from_pem(public_file(path).read_bytes()) == key.public == made
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(public_file(path).stat().st_mode) == 0o644
    assert {one.name for one in tmp_path.iterdir()} == {"office", "office.pub"}
    assert made != make_signing_pair(tmp_path / "other")


@pytest.mark.parametrize("name", ["office", "office.pub"])
@pytest.mark.parametrize("link", [False, True], ids=["file", "link"])
def test_nothing_is_replaced_and_no_half_of_a_pair_is_left(tmp_path, name, link):
    if link:
        (tmp_path / name).symlink_to(tmp_path / "nowhere")
    else:
        (tmp_path / name).write_text("what stood here")
    with pytest.raises(OutputError, match="already"):
        make_signing_pair(tmp_path / "office")
    assert [one.name for one in tmp_path.iterdir()] == [name]
    assert link or (tmp_path / name).read_text() == "what stood here"


def test_a_private_key_is_not_called_public(tmp_path):
    with pytest.raises(OutputError, match="must not be called"):
        make_signing_pair(tmp_path / "office.pub")
    with pytest.raises(OutputError, match="cannot be written"):
        make_signing_pair(tmp_path / "no" / "office")
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "mode", "problems"),
    [
        ("office", 0o600, []),
        ("office", 0o640, ["read or change it (mode 640)"]),
        ("office.pub", 0o644, []),
        ("office.pub", 0o664, ["may change it (mode 664)"]),
    ],
)
def test_what_is_said_of_a_file(tmp_path, name, mode, problems):
    made = make_signing_pair(tmp_path / "office")
    path = tmp_path / name
    path.chmod(mode)
    facts = pem_facts(path, path.read_bytes())
    assert facts.kind == ("signing key" if name == "office" else "public key")
    assert facts.fingerprint == made.fingerprint
    assert len(facts.problems) == len(problems)
    assert all(one in said for one, said in zip(problems, facts.problems, strict=True))


def test_pem_text_without_such_a_key_is_refused(tmp_path):
    data = b"-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
    with pytest.raises(InvalidValueError, match="another kind"):
        pem_facts(tmp_path / "x", data)
