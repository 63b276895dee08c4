"""Methods that rewrite a corpus as a whole: what each of them does that the others do not."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from textveil.certify.document.layout import ReleaseFolder
from textveil.formats.held import Held
from textveil.formats.sources import Source
from textveil.values.document import Document
from textveil.values.figures.attack import AttackResult
from textveil.values.figures.score import Score
from textveil.values.keys.secret import Secret

__all__ = ["Account", "Method"]


@dataclass(frozen=True, slots=True, repr=False)
class Account:
    """What a method has made, for certificate and report.

    Attributes
    ----------
    randomness
        What drew at random, each with what it drew from.
    scores, attacks
        What was measured, and what attackers get.
    figures
        Exact figures for the owner, which are not published.
    report
        What the report shows and no other part of the certificate has.
    """

    randomness: Mapping[str, str] = field(default_factory=dict)
    scores: tuple[Score, ...] = ()
    attacks: tuple[AttackResult, ...] = ()
    figures: Mapping[str, Any] = field(default_factory=dict)
    report: Mapping[str, Any] = field(default_factory=dict)


class Method(Protocol):
    """What a method does that the others do not."""

    @property
    def name(self) -> str:
        """Its name in certificates: a key of `certify.document.certificate_shape.METHODS`."""
        ...

    @property
    def kind(self) -> str:
        """What it calls a document."""
        ...

    @property
    def purpose(self) -> str:
        """What a run must share with an unfinished one to go on from it."""
        ...

    @property
    def components(self) -> tuple[str, ...]:
        """The names of what takes part."""
        ...

    @property
    def holds_all(self) -> bool:
        """Whether it works on all documents at once, so that they are held."""
        ...

    def committed(self, source: Source) -> Iterable[Document]:
        """Return the input as the certificate commits to it."""
        ...

    @property
    def advice(self) -> str:
        """What a user can do whose release is refuted."""
        ...

    def write(
        self, documents: Held[Document], target: Path, place: ReleaseFolder, secret: Secret | bytes
    ) -> None:
        """Rewrite the documents, write the result, and keep what the owner needs.

        Parameters
        ----------
        documents
            The input.
        target
            Where the result goes.
        place
            Where private files go.
        secret
            What draws follow from: the key, or the nonce of the run.
        """
        ...

    def settings(self) -> Mapping[str, Any]:
        """Return what was asked for, and is promised, once the result is written."""
        ...

    def made(self) -> Account:
        """Attack and measure the result, which has been verified; return all there is to say."""
        ...
