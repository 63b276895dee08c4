r"""Tokens: values that stand sealed in a text, in the open for those who have the key.

A token is `[LABEL:tv1.` and letters and digits and `]`, ASCII alone, so that every encoding and
format carries it. What follows the dot is, in base 32, a mark of the key (four bytes) and the
sealed value. Every `[LABEL:tv1.` in a protected text *opens* a token; one that does not go on as a
token must is damage, not text. For that to hold, such passages of the input have to be protected
like values; `openings` finds them.

An opening has one bracket, its first character, and a token has none inside. So tokens and what
stands around them never join into another opening.
"""

import re
from base64 import b32decode, b32encode
from collections.abc import Iterator
from dataclasses import dataclass, field

from textveil.errors import ChangedReleaseError, WrongKeyError
from textveil.values.keys.sealing import Sealing, joined
from textveil.values.keys.secret import Secret

__all__ = ["Tokens", "openings"]

_LABEL = re.compile(r"[A-Z0-9_-]{1,40}")
_OPENING = re.compile(r"\[[A-Z0-9_-]{1,40}:tv1\.")
_REST = re.compile(r"([a-z2-7]{1,1000000})\]")
_ANY_LABEL = "VALUE"
_MARK = 4


def openings(text: str) -> Iterator[int]:
    """Yield where a text reads like the opening of a token.

    Examples
    --------
    >>> list(openings("see [NAME:tv1.abc] and [NAME:x]"))
    [4]
    """
    return (match.start() for match in _OPENING.finditer(text))


@dataclass(frozen=True, slots=True, repr=False)
class Tokens:
    """Writes values as tokens under a key, and reads them back.

    Examples
    --------
    >>> tokens = Tokens(Secret(b"0123456789abcdef"))
    >>> tokens.restored(f"Seen by {tokens.write('NAME', 'Ana')}.")
    'Seen by Ana.'
    """

    key: Secret
    _sealing: Sealing = field(init=False, compare=False)
    _mark: bytes = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_sealing", Sealing(self.key, "token"))
        object.__setattr__(self, "_mark", self.key.derive("token:mark")[:_MARK])

    def __repr__(self) -> str:
        return "Tokens()"

    def write(self, label: str, value: str, *apart: str) -> str:
        """Return the token of a value; equal values look different where `apart` differs."""
        shown = label if _LABEL.fullmatch(label) else _ANY_LABEL
        content, *others = (part.encode("utf-8", "surrogatepass") for part in (value, *apart))
        sealed = self._sealing.seal(content, shown.encode(), joined(*others))
        body = b32encode(self._mark + sealed).decode("ascii").rstrip("=").lower()
        return f"[{shown}:tv1.{body}]"

    def restored(self, text: str) -> str:
        """Return the text with every token replaced by its value.

        Raises
        ------
        WrongKeyError
            If a token was made with another key.
        ChangedReleaseError
            If a token is not as it was made.
        """
        pieces, at = [], 0
        for match in _OPENING.finditer(text):
            rest = _REST.match(text, match.end())
            where = f"[{match.start()}, {rest.end() if rest else match.end()})"
            sealed = _decoded(rest.group(1)) if rest else None
            if rest is None or sealed is None:
                raise _changed(where)
            if sealed[:_MARK] != self._mark:
                raise WrongKeyError(
                    "a token was made with another key",
                    where=where,
                    hint="use the key that the text was protected with",
                )
            label = text[match.start() + 1 : match.end()].partition(":")[0]
            content = self._sealing.unseal(sealed[_MARK:], label.encode())
            if content is None:
                raise _changed(where)
            pieces += [text[at : match.start()], content.decode("utf-8", "surrogatepass")]
            at = rest.end()
        return "".join((*pieces, text[at:]))


def _changed(where: str) -> ChangedReleaseError:
    return ChangedReleaseError(
        "a token is not as it was made",
        where=where,
        hint="restore the text as it was protected: unbroken, and with every character in place",
    )


def _decoded(body: str) -> bytes | None:
    """Return the bytes of a token's body; None unless it is written in the one right way."""
    try:
        data = b32decode(body.upper() + "=" * (-len(body) % 8))
    except ValueError:
        return None
    # The last letter may hold bits that decoding ignores; another letter is a changed token.
    again = b32encode(data).decode("ascii").rstrip("=").lower()
    return data if again == body else None
