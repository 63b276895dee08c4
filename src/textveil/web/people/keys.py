"""Keys: which key of the keyboard does what, as each user has chosen."""

import json
from typing import Final

from textveil.errors import InvalidValueError
from textveil.values.keys.sealed_store import SealedStore

__all__ = ["keys_of", "set_keys"]

_KIND: Final = "keys"
_MOST, _LONGEST = 60, 40


def keys_of(store: SealedStore, user: str) -> dict[str, str]:
    """Return the keys that a user has changed, by the name of what they do."""
    found = store.fetch(_KIND, user)
    return {} if found is None else dict(json.loads(found))


def set_keys(store: SealedStore, user: str, given: object) -> None:
    """Keep the keys of a user; raise InvalidValueError if they are none."""
    fits = isinstance(given, dict) and len(given) <= _MOST
    if not isinstance(given, dict) or not fits or not all(map(_is_short, _parts(given))):
        raise InvalidValueError("keys are an object of names and keys", where="keys")
    if len(set(given.values())) < len(given):
        raise InvalidValueError("two things have one key", where="keys")
    store.put(_KIND, user, json.dumps(given).encode())


def _parts(given: dict[object, object]) -> list[object]:
    return [*given.keys(), *given.values()]


def _is_short(part: object) -> bool:
    return isinstance(part, str) and 1 <= len(part) <= _LONGEST
