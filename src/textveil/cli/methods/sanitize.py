"""`textveil sanitize`: hide sensitive patterns of sequences, keep everything else countable."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from textveil.cli.shell.console import counted, say
from textveil.cli.shell.default_verb import RunByDefault
from textveil.cli.shell.groups import filled, grouped, option
from textveil.cli.shell.inputs import CorpusPath, FileInput, Input
from textveil.cli.shell.options import Shown, keep_apart, listed
from textveil.cli.shell.results import OutFolder, ResultOptions, end_refuted
from textveil.errors import UsageError

if TYPE_CHECKING:
    from textveil.formats.tables.events import EventColumns
    from textveil.pipeline.sanitize.reporting import SanitizeReport
    from textveil.study.page import Study
    from textveil.values.runs.watch import Track

__all__ = ["app", "compare", "run"]

_THETA = "Distortion allowed in replacing separators (default: their number)."
_SEPARATOR = "The letter between blocks, which must not occur in IN; `#`, for SPMF `0`."
_UNIT = (
    "What a letter is: `char`, or `token` for what stands between white space. Without this "
    "`token` for SPMF, `char` elsewhere."
)

app = typer.Typer(
    cls=RunByDefault,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Hide sensitive patterns of sequences and keep everything else countable.\n\n"
    "`run` may be left out.\n\n"
    "**Example:** `textveil sanitize visits.txt -s private.txt -k 4 -o shared.txt`",
)


@dataclass(frozen=True, kw_only=True)
class SanitizeOptions:
    """What is hidden, how, and what is written."""

    sensitive: Path = option(..., "Sensitive patterns, one a line.", "-s")
    k: int | None = option(
        None,
        "Length of the patterns that are hidden and counted (default: that of the shortest "
        "sensitive one).",
        "-k",
        "--k",
    )
    method: str = option(
        "",
        "`tfs`, `pfs`, `etfs` keep all frequencies and leave separators; `tpm`, `tm`, `tmi`, "
        "`ghosts` replace those; `substitute` changes the fewest letters and keeps the length; "
        "`ba`, `ph` are there to compare. Without this `tm` for FASTA, "
        "FASTQ and event tables, `tpm` elsewhere.",
        "-m",
    )
    keep_order: bool | None = option(
        None,
        "Leave kept letters in their order, as `tm`, `tmi`, `tfs`, `etfs` and `substitute` do "
        "(default for FASTA, FASTQ and event tables), or let the method move them.",
        "--keep-order/--any-order",
    )
    strands: str = option(
        "one",
        "For DNA and RNA in FASTA or FASTQ: `both` hides each pattern together with its reverse "
        "complement.",
    )
    decoys: int | None = option(
        None,
        "Hide each sensitive pattern among M that look hidden equally often (1: none; costs "
        "frequencies). Without this 5 for FASTA and FASTQ, 1 elsewhere and for `substitute`.",
        metavar="M",
    )
    tau: int = option(1, "How often a pattern occurs that a miner finds.")
    theta: int | None = option(None, _THETA)
    rho: float = option(-1.0, "Patterns with a z-score below it are implausible.")
    separator: str | None = option(None, _SEPARATOR)
    unit: str = option("", _UNIT)
    wildcard: str = option("", "Stands for any one letter in sensitive patterns.")
    implausible: Path | None = option(
        None, "Patterns that `tmi` must not create, one a line of k letters."
    )
    reference: Path | None = option(
        None,
        "Other sequences, in the format of IN, that tell `tmi` what is implausible (default: IN).",
    )
    quality: str = option(
        "lowest",
        "For FASTQ: letters that come in have the `lowest` quality, which shows where they stand, "
        "or one `drawn` from letters beside them.",
    )
    map: Path | None = option(
        None,
        "Write where kept letters stand, as TSV (record, start, end, to); as a chain file for "
        "CrossMap and liftOver if the name ends in `.chain`. Do not publish it.",
    )


@dataclass(frozen=True, kw_only=True)
class EventOptions:
    """The columns of an event table, a row for each event."""

    who: str | None = option(None, "Column of an event table that names the person.")
    when: str | None = option(None, "Column with the time: ISO days and moments, or numbers.")
    what: str | None = option(None, "Column with the event; its values are the letters.")
    keep_columns: str = option(
        "", "Other columns that kept events keep, with commas between them (default: none)."
    )
    when_format: str = option("", "How times are written, such as %d.%m.%Y.")

    def columns(self, asked: "SanitizeOptions", given: Input) -> "EventColumns | None":
        """Return the columns; None if no event table is meant."""
        from textveil.formats.tables.events import EventColumns

        named = {"--who": self.who, "--when": self.when, "--what": self.what}
        if not any((*named.values(), self.keep_columns, self.when_format)):
            return None
        who, when, what = named.values()
        if who is None or when is None or what is None:
            missing = ", ".join(name for name, column in named.items() if column is None)
            raise UsageError(
                f"an event table needs {missing} too", hint="--who patient --when date --what code"
            )
        if given.text_column or given.id_column or given.subject_column or asked.unit:
            raise UsageError(
                "--text-column, --id-column, --subject-column and --unit do not belong to event "
                "tables",
                hint="--who, --when and --what name the columns",
            )
        kept = listed(self.keep_columns)
        if kept and (asked.decoys or 1) > 1:
            raise UsageError(
                "rows that come in have nothing in --keep-columns, which would tell decoys from "
                "sensitive patterns",
                hint="leave out --keep-columns, or use --decoys 1",
            )
        return EventColumns(who, when, what, kept, self.when_format)


@app.command()
@grouped
def run(
    source: CorpusPath,
    out: OutFolder = None,
    *,
    asked: SanitizeOptions,
    events: EventOptions,
    given: Input,
    result: ResultOptions,
    shown: Shown,
) -> None:
    """Hide every sensitive pattern, so that all other patterns can still be counted.

    A plain text file is one sequence, a character a letter; with `--lines` each line is one. What
    the method promises is verified on the result; if it does not hold, nothing is written.

    Of an event table (CSV, TSV, Parquet; a row an event) each person is a sequence in the order of
    time. Kept events keep their time, those that come in get one between their neighbours'.

    OUT is a release like that of `textveil release`: `publish` for readers, who check it with
    `textveil verify`, and `keep` for you, with patterns, decoys and the coordinate map.

    **Example:** `textveil sanitize visits.txt out -s private.txt -k 4 --tau 10`

    **Of a genome, the result alone:** `textveil sanitize genome.fa -s motifs.txt --strands both -o
    shared.fa`

    **Of an event table:** `textveil sanitize visits.csv --who patient --when date --what code -s
    private.txt -o shared.csv`
    """
    from textveil.pipeline.sanitize.nucleotides import EVENTS, chosen_decoys, chosen_method
    from textveil.pipeline.sanitize.run import SanitizeFiles, sanitize_files
    from textveil.transform.sanitization.sanitize import Sanitize

    result.keep_apart(out, source, asked.sensitive, asked.implausible, asked.reference)
    keep_apart([asked.map], [source, asked.sensitive, out, result.output, result.report])
    columns = events.columns(asked, given)
    opened = given.open_file(source)
    form = opened.format_name if columns is None else EVENTS
    method = chosen_method(form, asked.method, keep_order=asked.keep_order)
    decoys = chosen_decoys(form, asked.decoys, method)
    if method != "tmi" and (asked.implausible or asked.reference):
        raise UsageError("--implausible and --reference belong to the method tmi")
    # The separator and the implausible patterns are known when the files are read.
    fixed = {"separator": Sanitize().separator, "implausible": ()}
    settings = filled(Sanitize, asked, method=method, decoys=decoys, **fixed)
    with shown.tracked() as track:
        order = result.order(opened, out, track, shown.notice)
        places = {"output": order.target, "report": result.report}
        files = filled(SanitizeFiles, asked, source=opened, events=columns, **places)
        made = sanitize_files(
            files,
            settings,
            measured=shown.json_output,
            track=track,
            notice=shown.notice,
            order=order,
        )
    shown.announce(made, announce_sanitized)
    if shown.quiet or shown.json_output:
        _say_all(made.recovery())  # whatever else is not to be told
    end_refuted(refuted=made.refuted is not None)


@dataclass(frozen=True, kw_only=True)
class CompareOptions:
    """What is compared, while what varies."""

    methods: str = option(
        "",
        "Methods to compare, with commas between them (default: tfs, pfs, tpm, ghosts, substitute "
        "and ba).",
        "--method",
        "-m",
    )
    sensitive: Path | None = option(
        None, "Sensitive patterns, one a line (default: drawn from the frequent ones).", "-s"
    )
    patterns: str = option("10", "How many patterns are sensitive: 10, or 10,20,40.")
    k: str = option("4", "Such as 4, or 3..6.", "-k", "--k")
    tau: str = option("10", "Such as 10, or 5,10,20.")
    rho: str = option("-1", "Such as -1, or -3,-2,-1.")
    support: int | None = option(None, "How often drawn patterns occur (default: the first tau).")
    theta: int | None = option(None, _THETA)
    separator: str | None = option(None, _SEPARATOR)
    unit: str = option("", _UNIT)
    seed: int = option(0, "Of the drawing.")
    output: Path | None = option(
        None, "A folder for charts and numbers; or a .png, .svg, .json", "-o"
    )


@app.command()
@grouped
def compare(source: CorpusPath, asked: CompareOptions, given: FileInput, shown: Shown) -> None:
    """Measure what each method costs while the number of patterns, k, tau or rho varies.

    Of each list the first number is used while another one varies. Distortion, lost and ghost
    patterns, lengths, implausible patterns, edit distance, attacks and time are measured. Nothing
    of the sequences is written.

    **Example:** `textveil sanitize compare visits.txt --patterns 10,20,40 -k 3..6 -o figures/`
    """
    from textveil.pipeline.sanitize.collection import SequenceCollection
    from textveil.pipeline.sanitize.nucleotides import nucleic_settings
    from textveil.study.sanitize_comparison import COMPARISON, CompareSettings
    from textveil.study.sanitize_comparison import compare as carry_out

    keep_apart([asked.output], [source, asked.sensitive])
    opened = given.open(source)

    def measure(track: "Track") -> "Study":
        read = SequenceCollection.load(opened, asked.unit, track, separator=asked.separator)
        named = [] if asked.sensitive is None else read.patterns(asked.sensitive)
        letters = nucleic_settings(read.sequences.alphabet, "one", nucleic=read.nucleic)
        separator = read.separator(asked.separator)
        settings = filled(CompareSettings, asked, separator=separator, letters=letters)
        study = carry_out(read.sequences, settings, named, track)
        notes = [f"note: {note}" for note in read.notices()]
        return replace(study, remarks=[*notes, *study.remarks])

    shown.study(measure, asked.output, COMPARISON)


def announce_sanitized(made: "SanitizeReport") -> None:
    """Say on stderr what a reader gets back, what was hidden and what was verified."""
    _say_all(made.recovery())
    say(
        f"{counted(made.sequences, 'sequence')} · {counted(made.letters, made.letter)} · "
        f"{_sought(made)} · "
        f"{counted(made.released, made.letter)} released: {_became(made)} · "
        f"{sum(made.seconds.values()):.1f} s"
    )
    from textveil.verify.sequences.claims import MEANINGS

    for verdict in made.verdicts:
        reason = f" ({verdict.remark})" if verdict.remark else ""
        say(f"{verdict.claim} {verdict.status.value}{reason}: {MEANINGS[verdict.claim]}")
    if made.release:
        say(f"release id: {made.release}")
    if made.decoys > 1 and made.changed is None:
        say(
            f"note: {counted(made.groups, 'group')} of {made.decoys} patterns{_partners(made)}, "
            f"{counted(made.made_places, 'made place')} of {counted(made.k, made.letter)}: what "
            "holds of other patterns holds of the input with these places; decoys are hidden like "
            "sensitive patterns"
        )
    if made.groups > made.named:
        say(
            "warning: a pattern with open letters has several spellings here; they resemble each "
            "other, and their decoys do not; with a smaller -k, a part without open letters is "
            "hidden instead"
        )
    if made.made_places and made.sequences > 1:
        say(
            "warning: made places make their sequences longer; a reader who knows how long the "
            "sequences were can tell them from real ones, and decoys from sensitive patterns"
        )
    if 0 < made.candidates < made.alphabet:
        say(
            f"note: of {counted(made.alphabet, made.letter)} only the {made.candidates:,} most "
            "frequent ones were tried in place of a separator"
        )


def _say_all(lines: Iterable[str]) -> None:
    for line in lines:
        say(line)


def _became(made: "SanitizeReport") -> str:
    """Say how many letters are kept, and what became of the others."""
    if made.changed is not None:
        return f"{made.kept:,} kept, {made.changed:,} changed"
    gone, new = made.letters - made.kept, made.released - made.kept
    return f"{made.kept:,} kept, {gone:,} removed, {new:,} new"


def _sought(made: "SanitizeReport") -> str:
    """Say what was named, what is hidden for it, and what of that occurs."""
    more = f" or more, up to {made.longest:,}" if made.longest > made.k else ""
    told = f"{counted(made.patterns, 'sensitive pattern')} of {counted(made.k, made.letter)}{more}"
    told += _partners(made)
    if made.patterns != made.named:
        told = f"{counted(made.named, 'named pattern')} as {told}"
    occurring = made.attacks[0].count
    if occurring != made.patterns:
        told += f", {occurring:,} of them in the input"
    return f"{told} at {counted(made.places, 'place')}" if made.strands == "both" else told


def _partners(made: "SanitizeReport") -> str:
    return " with their reverse complements" if made.strands == "both" else ""
