"""`textveil scan`: what identifies people in these documents."""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias, cast

import typer

from textveil.cli.shell.choices import ChoiceOptions
from textveil.cli.shell.console import counted, say, show_table
from textveil.cli.shell.groups import grouped, option
from textveil.cli.shell.inputs import Input
from textveil.cli.shell.options import PolicyName, Told, format_of, listed, tuned
from textveil.errors import UsageError
from textveil.values.runs.watch import Track
from textveil.values.span import Span

if TYPE_CHECKING:
    from textveil.formats.sources import Source
    from textveil.policy.policy import Policy

__all__ = ["scan"]

Rows: TypeAlias = Iterable[tuple[str, Iterator[Span]]]
"""Documents by their ids, with what was found in each."""


@dataclass(frozen=True, kw_only=True)
class ScanOptions:
    """Where findings go."""

    output: Path | None = option(None, "Write annotated documents here instead of stdout.", "-o")
    to: str | None = option(None, "Format of --output: brat, jsonl, label-studio, …")
    explain: bool = option(False, "Add why each span was found, without quoting text; prints JSON.")
    json_output: bool = option(False, "Print JSON lines on a terminal too.", "--json")
    fail_on: str | None = option(
        None, "Exit with 1 if one of these labels is found (`any`: every label); print counts only."
    )

    def check(self, sources: Sequence[str]) -> None:
        """Refuse options that do not go together."""
        if self.to and not self.output:
            raise UsageError("--to needs --output")
        if self.output and len(sources) > 1:
            raise UsageError("--output takes one input", hint="call it once for each input")
        if self.output and self.fail_on is not None:
            raise UsageError("--fail-on writes nothing", hint="leave out --output or --fail-on")

    @property
    def as_table(self) -> bool:
        """Whether a person reads stdout, who wants counts and no offsets."""
        return sys.stdout.isatty() and not self.json_output and not self.explain


@grouped
def scan(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="IN", help="Files or folders, one or more; `-` reads text from stdin."
        ),
    ],
    *,
    policy: PolicyName = "tag-only",
    given: Input,
    asked: ScanOptions,
    choices: ChoiceOptions,
    told: Told,
) -> None:
    """Find identifying passages and show how many, or print where they are.

    On a terminal a table counts them by label. Into a file or pipe, or with `--json`, each document
    is one JSON object a line; offsets are half-open and count code points. The text itself is not
    printed; `--output` writes the documents with their annotations in a format that carries both.
    Documents in a language that is not installed are named in a warning: much may be missed in
    them.

    With `--fail-on`, each path with such a passage is named with counts by label, and the exit code
    is 1. This is for hooks and pipelines: `.pre-commit-hooks.yaml` has one.

    **Example:** `textveil scan notes.jsonl > spans.jsonl`
    """
    from textveil.pipeline.release.scan import scan_source
    from textveil.policy.policy import load_policy

    asked.check(sources)
    opened = [given.open(source) for source in sources]
    chosen = choices.added_to(tuned(load_policy(policy), explain=asked.explain))
    with told.tracked() as track:
        if asked.output is not None:
            return _annotate(opened[0], chosen, asked, told, track)
        rows = ((one, scan_source(one, chosen, track, told.notice)) for one in opened)
        if asked.fail_on is not None:
            return _fail_on(asked.fail_on, ((str(one.path), row) for one, row in rows))
        every = chain.from_iterable(row for _, row in rows)
        if not asked.as_table:
            for name, found in every:
                _print_row(name, found, asked.explain)
            return None
        seen = _counts(every)
    return _show(seen, told)


def _annotate(
    opened: "Source", chosen: "Policy", asked: ScanOptions, told: Told, track: Track
) -> None:
    from textveil.formats.outputs import owner_only
    from textveil.pipeline.api import annotate
    from textveil.policy.registry import ComponentKind, build

    target = cast("Path", asked.output)
    named = asked.to or format_of(target, opened.format_name)
    annotated = annotate(opened, chosen, explain=asked.explain, track=track, notice=told.notice)
    with owner_only():
        count = build(ComponentKind.FORMAT, named).write(annotated, target)
    told.notice(f"{counted(count, 'document')} with annotations in {target}")


def _fail_on(labels: str, rows: Iterable[tuple[str, Rows]]) -> None:
    """Name the paths in which a label is found, with counts; exit with 1 if there are any."""
    from textveil.pipeline.choosing import label_filter

    wanted = label_filter(listed(labels)) if labels != "any" else (lambda _: True)
    failed = False
    for path, documents in rows:
        found = Counter(span.label for _, spans in documents for span in spans)
        here = [f"{n:,} {label}" for label, n in sorted(found.items()) if wanted(label)]
        if here:
            failed = True
            say(f"{path}: {', '.join(here)}")
    if failed:
        raise typer.Exit(1)


class _Counts(NamedTuple):
    """How many documents there are, and how many passages and documents have each label."""

    documents: int
    passages: Counter[str]
    holding: Counter[str]


def _counts(rows: Rows) -> _Counts:
    documents, passages, holding = 0, Counter[str](), Counter[str]()
    for _, spans in rows:
        here = Counter(span.label for span in spans)
        documents += 1
        passages += here
        holding.update(here.keys())
    return _Counts(documents, passages, holding)


def _show(seen: _Counts, told: Told) -> None:
    from textveil.values.label import LABELS

    ordered = sorted(seen.passages.items(), key=lambda item: (-item[1], item[0]))
    if ordered:
        show_table(
            ("label", "passages", "documents", "what it is"),
            [
                (name, f"{n:,}", f"{seen.holding[name]:,}", LABELS.get(name, ""))
                for name, n in ordered
            ],
        )
    found = counted(seen.passages.total(), "identifying passage")
    told.notice(f"{found} in {counted(seen.documents, 'document')}; --json shows where they are")


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
