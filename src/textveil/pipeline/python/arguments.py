"""Arguments: keys and vaults as people give them in Python."""

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Final

from textveil.errors import InvalidValueError, UsageError
from textveil.store.log import PYTHON, LookUp
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.keys.secret import Secret
from textveil.values.keys.vault import Vault

__all__ = ["KeyLike", "VaultLike", "given_key", "opened", "require_vault"]

KeyLike = str | bytes | Secret
"""A key as text or bytes, or a secret."""

VaultLike = str | PathLike[str] | Vault
"""The path of a vault, or a vault that is open."""

_LOOK_UPS: Final = {
    "deidentify": LookUp.RELEASE,
    "protect": LookUp.PROTECT,
    "restore": LookUp.RESTORE,
    "compose": LookUp.COMPOSE,
}
_RIGHT_KEY = 'read it from a file: key=pathlib.Path("key.txt").read_text()'


def given_key(key: KeyLike | None) -> Secret | None:
    r"""Return a key; line ends and spaces around it do not count, as in a file.

    Examples
    --------
    >>> given_key("a key of sixteen bytes\n") == given_key(b"a key of sixteen bytes")
    True
    """
    if key is None or isinstance(key, Secret):
        return key
    if not isinstance(key, str | bytes):
        raise UsageError(
            f"a key cannot be of the type {type(key).__name__}", where="key", hint=_RIGHT_KEY
        )
    if isinstance(key, str) and _is_file(key):
        raise UsageError("this is the name of a file, not a key", where="key", hint=_RIGHT_KEY)
    try:
        return Secret(
            (key.encode("utf-8", "surrogatepass") if isinstance(key, str) else key).strip()
        )
    except InvalidValueError as error:
        raise UsageError(error.what, where="key", hint=error.hint) from None


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


@contextmanager
def opened(
    vault: VaultLike | None, key: Secret | None, verb: str, *, create: bool
) -> Iterator[tuple[Vault | None, Secret | None]]:
    """Yield the vault and the key to work with; a vault given by its path is closed afterwards.

    Its log says for which function it was opened.
    """
    if isinstance(vault, str | PathLike) and key is not None:
        command = f"{PYTHON}: textveil.{verb}"
        with SqliteVault(
            Path(vault), key, create=create, look_up=_LOOK_UPS[verb], command=command
        ) as made:
            yield made, key
    elif isinstance(vault, Vault):
        yield vault, key or (vault.key if isinstance(vault, SqliteVault) else None)
    else:
        yield None, key


def require_vault(vault: VaultLike | None, key: Secret | None) -> None:
    """Raise if a vault is of a wrong type, or needs a key."""
    if isinstance(vault, str | PathLike) and key is None:
        raise UsageError("the vault needs a key", where="vault", hint=f"give both; {_RIGHT_KEY}")
    if vault is not None and not isinstance(vault, str | PathLike | Vault):
        raise UsageError(
            f"a vault cannot be of the type {type(vault).__name__}",
            where="vault",
            hint='give the path of its file: vault="project.vault"',
        )
