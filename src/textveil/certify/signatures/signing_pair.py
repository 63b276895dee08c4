"""Signing: one person signs with a private key, everybody can check with the public one.

Ed25519 (RFC 8032). Keys are PEM text: PKCS #8 for the private key, SubjectPublicKeyInfo for the
public one. Messages say of what kind a key is, and never what stands in it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from textveil.errors import InvalidValueError

__all__ = ["PRIVATE", "PUBLIC", "PublicKey", "SigningKey", "pem_kind"]

PRIVATE: Final = "signing key"
PUBLIC: Final = "public key"
_OTHER: Final = "key of another kind"
_ENCRYPTED: Final = "key that is encrypted with a password"
_BEGINS: Final = b"-----BEGIN "
_ONE_BLOCK: Final = re.compile(
    rb"-----BEGIN ([A-Z0-9 ]{1,60})-----\s[A-Za-z0-9+/=\s]{1,9999}-----END \1-----"
)
_KINDS: Final[Mapping[bytes, str]] = {
    b"PRIVATE KEY": PRIVATE,
    b"PUBLIC KEY": PUBLIC,
    b"ENCRYPTED PRIVATE KEY": _ENCRYPTED,
}
_MAKE: Final = "make a pair with: textveil key new --signing -o FILE"
_HINTS: Final[Mapping[tuple[str, str], str]] = {
    (PRIVATE, PUBLIC): "give the private key: the file without .pub",
    (PUBLIC, PRIVATE): "give the public key: the file with .pub. Keep this one to yourself",
}
"""By what is needed and what was given."""

_SHOWN: Final = 16
"""Bytes of a fingerprint. Nobody can make a second key with the same one."""
_PRIME: Final = 2**255 - 19
_EIGHTH: Final = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
"""The y of a point of order 8; the other one has its negative."""
_SMALL: Final = frozenset((0, 1, _PRIME - 1, _EIGHTH, _PRIME - _EIGHTH))
"""The y of all points of order 1, 2, 4 and 8."""


def pem_kind(data: bytes) -> str:
    """Return what kind of key PEM text holds, in words; empty if this is not PEM text.

    Examples
    --------
    >>> pem_kind(SigningKey.new().public.to_pem()), pem_kind(b"0123456789abcdef")
    ('public key', '')
    """
    if _BEGINS not in data:
        return ""
    found = _ONE_BLOCK.fullmatch(data.strip())
    return _OTHER if found is None else _KINDS.get(found[1], _OTHER)


def _loaded(data: bytes, needed: str) -> Any:
    """Return what a PEM text holds; raise if it is not a key of the needed kind."""
    kind = pem_kind(data)
    if kind != needed:
        raise InvalidValueError(
            f"this is a {kind}, and a {needed} is needed" if kind else f"this is not a {needed}",
            hint=_HINTS.get((needed, kind), _MAKE),
        )
    try:
        if needed == PUBLIC:
            return load_pem_public_key(data)
        return load_pem_private_key(data, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise InvalidValueError(f"the {needed} is damaged", hint=_MAKE) from None


def _other_kind(needed: str) -> InvalidValueError:
    return InvalidValueError(f"the {needed} is not one of Ed25519", hint=_MAKE)


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A public key: it tells whether the holder of its private key signed something.

    Attributes
    ----------
    raw
        Its 32 bytes, by RFC 8032.
    name
        What to call it in sentences: the name of its file.

    Raises
    ------
    InvalidValueError
        If the bytes are not a key, or one under which anybody can sign.

    Examples
    --------
    >>> key = SigningKey.new()
    >>> key.public.confirms(b"a message", key.sign(b"a message"))
    True
    >>> key.public.confirms(b"another message", key.sign(b"a message"))
    False
    """

    raw: bytes
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        y = int.from_bytes(self.raw, "little") & ((1 << 255) - 1)
        # The library takes such keys. Under a point of small order, signatures can be made up
        # without any private key; and a point has one canonical form only (RFC 8032, 5.1.3).
        if len(self.raw) != 32 or y >= _PRIME or y in _SMALL:
            raise InvalidValueError("anybody could sign with this public key", hint=_MAKE)

    @classmethod
    def from_pem(cls, data: bytes, name: str = "") -> "PublicKey":
        """Return the public key of a file's content.

        Raises
        ------
        InvalidValueError
            If it holds a private key, a key of another kind, or no key.
        """
        loaded = _loaded(data, PUBLIC)
        if not isinstance(loaded, Ed25519PublicKey):
            raise _other_kind(PUBLIC)
        return cls(loaded.public_bytes_raw(), name)

    def to_pem(self) -> bytes:
        """Return the key as the text of a file."""
        loaded = Ed25519PublicKey.from_public_bytes(self.raw)
        return loaded.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)

    @property
    def fingerprint(self) -> str:
        """The beginning of the key's SHA-256, in groups of four digits."""
        digits = sha256(self.raw).digest()[:_SHOWN].hex()
        return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))

    def confirms(self, message: bytes, signature: str) -> bool:
        """Tell whether the holder of the private key signed this message."""
        try:
            Ed25519PublicKey.from_public_bytes(self.raw).verify(bytes.fromhex(signature), message)
        except (InvalidSignature, ValueError):
            return False
        return True


@dataclass(frozen=True, slots=True, repr=False)
class SigningKey:
    """A private key that signs. `repr` shows its fingerprint only.

    Attributes
    ----------
    key
        The key, as the library holds it.

    Examples
    --------
    >>> key = SigningKey.new()
    >>> key.sign(b"a message") == SigningKey.from_pem(key.to_pem()).sign(b"a message")
    True
    """

    key: Ed25519PrivateKey

    def __repr__(self) -> str:
        return f"SigningKey({self.public.fingerprint})"

    @classmethod
    def new(cls) -> "SigningKey":
        """Return a new random key."""
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def from_pem(cls, data: bytes) -> "SigningKey":
        """Return the private key of a file's content.

        Raises
        ------
        InvalidValueError
            If it holds a public key, a key of another kind, an encrypted one, or no key.
        """
        loaded = _loaded(data, PRIVATE)
        if not isinstance(loaded, Ed25519PrivateKey):
            raise _other_kind(PRIVATE)
        return cls(loaded)

    def to_pem(self) -> bytes:
        """Return the key as the text of a file, not encrypted."""
        return self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    @property
    def public(self) -> PublicKey:
        """The public key, with which everybody can check what this one signs."""
        return PublicKey(self.key.public_key().public_bytes_raw())

    def sign(self, message: bytes) -> str:
        """Return the signature of a message as hexadecimal digits; it is always the same one."""
        return self.key.sign(message).hex()
