"""`textveil dictionary`: forms that enough terms share, in place of quasi-identifiers."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.shell.console import counted, notes, say, show_json, show_table
from textveil.cli.shell.groups import filled, grouped, option
from textveil.cli.shell.inputs import CorpusPath, Input
from textveil.cli.shell.options import AsJson, Shown, keep_apart
from textveil.cli.shell.results import OutFolder, ResultOptions, end_refuted

if TYPE_CHECKING:
    from textveil.pipeline.dictionary.apply import Applied
    from textveil.study.page import Study
    from textveil.values.runs.watch import Track

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Replace quasi-identifiers by forms that at least K terms of a list share.\n\n"
    "**Example:** `textveil dictionary build titles.txt -o titles.dict`",
)

DictPath = Annotated[
    Path, typer.Argument(metavar="DICT", help="A file that `textveil dictionary build` wrote.")
]


@dataclass(frozen=True, kw_only=True)
class FormOptions:
    """Which form stands for a term."""

    k: int = option(..., "Least number of terms that share each form.", "-k", "--k")
    guarantee: str = option(
        "mutual",
        "`mutual`: K terms are released under the very same form; `count`: the form matches K "
        "terms, as in the paper.",
    )
    seed: int = option(0, "Decides between forms that are equally good.")


@dataclass(frozen=True, kw_only=True)
class TermOptions:
    """What is removed entirely, and what stays readable."""

    identifiers: Path | None = option(
        None, "One term a line; each is removed entirely.", metavar="IDS"
    )
    stop: Path | None = option(
        None, "Terms that stay readable, one a line (default: English function words)."
    )
    min_length: int = option(2, "Shorter terms stay readable.")

    def named(self) -> list[str]:
        """Return the identifiers."""
        from textveil.formats.tables.term_list import read_terms

        return [] if self.identifiers is None else list(read_terms(self.identifiers))

    def stopped(self) -> frozenset[str]:
        """Return the terms that stay readable."""
        from textveil.formats.tables.term_list import read_terms
        from textveil.lexicon.tables.words import function_words

        return function_words() if self.stop is None else frozenset(read_terms(self.stop))


@dataclass(frozen=True, kw_only=True)
class BuildOptions:
    """How terms are read and indexed."""

    output: Path = option(..., "The dictionary to write.", "-o")
    fold_case: bool = option(False, "Take terms that differ only in case as one.")
    mutual: str = option("", "Group terms for these K now, such as 5 or 2,5,10.", metavar="KS")
    encoding: str = option("utf-8", "Encoding of TERMS.")


@app.command()
@grouped
def build(
    terms: Annotated[
        Path, typer.Argument(metavar="TERMS", help="One term a line; .gz and .xz too.")
    ],
    asked: BuildOptions,
    shown: Shown,
) -> None:
    """Index a list of terms, so that their forms are found in milliseconds.

    The dictionary is one file, with a version and a checksum. Duplicate terms count once.

    **Example:** `textveil dictionary build titles.txt -o titles.dict`
    """
    from textveil.pipeline.dictionary.build import build_dictionary
    from textveil.study.grid import parse_numbers

    keep_apart([asked.output], [terms])
    groups = parse_numbers(asked.mutual, "--mutual", least=2) if asked.mutual else ()
    with notes.status("reading the terms") as status:

        def progress(share: float) -> None:
            status.update(f"grouping: {share:.0%} of the terms are done")

        facts = build_dictionary(
            terms,
            asked.output,
            encoding=asked.encoding,
            fold_case=asked.fold_case,
            mutual=groups,
            progress=progress,
        )
    said = f"{counted(facts.terms, 'term')} · {facts.file_bytes:,} bytes · {asked.output}"
    shown.announce(facts, lambda _: say(said))


@app.command()
@grouped
def stats(dictionary: DictPath, shown: AsJson) -> None:
    """Show what a dictionary holds: numbers and its hash, no term.

    **Example:** `textveil dictionary stats titles.dict`
    """
    from textveil.pipeline.dictionary.build import DictionaryFacts, open_dictionary

    facts = DictionaryFacts.of(open_dictionary(dictionary), dictionary)
    if shown.json_output:
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
@grouped
def lookup(
    dictionary: DictPath,
    term: Annotated[str, typer.Argument(metavar="TERM", help="A term of the dictionary.")],
    *,
    asked: FormOptions,
    frontier: Annotated[
        bool,
        typer.Option("--frontier", help="Show all forms that no other beats in k and length."),
    ] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Draw the frontier into a .png or .svg.")
    ] = None,
    shown: AsJson,
) -> None:
    """Show the form that stands for a term, and how many terms share it.

    `k` is how many terms of the dictionary the form matches. `k_eff` is how many of them may be
    released under it: a reader who knows the method cannot tell these apart.

    **Example:** `textveil dictionary lookup countries.dict JAPAN -k 3 --frontier`
    """
    from textveil.formats.display.figures import check_chart
    from textveil.pipeline.dictionary.build import announce_k, form_json, open_dictionary
    from textveil.study.term_chart import chart_forms, forms_behind

    keep_apart([output], [dictionary])
    check_chart(output)
    opened = open_dictionary(dictionary)
    announce_k(opened, [asked.k], asked.guarantee, say)
    chosen = opened.form(term, asked.k, asked.guarantee, asked.seed)
    forms = opened.frontier(term) if frontier or output is not None else ()
    if output is not None:
        chart_forms(forms, chosen, asked.k, output, forms_behind(opened, term))
    if shown.json_output:
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
        say(f"no form of this term is shared by {asked.k} terms: it is removed entirely")
    elif not chosen.exact:
        say("the search reached its limit: another form may keep more characters")


@dataclass(frozen=True, kw_only=True)
class ApplyOptions:
    """What else stays readable."""

    min_frequency: int = option(
        1,
        "Terms that occur less often in IN stay readable. Rare terms identify most: think twice.",
    )
    max_share: float = option(
        1.0, "Terms in more than this share of the documents are general, and stay readable."
    )
    readable: Path | None = option(
        None,
        "Where to write the terms that stay readable by these two options; who verifies OUT needs "
        "the file. Do not publish it.",
        metavar="FILE",
    )


@app.command("apply")
@grouped
def apply_(
    dictionary: DictPath,
    source: CorpusPath,
    out: OutFolder = None,
    *,
    choice: FormOptions,
    terms: TermOptions,
    asked: ApplyOptions,
    given: Input,
    result: ResultOptions,
    shown: Shown,
) -> None:
    """Anonymize a text: identifiers become `*`, terms of the dictionary become their forms.

    Matches are leftmost-longest, at word borders in scripts that have them. A term that no form
    fits is removed entirely, and counted. Nothing is written if a verdict is refuted. OUT is a
    release like that of `textveil release`; its certificate commits to dictionary and lists.

    **Example:** `textveil dictionary apply titles.dict letter.txt out -k 5`

    **The result alone:** `textveil dictionary apply titles.dict letter.txt -k 5 -o shared.txt`
    """
    from textveil.formats.outputs import write_json
    from textveil.formats.tables.term_files import FormFiles
    from textveil.pipeline.dictionary.apply import Fit, apply_dictionary
    from textveil.pipeline.dictionary.build import announce_k, open_dictionary

    result.keep_apart(out, dictionary, source, terms.identifiers, terms.stop, asked.readable)
    named = {name: str(getattr(terms, name) or "") for name in ("identifiers", "stop")}
    files = filled(FormFiles, choice, path=str(dictionary), min_length=terms.min_length, **named)
    fit, documents = filled(Fit, asked), given.open_file(source)
    announce_k(open_dictionary(dictionary), [choice.k], choice.guarantee, say)
    with shown.tracked() as track:
        made = apply_dictionary(result.order(documents, out, track, shown.notice), files, fit)
    if result.report is not None:
        write_json(result.report, made.to_json())
    shown.announce(made, _announce)
    end_refuted(refuted=made.refuted)


@dataclass(frozen=True, kw_only=True)
class ProposeOptions:
    """Which terms are proposed, and where they go."""

    k: int = option(5, "Text that fewer people share is rare.", "-k", "--k")
    number: int = option(1000, "How many terms at most.", "-n")
    threshold: float = option(0.2, "Leave out terms with a lower score.")
    output: Path | None = option(None, "File for a table with tabs (default: stdout).", "-o")


@app.command()
@grouped
def propose(source: CorpusPath, asked: ProposeOptions, given: Input, shown: Shown) -> None:
    """Propose quasi-identifiers from a corpus, best first, for a person to accept.

    Evidence: annotations that IN came with, capitals, words that too few people share, words that
    stand together. Columns: term, score, occurrences, documents, evidence. Remove the lines that
    you do not accept, and `cut -f 1` the rest into a list of terms. With `--json`, one object a
    line.

    **Example:** `textveil dictionary propose notes.jsonl -o proposed.tsv`
    """
    from textveil.pipeline.dictionary.build import proposal_line, propose_terms, write_proposals

    keep_apart([asked.output], [source])
    documents = given.open_file(source)
    with shown.tracked() as track:
        found = propose_terms(documents, asked.k, asked.number, asked.threshold, track)
    if asked.output is not None:
        write_proposals(found, asked.output, as_json=shown.json_output)
    else:
        sys.stdout.writelines(proposal_line(one, as_json=shown.json_output) for one in found)
    shown.notice(f"{counted(len(found), 'term')} proposed; read them before you use them")


@dataclass(frozen=True, kw_only=True)
class DictionaryCurveOptions:
    """What is measured, and where it goes."""

    ks: str = option("2,3,5,10,20,50,100", "Such as 2..10, or 2,5,10.", "--k", "-k", metavar="KS")
    guarantees: str = option(
        "mutual,count", "mutual, count, or both with a comma between them.", "--guarantee"
    )
    keep: float | None = option(None, "Suggest the largest K that keeps this share, from 0 to 1.")
    topic: str = option(
        "", "Column that holds a topic, to see if it can still be told.", "--topic-column"
    )
    output: Path | None = option(None, "A chart (.png, .svg), or .json.", "-o")


@app.command()
@grouped
def curve(
    dictionary: DictPath,
    source: CorpusPath,
    asked: DictionaryCurveOptions,
    terms: TermOptions,
    given: Input,
    shown: Shown,
) -> None:
    """Measure what each K leaves of your own text, and suggest a K.

    Remaining characters, words left whole, readable words (at least half of them shown), frequent
    terms kept and, with `--topic-column`, how well topics are told apart. The suggestion is for the
    first guarantee: the knee of its curve, or with `--keep` the largest K that keeps so much.

    **Example:** `textveil dictionary curve titles.dict letters.jsonl --k 2..20 -o curve.svg`
    """
    from textveil.formats.display.figures import check_chart
    from textveil.pipeline.dictionary.apply import ApplySettings
    from textveil.pipeline.dictionary.build import announce_k, open_dictionary
    from textveil.pipeline.memory import load_documents
    from textveil.study.dictionary_curve import DictionaryCurveSettings, measure_dictionary

    keep_apart([asked.output], [dictionary, source, terms.identifiers, terms.stop])
    check_chart(asked.output, ".json")
    wanted = filled(DictionaryCurveSettings, asked, identifiers=tuple(terms.named()))
    settings = ApplySettings(2, min_length=terms.min_length, stop=terms.stopped())
    documents, opened = given.open_file(source), open_dictionary(dictionary)
    if "mutual" in wanted.guarantees:
        announce_k(opened, wanted.ks, "mutual", say)

    def measure(track: "Track") -> "Study":
        read = load_documents(documents, track)
        return measure_dictionary(read, opened, wanted, settings, track)

    shown.study(measure, asked.output)


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
        remark = f" ({verdict.remark})" if verdict.remark else ""
        say(f"{verdict.claim} {verdict.status.value}{remark}")
    if made.release:
        say(f"release id: {made.release}")
    if made.unprotected:
        say(f"fields released as they are, unprotected: {', '.join(sorted(made.unprotected))}")
