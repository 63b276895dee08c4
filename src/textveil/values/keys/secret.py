"""Secrets: key bytes that never show themselves."""

import hmac
from dataclasses import dataclass
from hashlib import sha256

from textveil.errors import ComponentError, InvalidValueError

__all__ = ["KEY_HINT", "MIN_KEY_BYTES", "Secret"]

MIN_KEY_BYTES = 16
"""Shorter keys can be guessed by trying them all."""
KEY_HINT = "give --key FILE, or set TEXTVEIL_KEY; in Python, give key=…"
"""What to do where a key is missing, on the command line and in Python."""
_PEM = b"-----BEGIN "
_NEW_KEY = "make one with: textveil key new -o key.txt"


@dataclass(frozen=True, slots=True, repr=False)
class Secret:
    """A key. `repr` shows nothing of it, and equality needs the key itself.

    Attributes
    ----------
    key
        At least 16 bytes.

    Raises
    ------
    InvalidValueError
        If there are fewer bytes, or they are a key for signatures.

    Examples
    --------
    >>> Secret(b"0123456789abcdef")
    Secret(16 bytes)
    """

    key: bytes

    def __post_init__(self) -> None:
        if len(self.key) < MIN_KEY_BYTES:
            raise InvalidValueError(
                f"a key needs at least {MIN_KEY_BYTES} bytes, this one has {len(self.key)}",
                hint=_NEW_KEY,
            )
        # Everybody may have a public key: nothing that is made with it would be secret.
        if self.key.lstrip().startswith(_PEM):
            raise InvalidValueError("this is a key for signatures, not a secret key", hint=_NEW_KEY)

    def __repr__(self) -> str:
        return f"Secret({len(self.key)} bytes)"

    @classmethod
    def needed(cls, key: "Secret | None", what: str) -> "Secret":
        """Return the key that a component was given; raise if there is none."""
        if key is None:
            raise ComponentError(what, hint=KEY_HINT)
        return key

    def derive(self, purpose: str) -> bytes:
        """Return a 32-byte key for one purpose, so that no two uses share a key."""
        return hmac.new(self.key, f"textveil:{purpose}".encode(), sha256).digest()
