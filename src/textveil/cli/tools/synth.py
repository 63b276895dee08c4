"""`textveil synth`: documents about people who do not exist."""

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from textveil.cli.shell.console import counted
from textveil.cli.shell.groups import grouped, option
from textveil.cli.shell.options import Told, format_of
from textveil.errors import UsageError

__all__ = ["synth"]


@dataclass(frozen=True, kw_only=True)
class SynthOptions:
    """Which documents are made, and where they go."""

    output: Path = option(..., "Where the documents go.", "-o")
    number: int = option(100, "How many documents.", "-n", min=1)
    seed: int = option(0, "The same seed makes the same documents.")
    subjects: int | None = option(None, "How many people the documents are about.", min=1)
    typos: float = option(0.0, "Share of words mistyped.", min=0.0, max=1.0)
    ocr: float = option(0.0, "Share of letters misread.", min=0.0, max=1.0)
    names: str = option("all", "Part of the lists of names: all, A, B, 2/5 or -2/5.")
    templates: str = option("all", "Part of the wordings, likewise.")
    language: str = option("en", "Language of the documents: en, or es (hospital only).")
    to: str | None = option(None, "Format: jsonl, brat, conll, … (default: by OUT's name).")


@grouped
def synth(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND", help="hospital, letters, email, court, chat, forms, everyday or posts."
        ),
    ],
    asked: SynthOptions,
    told: Told,
) -> None:
    """Make documents in which every identifier is known.

    Nobody in them exists. Each person has one name, birthday and address in all documents. The
    annotations are exact, also with mistakes (`--typos`, `--ocr`). Halves (`--names A`,
    `--templates A`) make corpora that share no name and no wording.

    **Example:** `textveil synth hospital -n 400 --subjects 100 -o hospital.jsonl`
    """
    from textveil.policy.registry import ComponentKind, build
    from textveil.synth.corpus import KINDS, generate

    if kind not in KINDS:
        raise UsageError("there is no such kind of corpus", hint=f"take {', '.join(KINDS)}")
    documents = generate(
        kind,
        asked.number,
        rng=random.Random(asked.seed),  # noqa: S311 - made-up people, no secret
        subjects=asked.subjects,
        typos=asked.typos,
        ocr=asked.ocr,
        names=asked.names,
        templates=asked.templates,
        language=asked.language,
    )
    target = build(ComponentKind.FORMAT, asked.to or format_of(asked.output, "jsonl"))
    with told.tracked() as track:
        fitted = map(target.carries.fitted, documents)
        count = target.write(track(fitted, "synth", asked.number), asked.output)
    if dropped := target.carries.lacking():
        told.notice(
            f"{target.name} has no place for {', '.join(dropped)}; jsonl carries everything"
        )
    told.notice(f"{counted(count, 'document')} in {asked.output}")
