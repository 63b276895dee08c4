"""Key files: how a new one is made, and what is said of one."""

import base64
import os
import stat
from base64 import b64encode, urlsafe_b64encode
from hashlib import sha256

import pytest

from textveil.errors import OutputError
from textveil.store.key_file import key_facts, make_key_file
from textveil.values.keys.key_strength import LEAST_BITS, estimated_bits
from textveil.values.keys.secret import Secret

RANDOM = sha256(b"as good as random").hexdigest().encode()
GUESSED = "guessed if a person made it up"


def test_a_new_key_is_random_private_and_fit_for_use(tmp_path):
    old = os.umask(0)
    try:
        one, two = (make_key_file(tmp_path / name) for name in "ab")
    finally:
        os.umask(old)
    assert one != two
    for name, key in (("a", one), ("b", two)):
        stored = (tmp_path / name).read_bytes()
        assert stored.strip() == key.key
        assert len(base64.b64decode(stored, validate=False)) == 32
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
        facts = key_facts(tmp_path / name, key)
        assert (facts.size, facts.form, facts.problems) == (44, "base 64", ())


def test_nothing_is_replaced(tmp_path):
    (tmp_path / "key").write_text("what stood here")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("key", "link"):
        with pytest.raises(OutputError, match="already"):
            make_key_file(tmp_path / name)
    assert (tmp_path / "key").read_text() == "what stood here"
    assert not (tmp_path / "nowhere").exists()
    with pytest.raises(OutputError, match="cannot be written"):
        make_key_file(tmp_path / "no" / "key")


def told(tmp_path, data, mode=0o600):
    path = tmp_path / "key"
    path.write_bytes(data)
    path.chmod(mode)
    return key_facts(path, Secret(data.strip()))


@pytest.mark.parametrize(
    ("data", "mode", "form", "problems"),
    [
        (RANDOM, 0o600, "hexadecimal", []),
        (RANDOM.upper(), 0o600, "hexadecimal", []),
        (b64encode(bytes.fromhex(RANDOM.decode())), 0o600, "base 64", []),
        (urlsafe_b64encode(bytes.fromhex(RANDOM.decode())).rstrip(b"="), 0o600, "base 64", []),
        (RANDOM, 0o640, "hexadecimal", ["mode 640"]),
        (RANDOM, 0o602, "hexadecimal", ["mode 602"]),
        (b"password12345678", 0o600, "text", [GUESSED]),
        (b"correcthorsebatterystaplecorrecthorsebattery", 0o600, "text", [GUESSED]),
        (b"Passw0rdPassw0rdPassw0rdPassw0rdPassw0rdPass", 0o600, "text", [GUESSED]),
        (RANDOM[:32], 0o600, "text", [GUESSED]),
        (b"01" * 32, 0o600, "text", [GUESSED]),
        (bytes(range(100, 164)), 0o600, "bytes", [GUESSED]),
        (b"name,visit\nAna,3 May 2016\nBo,", 0o600, "bytes", [GUESSED, "several lines"]),
        (b"all the words of a note " * 60, 0o600, "text", ["more than 1,024", GUESSED]),
    ],
)
def test_what_speaks_against_a_key(tmp_path, data, mode, form, problems):
    facts = told(tmp_path, data, mode)
    assert (facts.form, facts.size) == (form, len(data.strip()))
    weak = [said for said in facts.problems if "bits by our estimate" in said]
    others = [said for said in facts.problems if said not in weak]
    assert bool(weak) is (estimated_bits(data.strip()) < LEAST_BITS)
    assert all(one in said for one, said in zip(problems, others, strict=True))
    assert facts.to_json()["usable"] is not bool(problems)
    # A digest of a key that a person made up would let anybody test guesses of it.
    assert (facts.fingerprint is None) is (GUESSED in problems)


def test_a_fingerprint_follows_from_the_key_and_shows_nothing_of_it(tmp_path):
    one, two = (told(tmp_path, data) for data in (RANDOM, RANDOM[::-1]))
    assert one.fingerprint == told(tmp_path, RANDOM + b"\n").fingerprint != two.fingerprint
    digits = one.fingerprint.replace(" ", "")
    assert len(digits) == 16
    key = Secret(RANDOM)
    # Not the beginning of a key that is used for something.
    for purpose in ("seal", "commitment", "vault", "surrogate", "token:mark"):
        assert not key.derive(purpose).hex().startswith(digits)
    assert digits not in key.key.hex()
