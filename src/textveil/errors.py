"""Every error that textveil raises on purpose, in one tree.

::

    TextveilError                exit
    ├── UsageError               2     an argument or option is wrong
    │   └── MissingExtraError    2     an optional package is not installed
    ├── InvalidValueError        2     a value breaks its own rules (also a ValueError)
    ├── PolicyError              3     a policy file does not validate
    ├── ComponentError           3     a component is unknown, or could not be built
    │   └── ComponentFailedError 6     a component broke while it worked: nothing is released
    ├── InputError               4     what was read is not what it claims to be
    │   ├── FormatError          4     a file breaks its format
    │   ├── EncodingError        4     bytes that are not valid in the stated encoding
    │   ├── DuplicateIdError     4     two documents share an id
    │   ├── ExpansionError       4     compressed data grows past the stated limit
    │   ├── EscapingPathError    4     a path or link leads out of its folder
    │   ├── LanguageError        4     a text is in a language that is not installed
    │   ├── ModelError           4     a model is foreign, damaged or of another version
    │   └── ChangedReleaseError  4     a protected text is not as it was made
    ├── OutputError              5     the result could not be written
    │   └── CannotCarryError     5     the format has no place for part of the data
    ├── VaultError               7     a vault cannot be opened or used
    │   ├── WrongKeyError        7     sealed with another key
    │   ├── DamagedVaultError    7     the right key, and not the bytes that were written
    │   └── VaultVersionError    7     made by another version of textveil
    ├── WithheldError            8     the decision is not to publish: nothing is released
    └── RefutedError             1     a verdict does not hold

A message says *what* is wrong, *where*, and what to do *next*. It may hold file names, line
numbers, offsets, ids, labels and lengths. It never holds source text: the persons in the text would
follow the message into logs and bug reports.
"""

from collections.abc import Iterable
from typing import ClassVar

__all__ = [
    "CannotCarryError",
    "ChangedReleaseError",
    "ComponentError",
    "ComponentFailedError",
    "DamagedVaultError",
    "DuplicateIdError",
    "EncodingError",
    "EscapingPathError",
    "ExpansionError",
    "FormatError",
    "InputError",
    "InvalidValueError",
    "LanguageError",
    "MissingExtraError",
    "ModelError",
    "OutputError",
    "PolicyError",
    "RefutedError",
    "TextveilError",
    "UsageError",
    "VaultError",
    "VaultVersionError",
    "WithheldError",
    "WrongKeyError",
    "bug_report",
    "require_known",
    "suggest",
]


class TextveilError(Exception):
    """Root of the tree: catch this to catch everything that textveil raises on purpose.

    Parameters
    ----------
    what
        What is wrong, in one sentence without source text.
    where
        The place: a file and line, a document id and offsets, an option.
    hint
        What the reader can do next.

    Examples
    --------
    >>> print(TextveilError("the table is empty", where="a.csv", hint="give another one"))
    a.csv: the table is empty
    hint: give another one
    """

    exit_code: ClassVar[int] = 2

    def __init__(self, what: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        advice = f"\nhint: {self.hint}" if self.hint else ""
        return f"{place}{self.what}{advice}"

    def __reduce__(self) -> tuple[object, ...]:
        # Keyword-only arguments would be lost between processes without this.
        return _rebuild, (type(self), self.what, self.where, self.hint)


def _rebuild(kind: type[TextveilError], what: str, where: str, hint: str) -> TextveilError:
    return kind(what, where=where, hint=hint)


class UsageError(TextveilError):
    """An argument or an option is wrong."""


class MissingExtraError(UsageError):
    """An optional package is needed and not installed."""


class InvalidValueError(TextveilError, ValueError):
    """A value breaks its own rules: a span that ends before it starts, for example."""


class PolicyError(TextveilError):
    """A policy does not validate."""

    exit_code = 3


class ComponentError(TextveilError):
    """A component is unknown or could not be built."""

    exit_code = 3


class ComponentFailedError(ComponentError):
    """A component broke while it worked. Nothing is released: textveil fails closed."""

    exit_code = 6


class InputError(TextveilError):
    """What was read is not what it claims to be."""

    exit_code = 4


class FormatError(InputError):
    """A file breaks the rules of its format."""


class EncodingError(InputError):
    """Bytes that are not valid in the stated encoding."""


class DuplicateIdError(InputError):
    """Two documents of one corpus share an id."""


class ExpansionError(InputError):
    """Compressed data grows past the stated limit."""


class EscapingPathError(InputError):
    """A path or a link leads out of the folder it belongs to."""


class LanguageError(InputError):
    """A text is in a language that is not installed."""


class ModelError(InputError):
    """A model is foreign, damaged, or made for another version or scheme."""


class ChangedReleaseError(InputError):
    """A protected text was changed since it was made; what stood there cannot be given back."""


class OutputError(TextveilError):
    """The result could not be written."""

    exit_code = 5


class CannotCarryError(OutputError):
    """The format has no place for part of the data; nothing is dropped silently."""


class VaultError(TextveilError):
    """A vault cannot be opened or used: it is missing, in use, or no vault at all."""

    exit_code = 7


class WrongKeyError(VaultError):
    """The data is intact, but it was sealed with another key."""


class DamagedVaultError(VaultError):
    """The key is right and the bytes are not those that were written."""


class VaultVersionError(VaultError):
    """Made by another version of textveil, which keeps its vaults in another way."""


class WithheldError(TextveilError):
    """The rule `publish` of a policy decides to withhold the documents. Nothing is released."""

    exit_code = 8


class RefutedError(TextveilError):
    """A verdict does not hold."""

    exit_code = 1


def require_known(what: str, name: str, known: Iterable[str]) -> None:
    """Raise if a name is not among those that are known.

    Parameters
    ----------
    what
        What the name is of: a scope, a method.
    name
        What was given.
    known
        The names that exist.
    """
    if name not in (names := tuple(known)):
        hint = suggest(name, names) or f"use one of {', '.join(names)}"
        raise InvalidValueError(f"there is no {what} of the name {name}", hint=hint)


def suggest(name: str, known: Iterable[str]) -> str:
    """Return a hint that offers the nearest known name, or nothing.

    Examples
    --------
    >>> suggest("presido", ["presidio", "tab"]), suggest("xyz", ["presidio", "tab"])
    ('did you mean presidio?', '')
    """
    from difflib import get_close_matches  # only a mistake needs it

    near = get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else ""


def bug_report(error: Exception) -> str:
    """Return the places that an unexpected error went through, never its message."""
    import traceback  # only a bug needs it
    from pathlib import Path

    frames = traceback.extract_tb(error.__traceback__)
    places = [f"  {Path(f.filename).name}:{f.lineno} in {f.name}" for f in frames[-6:]]
    return "\n".join(
        [
            f"internal error: {type(error).__name__} (its message is withheld: it may quote text)",
            *places,
            "hint: this is a bug in textveil; please report these lines",
        ]
    )
