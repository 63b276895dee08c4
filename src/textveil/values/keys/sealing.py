"""Sealing: bytes that only the key opens, and that cannot be changed without being noticed.

AES-256 in GCM-SIV mode (RFC 8452). The nonce is derived from the content by HMAC under a key of its
own, so that sealing needs no random numbers: the same content under the same key, purpose and
binding gives the same bytes. Without the key a reader learns only that it was the same.
"""

import hmac
from dataclasses import dataclass, field
from hashlib import sha256

from cryptography.exceptions import InvalidTag, UnsupportedAlgorithm
from cryptography.hazmat.primitives.ciphers.aead import AESGCMSIV

from textveil.errors import ComponentError
from textveil.values.keys.secret import Secret

__all__ = ["Sealing", "joined", "padded_length", "parted"]

_NONCE = 12
_TAG = 16
_MARK = b"\x80"


@dataclass(frozen=True, slots=True, repr=False)
class Sealing:
    """Seals bytes under a key, for one purpose.

    Parameters
    ----------
    secret
        The key; the keys that are used are derived from it and the purpose.
    purpose
        What is sealed; bytes sealed for one purpose do not open for another.
    block
        Contents are padded to a multiple of this, and long ones to more; see `padded_length`.

    Examples
    --------
    >>> sealing = Sealing(Secret(b"0123456789abcdef"), "example")
    >>> sealed = sealing.seal(b"Ana", b"row 1")
    >>> sealing.unseal(sealed, b"row 1"), sealing.unseal(sealed, b"row 2")
    (b'Ana', None)
    """

    secret: Secret
    purpose: str
    block: int = 16
    _cipher: AESGCMSIV = field(init=False, compare=False)
    _nonces: bytes = field(init=False, compare=False)

    def __post_init__(self) -> None:
        try:
            cipher = AESGCMSIV(self.secret.derive(f"{self.purpose}:seal"))
        except UnsupportedAlgorithm:
            raise ComponentError(
                "the installed OpenSSL has no AES-GCM-SIV",
                hint="install the package cryptography from a wheel, or OpenSSL 3.2 or later",
            ) from None
        object.__setattr__(self, "_cipher", cipher)
        object.__setattr__(self, "_nonces", self.secret.derive(f"{self.purpose}:nonce"))

    def __repr__(self) -> str:
        return f"Sealing(purpose={self.purpose!r})"

    def seal(self, content: bytes, bound: bytes, apart: bytes = b"") -> bytes:
        """Return the content sealed and bound to other bytes, without which it does not open.

        Contents that are to look different although they are equal differ in `apart`, which is
        not needed to open them.
        """
        material = joined(bound, apart, content)
        nonce = hmac.new(self._nonces, material, sha256).digest()[:_NONCE]
        marked = content + _MARK
        padded = marked.ljust(padded_length(len(marked), self.block), b"\0")
        return nonce + self._cipher.encrypt(nonce, padded, bound)

    def unseal(self, sealed: bytes, bound: bytes) -> bytes | None:
        """Return the content; None if key, purpose, binding or bytes differ."""
        # A damaged file may hold a number or nothing where bytes should be.
        if not isinstance(sealed, bytes) or len(sealed) <= _NONCE + _TAG:
            return None
        try:
            padded = self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], bound)
        except InvalidTag:
            return None
        return padded.rstrip(b"\0")[:-1]


def joined(*parts: bytes) -> bytes:
    """Join parts so that different lists of parts never give the same bytes.

    Examples
    --------
    >>> joined(b"a", b"bc") == joined(b"ab", b"c")
    False
    """
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def parted(data: bytes) -> list[bytes]:
    """Return the parts that `joined` joined.

    Examples
    --------
    >>> parted(joined(b"a", b"", b"bc"))
    [b'a', b'', b'bc']
    """
    parts, at = [], 0
    while at < len(data):
        end = at + 8 + int.from_bytes(data[at : at + 8], "big")
        parts.append(data[at + 8 : end])
        at = end
    return parts


def padded_length(length: int, block: int = 16) -> int:
    """Return the length that contents of up to this length are padded to.

    A multiple of `block`; of long contents only the leading bits of the length stay (the scheme
    Padmé of Nikitin et al., "Reducing Metadata Leakage from Encrypted Files and Communication with
    PURBs", PoPETs 2019, section 4: at most 12 % is added).

    Examples
    --------
    >>> [padded_length(n) for n in (1, 16, 17, 1000, 100_000)]
    [16, 16, 32, 1024, 100352]
    """
    length = max(length, 1)
    exponent = length.bit_length() - 1
    free = max(exponent - exponent.bit_length(), 0)
    step = max(block, 1 << free)
    return -(-length // step) * step
