"""The basis of a verification: what a release is checked with, and what was found in it.

A method is a row of `certificate_shape.METHODS` and a function from basis to what was found. The
rest of a verification is the same for all of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from textveil.certify.document.layout import ReleaseFolder
from textveil.formats.held import Held
from textveil.formats.sources import Source
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.keys.vault import Vault
from textveil.values.runs.watch import Track, untracked
from textveil.values.terms.word_lists import WordLists
from textveil.values.verdict import Verdict

__all__ = ["NOT_GIVEN", "NO_INPUT", "Basis", "Examined"]

NO_INPUT = "the input was not given"
NOT_GIVEN = "not given"
"""How the reason of a verdict ends that needs something which is not at hand."""


@dataclass(frozen=True, slots=True, repr=False)
class Basis:
    """What a release is checked with.

    Attributes
    ----------
    place
        Where it stands.
    certificate
        As it was read.
    released
        What is released; None if it is not where it should be.
    source, before
        The input as it was given, and its documents with the ids of the release; None if it is not
        at hand.
    key
        The key of the release, if it was given.
    secret
        What the draws of the run follow from: the key or, without one, the nonce; None if it is not
        at hand.
    hindrance
        Why no claim can be compared with the input, although there is one; empty if they can.
    untried
        Why private files could not be checked, although some are at hand; empty if they could.
    vault, lists
        What the claims of a policy may need.
    track
        Watches the passes.
    """

    place: ReleaseFolder
    certificate: Mapping[str, Any]
    released: Source | None
    source: Source | None = None
    before: Held[Document] | None = None
    key: Secret | None = None
    secret: Secret | bytes | None = None
    hindrance: str = ""
    untried: str = ""
    vault: Vault | None = None
    lists: WordLists | None = None
    track: Track = untracked


class Examined(NamedTuple):
    """What was found in a release.

    Attributes
    ----------
    verdicts
        One for each claim, in the order of the method.
    counts, exact
        What was counted now, as the certificate and as the owner's figures have it; None if it
        could not be counted.
    fields
        The fields beside what is released.
    differences
        Where the certificate says something else than what was found.
    stated
        Parts of fields that nothing confirms, although others of them were checked.
    public
        The claims that rest on no private file.
    """

    verdicts: Sequence[Verdict]
    counts: Mapping[str, Any] | None = None
    exact: Mapping[str, Any] | None = None
    fields: frozenset[str] | set[str] = frozenset()
    differences: tuple[str, ...] = ()
    stated: tuple[str, ...] = ()
    public: frozenset[str] = frozenset()
