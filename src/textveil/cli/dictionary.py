"""`textveil dictionary`: forms that enough terms share, in place of quasi-identifiers."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.console import counted, notes, say, show_json, show_table, tracked
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
    from textveil.pipeline.dictionary.apply import Applied
    from textveil.pipeline.dictionary.curve import DictionaryCurve
    from textveil.pipeline.sources import Source

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Replace quasi-identifiers by forms that at least K terms of a list share.",
)

DictPath = Annotated[
    Path, typer.Argument(metavar="DICT", help="A file that `textveil dictionary build` wrote.")
]
TheK = Annotated[int, typer.Option("-k", "--k", help="How many terms share each form, at least.")]
Guarantee = Annotated[
    str,
    typer.Option(
        "--guarantee",
        help="`mutual`: K terms are released under the very same form; `count`: the form matches "
        "K terms, as in the paper.",
    ),
]
Seed = Annotated[int, typer.Option("--seed", help="Decides between forms that are equally good.")]
Identifiers = Annotated[
    Path | None,
    typer.Option("--identifiers", metavar="IDS", help="One term a line; each is removed entirely."),
]
Stop = Annotated[
    Path | None,
    typer.Option(
        "--stop",
        help="One term a line; each stays readable. English function words without this.",
    ),
]
MinLength = Annotated[int, typer.Option("--min-length", help="Shorter terms stay readable.")]


@app.command()
def build(
    terms: Annotated[
        Path, typer.Argument(metavar="TERMS", help="One term a line; .gz and .xz too.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The dictionary to write.")],
    fold_case: Annotated[
        bool, typer.Option("--fold-case", help="Terms that differ only in case are one.")
    ] = False,
    mutual: Annotated[
        str,
        typer.Option(
            "--mutual", metavar="KS", help="Group terms for these K now, such as 5 or 2,5,10."
        ),
    ] = "",
    encoding: Annotated[str, typer.Option("--encoding", help="Encoding of TERMS.")] = "utf-8",
    json_output: Json = False,
    quiet: Quiet = False,
) -> None:
    """Index a list of terms, so that their forms are found in milliseconds.

    The dictionary is one file, with a version and a checksum. Duplicate terms count once.

    **Example:** `textveil dictionary build titles.txt -o titles.dict`
    """
    from textveil.pipeline.dictionary.build import build_dictionary
    from textveil.pipeline.study.number_lists import parse_numbers

    keep_apart([output], [terms])
    groups = parse_numbers(mutual, "--mutual", least=2) if mutual else ()
    with notes.status("build") as status:

        def progress(share: float) -> None:
            status.update(f"grouping: {share:.0%} of the terms are done")

        facts = build_dictionary(
            terms,
            output,
            encoding=encoding,
            fold_case=fold_case,
            mutual=groups,
            progress=progress,
        )
    if json_output:
        show_json(facts.to_json())
    elif not quiet:
        say(f"{counted(facts.terms, 'term')} · {facts.file_bytes:,} bytes · {output}")


@app.command()
def stats(dictionary: DictPath, json_output: Json = False) -> None:
    """Show what a dictionary holds: numbers and its hash, no term.

    **Example:** `textveil dictionary stats titles.dict`
    """
    from textveil.pipeline.dictionary.build import DictionaryFacts, open_dictionary

    facts = DictionaryFacts.of(open_dictionary(dictionary), dictionary)
    if json_output:
        show_json(facts.to_json())
        return
    rows = [
        ("terms", f"{facts.terms:,}"),
        ("characters", f"{facts.characters:,}"),
        ("distinct characters", f"{facts.alphabet:,}"),
        ("shortest, median, longest", f"{facts.shortest}, {facts.median}, {facts.longest}"),
        ("case", "folded" if facts.fold_case else "as written"),
        ("bytes", f"{facts.file_bytes:,} ({facts.file_bytes / facts.terms:.0f} a term)"),
        ("SHA-256 of the terms", facts.sha256),
    ]
    show_table(("what", "value"), rows)


@app.command()
def lookup(
    dictionary: DictPath,
    term: Annotated[str, typer.Argument(metavar="TERM", help="A term of the dictionary.")],
    k: TheK,
    guarantee: Guarantee = "mutual",
    seed: Seed = 0,
    frontier: Annotated[
        bool,
        typer.Option("--frontier", help="Show all forms that no other beats in k and length."),
    ] = False,
    chart: Annotated[
        Path | None, typer.Option("--chart", help="Draw the frontier into a .png or .svg.")
    ] = None,
    json_output: Json = False,
) -> None:
    """Show the form that stands for a term, and how many terms share it.

    `k` is how many terms of the dictionary the form matches. `k_eff` is how many of them may be
    released under it: whoever knows the method is left with so many.

    **Example:** `textveil dictionary lookup countries.dict JAPAN -k 3 --frontier`
    """
    from textveil.pipeline.dictionary.build import (
        announce_k,
        form_json,
        form_of,
        frontier_of,
        open_dictionary,
    )
    from textveil.pipeline.dictionary.charts import chart_forms, check_chart, forms_behind

    keep_apart([chart], [dictionary])
    if chart is not None:
        check_chart(chart)
    opened = open_dictionary(dictionary)
    announce_k(opened, [k], guarantee, say)
    chosen = form_of(opened, term, k, guarantee, seed)
    forms = frontier_of(opened, term) if frontier or chart is not None else ()
    if chart is not None:
        chart_forms(forms, chosen, k, chart, forms_behind(opened, term))
    if json_output:
        found = [form_json(form) for form in forms]
        show_json(found if frontier else chosen and form_json(chosen))
    elif frontier:
        # The paper's Table 1 leaves out what only the term itself matches; of equals, one is shown.
        distinct = {(form.k, form.remaining): form for form in reversed(forms) if form.k > 1}
        show_table(
            ("term", "anonymized", "k", "remain", "length"),
            [
                (f.term, f.form, f"{f.k:,}", str(f.remaining), str(len(f.term)))
                for f in reversed(distinct.values())
            ],
        )
    elif chosen is not None:
        row = (chosen.term, chosen.form, f"{chosen.k:,}", f"{chosen.k_eff:,}")
        more = (str(chosen.remaining), str(len(chosen.term)))
        show_table(("term", "anonymized", "k", "k_eff", "remain", "length"), [(*row, *more)])
    if chosen is None:
        say(f"no form of this term is shared by {k} terms: it is removed entirely")
    elif not chosen.exact:
        say("the search reached its limit: another form may keep more characters")


@app.command("apply")
def apply_(
    dictionary: DictPath,
    source: CorpusPath,
    k: TheK,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Where to write, in the format of IN.")
    ],
    identifiers: Identifiers = None,
    guarantee: Guarantee = "mutual",
    seed: Seed = 0,
    stop: Stop = None,
    min_length: MinLength = 2,
    min_frequency: Annotated[
        int,
        typer.Option(
            "--min-frequency",
            help="Terms that occur less often in IN stay readable. Rare terms identify most: "
            "think twice.",
        ),
    ] = 1,
    max_share: Annotated[
        float,
        typer.Option(
            "--max-share",
            help="Terms in more than this share of the documents are general, and stay readable.",
        ),
    ] = 1.0,
    report: Annotated[
        Path | None, typer.Option("--report", help="Write counts and the verdict as JSON.")
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify/--no-verify", help="Count the forms again afterwards.")
    ] = True,
    format_name: FormatName = None,
    lines: Lines = False,
    encoding: Encoding = None,
    text_column: TextColumn = None,
    id_column: IdColumn = None,
    subject_column: SubjectColumn = None,
    json_output: Json = False,
    quiet: Quiet = False,
) -> None:
    """Anonymize a text: identifiers become `*`, terms of the dictionary become their forms.

    Matches are leftmost-longest, at word borders in scripts that have them. A term that no form
    fits is removed entirely, and counted. Nothing is written if the verdict is refuted.

    **Example:** `textveil dictionary apply titles.dict letter.txt -k 5 -o shared.txt`
    """
    from textveil.formats.outputs import text_sink
    from textveil.pipeline.dictionary.apply import ApplySettings, apply_dictionary
    from textveil.pipeline.dictionary.build import announce_k, open_dictionary, read_terms

    keep_apart([output, report], [dictionary, source, identifiers, stop])
    settings = ApplySettings(
        k, guarantee, seed, min_length, _stopped(stop), min_frequency, max_share, verify
    )
    given = _open(
        source,
        format_name,
        lines=lines,
        encoding=encoding,
        text_column=text_column,
        id_column=id_column,
        subject_column=subject_column,
    )
    named = [] if identifiers is None else list(read_terms(identifiers))
    opened = open_dictionary(dictionary)
    announce_k(opened, [k], guarantee, say)
    with tracked(quiet=quiet) as track:
        made = apply_dictionary(given, opened, settings, output, identifiers=named, track=track)
    if report is not None:
        with text_sink(report) as sink:
            sink.write(json.dumps(made.to_json(), indent=2) + "\n")
    if json_output:
        show_json(made.to_json())
    elif not quiet:
        _announce(made)


@app.command()
def propose(
    source: CorpusPath,
    k: Annotated[int, typer.Option("-k", "--k", help="What fewer people share is rare.")] = 5,
    most: Annotated[int, typer.Option("--most", help="How many terms at most.")] = 1000,
    min_score: Annotated[
        float, typer.Option("--min-score", help="Leave out terms below this score.")
    ] = 0.2,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="A table with tabs; stdout without this."),
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
    """Propose quasi-identifiers from a corpus, best first, for a person to accept.

    Evidence: annotations that IN came with, capitals, words that too few people share, words that
    stand together. Columns: term, score, occurrences, documents, evidence. Remove the lines that
    you do not accept, and `cut -f 1` the rest into a list of terms. With `--json`, one object a
    line.

    **Example:** `textveil dictionary propose notes.jsonl -o proposed.tsv`
    """
    from textveil.pipeline.dictionary.build import proposal_line, propose_terms, write_proposals

    keep_apart([output], [source])
    given = _open(
        source,
        format_name,
        lines=lines,
        encoding=encoding,
        text_column=text_column,
        id_column=id_column,
        subject_column=subject_column,
    )
    with tracked(quiet=quiet) as track:
        found = propose_terms(given, k, most, min_score, track)
    if output is not None:
        write_proposals(found, output, as_json=json_output)
    else:
        sys.stdout.writelines(proposal_line(one, as_json=json_output) for one in found)
    if not quiet:
        say(f"{counted(len(found), 'term')} proposed; read them before you use them")


@app.command()
def curve(
    dictionary: DictPath,
    source: CorpusPath,
    ks: Annotated[
        str, typer.Option("--k", "-k", metavar="KS", help="Such as 2..10, or 2,5,10.")
    ] = "2,3,5,10,20,50,100",
    guarantee: Annotated[
        str,
        typer.Option("--guarantee", help="mutual, count, or both with a comma between them."),
    ] = "mutual,count",
    keep: Annotated[
        float | None,
        typer.Option("--keep", help="Suggest the largest K that keeps this share, from 0 to 1."),
    ] = None,
    topic: Annotated[
        str,
        typer.Option("--topic", help="Column that holds a topic, to see if it can still be told."),
    ] = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A chart (.png, .svg), or .json.")
    ] = None,
    identifiers: Identifiers = None,
    stop: Stop = None,
    min_length: MinLength = 2,
    format_name: FormatName = None,
    lines: Lines = False,
    encoding: Encoding = None,
    text_column: TextColumn = None,
    id_column: IdColumn = None,
    subject_column: SubjectColumn = None,
    json_output: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure what each K leaves of your own text, and suggest a K.

    Remaining characters, words left whole, readable words (at least half of them shown), frequent
    terms kept and, with `--topic`, how well topics are told apart. The suggestion is for the first
    guarantee: the knee of its curve, or with `--keep` the largest K that keeps so much.

    **Example:** `textveil dictionary curve titles.dict letters.jsonl --k 2..20 -o curve.svg`
    """
    from textveil.pipeline.dictionary.apply import ApplySettings
    from textveil.pipeline.dictionary.build import announce_k, open_dictionary, read_terms
    from textveil.pipeline.dictionary.charts import chart_dictionary_curve, check_chart
    from textveil.pipeline.dictionary.curve import measure_dictionary
    from textveil.pipeline.kanon.run import load_documents
    from textveil.pipeline.study.number_lists import parse_numbers

    keep_apart([output], [dictionary, source, identifiers, stop])
    if output is not None:
        check_chart(output, numbers=True)
    asked = parse_numbers(ks, "--k", least=2)
    guarantees = [name.strip() for name in guarantee.split(",") if name.strip()]
    settings = ApplySettings(2, min_length=min_length, stop=_stopped(stop))
    given = _open(
        source,
        format_name,
        lines=lines,
        encoding=encoding,
        text_column=text_column,
        id_column=id_column,
        subject_column=subject_column,
    )
    named = [] if identifiers is None else list(read_terms(identifiers))
    opened = open_dictionary(dictionary)
    if "mutual" in guarantees:
        announce_k(opened, asked, "mutual", say)
    with tracked(quiet=quiet) as track:
        measured = measure_dictionary(
            load_documents(given, track),
            opened,
            asked,
            guarantees,
            settings=settings,
            identifiers=named,
            keep=keep,
            topic=topic,
            track=track,
        )
    if output is not None:
        chart_dictionary_curve(measured, output)
    if json_output:
        show_json(measured.to_json())
    else:
        _show_curve(measured)
    # Last, because it fails where no K keeps enough: the numbers are shown all the same.
    suggestion = measured.suggestion()
    if not quiet:
        say(f"suggested: K = {suggestion.chosen} for {measured.guarantees[0]}")
        say(f"because: {suggestion.reason}")


def _stopped(path: Path | None) -> frozenset[str]:
    from textveil.detect.dictionary import function_words
    from textveil.pipeline.dictionary.build import read_terms

    return function_words() if path is None else frozenset(read_terms(path))


def _open(source: str, format_name: str | None, *, lines: bool, **given: str | None) -> "Source":
    if source == "-":
        raise UsageError("give a file or folder, not stdin")
    return open_source(source, format_name, lines=lines, columns=None, **given)


def _announce(made: "Applied") -> None:
    say(
        f"{counted(made.documents, 'document')} · {counted(made.characters, 'character')} · "
        f"{100 * made.remaining_ratio:.1f} % remain · {made.seconds:.1f} s"
    )
    say(
        f"{counted(made.identifiers, 'identifier')} removed · "
        f"{counted(made.replaced, 'term')} replaced by forms · "
        f"{counted(made.removed, 'term')} without a form removed"
    )
    if made.price is not None:
        about = "" if made.price.exact else "about "
        less = counted(made.price.characters, "character")
        say(f"mutual shows {about}{less} less than count would")
    for verdict in made.verdicts:
        say(f"{verdict.claim} {verdict.status.value} ({verdict.reason})")
    if made.unprotected:
        say(f"released unprotected beside each text: {', '.join(sorted(made.unprotected))}")


def _show_curve(measured: "DictionaryCurve") -> None:
    names = list(dict.fromkeys((s.name, s.group) for s in measured.points[0].scores))
    heads = [f"{name} ({group})" if group else name for name, group in names]
    show_table(
        ("guarantee", "K", *heads),
        [
            [p.guarantee, str(p.k), *(f"{p.value(name, group):.3f}" for name, group in names)]
            for p in measured.points
        ],
    )
