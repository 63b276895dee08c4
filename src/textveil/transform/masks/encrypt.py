"""Encrypt: each found passage becomes a token that holds its value, sealed."""

from dataclasses import dataclass
from typing import Final

from textveil.errors import require_known
from textveil.transform.persons.numbering import Numbering
from textveil.values.contracts import About
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.keys.secret import Secret
from textveil.values.keys.token import Tokens
from textveil.values.span import Span, Spans

__all__ = ["SCOPES", "Encrypt", "restore_encrypted"]

SCOPES: Final = ("subject", "corpus", "document", "passage")
"""Within what equal values have equal tokens; `passage` means nowhere."""

_NEEDED: Final = "encryption needs a key"
_OPENINGS: Final = "textveil.token-openings.v1"


@dataclass(frozen=True, slots=True)
class Encrypt:
    """Replace passages by tokens such as `[NAME:tv1.4vgk…]`, which the key opens again.

    Parameters
    ----------
    scope
        Where equal values have equal tokens: with one `subject`, in the whole `corpus`, in one
        `document`, or, with `passage`, nowhere. The wider, the more can be counted and joined, by
        readers of the release too.
    key
        Seals the values. Everyone who has it can read them.

    Examples
    --------
    >>> key = Secret(b"0123456789abcdef")
    >>> note = Document("n", "Seen by Ana.")
    >>> text = Encrypt(key=key).transform(note, Spans([Span(8, 11, "NAME")])).text
    >>> text[:18], restore_encrypted(text, key)
    ('Seen by [NAME:tv1.', 'Seen by Ana.')

    Notes
    -----
    Guarantee: `restore_encrypted` gives the input back, code point by code point, provided that
    what its companion finds is among the spans (verifier `reversible`); without the key a token
    tells the label, the length of the value in steps of 16 bytes, and which values are equal within
    the scope. A token that was changed is refused. Proof and limits in `docs/methods/vault.md`.
    """

    scope: str = "subject"
    key: Secret | None = None

    def __post_init__(self) -> None:
        require_known("scope", self.scope, SCOPES)
        Secret.needed(self.key, _NEEDED)

    def about(self) -> About:
        """Tell that input which looks like a token must be replaced too, and what is sealed."""
        return About(companions=((_OPENINGS, {}),), as_given=True)

    def transform(self, document: Document, spans: Spans) -> Release:
        """Replace every span by a token."""
        tokens = Tokens(Secret.needed(self.key, _NEEDED))
        numbering = Numbering(document)
        edits = []
        for span in spans:
            apart = self._apart(document, span)
            written = tokens.write(span.label, document.covered_by(span), *apart)
            number = numbering.number(span)
            edits.append(Edit(span.start, span.end, written, span.label, number))
        return Release.of(document, edits)

    def _apart(self, document: Document, span: Span) -> tuple[str, ...]:
        """Return the context that makes equal values look different."""
        if self.scope == "corpus":
            return ()
        if self.scope == "subject":
            return (document.counted_subject,)
        return (document.id,) if self.scope == "document" else (document.id, str(span.start))


def restore_encrypted(text: str, key: Secret) -> str:
    """Return the text with every token replaced by the value it holds.

    Raises
    ------
    WrongKeyError
        If a token was made with another key.
    ChangedReleaseError
        If a token is not as it was made.
    """
    return Tokens(key).restored(text)
