"""The layout of a release: what may be published, what is kept, and where each file stands.

A release has two parts. `publish/` holds what readers get: texts, certificate and report. `keep/`
is for the owner alone: the record of edits says where every fake stands, so that any other name is
real. Where recipients have copies of their own, both parts have a folder for each of them.

A single result may also go into a file of the user's choice. Its certificate then stands beside it
under a name of its own, and what is kept lies in a folder beside that: `NAME.keep/`.
"""

import json
import os
from dataclasses import dataclass
from datetime import datetime
from glob import escape
from pathlib import Path
from typing import Final

__all__ = [
    "CERTIFICATE",
    "CHANGES",
    "DECISIONS",
    "DECOYS",
    "ENCODINGS",
    "FIGURES",
    "FILES",
    "IDS",
    "IMPLAUSIBLE",
    "MAP",
    "NONCE",
    "OWN",
    "PATTERNS",
    "RECORD",
    "REFERENCE",
    "REPORT",
    "RISK",
    "SALT",
    "SKIPPED",
    "TEXTS",
    "WORDS",
    "ReleaseFolder",
    "give_one_date",
]

CERTIFICATE: Final = "certificate.json"
REPORT: Final = "report.html"
"""In `publish/` without source text and with rounded figures; in `keep/` with excerpts."""
RISK: Final = "risk.json"
"""What may remain, if it was estimated; it is added to a release, and may be missing."""
SALT: Final = "copy.salt"
"""Keys the hashes of the texts of a marked copy."""
TEXTS: Final = "texts"
RECORD: Final = "edits.jsonl"
NONCE: Final = "input.nonce"
FIGURES: Final = "figures.json"
"""The exact figures, of which the certificate has rounded ones, and where verdicts failed."""
CHANGES: Final = "changes.csv"
"""Every distinct value that was changed, and what stands for it, the most doubtful first."""
FILES: Final = "files"
"""The part of the figures that has the names of files which were numbered, and what they became."""
IDS: Final = "ids.jsonl"
"""Which id each numbered document had."""
ENCODINGS: Final = "encodings.json"
"""By file of the input, the encoding in which it was read, if it was not UTF-8."""
DECISIONS: Final = "decisions.jsonl"
"""What somebody decided about single places, by the ids of the input."""
SKIPPED: Final = "skipped.jsonl"
"""Files and documents of the input that were left out, each with the reason."""

PATTERNS: Final = "patterns.txt"
"""The sensitive patterns as the user named them."""
IMPLAUSIBLE: Final = "implausible.txt"
"""Patterns that were named as implausible."""
DECOYS: Final = "decoys.json"
"""The groups of decoys, and where places were made."""
MAP: Final = "map.tsv"
"""Where each kept letter of the input stands."""
REFERENCE: Final = "reference"
"""Other sequences that say what is implausible, in the format of the input."""
WORDS: Final = "words.txt"
"""The list of words of which k fit each partly shown one."""

OWN: Final = "own-"
"""Begins the names of copies of dictionaries and lists that the policy names."""
_PUBLISH: Final = "publish"
_KEEP: Final = "keep"


@dataclass(frozen=True, slots=True)
class ReleaseFolder:
    """Where the two parts of a release stand.

    Attributes
    ----------
    publish
        The folder that readers get.
    keep
        The folder that only the owner has; None where it is not at hand.
    beside
        The certificate, if it stands beside a single result; None if a folder holds the release.

    Examples
    --------
    >>> ReleaseFolder.new(Path("out")).record.as_posix()
    'out/keep/edits.jsonl'
    """

    publish: Path
    keep: Path | None
    beside: Path | None = None

    @classmethod
    def single(cls, certificate: Path) -> "ReleaseFolder":
        """Return the parts of a release whose certificate stands beside a single result."""
        return cls(certificate.parent, _if_open(cls.kept_beside(certificate)), certificate)

    @staticmethod
    def kept_beside(certificate: Path) -> Path:
        """Return the folder of what is kept with a certificate beside a single result."""
        return certificate.with_name(f"{certificate.name}.{_KEEP}")

    @classmethod
    def new(cls, folder: Path, recipient: str = "") -> "ReleaseFolder":
        """Return the two parts of a release that is made in a folder, or of a recipient's copy."""
        return cls(folder / _PUBLISH / recipient, folder / _KEEP / recipient)

    @classmethod
    def at(cls, folder: Path) -> "ReleaseFolder":
        """Return the parts of a release that stands at a folder, or of a part to publish.

        Of copies for recipients it is the first one by name. In what was found, replaced and missed
        all are alike.
        """
        if folder.is_file():
            in_folder = folder.name == CERTIFICATE and (folder.parent / TEXTS).is_dir()
            return cls.at(folder.parent) if in_folder else cls.single(folder)
        if (folder / _PUBLISH / CERTIFICATE).is_file():
            return cls(folder / _PUBLISH, _if_open(folder / _KEEP))
        if copies := cls.copies_at(folder):
            return copies[min(copies)]
        # Written as the user wrote it, if that says enough.
        whole = folder if folder.parent.name == _PUBLISH else folder.absolute()
        if whole.parent.name == _PUBLISH:
            # A copy that still lies beside what is kept of it.
            return cls(folder, _if_open(whole.parents[1] / _KEEP / whole.name))
        return cls(folder, None)

    @classmethod
    def copies_at(cls, folder: Path) -> "dict[str, ReleaseFolder]":
        """Return the copies of a release by recipient; nothing if there is one for all."""
        publish = folder / _PUBLISH
        # One release for all may have a text of this name.
        if (publish / CERTIFICATE).is_file() or not any(publish.glob(f"*/{CERTIFICATE}")):
            return {}
        # A copy whose certificate is gone is named too: otherwise nobody would miss its check.
        return {path.name: cls.at(path) for path in sorted(publish.iterdir()) if path.is_dir()}

    @classmethod
    def strangers_at(cls, folder: Path) -> dict[str, str]:
        """Return what stands beside the copies of a release and is none, and what is missing."""
        entries = {path.name: path for path in (folder / _PUBLISH).iterdir()}
        found = {
            name: "this is no copy"
            for name, path in entries.items()
            if path.is_symlink() or not path.is_dir()
        }
        kept = _if_open(folder / _KEEP)
        if kept is not None:
            known = {path.name for path in kept.iterdir() if path.is_dir()}
            found |= dict.fromkeys(known - entries.keys(), "the copy is missing")
            found |= dict.fromkeys(entries.keys() - known, "nothing is kept of this copy")
        return dict(sorted(found.items()))

    @staticmethod
    def mark(folder: Path) -> str:
        """Return the file by which a folder shows that it is a release."""
        new = f"{_PUBLISH}/{CERTIFICATE}"
        if (folder / new).is_file():
            return new
        found = sorted((folder / _PUBLISH).glob(f"*/{CERTIFICATE}"))
        return found[0].relative_to(folder).as_posix() if found else new

    @property
    def certificate(self) -> Path:
        """The certificate."""
        return self.beside or self.publish / CERTIFICATE

    @property
    def report(self) -> Path:
        """The report for readers."""
        return self.publish / REPORT

    @property
    def risk(self) -> Path:
        """The estimate of what may remain, which need not exist."""
        return self.publish / RISK

    @property
    def salt(self) -> Path:
        """The salt of a marked copy, which need not exist."""
        return self.publish / SALT

    @property
    def texts(self) -> Path:
        """The folder of what is released."""
        return self.publish if self.beside else self.publish / TEXTS

    @property
    def record(self) -> Path:
        """The record of edits, which need not exist."""
        return self.kept(RECORD)

    @property
    def nonce(self) -> Path:
        """The nonce, which need not exist."""
        return self.kept(NONCE)

    @property
    def figures(self) -> Path:
        """The exact figures, which need not exist."""
        return self.kept(FIGURES)

    def kept(self, name: str) -> Path:
        """Return the place of a private file, which need not exist."""
        return (self.keep or self.publish.parent / _KEEP) / name

    def left_out(self) -> frozenset[str]:
        """Return the ids of documents that were left out, if the file that lists them is whole."""
        if not self.has(SKIPPED):
            return frozenset()
        try:
            rows = [json.loads(row) for row in self.kept(SKIPPED).read_text("utf-8").splitlines()]
            return frozenset(str(row["document"]) for row in rows if "document" in row)
        except (OSError, ValueError, TypeError, RecursionError):
            # Nothing is left out then, so that the input does not fit the release.
            return frozenset()

    def encodings(self) -> dict[str, str]:
        """Return in which encodings files of the input were read, by a pattern for each."""
        if not self.has(ENCODINGS):
            return {}
        try:
            told = json.loads(self.kept(ENCODINGS).read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        pairs = told.items() if isinstance(told, dict) else ()
        return {escape(name): code for name, code in pairs if isinstance(code, str)}

    def own(self, name: str) -> Path:
        """Return the place of the copy of a file of the owner's, which need not exist."""
        return self.kept(f"{OWN}{name}")

    def has(self, name: str) -> bool:
        """Tell whether a private file is at hand."""
        return self.keep is not None and (self.keep / name).is_file()


def _if_open(keep: Path) -> Path | None:
    """Return the folder of private files; None if it is not there, or may not be opened."""
    # Somebody else than the owner can see that the folder is there, and open nothing in it.
    return keep if keep.is_dir() and os.access(keep, os.R_OK | os.X_OK) else None


def give_one_date(publish: Path, started: str) -> None:
    """Give all files of a copy the date of its run: the time of writing would tell its number."""
    seconds = datetime.fromisoformat(started).timestamp()
    for path in (*publish.rglob("*"), publish):
        os.utime(path, (seconds, seconds))
