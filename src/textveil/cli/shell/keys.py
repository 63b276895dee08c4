"""Keys of vaults on the command line: from a file, the environment, or a prompt."""

import os
import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from textveil.certify.given_keys import read_key
from textveil.cli.shell.groups import option
from textveil.errors import UsageError
from textveil.values.keys.key_strength import LEAST_BITS, estimated_bits
from textveil.values.keys.password import Password
from textveil.values.keys.secret import Secret

if TYPE_CHECKING:
    from textveil.store.log import LookUp
    from textveil.store.sqlite_vault import SqliteVault

__all__ = ["ProjectOptions", "StrengthOptions", "UnlockOptions", "WayBackOptions", "read_password"]


@dataclass(frozen=True, kw_only=True)
class UnlockOptions:
    """What opens a vault."""

    key: Path | None = option(None, "File that holds the key (default: TEXTVEIL_KEY).")
    password: bool = option(False, "Ask for the vault's password, unless TEXTVEIL_PASSWORD is set.")

    def read(self, *, twice: bool = False) -> Secret | Password | None:
        """Return the key of a file or of TEXTVEIL_KEY, or a password; None if nothing is given.

        A new password is asked for `twice`, because one that is mistyped opens nothing.
        """
        if self.password and self.key is not None:
            raise UsageError("--key and --password contradict each other")
        if self.password:
            return read_password(twice=twice)
        key = read_key(self.key)
        text = os.environ.get("TEXTVEIL_PASSWORD", "")
        return Password(text) if key is None and text else key

    def open(
        self, path: Path, verb: str, look_up: "LookUp", *, create: bool = False
    ) -> "SqliteVault":
        """Return a vault, to be used in a `with` block; its log says by which verb and why."""
        from textveil.store.sqlite_vault import SqliteVault

        given = self.read(twice=create and not path.exists())
        if given is None:
            raise UsageError(
                "the vault needs a key",
                where=str(path),
                hint="give --key FILE or --password, or set TEXTVEIL_KEY",
            )
        command = f"textveil {verb}"
        return SqliteVault(path, given, create=create, look_up=look_up, command=command)


@dataclass(frozen=True, kw_only=True)
class StrengthOptions:
    """Whether a key may be weak."""

    weak_key: bool = option(
        False, "Use a key that `textveil key check` estimates at fewer than 80 bits."
    )

    def is_weak(self, unlocking: UnlockOptions) -> bool:
        """Tell whether the key that is given is weak; raise if it is and that is not allowed.

        A password is not judged: its key is made slowly, and the vault has its salt.
        """
        key = None if unlocking.password else read_key(unlocking.key)
        return self.judged(key, unlocking.key)

    def judged(self, key: Secret | None, path: Path | None) -> bool:
        """Tell whether a key is weak; raise if it is and that is not allowed."""
        if key is None or estimated_bits(key.key) >= LEAST_BITS:
            return False
        if not self.weak_key:
            raise UsageError(
                f"the key has about {estimated_bits(key.key)} bits by our estimate, and can be "
                f"found by trying: {LEAST_BITS} are needed",
                where="TEXTVEIL_KEY" if path is None else str(path),
                hint="make one with: textveil key new -o key.txt; --weak-key uses it all the same",
            )
        return True


@dataclass(frozen=True, kw_only=True)
class VaultOptions:
    """Where ways back and surrogates are kept."""

    vault: Path | None = option(
        None, "File that keeps the way back and the project's surrogates, encrypted."
    )


@dataclass(frozen=True, kw_only=True)
class WayBackOptions(UnlockOptions, VaultOptions):
    """Where the way back is kept, and what opens it."""

    def opened(
        self, verb: str, look_up: "LookUp", *, create: bool = False
    ) -> "AbstractContextManager[SqliteVault | None]":
        """Return the vault for a `with` block; None if there is none."""
        if self.vault is None:
            return nullcontext()
        return self.open(self.vault, verb, look_up, create=create)

    def secret(self, opened: "SqliteVault | None") -> Secret:
        """Return the vault's key, or the key of a run without one."""
        if opened is not None:
            return opened.key
        given = self.read()
        if isinstance(given, Password):
            raise UsageError(
                "a password needs a vault, which keeps its salt", hint="give --vault FILE, or --key"
            )
        if given is None:
            raise UsageError("a key is required", hint="give --key FILE, or set TEXTVEIL_KEY")
        return given


@dataclass(frozen=True, kw_only=True)
class ProjectOptions(WayBackOptions):
    """The vault of a project that releases in batches."""

    vault: Path | None = option(
        None, "File that keeps the project's surrogates for later batches, encrypted."
    )


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
