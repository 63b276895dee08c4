"""`textveil synth`: documents about people who do not exist."""

import random
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.console import counted, say, tracked
from textveil.cli.options import Quiet
from textveil.errors import TextveilError, UsageError
from textveil.formats.catalog import guess
from textveil.values.document import Document
from textveil.values.metadata import EMPTY
from textveil.values.span import Spans

if TYPE_CHECKING:
    from textveil.formats.capacity import Carries

__all__ = ["synth"]


def synth(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND", help="hospital, letters, email, court, chat, forms or everyday."
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="Where the documents go.")],
    number: Annotated[int, typer.Option("--number", "-n", min=1, help="How many documents.")] = 100,
    seed: Annotated[
        int, typer.Option("--seed", help="The same seed makes the same documents.")
    ] = 0,
    subjects: Annotated[
        int | None,
        typer.Option("--subjects", min=1, help="How many people the documents are about."),
    ] = None,
    typos: Annotated[
        float, typer.Option("--typos", min=0.0, max=1.0, help="Share of words mistyped.")
    ] = 0.0,
    ocr: Annotated[
        float, typer.Option("--ocr", min=0.0, max=1.0, help="Share of letters misread.")
    ] = 0.0,
    names: Annotated[
        str, typer.Option("--names", help="Part of the lists of names: all, A, B, 2/5 or -2/5.")
    ] = "all",
    templates: Annotated[
        str, typer.Option("--templates", help="Part of the wordings, likewise.")
    ] = "all",
    to: Annotated[
        str | None,
        typer.Option("--to", help="Format: jsonl, brat, conll, …; by OUT's name without it."),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Make documents in which every identifier is known.

    Nobody in them exists. Each person has one name, birthday and address in all documents. The
    annotations are exact, also with mistakes (`--typos`, `--ocr`). Halves (`--names A`,
    `--templates A`) make corpora that share no name and no wording.

    **Example:** `textveil synth hospital -n 400 --subjects 100 -o hospital.jsonl`
    """
    from textveil.pipeline.registry import ComponentKind, build
    from textveil.synth.corpus import KINDS, generate

    if kind not in KINDS:
        raise UsageError("there is no such kind of corpus", hint=f"take {', '.join(KINDS)}")
    documents = generate(
        kind,
        number,
        rng=random.Random(seed),  # noqa: S311 - made-up people, no secret
        subjects=subjects,
        typos=typos,
        ocr=ocr,
        names=names,
        templates=templates,
    )
    target = build(ComponentKind.FORMAT, to or _format_of(output))
    dropped = _without_place(target.carries)
    with tracked(quiet=quiet) as track:
        fitted = (_fitted(document, target.carries) for document in documents)
        count = target.write(track(fitted, "synth", number), output)
    if dropped and not quiet:
        say(f"{target.name} has no place for {', '.join(dropped)}; jsonl carries everything")
    if not quiet:
        say(f"{counted(count, 'document')} in {output}")


def _keeps_metadata(carries: "Carries") -> bool:
    # Formats without records (brat) keep metadata of their own making only.
    return carries.subject and carries.metadata != "nothing"


def _without_place(carries: "Carries") -> list[str]:
    """Return what of a generated document a format has no place for."""
    parts = {
        "subjects": carries.subject,
        "metadata": _keeps_metadata(carries),
        "annotations": carries.spans,
        "entities": carries.entities or not carries.spans,
    }
    return [part for part, carried in parts.items() if not carried]


def _fitted(document: Document, carries: "Carries") -> Document:
    """Return what of a generated document a format can carry."""
    spans = document.spans if carries.spans else None
    if spans is not None and not carries.entities:
        spans = Spans(replace(span, entity=None) for span in spans)
    return replace(
        document,
        subject=document.subject if carries.subject else None,
        metadata=document.metadata if _keeps_metadata(carries) else EMPTY,
        spans=spans,
    )


def _format_of(output: Path) -> str:
    """Return the format that a target's name asks for, JSON lines where it asks for none."""
    try:
        return guess(output)
    except TextveilError:
        return "jsonl"
