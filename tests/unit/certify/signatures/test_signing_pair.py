"""Signing: which keys are taken, what a signature proves, and that no message shows a key."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed448, rsa, x25519
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from tests.oracles.sequences import edwards

from textveil.certify.signatures.signing_pair import (
    PRIVATE,
    PUBLIC,
    PublicKey,
    SigningKey,
    pem_kind,
)
from textveil.errors import InvalidValueError

KEY, OTHER = SigningKey.new(), SigningKey.new()
PRIVATE_PEM, PUBLIC_PEM = KEY.to_pem(), KEY.public.to_pem()
MESSAGE = "a certificate, é".encode()
ORDER = 2**252 + 27742317777372353535851937790883648493


def private_pem(key, form=PrivateFormat.PKCS8, encryption=None):
    return key.private_bytes(Encoding.PEM, form, encryption or NoEncryption())


def public_pem(key):
    return key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


RSA = rsa.generate_private_key(65537, 2048)
OTHERS = [RSA, x25519.X25519PrivateKey.generate(), ed448.Ed448PrivateKey.generate()]
OTHERS.append(ec.generate_private_key(ec.SECP256R1()))


def test_keys_come_back_from_their_text_and_sign_alike():
    again = SigningKey.from_pem(PRIVATE_PEM)
    assert again.sign(MESSAGE) == KEY.sign(MESSAGE) != OTHER.sign(MESSAGE)
    public = PublicKey.from_pem(PUBLIC_PEM, "office.pub")
    assert public == KEY.public != OTHER.public
    assert public.name == "office.pub"
    assert public.confirms(MESSAGE, KEY.sign(MESSAGE))
    assert (pem_kind(PRIVATE_PEM), pem_kind(PUBLIC_PEM)) == (PRIVATE, PUBLIC)


def test_a_signature_is_of_one_message_by_one_key():
    signature = KEY.sign(MESSAGE)
    assert not KEY.public.confirms(MESSAGE + b" ", signature)
    assert not OTHER.public.confirms(MESSAGE, signature)
    for at in range(0, 128, 9):
        changed = signature[:at] + format(int(signature[at], 16) ^ 1, "x") + signature[at + 1 :]
        assert not KEY.public.confirms(MESSAGE, changed)
    for broken in ("", signature[:-2], signature + "00", "no digits"):
        assert not KEY.public.confirms(MESSAGE, broken)


def test_nobody_makes_a_second_signature_of_a_first_one():
    """Who adds the order of the group to the second half would have another valid signature."""
    signature = bytes.fromhex(KEY.sign(MESSAGE))
    half = int.from_bytes(signature[32:], "little") + ORDER
    other = signature[:32] + half.to_bytes(32, "little")
    assert not KEY.public.confirms(MESSAGE, other.hex())


def weak_keys():
    """Return all forms of points under which anybody can sign, by the definition of the curve."""
    generator = next(
        point
        for y in range(2, 100)
        for point in edwards.points(y.to_bytes(32, "little"))
        if edwards.times(4 * ORDER, point) != edwards.NEUTRAL
    )
    eighth = edwards.times(ORDER, generator)
    small = {edwards.encoded(edwards.times(n, eighth)) for n in range(8)}
    # Forms that are not canonical: a y past the prime, or a sign where x is zero.
    for y in {int.from_bytes(one, "little") % 2**255 for one in small}:
        for form in (y, y + edwards.PRIME):
            if form < 2**255:
                small |= {form.to_bytes(32, "little"), (form + 2**255).to_bytes(32, "little")}
    return sorted(small)


WEAK = weak_keys()


@pytest.mark.parametrize("raw", WEAK, ids=lambda raw: raw.hex()[:8])
def test_a_public_key_under_which_anybody_can_sign_is_refused(raw):
    with pytest.raises(InvalidValueError, match="anybody could sign"):
        PublicKey(raw)
    pem = Ed25519PublicKey.from_public_bytes(raw).public_bytes(
        Encoding.PEM, PublicFormat.SubjectPublicKeyInfo
    )
    with pytest.raises(InvalidValueError, match="anybody could sign"):
        PublicKey.from_pem(pem)


def test_the_library_takes_such_keys():
    """The reason for the check: a signature that nobody made is valid under the neutral point."""
    base = bytes.fromhex("58" + "66" * 31)
    made_up = base + (1).to_bytes(32, "little")
    neutral = (1).to_bytes(32, "little")
    assert neutral in WEAK
    Ed25519PublicKey.from_public_bytes(neutral).verify(made_up, b"whatever somebody likes")


@pytest.mark.parametrize("wrong", ["nothing", "too short", "too long", "no point"])
def test_bytes_that_are_no_key_are_refused(wrong):
    raw = KEY.public.raw
    made = {
        "nothing": b"",
        "too short": raw[:31],
        "too long": raw + b"\0",
        "no point": b"\xff" * 32,
    }
    with pytest.raises(InvalidValueError):
        PublicKey(made[wrong])


WRONG_PRIVATE = {
    "public": (PUBLIC_PEM, "this is a public key, and a signing key is needed"),
    "encrypted": (
        private_pem(KEY.key, encryption=BestAvailableEncryption(b"pass")),
        "encrypted with a password",
    ),
    "old encrypted": (
        private_pem(RSA, PrivateFormat.TraditionalOpenSSL, BestAvailableEncryption(b"pass")),
        "key of another kind",
    ),
    "ssh": (private_pem(KEY.key, PrivateFormat.OpenSSH), "key of another kind"),
    "secret": (b"0123456789abcdef0123456789abcdef", "not a signing key"),
    "nothing": (b"", "not a signing key"),
    "two": (PRIVATE_PEM + PUBLIC_PEM, "key of another kind"),
    "words around it": (b"my key\n" + PRIVATE_PEM, "key of another kind"),
    "cut": (PRIVATE_PEM.replace(b"MC4C", b"MC4D"), "damaged"),
    **{type(one).__name__: (private_pem(one), "is not one of Ed25519") for one in OTHERS},
}
WRONG_PUBLIC = {
    "private": (PRIVATE_PEM, "this is a signing key, and a public key is needed"),
    "both": (PUBLIC_PEM + PRIVATE_PEM, "key of another kind"),
    "encrypted": (WRONG_PRIVATE["encrypted"][0], "encrypted with a password"),
    "secret": (WRONG_PRIVATE["secret"][0], "not a public key"),
    "cut": (PUBLIC_PEM.replace(b"MCow", b"MCox"), "damaged"),
    **{type(one).__name__: (public_pem(one), "is not one of Ed25519") for one in OTHERS},
}


def refused(read, data, said):
    with pytest.raises(InvalidValueError, match=said) as caught:
        read(data)
    assert "textveil key new --signing" in caught.value.hint or ".pub" in caught.value.hint
    shown = f"{caught.value} {caught.value.hint} {caught.value!r} {caught.value.__cause__}"
    assert not any(len(line) > 30 and line.decode() in shown for line in data.split())


@pytest.mark.parametrize("name", WRONG_PRIVATE)
def test_what_is_no_signing_key_is_refused_without_showing_it(name):
    refused(SigningKey.from_pem, *WRONG_PRIVATE[name])


@pytest.mark.parametrize("name", WRONG_PUBLIC)
def test_what_is_no_public_key_is_refused_without_showing_it(name):
    refused(PublicKey.from_pem, *WRONG_PUBLIC[name])


def test_a_signing_key_shows_its_fingerprint_only():
    shown = f"{KEY!r} {KEY}"
    assert KEY.public.fingerprint in shown
    assert KEY.key.private_bytes_raw().hex() not in shown
    assert KEY.public.fingerprint != OTHER.public.fingerprint
    assert len(KEY.public.fingerprint) == 39
