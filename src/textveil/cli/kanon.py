"""`textveil kanon`: suppress everything too rare to share."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.console import counted, say, show_json, tracked
from textveil.cli.default_verb import RunByDefault
from textveil.cli.kanon_curve import curve
from textveil.cli.kanon_tune import tune
from textveil.cli.options import (
    CorpusPath,
    Encoding,
    FormatName,
    IdColumn,
    Json,
    Lines,
    Quiet,
    SubjectColumn,
    TextColumn,
    keep_apart,
    open_source,
)
from textveil.errors import OutputError, RefutedError, UsageError
from textveil.values.verdict import Status

if TYPE_CHECKING:
    from textveil.pipeline.kanon.run import KanonReport

__all__ = ["announce_report", "app", "run"]


app = typer.Typer(
    cls=RunByDefault,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Suppress everything too rare to share. `run` may be left out: `textveil kanon IN -k 5`.",
)


app.command()(curve)
app.command()(tune)


@app.command()
def run(
    source: CorpusPath,
    k: Annotated[int, typer.Option("-k", "--k", help="How many people, or places, at least.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Where to write, in the format of IN.")
    ],
    guarantee: Annotated[
        str,
        typer.Option(
            help="`subjects`: each kept run stands in documents of k persons; `occurrences`: k "
            "times in the input; `output`: k times in the release itself."
        ),
    ] = "subjects",
    method: Annotated[
        str,
        typer.Option(
            help="`minimum`, `longest-first`, `paper`, `words` or `hybrid`; `groups` for the "
            "guarantee `output`. Without this the best that fits the guarantee."
        ),
    ] = "",
    unit: Annotated[str, typer.Option(help="`char`, or `token` to suppress whole words.")] = "char",
    min_length: Annotated[
        int, typer.Option("--min-length", "-l", help="Kept runs have at least so many units.")
    ] = 1,
    show: Annotated[
        str,
        typer.Option(
            help="Characters that are never suppressed; `paper` stands for white space, "
            "brackets and .,:;"
        ),
    ] = "",
    mark: Annotated[
        str, typer.Option(help="What stands in place of a suppressed character.")
    ] = "*",
    report: Annotated[
        Path | None, typer.Option("--report", help="Write counts, times and verdict as JSON.")
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify/--no-verify", help="Check the guarantee on the result.")
    ] = True,
    keep_refuted: Annotated[
        bool, typer.Option("--keep-refuted", help="Write the result even if it is refuted.")
    ] = False,
    format_name: FormatName = None,
    lines: Lines = False,
    encoding: Encoding = None,
    text_column: TextColumn = None,
    id_column: IdColumn = None,
    subject_column: SubjectColumn = None,
    json_output: Json = False,
    quiet: Quiet = False,
) -> None:
    """Suppress what fewer than k people have in common, with the provably fewest marks.

    A plain text file is one document; with `--lines` each line is one. The result has the format
    and the lengths of IN.

    **Example:** `textveil kanon notes.jsonl -k 5 -o shared.jsonl --report report.json`
    """
    from textveil.pipeline.kanon.run import announce_compilation, anonymize
    from textveil.transform.suppress import Suppress

    keep_apart([output, report], [source])
    if source == "-":
        raise UsageError("counting needs the whole corpus: give a file or folder, not stdin")
    settings = Suppress(k, guarantee, method, unit, min_length, show, mark)
    given = open_source(
        source,
        format_name,
        lines=lines,
        encoding=encoding,
        text_column=text_column,
        id_column=id_column,
        subject_column=subject_column,
    )
    announce_compilation(say)
    with tracked(quiet=quiet) as track:
        made = anonymize(
            given, settings, output, verify=verify, keep_refuted=keep_refuted, track=track
        )
    if report is not None:
        _write_json(report, made)
    if json_output:
        show_json(made.to_json())
    elif not quiet:
        announce_report(made)
    if made.verdict.status is Status.REFUTED:
        say("the guarantee is refuted: this was written because you asked for it")
        raise typer.Exit(RefutedError.exit_code)


def announce_report(made: "KanonReport") -> None:
    """Say on stderr what was kept and what was verified."""
    seconds = sum(made.seconds.values())
    say(
        f"{counted(made.documents, 'document')} of {counted(made.subjects, 'subject')} · "
        f"{made.symbols:,} characters · "
        f"{100 * made.kept_ratio:.1f} % kept in {counted(made.runs, 'run')} · {seconds:.1f} s"
    )
    verdict = made.verdict
    say(f"{verdict.claim} {verdict.status.value} ({verdict.reason})")
    if made.unprotected:
        say(f"released unprotected beside each text: {', '.join(made.unprotected)}")


def _write_json(path: Path, made: "KanonReport") -> None:
    try:
        path.write_text(json.dumps(made.to_json(), indent=2) + "\n", "utf-8")
    except OSError as error:
        raise OutputError(
            f"the report cannot be written ({error.strerror})", where=str(path)
        ) from None
