"""Checking: what `textveil verify` and `python -m textveil.certify` do."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from textveil.certify.document.certificate import read_release
from textveil.certify.document.certificate_shape import HEX
from textveil.certify.document.layout import ReleaseFolder
from textveil.certify.signatures.signing_pair import PublicKey
from textveil.certify.told.words import against, table_of
from textveil.certify.verification import Verification, verify_release
from textveil.errors import UsageError
from textveil.formats.sources import Source
from textveil.values.keys.secret import Secret
from textveil.values.keys.vault import Vault
from textveil.values.runs.watch import Track, untracked
from textveil.values.terms.word_lists import WordLists

__all__ = ["Check", "Checked"]


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found: an outcome for the release, or one for each copy of it.

    Attributes
    ----------
    outcomes
        By the folder of a copy; a release for all has no name.
    strangers
        What stands beside the copies and is none, or is missing, each with the reason.
    """

    outcomes: Mapping[str, Verification]
    strangers: Mapping[str, str]

    @property
    def holds(self) -> bool:
        """Whether nothing speaks against the release or any of its copies."""
        return not self.strangers and all(one.holds for one in self.outcomes.values())

    def to_json(self) -> dict[str, Any]:
        """Return the outcome, or all of them, as a JSON object."""
        if "" in self.outcomes:
            return self.outcomes[""].to_json()
        made = {name: outcome.to_json() for name, outcome in self.outcomes.items()}
        return {"copies": made, "strangers": dict(self.strangers)}

    def tell(
        self,
        show: Callable[[str], None] | None,
        say: Callable[[str], None],
        *,
        quiet: bool = False,
    ) -> None:
        """Show the outcome line by line, and say what speaks against it.

        Parameters
        ----------
        show, say
            Take lines: of the result, unless it was shown as JSON, and of what is said beside it.
        quiet
            Whether nothing is said about what was not recomputed.
        """
        for name, outcome in self.outcomes.items():
            title = [f"{name}:"] if name else []
            for line in (*title, outcome.sentence, *table_of(outcome.verdicts)):
                if show is not None:
                    show(line)
            # What is said comes after the table, wherever both go.
            sys.stdout.flush()
            for line in against(outcome.verdicts, outcome.differences):
                say(line)
            if not quiet:
                say(f"stated by the certificate, not recomputed: {', '.join(outcome.stated)}")
        for name, reason in self.strangers.items():
            say(f"witness against the copies: publish/{name}: {reason}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What is to be checked, and what it is checked with.

    Attributes
    ----------
    out
        What a release wrote, the part of it that is published, or a certificate beside a result.
    sources
        The input, if it is at hand.
    key, lists, signer, vault
        As `verify_release` takes them.
    release
        The release id that it must have.
    track
        Watches the passes.
    """

    out: Path
    sources: Sequence[Path] = ()
    key: Secret | None = None
    lists: WordLists | None = None
    release: str | None = None
    signer: PublicKey | None = None
    vault: Vault | None = None
    track: Track = untracked

    def run(self) -> Checked:
        """Check a release, or each of its copies."""
        asked = _release_id(self.release)
        source = None
        if self.sources:
            place, certificate = read_release(self.out)
            described = certificate["source"]
            options = dict(described["options"])
            if described["format"] == "mixed" and (encodings := place.encodings()):
                options["encodings"] = encodings
            source = Source.open_again(self.sources, described["format"], options)
        copies = ReleaseFolder.copies_at(self.out)
        if copies and asked is not None:
            raise UsageError("each copy has a release id of its own", hint="give OUT/publish/NAME")
        check = partial(
            verify_release,
            source=source,
            key=self.key,
            track=self.track,
            lists=self.lists or None,
            release_id=asked,
            signer=self.signer,
            vault=self.vault,
        )
        if not copies:
            return Checked({"": check(self.out)}, {})
        folders = [place.publish for place in copies.values()]
        outcomes = {str(folder): check(folder) for folder in folders}
        return Checked(outcomes, ReleaseFolder.strangers_at(self.out))


def _release_id(given: str | None) -> str | None:
    if given is not None and not HEX.fullmatch(given.strip().lower()):
        raise UsageError(
            "a release id has 64 digits, 0 to 9 and a to f",
            where="--release",
            hint="`textveil release` prints it, and it stands in certificate and report",
        )
    return given if given is None else given.strip().lower()
