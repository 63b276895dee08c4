"""`textveil scan`: what identifies people in these documents."""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from textveil.cli.choices import ChoiceOptions
from textveil.cli.console import counted, show_table
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
    explain: bool = option(False, "Add why each span was found, without quoting text; prints JSON.")
    json_output: bool = option(False, "Print JSON lines on a terminal too.", "--json")

    @property
    def as_table(self) -> bool:
        """Whether a person reads stdout, who wants counts and no offsets."""
        return sys.stdout.isatty() and not self.json_output and not self.explain


@grouped
def scan(
    source: InputPath,
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

    **Example:** `textveil scan notes.jsonl > spans.jsonl`
    """
    from textveil.formats.outputs import owner_only
    from textveil.pipeline.api import annotate
    from textveil.pipeline.policy import load_policy
    from textveil.pipeline.registry import ComponentKind, build
    from textveil.pipeline.release.scanning import scan_source

    if asked.to and not asked.output:
        raise UsageError("--to needs --output")
    opened = given.open(source)
    loaded = load_policy(policy)
    chosen = choices.added_to(tuned(loaded, explain=asked.explain))
    with told.tracked() as track:
        if asked.output is not None:
            named = asked.to or format_of(asked.output, opened.format_name)
            annotated = annotate(
                opened, chosen, explain=asked.explain, track=track, notice=told.notice
            )
            with owner_only():
                count = build(ComponentKind.FORMAT, named).write(annotated, asked.output)
            told.notice(f"{counted(count, 'document')} with annotations in {asked.output}")
            return
        rows = scan_source(opened, chosen, track, told.notice)
        if not asked.as_table:
            for name, found in rows:
                _print_row(name, found, asked.explain)
            return
        seen = _counts(rows)
    _show(seen, told)


class _Counts(NamedTuple):
    """How many documents there are, and how many passages and documents have each label."""

    documents: int
    passages: Counter[str]
    holding: Counter[str]


def _counts(rows: Iterable[tuple[str, Iterator[Span]]]) -> _Counts:
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
