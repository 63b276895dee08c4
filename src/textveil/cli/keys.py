"""Keys of vaults on the command line: from a file, the environment, or a prompt."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.options import read_key
from textveil.errors import UsageError
from textveil.values.password import Password
from textveil.values.secret import Secret

if TYPE_CHECKING:
    from textveil.store.sqlite_vault import SqliteVault

__all__ = [
    "AskPassword",
    "VaultPath",
    "open_vault",
    "read_password",
    "read_unlocking",
    "require_key",
    "unlock",
]

VaultPath = Annotated[
    Path | None,
    typer.Option(
        "--vault", help="File that keeps the way back and the project's surrogates, encrypted."
    ),
]
AskPassword = Annotated[
    bool,
    typer.Option(
        "--password", help="Ask for the vault's password; TEXTVEIL_PASSWORD is used if set."
    ),
]


def read_unlocking(
    path: Path | None, *, password: bool, twice: bool = False
) -> Secret | Password | None:
    """Return the key of a file or of TEXTVEIL_KEY, or a password; None where nothing is given.

    Parameters
    ----------
    path
        The file that holds the key.
    password
        Whether a password was asked for on the command line.
    twice
        Ask for it twice, because a new one that is mistyped opens nothing.
    """
    if password and path is not None:
        raise UsageError("--key and --password contradict each other")
    if password:
        return read_password(twice=twice)
    key = read_key(path)
    text = os.environ.get("TEXTVEIL_PASSWORD", "")
    return Password(text) if key is None and text else key


def read_password(
    what: str = "vault", *, twice: bool = False, variable: str = "TEXTVEIL_PASSWORD"
) -> Password:
    """Return the password of a variable of the environment, or ask for it on the terminal."""
    text = os.environ.get(variable, "")
    if text:
        return Password(text)
    if not sys.stdin.isatty():
        raise UsageError("there is no terminal to ask for the password on", hint=f"set {variable}")
    asked: str = typer.prompt(
        f"Password of the {what}", hide_input=True, confirmation_prompt=twice, err=True
    )
    return Password(asked)


def open_vault(
    path: Path, given: Secret | Password | None, *, create: bool = False
) -> "SqliteVault":
    """Return a vault, to be used in a `with` block."""
    from textveil.store.sqlite_vault import SqliteVault

    if given is None:
        raise UsageError(
            "the vault needs a key",
            where=str(path),
            hint="give --key FILE or --password, or set TEXTVEIL_KEY",
        )
    return SqliteVault(path, given, create=create)


def unlock(path: Path, key: Path | None, *, password: bool) -> "SqliteVault":
    """Return a project's vault, new where there is none, to be used in a `with` block."""
    given = read_unlocking(key, password=password, twice=not path.exists())
    return open_vault(path, given, create=True)


def require_key(given: Secret | Password | None) -> Secret:
    """Return the key of a run without a vault."""
    if isinstance(given, Password):
        raise UsageError(
            "a password needs a vault, which keeps its salt", hint="give --vault FILE, or --key"
        )
    if given is None:
        raise UsageError("a key is needed", hint="give --key FILE, or set TEXTVEIL_KEY")
    return given
