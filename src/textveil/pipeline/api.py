"""Short functions for a string or a file: read, scan, detect, write, de-identify."""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

from textveil.errors import UsageError
from textveil.formats.catalog import guess
from textveil.pipeline.policy import Choices, Policy, chosen_policy
from textveil.pipeline.registry import ComponentKind, build
from textveil.pipeline.release.detection import Detection
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.repair import refusal
from textveil.pipeline.release.scanning import spoken_documents
from textveil.pipeline.sources import Source
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.secret import Secret
from textveil.values.span import Spans
from textveil.values.verdict import Verdict
from textveil.values.watching import Track, untracked

__all__ = ["Deidentified", "annotate", "deidentify", "read", "scan", "write"]


def read(
    path: str | Path, format_name: str | None = None, options: Mapping[str, Any] | None = None
) -> Source:
    """Return the documents at a path; each iteration reads them one at a time.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "note.txt").write_text("All well.")
    >>> [len(document) for document in read(folder / "note.txt")]
    [9]
    """
    return Source.open(Path(path), format_name, options)


def write(documents: Iterable[Document], path: str | Path, format_name: str | None = None) -> int:
    """Write documents, all or nothing, and return how many; the format follows from the path."""
    target = Path(path)
    written: int = build(ComponentKind.FORMAT, format_name or guess(target)).write(
        documents, target
    )
    return written


def _warn(message: str) -> None:
    warnings.warn(message, stacklevel=3)


def scan(
    documents: Iterable[Document],
    policy: str | Policy = "tag-only",
    *,
    track: Track = untracked,
    notice: Callable[[str], None] = _warn,
    **choices: Unpack[Choices],
) -> Iterator[tuple[Document, Spans]]:
    """Yield each document with what the policy finds in it; spans may overlap.

    `allow`, `deny` and `patterns` are added to the policy.

    Documents in a language that is not installed are read too, as most documents are; `notice` is
    told which ones, by a Python warning unless given. `track` watches.

    Examples
    --------
    >>> [found] = [spans for _, spans in scan([Document("n", "Write to ana@example.org.")])]
    >>> found
    Spans(EMAIL[9,24))
    """
    engine = Engine(chosen_policy(policy, choices))
    for document in spoken_documents(documents, engine, track, notice):
        yield document, engine.scan(document)


def annotate(
    documents: Iterable[Document],
    policy: str | Policy = "tag-only",
    *,
    explain: bool = False,
    track: Track = untracked,
    notice: Callable[[str], None] = _warn,
    **choices: Unpack[Choices],
) -> Iterator[Document]:
    """Yield each document with what the policy finds in it, overlaps cut; see `scan`."""
    for document, found in scan(documents, policy, track=track, notice=notice, **choices):
        spans = Detection.settle(document, found)
        if not explain:
            spans = Spans(replace(span, explanation=None) for span in spans)
        yield replace(document, spans=spans)


@dataclass(frozen=True, slots=True, repr=False)
class Deidentified:
    """One rewritten text with its edits and verdicts."""

    release: Release
    verdicts: tuple[Verdict, ...]

    @property
    def text(self) -> str:
        """The rewritten text."""
        return self.release.text

    def __repr__(self) -> str:
        held = sum(verdict.holds for verdict in self.verdicts)
        return f"Deidentified({self.release!r}, verdicts={held} of {len(self.verdicts)} hold)"


def deidentify(
    text: str,
    policy: str | Policy = "tag-only",
    key: Secret | None = None,
    *,
    keep_refuted: bool = False,
    **choices: Unpack[Choices],
) -> Deidentified:
    """Find, rewrite, verify and repair one text in memory.

    Parameters
    ----------
    text
        What is to be rewritten.
    policy
        The name of a shipped policy, the path of a file, or a policy that was loaded.
    key
        For policies that need one.
    keep_refuted
        Whether a text whose verdict is refuted is returned all the same.
    choices
        Added to the policy: `allow` (words that stay), `deny` (words that go; a list, or a mapping
        from labels to lists) and `patterns` (a mapping from labels to expressions for RE2).

    Raises
    ------
    RefutedError
        If a verdict is refuted and cannot be repaired, as `release` does.
    LanguageError
        If the text is in a language that is not installed, and the policy reads sentences.

    Examples
    --------
    >>> result = deidentify("Reach Ana at ana@example.org.")
    >>> result.text
    'Reach [NAME] at [EMAIL].'
    >>> [verdict.status.value for verdict in result.verdicts]
    ['holds', 'holds']
    >>> deidentify("Dr. Foley placed a Foley for Zephyr.", allow=["Foley"], deny=["Zephyr"]).text
    'Dr. Foley placed a Foley for [IDENTIFIER].'
    """
    if not isinstance(text, str):
        raise UsageError("deidentify takes a string", hint="for files: textveil.release(Run(…))")
    chosen = chosen_policy(policy, choices)
    [made], outcome = Engine(chosen, key).release([Document("text", text)])
    refused = refusal(outcome.verdicts, keeps_metadata=False, rounds=outcome.repairs.rounds)
    if refused is not None and not keep_refuted:
        raise refused
    return Deidentified(made.release, outcome.verdicts)
