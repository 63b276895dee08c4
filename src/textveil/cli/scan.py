"""`textveil scan`: what identifies people in these documents."""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from textveil.cli.console import noticing, say, tracked
from textveil.cli.options import (
    Encoding,
    FormatName,
    IdColumn,
    InputPath,
    Lines,
    PolicyName,
    Quiet,
    Recall,
    SubjectColumn,
    TextColumn,
    open_source,
    tuned,
)
from textveil.errors import TextveilError, UsageError
from textveil.formats.catalog import guess
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["scan"]


def scan(
    source: InputPath,
    policy: PolicyName = "tag-only",
    format_name: FormatName = None,
    lines: Lines = False,
    encoding: Encoding = None,
    text_column: TextColumn = None,
    id_column: IdColumn = None,
    subject_column: SubjectColumn = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write annotated documents here instead of stdout."),
    ] = None,
    to: Annotated[
        str | None, typer.Option("--to", help="Format of --output: brat, jsonl, conll, …")
    ] = None,
    model: Annotated[
        str | None,
        typer.Option("--model", help="Folder of a trained model.", show_default=False),
    ] = None,
    recall: Recall = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Add why each span was found; quotes no text.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Find identifying passages and print them, one JSON object a document.

    Offsets are half-open and count code points. The text itself is not printed; `--output` writes
    the documents with their annotations in a format that carries both.

    **Example:** `textveil scan notes.jsonl > spans.jsonl`
    """
    from textveil.pipeline.policy import load_policy
    from textveil.pipeline.registry import ComponentKind, build
    from textveil.pipeline.release.scanning import scan_source

    if to and not output:
        raise UsageError("--to needs --output")
    given = open_source(
        source,
        format_name,
        lines=lines,
        encoding=encoding,
        text_column=text_column,
        id_column=id_column,
        subject_column=subject_column,
    )
    loaded = load_policy(policy, noticing(quiet=quiet))
    chosen = tuned(loaded, model=model, recall=recall, explain=explain)
    with tracked(quiet=quiet) as track:
        if output is None:
            for name, found in scan_source(given, chosen, track):
                _print_row(name, found, explain)
            return
        target = build(ComponentKind.FORMAT, to or _format_of(output, given.format_name))
        annotated = _annotated(given.tracked(track, "scan"), chosen, explain)
        count = target.write(annotated, output)
    if not quiet:
        say(f"{count:,} documents with annotations in {output}")


def _format_of(output: Path, otherwise: str) -> str:
    """Return the format that a target's name asks for, else that of the input."""
    try:
        return guess(output)
    except TextveilError:
        return otherwise


def _annotated(given: Any, chosen: Any, explain: bool) -> Iterator[Document]:
    from textveil.pipeline.api import scan as find
    from textveil.pipeline.release.detection import Detection

    for document, found in find(given, chosen):
        spans = Detection.settle(document, found)
        if not explain:
            spans = Spans(replace(span, explanation=None) for span in spans)
        yield replace(document, spans=spans)


def _print_row(name: str, spans: Iterator[Span], explain: bool) -> None:
    """Print one document's row span by span, so that memory does not grow with its length."""
    out = sys.stdout
    out.write(f'{{"id": {json.dumps(name, ensure_ascii=False)}, "spans": [')
    for at, span in enumerate(spans):
        row: dict[str, Any] = {"start": span.start, "end": span.end, "label": span.label}
        row |= {"score": round(span.score, 4), "source": span.source}
        if explain and span.explanation:
            row["explanation"] = span.explanation.to_json()
        out.write((", " if at else "") + json.dumps(row, ensure_ascii=False))
    out.write("]}\n")
