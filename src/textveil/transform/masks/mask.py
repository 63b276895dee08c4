"""Mask: each found passage becomes a tag, a numbered tag, a row of marks, or a keyed hash."""

import hmac
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256

from textveil.errors import InvalidValueError, require_known
from textveil.transform.persons.numbering import Numbering, Numbers, canonical
from textveil.values.contracts import About
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans

__all__ = ["SCOPES", "STYLES", "Mask"]

STYLES = ("tag", "numbered", "character", "blank", "hash")
_MARKED = ("character", "blank")
_HIDDEN = 4
"""So many letters and digits of a passage are marked at least; if it has fewer, all of it is."""
SCOPES = ("corpus", "subject", "document")
"""Within what a person or thing has one number."""


@dataclass(frozen=True, slots=True)
class Mask:
    """Replace passages by marks that show only their kind.

    Parameters
    ----------
    style
        `tag` writes the label in brackets; `numbered` adds the number of the person or thing, so
        that a reader can follow who is who; `character` writes one mark per code
        point, white space kept, so that the length and the number of words stay visible; `blank`
        does so for white space too; `hash` writes the label and a keyed hash, so that equal values
        can be counted and joined without being known. Values are equal as a reader would say:
        case, width and spacing do not count, nor punctuation outside of addresses.
    character
        The mark of the styles `character` and `blank`.
    keep_first, keep_last
        Of these two styles: how many letters and digits at either end of a passage stay readable.
        At least four others are always marked: of a shorter passage nothing stays.
    digits
        Hexadecimal digits of style `hash`. Among n distinct values of one label the odds that any
        two share a hash are about n**2 / 2**(4 * digits + 1): with 16 digits and a million values,
        one in 37 million.
    salt
        A text that is mixed into the key of style `hash`. Releases with different salts cannot be
        joined on their hashes, even by those who know the salts; it need not be secret.
    scope
        Of style `numbered`. `corpus`: a person or thing has one number in all documents of a run,
        in texts and columns; whoever is called alike is one. `subject`: one number in the documents
        of a subject, and nobody of another subject has it. `document`: each document begins with 1.
    key
        The key of style `hash`, at least 16 bytes. Without the key nobody can tell which value a
        hash stands for, even by trying all telephone numbers.

    Examples
    --------
    >>> note = Document("n", "Call 617-555-0134.")
    >>> Mask().transform(note, Spans([Span(5, 17, "PHONE")])).text
    'Call [PHONE].'
    >>> Mask(style="character").transform(note, Spans([Span(5, 17, "PHONE")])).text
    'Call ************.'
    >>> partly = Mask(style="character", keep_last=4)
    >>> partly.transform(note, Spans([Span(5, 17, "PHONE")])).text
    'Call ********0134.'
    >>> Mask(style="numbered").transform(note, Spans([Span(5, 17, "PHONE")])).text
    'Call [PHONE-1].'

    Notes
    -----
    Guarantee: text outside the spans is unchanged (verifier `alignment`); no replaced value stands
    elsewhere in the release when the policy propagates values (verifier `residue`). Hashes have the
    stated number of digits, and a mask that keeps `keep_first` and `keep_last` letters and digits
    shows no others (verifier `operators`, which counts the passages that show a part).
    """

    style: str = "tag"
    character: str = "*"
    keep_first: int = 0
    keep_last: int = 0
    digits: int = 16
    salt: str = ""
    scope: str = "corpus"
    key: Secret | None = None
    _numbers: Numbers = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        require_known("mask style", self.style, STYLES)
        require_known("scope", self.scope, SCOPES)
        if len(self.character) != 1 or self.character.isspace():
            raise InvalidValueError("the mask character must be one visible character")
        for name, kept in (("keep_first", self.keep_first), ("keep_last", self.keep_last)):
            if kept < 0 or (kept and self.style not in _MARKED):
                raise InvalidValueError(
                    f"`{name}` is 0 or more, and goes with the styles {' and '.join(_MARKED)}",
                    where=f"{name}: {kept}",
                    hint="write `style: character` beside it",
                )
        if not 8 <= self.digits <= 64:
            raise InvalidValueError("a hash has 8 to 64 digits", where=f"digits: {self.digits}")
        if self.style == "hash":
            Secret.needed(self.key, "mask style `hash` needs a key")

    def about(self) -> About:
        """Tell within what people are numbered, if they are."""
        return About(scope=self.scope if self.style == "numbered" else "")

    def transform(self, document: Document, spans: Spans) -> Release:
        """Replace every span; passages of one entity share an entity number."""
        within = document.counted_subject if self.scope == "subject" else ""
        numbering = Numbering(document, {} if self.scope == "document" else self._numbers, within)
        numbering.learn(spans)
        write = self._writer(numbering)
        edits = []
        for span in spans:
            written = write(span, document.covered_by(span))
            edits.append(Edit(span.start, span.end, written, span.label, numbering.number(span)))
        return Release.of(document, edits)

    def _writer(self, numbering: Numbering) -> Callable[[Span, str], str]:
        if self.style == "tag":
            return lambda span, _: f"[{span.label}]"
        if self.style == "numbered":
            return lambda span, _: f"[{numbering.label(span)}-{numbering.in_family(span)}]"
        if self.style in _MARKED:
            return lambda _, value: self._marked(value)
        key = self._hash_key()
        return lambda span, value: f"[{span.label}:{self._digest(key, span.label, value)}]"

    def _marked(self, value: str) -> str:
        telling = [at for at, c in enumerate(value) if c.isalnum()]
        first, last = -1, len(value)
        if len(telling) - self.keep_first - self.keep_last >= _HIDDEN:
            first = telling[self.keep_first - 1] if self.keep_first else first
            last = telling[-self.keep_last] if self.keep_last else last
        spaced = self.style == "character"
        return "".join(
            c if not first < at < last or (spaced and c.isspace()) else self.character
            for at, c in enumerate(value)
        )

    def _hash_key(self) -> bytes:
        key = self.key.derive("mask") if self.key else b""
        salt = self.salt.encode("utf-8", "surrogatepass")
        return hmac.new(key, salt, sha256).digest() if salt else key

    def _digest(self, key: bytes, label: str, value: str) -> str:
        # The zero byte keeps label and value apart; labels cannot hold one.
        message = f"{label}\0{canonical(label, value)}".encode("utf-8", "surrogatepass")
        return hmac.new(key, message, sha256).hexdigest()[: self.digits]
