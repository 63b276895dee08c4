"""Files of signing keys: makes a pair, and says what a file holds without showing it."""

from pathlib import Path
from typing import Final

from textveil.certify.signatures.signing_pair import (
    PRIVATE,
    PUBLIC,
    PublicKey,
    SigningKey,
    pem_kind,
)
from textveil.errors import OutputError
from textveil.store.key_file import CHANGE, KeyFacts, others_may, write_new

__all__ = ["make_signing_pair", "pem_facts", "public_file"]

_SUFFIX: Final = ".pub"
_FORMS: Final = {PRIVATE: "Ed25519, PEM (PKCS #8)", PUBLIC: "Ed25519, PEM (SubjectPublicKeyInfo)"}


def public_file(path: Path) -> Path:
    """Return where the public key to a private one lies."""
    return path.with_name(path.name + _SUFFIX)


def make_signing_pair(path: Path) -> PublicKey:
    """Write a new private key that only its owner can read, and beside it the public one.

    Raises
    ------
    OutputError
        If something stands at one of the two places already, or a file cannot be written. Then
        neither is written. Also if the private key would be taken for a public one by its name.
    """
    if path.suffix == _SUFFIX:
        raise OutputError(
            f"a private key must not be called {_SUFFIX}",
            where=str(path),
            hint=f"leave {_SUFFIX} away: the public key gets it",
        )
    key, public = SigningKey.new(), public_file(path)
    write_new(public, key.public.to_pem(), 0o644)
    try:
        write_new(path, key.to_pem(), 0o600)
    except BaseException:
        public.unlink(missing_ok=True)
        raise
    return PublicKey(key.public.raw, str(public))


def pem_facts(path: Path, data: bytes) -> KeyFacts:
    """Return what may be said of a file in PEM form.

    Raises
    ------
    InvalidValueError
        If it holds no key that textveil uses.
    """
    kind = pem_kind(data)
    if kind == PUBLIC:
        public = PublicKey.from_pem(data)
    else:
        kind, public = PRIVATE, SigningKey.from_pem(data).public
    # Everybody may read a public key; who can change it decides whose signatures count.
    problem = others_may(path, CHANGE) if kind == PUBLIC else others_may(path)
    problems = (problem,) if problem else ()
    return KeyFacts(kind, len(data), _FORMS[kind], public.fingerprint, problems)
