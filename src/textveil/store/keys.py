"""Keys of a vault: made from the user's key or password, and a salt that the vault keeps."""

import hmac
import json
import secrets
import threading
import unicodedata
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from textveil.errors import ComponentError
from textveil.values.keys.password import Password
from textveil.values.keys.secret import Secret

__all__ = ["SALT_BYTES", "Derivation", "new_salt", "new_secret", "vault_secret"]

SALT_BYTES: Final = 16
_LENGTH: Final = 32
_MOST: Final = {"iterations": 64, "lanes": 64, "memory_kib": 1 << 21}
"""What a header may ask for; more would be an attack on the machine, not a setting."""
_TURN: Final = threading.Lock()
"""OpenSSL waits for ever if two threads make a key in several lanes at the same time."""


@dataclass(frozen=True, slots=True)
class Derivation:
    """How a key is made of what the user has: `key` takes it as it is, `argon2id` is for passwords.

    The costs are those of RFC 9106, section 4, second choice: 3 passes over 64 MiB in 4 lanes.
    """

    method: str = "key"
    iterations: int = 3
    lanes: int = 4
    memory_kib: int = 1 << 16

    @classmethod
    def for_(cls, given: Secret | Password) -> "Derivation":
        """Return how a new vault treats what it was given."""
        return cls("argon2id" if isinstance(given, Password) else "key")

    def to_json(self) -> str:
        """Return the parameters as JSON text, always written in the same way."""
        costs = {name: getattr(self, name) for name in _MOST} if self.method == "argon2id" else {}
        return json.dumps({"method": self.method, **costs}, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> "Derivation | None":
        """Return the parameters of a header; None if they are invalid."""
        try:
            stated: dict[str, Any] = json.loads(text)
            found = cls(**stated)
        except (ValueError, TypeError):
            return None
        in_range = all(
            isinstance(getattr(found, name), int) and 1 <= getattr(found, name) <= most
            for name, most in _MOST.items()
        )
        known = found.method in ("key", "argon2id") and found.memory_kib >= 8 * found.lanes
        return found if in_range and known else None

    def fits(self, given: Secret | Password) -> bool:
        """Tell whether this is the way to treat a key, or a password, whichever is given."""
        return (self.method == "argon2id") == isinstance(given, Password)

    def root(self, given: Secret | Password, salt: bytes) -> Secret:
        """Return the key that everything else is derived from."""
        if isinstance(given, Secret):
            return given
        # Keyboards differ in how they write an accent; the password is the same.
        data = unicodedata.normalize("NFC", given.text).encode("utf-8", "surrogatepass")
        try:
            kdf = Argon2id(
                salt=salt,
                length=_LENGTH,
                iterations=self.iterations,
                lanes=self.lanes,
                memory_cost=self.memory_kib,
            )
        except UnsupportedAlgorithm:
            raise ComponentError(
                "the installed OpenSSL has no Argon2id, which passwords need",
                hint="install the package cryptography from a wheel, or use a key",
            ) from None
        with _TURN:
            return Secret(kdf.derive(data))


def new_salt() -> bytes:
    """Return a salt that no other vault has."""
    return secrets.token_bytes(SALT_BYTES)


def new_secret() -> Secret:
    """Return a new random key."""
    return Secret(secrets.token_bytes(32))


def vault_secret(root: Secret, salt: bytes) -> Secret:
    """Return the key of one vault: two vaults under one key have nothing in common."""
    return Secret(hmac.new(root.derive("vault"), salt, sha256).digest())
