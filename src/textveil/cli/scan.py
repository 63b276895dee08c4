"""`textveil scan`: what identifies people in these documents."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from textveil.cli.choices import ChoiceOptions
from textveil.cli.groups import grouped, option
from textveil.cli.inputs import Input, InputPath
from textveil.cli.options import PolicyName, Told, format_of, tuned
from textveil.errors import UsageError
from textveil.values.span import Span

__all__ = ["scan"]


@dataclass(frozen=True, kw_only=True)
class ScanOptions:
    """Where findings go."""

    output: Path | None = option(None, "Write annotated documents here instead of stdout.", "-o")
    to: str | None = option(None, "Format of --output: brat, jsonl, label-studio, …")


@grouped
def scan(
    source: InputPath,
    *,
    policy: PolicyName = "tag-only",
    given: Input,
    asked: ScanOptions,
    choices: ChoiceOptions,
    explain: Annotated[
        bool, typer.Option("--explain", help="Add why each span was found, without quoting text.")
    ] = False,
    told: Told,
) -> None:
    """Find identifying passages and print them, one JSON object a document.

    Offsets are half-open and count code points. The text itself is not printed; `--output` writes
    the documents with their annotations in a format that carries both. Documents in a language that
    is not installed are named in a warning: much may be missed in them.

    **Example:** `textveil scan notes.jsonl > spans.jsonl`
    """
    from textveil.pipeline.api import annotate
    from textveil.pipeline.policy import load_policy
    from textveil.pipeline.registry import ComponentKind, build
    from textveil.pipeline.release.scanning import scan_source

    if asked.to and not asked.output:
        raise UsageError("--to needs --output")
    opened = given.open(source)
    loaded = load_policy(policy, told.notice)
    chosen = choices.added_to(tuned(loaded, explain=explain))
    with told.tracked() as track:
        if asked.output is None:
            for name, found in scan_source(opened, chosen, track, told.notice):
                _print_row(name, found, explain)
            return
        named = asked.to or format_of(asked.output, opened.format_name)
        annotated = annotate(opened, chosen, explain=explain, track=track, notice=told.notice)
        count = build(ComponentKind.FORMAT, named).write(annotated, asked.output)
    told.notice(f"{count:,} documents with annotations in {asked.output}")


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
