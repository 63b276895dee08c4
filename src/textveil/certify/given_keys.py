"""What is given on a command line to check with: keys, public keys, and lists of words."""

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from textveil.errors import InputError, TextveilError, UsageError
from textveil.formats.inputs import require_file
from textveil.formats.tables.term_list import read_terms
from textveil.lexicon.tables.schemes import meant_label
from textveil.values.keys.secret import Secret
from textveil.values.label import is_label
from textveil.values.terms.word_lists import DENIED_LABEL, WordLists

if TYPE_CHECKING:
    from textveil.certify.signatures.signing_pair import PublicKey

__all__ = ["given_lists", "key_bytes", "read_key", "read_pem", "read_public_key"]

Made = TypeVar("Made")

_NEW_KEY: Final = "make one with: textveil key new -o key.txt"
_NEW_PAIR: Final = "make a pair with: textveil key new --signing -o FILE"


def key_bytes(path: Path, hint: str = _NEW_KEY) -> bytes:
    """Return the content of a key file; line ends around it do not count."""
    try:
        require_file(path)
        return path.read_bytes().strip()
    except InputError as error:
        what = f"the key cannot be read: {error.what}"
        raise UsageError(what, where=str(path), hint=hint) from None
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else type(error).__name__
        raise UsageError(f"the key cannot be read ({reason})", where=str(path), hint=hint) from None


def read_key(path: Path | None) -> Secret | None:
    """Read the secret key from a file or from the environment; None if there is none."""
    place = "TEXTVEIL_KEY" if path is None else str(path)
    data = os.environ.get(place, "").strip().encode() if path is None else key_bytes(path)
    if path is None and not data:
        return None
    try:
        return Secret(data)
    except TextveilError as error:
        raise UsageError(error.what, where=place, hint=error.hint) from None


def read_public_key(path: Path | None) -> "PublicKey | None":
    """Read the public key that `--signer` names; None if it names none."""
    from textveil.certify.signatures.signing_pair import PublicKey

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


def given_lists(allow: Iterable[str], deny: Iterable[str], pattern: Iterable[str]) -> WordLists:
    """Return the lists that were given; a file has one word or phrase a line."""
    denied = (_labelled(one, DENIED_LABEL, "--deny") for one in deny)
    patterns = (_labelled(one, "", "--pattern") for one in pattern)
    return WordLists(
        tuple(word for one in allow for word in _words(one)),
        tuple((label, word) for label, one in denied for word in _words(one)),
        tuple(_own(label, one) for label, one in patterns),
    )


def _labelled(given: str, otherwise: str, option: str) -> tuple[str, str]:
    label, sign, rest = given.partition("=")
    if not sign:
        return otherwise, given
    if not is_label(label):
        meant = meant_label(label)
        raise UsageError(
            f"there is no label {label}",
            where=option,
            hint=f"did you mean {meant}?"
            if meant
            else f"people are NAME; own labels begin with X-: {option} {_own_label(label)}=…",
        )
    return label, rest


def _own_label(label: str) -> str:
    """Return a label of the user's own, made of letters and digits."""
    return f"X-{''.join(filter(str.isalnum, label)).upper() or 'MINE'}"


def _words(given: str) -> Iterator[str]:
    listed: Iterable[str] = (given,)
    if given.startswith("@"):
        path = Path(given[1:])
        if not path.is_file():
            raise UsageError("there is no such file", where=str(path))
        listed = read_terms(path)
    for word in listed:
        if not any(map(str.isalnum, word)):
            raise UsageError("a word must have a letter or a digit", where="--allow or --deny")
        yield word


def _own(label: str, expression: str) -> tuple[str, str]:
    if not label or not expression:
        raise UsageError(
            "--pattern takes a label and an expression", hint="for example --pattern MRN=H-[0-9]{6}"
        )
    return label, expression
