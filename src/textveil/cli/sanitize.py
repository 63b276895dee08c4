"""`textveil sanitize`: hide sensitive patterns of sequences, keep everything else countable."""

import json
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.console import counted, say, show_json, show_table, tracked
from textveil.cli.default_verb import RunByDefault
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
from textveil.errors import UsageError

if TYPE_CHECKING:
    from textveil.pipeline.sanitize.compare import Comparison
    from textveil.pipeline.sanitize.run import SanitizeReport
    from textveil.values.sequences import Sequences

__all__ = ["app", "compare", "run"]

Sensitive = Annotated[
    Path, typer.Option("--sensitive", "-s", help="Sensitive patterns, one a line.")
]
Unit = Annotated[
    str,
    typer.Option(
        "--unit",
        help="What a letter is: `char`, or `token` for what stands between white space. Without "
        "this `token` for SPMF, `char` elsewhere.",
    ),
]
Theta = Annotated[
    int | None,
    typer.Option(
        "--theta",
        help="Distortion allowed in replacing separators; their number without this.",
    ),
]
Separator = Annotated[
    str | None,
    typer.Option(
        "--separator",
        help="The letter between blocks, which must not occur in IN; `#`, for SPMF `0`.",
    ),
]

app = typer.Typer(
    cls=RunByDefault,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Hide sensitive patterns of sequences and keep everything else countable. `run` may be "
    "left out: `textveil sanitize IN -s S -k 4 -o OUT`.",
)


@app.command()
def run(
    source: CorpusPath,
    sensitive: Sensitive,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Where to write, in the format of IN.")
    ],
    k: Annotated[
        int | None,
        typer.Option(
            "-k",
            "--k",
            help="Length of the patterns that are hidden and counted; that of the shortest "
            "sensitive one without this.",
        ),
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            "--method",
            "-m",
            help="`tfs`, `pfs`, `etfs` keep all frequencies and leave separators; `tpm`, `tm`, "
            "`tmi`, `ghosts` replace those; `ba`, `ph` are there to compare.",
        ),
    ] = "tpm",
    tau: Annotated[
        int, typer.Option("--tau", help="Patterns that occur so often are found by a miner.")
    ] = 1,
    theta: Theta = None,
    rho: Annotated[
        float, typer.Option("--rho", help="Patterns with a z-score below it are implausible.")
    ] = -1.0,
    separator: Separator = None,
    unit: Unit = "",
    wildcard: Annotated[
        str, typer.Option("--wildcard", help="Stands for any one letter in sensitive patterns.")
    ] = "",
    implausible: Annotated[
        Path | None,
        typer.Option(
            "--implausible", help="Patterns that `tmi` must not create, one a line of k letters."
        ),
    ] = None,
    reference: Annotated[
        Path | None,
        typer.Option(
            "--reference",
            help="Other sequences, in the format of IN, that tell `tmi` what is implausible; IN "
            "does without this.",
        ),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option("--report", help="Write counts, verdicts, scores and attacks as JSON."),
    ] = None,
    format_name: FormatName = None,
    lines: Lines = False,
    encoding: Encoding = None,
    text_column: TextColumn = None,
    id_column: IdColumn = None,
    subject_column: SubjectColumn = None,
    json_output: Json = False,
    quiet: Quiet = False,
) -> None:
    """Hide every sensitive pattern, so that all other patterns can still be counted.

    A plain text file is one sequence, a character a letter; with `--lines` each line is one. What
    the method promises is verified on the result; if it does not hold, nothing is written.

    **Example:** `textveil sanitize visits.txt -s private.txt -k 4 --tau 10 -o shared.txt`
    """
    from textveil.formats.outputs import binary_sink
    from textveil.pipeline.sanitize.collection import (
        SequenceCollection,
        read_patterns,
        separator_of,
        unit_of,
    )
    from textveil.pipeline.sanitize.run import sanitize_source
    from textveil.transform.sanitize import Sanitize

    keep_apart([output, report], [source, sensitive, implausible, reference])
    if source == "-":
        raise UsageError("patterns are counted in all sequences: give a file, not stdin")
    if method != "tmi" and (implausible or reference):
        raise UsageError("--implausible and --reference belong to the method tmi")
    # What is wrong with the numbers is found before anything is read.
    Sanitize(method, k=k, tau=tau, theta=theta, rho=rho)
    options = {
        "encoding": encoding,
        "text_column": text_column,
        "id_column": id_column,
        "subject_column": subject_column,
    }
    given = open_source(source, format_name, lines=lines, columns=None, **options)
    separator_of(given, unit_of(given, unit), separator)
    expected: Sequences | None = None
    with tracked(quiet=quiet) as track:
        collection = SequenceCollection.load(given, unit, track)
        if reference is not None:
            other = open_source(
                str(reference), given.format_name, lines=False, columns=None, **options
            )
            expected = SequenceCollection.load(other, collection.unit, track).sequences
    settings = Sanitize(
        method,
        k=k,
        tau=tau,
        theta=theta,
        rho=rho,
        separator=collection.separator(separator),
        wildcard=wildcard,
        implausible=tuple(read_patterns(implausible, collection.unit)) if implausible else (),
    )
    patterns = read_patterns(sensitive, collection.unit)
    for notice in [] if quiet else collection.notices():
        say(f"note: {notice}")
    told = report is not None or json_output
    with nullcontext() if report is None else binary_sink(report) as sink:
        made = sanitize_source(collection, patterns, settings, output, expected, measured=told)
        if sink is not None:
            sink.write((json.dumps(made.to_json(), indent=2) + "\n").encode())
    if json_output:
        show_json(made.to_json())
    elif not quiet:
        announce_sanitized(made)
    _warn(made)


@app.command()
def compare(
    source: CorpusPath,
    methods: Annotated[
        str,
        typer.Option(
            "--methods",
            help="Methods to compare, with commas between them; tfs, pfs, tpm, ghosts and ba "
            "without this.",
        ),
    ] = "",
    sensitive: Annotated[
        Path | None,
        typer.Option(
            "--sensitive",
            "-s",
            help="Sensitive patterns, one a line; drawn from the frequent ones without this.",
        ),
    ] = None,
    patterns: Annotated[
        str, typer.Option("--patterns", help="How many patterns are sensitive: 10, or 10,20,40.")
    ] = "10",
    k: Annotated[str, typer.Option("-k", "--k", help="Such as 4, or 3..6.")] = "4",
    tau: Annotated[str, typer.Option("--tau", help="Such as 10, or 5,10,20.")] = "10",
    rho: Annotated[str, typer.Option("--rho", help="Such as -1, or -3,-2,-1.")] = "-1",
    support: Annotated[
        int | None,
        typer.Option("--support", help="Drawn patterns occur so often; the first tau without it."),
    ] = None,
    theta: Theta = None,
    separator: Separator = None,
    unit: Unit = "",
    seed: Annotated[int, typer.Option("--seed", help="Of the drawing.")] = 0,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="A folder for charts and numbers; or a .png, .svg, .json"),
    ] = None,
    format_name: FormatName = None,
    lines: Lines = False,
    encoding: Encoding = None,
    json_output: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure what each method costs while the number of patterns, k, tau or rho varies.

    Of each list the first number is used while another one varies. Distortion, lost and ghost
    patterns, lengths, implausible patterns, edit distance, attacks and time are measured. Nothing
    of the sequences is written.

    **Example:** `textveil sanitize compare visits.txt --patterns 10,20,40 -k 3..6 -o figures/`
    """
    from textveil.pipeline.sanitize.charts import chart_comparison
    from textveil.pipeline.sanitize.collection import (
        SequenceCollection,
        read_patterns,
        separator_of,
        unit_of,
    )
    from textveil.pipeline.sanitize.compare import CompareSettings
    from textveil.pipeline.sanitize.compare import compare as measure
    from textveil.pipeline.study.number_lists import parse_numbers

    keep_apart([out], [source, sensitive])
    given = open_source(source, format_name, lines=lines, encoding=encoding)
    separator_of(given, unit_of(given, unit), separator)
    with tracked(quiet=quiet) as track:
        collection = SequenceCollection.load(given, unit, track)
        named = [] if sensitive is None else read_patterns(sensitive, collection.unit)
        settings = CompareSettings(
            tuple(name.strip() for name in methods.split(",") if name.strip()),
            parse_numbers(patterns, "--patterns", least=1),
            parse_numbers(k, "--k", least=1),
            parse_numbers(tau, "--tau", least=1),
            _thresholds(rho),
            support,
            theta,
            collection.separator(separator),
            seed,
        )
        if out is None:
            compared = measure(collection.sequences, settings, named, track)
        else:
            compared = chart_comparison(collection.sequences, settings, out, named, track)
    if json_output:
        show_json(compared.to_json())
    else:
        _show(compared)
    if not quiet:
        for note in [*collection.notices(), *compared.notes]:
            say(f"note: {note}")


def _thresholds(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        raise UsageError("this is not a list of numbers", where="--rho", hint="-3,-2,-1") from None


def announce_sanitized(made: "SanitizeReport") -> None:
    """Say on stderr what was hidden and what was verified."""
    say(
        f"{counted(made.sequences, 'sequence')} · {counted(made.letters, 'letter')} · "
        f"{counted(made.patterns, 'sensitive pattern')} of {counted(made.k, 'letter')} · "
        f"{counted(made.released, 'letter')} released · {sum(made.seconds.values()):.1f} s"
    )
    from textveil.verify.sequence import MEANINGS

    for verdict in made.verdicts:
        reason = f" ({verdict.reason})" if verdict.reason else ""
        say(f"{verdict.claim} {verdict.status.value}{reason}: {MEANINGS[verdict.claim]}")
    if 0 < made.candidates < made.alphabet:
        say(
            f"note: of {counted(made.alphabet, 'letter')} only the {made.candidates:,} most "
            "frequent ones were tried in place of a separator"
        )


def _warn(made: "SanitizeReport") -> None:
    """Say what a reader recovers where separators are left, even to who asked for quiet."""
    if not made.left:
        return
    recovered = made.attacks[0]
    found = round(recovered.value * recovered.count)
    say(
        f"warning: {counted(made.left, 'separator')} left, at which a reader can undo the hiding: "
        f"that recovers {found:,} of {counted(recovered.count, 'sensitive pattern')} "
        f"({100 * recovered.value:.0f} %)"
    )
    say("hint: the methods tpm, tm, tmi and ghosts leave no separator")


def _show(compared: "Comparison") -> None:
    counts = ("frequency distortion", "tau-lost", "tau-ghost", "length")
    shares = ("implausible share", "edit distance relative error", "recovered patterns")
    head = ("varies", "value", "method", "distortion", "lost", "ghosts", "letters")
    rows = [
        [
            point.axis,
            f"{point.value:g}",
            point.method,
            *(_cell(point.score(name), ",.0f") for name in counts),
            *(_cell(point.score(name), ".3f") for name in shares),
            f"{point.seconds:.3f}",
        ]
        for point in compared.points
    ]
    show_table((*head, "implausible", "edit error", "recovered", "seconds"), rows)


def _cell(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)
