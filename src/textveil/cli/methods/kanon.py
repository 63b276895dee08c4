"""`textveil kanon`: suppress everything too rare to share."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from textveil.cli.methods.kanon_study import curve, tune
from textveil.cli.shell.console import counted, say
from textveil.cli.shell.default_verb import RunByDefault
from textveil.cli.shell.groups import filled, grouped, option
from textveil.cli.shell.inputs import CorpusPath, Input
from textveil.cli.shell.options import Shown
from textveil.cli.shell.results import OutFolder, ResultOptions, end_refuted

if TYPE_CHECKING:
    from textveil.pipeline.kanon.report import KanonReport

__all__ = ["announce_report", "app", "run"]


app = typer.Typer(
    cls=RunByDefault,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Suppress everything too rare to share.\n\n`run` may be left out.\n\n"
    "**Example:** `textveil kanon notes.jsonl out -k 5`",
)


app.command()(curve)
app.command()(tune)


@dataclass(frozen=True, kw_only=True)
class KanonOptions:
    """What is suppressed."""

    k: int = option(..., "Least number of people, or of places.", "-k", "--k")
    guarantee: str = option(
        "subjects",
        "`subjects`: each kept run stands in documents of k persons; `occurrences`: k times in the "
        "input; `output`: k times in the release itself.",
    )
    method: str = option(
        "",
        "`minimum`, `longest-first`, `paper`, `words` or `hybrid`; `groups` for the guarantee "
        "`output`. Without this the best that fits the guarantee.",
    )
    unit: str = option(
        "",
        "`token` suppresses whole words, `char` single letters (default: `token`; `char` for "
        "fasta, fastq and spmf). With `char` the run says how many words a list completes.",
    )
    word_list: Path | None = option(
        None,
        "A list of names or words, one a line: letters are hidden until k listed words fit each "
        "partly shown word.",
        "--list",
        metavar="FILE",
    )
    min_length: int = option(1, "Least number of units in a kept run.", "-l")
    show: str = option(
        "",
        "Characters that are never suppressed; `paper` stands for white space, brackets and .,:;",
    )
    mark: str = option("*", "What stands in place of a suppressed character.")


@app.command()
@grouped
def run(
    source: CorpusPath,
    out: OutFolder = None,
    *,
    asked: KanonOptions,
    given: Input,
    result: ResultOptions,
    shown: Shown,
) -> None:
    """Suppress what fewer than k people have in common, with the provably fewest marks.

    A plain text file is one document; with `--lines` each line is one. The result has the format
    and the lengths of IN. Ids of subjects become numbers in random order, or with a key digests;
    ids of documents and other columns stay as they are. OUT is a release like that of `textveil
    release`: whoever gets `OUT/publish` can check it with `textveil verify`.

    **Example:** `textveil kanon notes.jsonl out -k 5`

    **The result alone:** `textveil kanon notes.jsonl -k 5 -o shared.jsonl --report report.json`
    """
    from textveil.formats.outputs import write_json
    from textveil.pipeline.kanon.run import (
        announce_compilation,
        anonymize,
        default_unit,
        read_list,
    )
    from textveil.transform.rarity.suppress import Suppress

    result.keep_apart(out, source, asked.word_list)
    opened = given.open_file(source)
    settings = filled(Suppress, asked, unit=asked.unit or default_unit(opened))
    listed = None if asked.word_list is None else read_list(asked.word_list)
    announce_compilation(say)
    with shown.tracked() as track:
        made = anonymize(result.order(opened, out, track, shown.notice), settings, listed=listed)
    if result.report is not None:
        write_json(result.report, made.to_json())
    shown.announce(made, announce_report)
    end_refuted(refuted=made.refuted)


def announce_report(made: "KanonReport") -> None:
    """Say on stderr what was kept and what was verified."""
    seconds = sum(made.seconds.values())
    say(
        f"{counted(made.documents, 'document')} of {counted(made.subjects, 'subject')} · "
        f"{made.symbols:,} characters · "
        f"{100 * made.kept_ratio:.1f} % kept in {counted(made.runs, 'run')} · {seconds:.1f} s"
    )
    for verdict in made.verdicts:
        remark = f" ({verdict.remark})" if verdict.remark else ""
        say(f"{verdict.claim} {verdict.status.value}{remark}")
    if made.completions is not None:
        found = made.completions
        say(
            f"{counted(found.words, 'partly shown word')}: of {found.one:,} one listed word fits "
            f"(it is the word itself {found.right:,} times), of {found.few:,} at most five fit"
        )
    if made.release:
        say(f"release id: {made.release}")
    if made.unprotected:
        say(f"fields released as they are, unprotected: {', '.join(made.unprotected)}")
