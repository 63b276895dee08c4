"""`textveil kanon`: suppress everything too rare to share."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from textveil.certify.given import read_key
from textveil.cli.console import counted, say
from textveil.cli.default_verb import RunByDefault
from textveil.cli.groups import filled, grouped, option
from textveil.cli.inputs import CorpusPath, Input
from textveil.cli.kanon_study import curve, tune
from textveil.cli.options import Shown, keep_apart
from textveil.cli.signing import read_signing_key
from textveil.errors import RefutedError, UsageError

if TYPE_CHECKING:
    from textveil.pipeline.kanon.report import KanonReport

__all__ = ["announce_report", "app", "run"]


app = typer.Typer(
    cls=RunByDefault,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Suppress everything too rare to share.\n\n`run` may be left out.\n\n"
    "**Example:** `textveil kanon notes.jsonl -k 5 -o shared.jsonl`",
)


app.command()(curve)
app.command()(tune)


@dataclass(frozen=True, kw_only=True)
class KanonOptions:
    """What is suppressed, and what is written."""

    k: int = option(..., "Least number of people, or of places.", "-k", "--k")
    output: Path = option(..., "Where to write, in the format of IN.", "-o")
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
    key: Path | None = option(
        None,
        "File that holds the key (default: TEXTVEIL_KEY). New ids of subjects come from it, and "
        "the certificate is sealed with it.",
    )
    report: Path | None = option(None, "Write counts, times and verdict as JSON.")
    certificate: Path | None = option(
        None, "Write a certificate for `textveil verify`, beside the output.", metavar="FILE"
    )
    sign: Path | None = option(None, "With --certificate: the private key that signs it.")
    verify: bool = option(True, "Check the guarantee on the result.", "--verify/--no-verify")
    keep_refuted: bool = option(False, "Write the result even if it is refuted.")


@app.command()
@grouped
def run(source: CorpusPath, asked: KanonOptions, given: Input, shown: Shown) -> None:
    """Suppress what fewer than k people have in common, with the provably fewest marks.

    A plain text file is one document; with `--lines` each line is one. The result has the format
    and the lengths of IN. Ids of subjects become numbers in random order, or with a key digests;
    ids of documents and other columns stay as they are.

    **Example:** `textveil kanon notes.jsonl -k 5 -o shared.jsonl --report report.json`
    """
    from textveil.formats.outputs import write_json
    from textveil.pipeline.kanon.run import (
        announce_compilation,
        anonymize,
        default_unit,
        read_list,
    )
    from textveil.transform.suppress import Suppress

    keep_apart(
        [asked.output, asked.report, asked.certificate, *_nonce_of(asked.certificate)],
        [source, asked.word_list, asked.key, asked.sign],
    )
    if asked.sign is not None and asked.certificate is None:
        raise UsageError("only a certificate is signed", where="--sign", hint="add --certificate")
    sign = read_signing_key(asked.sign)
    opened = given.open_file(source)
    settings = filled(Suppress, asked, unit=asked.unit or default_unit(opened))
    listed = None if asked.word_list is None else read_list(asked.word_list)
    key = read_key(asked.key)
    announce_compilation(say)
    with shown.tracked() as track:
        made = anonymize(
            opened,
            settings,
            asked.output,
            listed=listed,
            verify=asked.verify,
            keep_refuted=asked.keep_refuted,
            key=key,
            certificate=asked.certificate,
            sign=sign,
            track=track,
        )
    if asked.report is not None:
        write_json(asked.report, made.to_json())
    shown.announce(made, announce_report)
    for nonce in _nonce_of(asked.certificate):
        if key is None:
            shown.notice(f"Do not publish {nonce}: with it the texts of IN can be guessed")
    if made.refuted:
        say("the guarantee is refuted: this was written because you asked for it")
        raise typer.Exit(RefutedError.exit_code)


def _nonce_of(certificate: Path | None) -> list[Path]:
    from textveil.certify.suppressed.certificate import nonce_file

    return [] if certificate is None else [nonce_file(certificate)]


def announce_report(made: "KanonReport") -> None:
    """Say on stderr what was kept and what was verified."""
    seconds = sum(made.seconds.values())
    say(
        f"{counted(made.documents, 'document')} of {counted(made.subjects, 'subject')} · "
        f"{made.symbols:,} characters · "
        f"{100 * made.kept_ratio:.1f} % kept in {counted(made.runs, 'run')} · {seconds:.1f} s"
    )
    for verdict in (made.verdict, made.list_verdict):
        if verdict is not None:
            say(f"{verdict.claim} {verdict.status.value} ({verdict.remark})")
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
