"""Accounts: who may enter, by which password, and the one-time links that make them."""

import base64
import hmac
import json
import secrets
import time
import unicodedata
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from textveil.errors import InputError, UsageError
from textveil.store.keys import Derivation, new_salt
from textveil.values.keys.password import Password
from textveil.values.keys.sealed_store import SealedStore
from textveil.web.words import words

__all__ = ["Accounts", "EntryLink", "name_of"]

ACCOUNT, LINK = "account", "link"
LINK_SECONDS: Final = 24 * 3600
_LONGEST: Final = 60
_METHOD: Final = Derivation("argon2id")


@dataclass(frozen=True, slots=True)
class EntryLink:
    """A link that makes one account, or sets the password of one; `user` may be open."""

    user: str
    until: float


def name_of(given: str) -> str:
    """Return the name of an account as it is kept; raise if it is none."""
    name = unicodedata.normalize("NFC", given).strip()
    if not 1 <= len(name) <= _LONGEST or not name.isprintable():
        raise UsageError(words().error_name, where="name", hint=words().hint_name)
    return name


class Accounts:
    """Keeps accounts and links in the server's vault.

    Every change that rests on what stands is one step of the vault, so that two requests at the
    same time cannot both win.
    """

    def __init__(self, store: SealedStore) -> None:
        self._store = store

    def any(self) -> bool:
        """Tell whether there is an account."""
        return bool(self._store.page(ACCOUNT, 1))

    def knows(self, user: str) -> bool:
        """Tell whether an account has this name."""
        return self._store.fetch(ACCOUNT, user) is not None

    def new_link(self, user: str = "") -> str:
        """Return the token of a new one-time link; with a name it is for that account alone."""
        token = secrets.token_urlsafe(32)
        told = {"user": name_of(user) if user else "", "until": time.time() + LINK_SECONDS}
        self._store.put(LINK, _digest(token), json.dumps(told).encode())
        return token

    def link(self, token: str) -> EntryLink | None:
        """Return what a link is good for; None if it was used, has ended or was never made."""
        found = self._store.fetch(LINK, _digest(token))
        if found is None:
            return None
        told = EntryLink(**json.loads(found))
        return told if told.until > time.time() else None

    def enter_by_link(self, token: str, user: str, password: Password) -> str:
        """Use a link up: make the account, or give it a new password. Return its name.

        A link without a name never changes an account that stands.
        """
        user, made = name_of(user), _entry(password)
        with self._store.step():
            told = self.link(token)
            if told is None or (told.user and told.user != user):
                raise InputError(words().error_link, hint=words().hint_link)
            standing = self._account(user)
            if standing is not None and not told.user:
                raise UsageError(words().error_taken, where="name")
            epoch = 1 + (standing["epoch"] if standing else 0)
            self._store.put(ACCOUNT, user, json.dumps({**made, "epoch": epoch}).encode())
            self._store.delete(LINK, _digest(token))
        return user

    def fits(self, user: str, password: str) -> bool:
        """Tell whether this is the password of the account; slow for a name that has none, too."""
        standing = self._account(user)
        told = standing or {"salt": base64.b64encode(bytes(16)).decode(), "hash": ""}
        salt = base64.b64decode(told["salt"])
        try:
            made = _METHOD.root(Password(password), salt).derive("account").hex()
        except ValueError:
            return False
        return hmac.compare_digest(made, told["hash"]) and standing is not None

    def change(self, user: str, password: Password) -> None:
        """Give an account a new password; its sessions end."""
        made = _entry(password)
        with self._store.step():
            standing = self._account(user)
            if standing is None:
                raise InputError(words().error_link)
            told = {**made, "epoch": standing["epoch"] + 1}
            self._store.put(ACCOUNT, user, json.dumps(told).encode())

    def epoch(self, user: str) -> int:
        """Return how often the password was set; 0 without an account."""
        standing = self._account(user)
        return int(standing["epoch"]) if standing else 0

    def names(self) -> list[str]:
        """Return the names of all accounts."""
        return list(self._store.fetch_all(ACCOUNT))

    def _account(self, user: str) -> dict[str, Any] | None:
        found = self._store.fetch(ACCOUNT, user)
        return None if found is None else dict(json.loads(found))


def _entry(password: Password) -> dict[str, Any]:
    salt = new_salt()
    made = _METHOD.root(password, salt).derive("account")
    return {"salt": base64.b64encode(salt).decode(), "hash": made.hex()}


def _digest(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
