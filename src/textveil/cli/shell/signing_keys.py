"""Keys of signatures on the command line: the private one signs, the public one checks."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from textveil.certify.given_keys import read_pem

if TYPE_CHECKING:
    from textveil.certify.signatures.signing_pair import SigningKey

__all__ = ["SIGN_HELP", "read_signing_key"]

SIGN_HELP: Final = "Sign with this private key, of `textveil key new --signing`."


def read_signing_key(path: Path | None) -> "SigningKey | None":
    """Read the private key that `--sign` names; None if it names none."""
    from textveil.certify.signatures.signing_pair import SigningKey

    return None if path is None else read_pem(path, SigningKey.from_pem)
