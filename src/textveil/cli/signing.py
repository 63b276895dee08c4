"""Keys of signatures on the command line: the private one signs, the public one checks."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from textveil.cli.options import key_bytes
from textveil.errors import TextveilError, UsageError

if TYPE_CHECKING:
    from textveil.certify.signing import PublicKey, SigningKey

__all__ = ["SIGN_HELP", "read_pem", "read_public_key", "read_signing_key"]

Made = TypeVar("Made")

SIGN_HELP: Final = "Sign with this private key, of `textveil key new --signing`."
_NEW_PAIR: Final = "make a pair with: textveil key new --signing -o FILE"


def read_signing_key(path: Path | None) -> "SigningKey | None":
    """Read the private key that `--sign` names; None if it names none."""
    from textveil.certify.signing import SigningKey

    return None if path is None else read_pem(path, SigningKey.from_pem)


def read_public_key(path: Path | None) -> "PublicKey | None":
    """Read the public key that `--signer` names; None if it names none."""
    from textveil.certify.signing import PublicKey

    return (
        None if path is None else read_pem(path, lambda data: PublicKey.from_pem(data, str(path)))
    )


def read_pem(path: Path, make: Callable[[bytes], Made]) -> Made:
    """Return the key of a file; an error says which file it is, and shows nothing of it."""
    data = key_bytes(path, _NEW_PAIR)
    try:
        return make(data)
    except TextveilError as error:
        raise UsageError(error.what, where=str(path), hint=error.hint) from None
