"""`textveil attack`: what a reader who knows the program gets from a release."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.certify.given_keys import read_key
from textveil.cli.shell.console import counted, say, show, show_table
from textveil.cli.shell.default_verb import RunByDefault
from textveil.cli.shell.groups import filled, grouped, option
from textveil.cli.shell.inputs import Input
from textveil.cli.shell.options import KeyFile, Shown, Told, keep_apart, listed
from textveil.cli.teaching.corpora import Corpora, CorpusOptions
from textveil.errors import UsageError

if TYPE_CHECKING:
    from textveil.learn.publishing import AttackSettings
    from textveil.pipeline.attack.run import Attacked
    from textveil.values.figures.attack import AttackResult

__all__ = ["app", "run", "simulate"]

_GUESSES = 5

app = typer.Typer(
    cls=RunByDefault,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Attack a release as a reader would who knows the program.\n\n`run` may be left out.\n\n"
    "**Example:** `textveil attack out/ --input notes/`",
)


@app.command()
@grouped
def run(
    out: Annotated[
        Path,
        typer.Argument(
            metavar="OUT",
            help="What `textveil release`, `sanitize` or `kanon` wrote: a folder, a certificate "
            "or a file.",
        ),
    ],
    source: Annotated[
        Path | None,
        typer.Option("--input", "-i", help="The input: says how many guesses are right."),
    ] = None,
    knows: Annotated[
        str,
        typer.Option(
            help="What the attacker knows, with commas between: `lists` (public lists of names), "
            "`k=6` (length of hidden patterns; else it is guessed), `subjects` (which documents "
            "speak of one person), `input-sample` (one document in ten; needs --input)."
        ),
    ] = "lists,subjects",
    unit: Annotated[
        str,
        typer.Option(help="What a letter of a sanitized sequence is: `char` or `token`."),
    ] = "",
    mark: Annotated[
        str, typer.Option(help="What stands for a letter that `kanon` suppressed.")
    ] = "*",
    sensitive: Annotated[
        Path | None,
        typer.Option(
            "--sensitive",
            "-s",
            help="With --input, of a file of `sanitize`: the patterns that were hidden. They tell "
            "right guesses from decoys.",
        ),
    ] = None,
    key: KeyFile = None,
    *,
    given: Input,
    shown: Shown,
) -> None:
    """Carry out every attack that fits, print its guesses and, with --input, how many are right.

    Beside it stands how many guesses would be right by chance, without the release. An attacker
    sees what was released. In texts they also see where surrogates stand, but never the input. With
    `OUT/publish` alone they do not know that, and take everything that textveil finds for one; what
    the owner's attackers got is then told as the certificate states it.
    Copies for recipients are compared, too: what agrees in all of them may be real. The other
    options say how files of `sanitize` and `kanon` are read. `--key` is needed for numbered
    documents (`ids: number`) of a release with a key: it leads back to the input.

    **Example:** `textveil attack out/ --input notes/`
    """
    from textveil.pipeline.any_attack import attack_folder, is_release
    from textveil.pipeline.file_attack import AttackedFile, attack_file

    known, k = _known(listed(knows))
    if is_release(out):
        attacked = attack_folder(out, known, source, read_key(key))
    else:
        before = None if source is None else given.open(str(source))
        how = AttackedFile(k=k, unit=unit, mark=mark, sensitive=sensitive)
        attacked = attack_file(given.open_file(str(out)), known, before, how)
    shown.print(attacked, _show)
    for remark in attacked.remarks:
        shown.notice(remark)
    if attacked.passed_over and not shown.quiet:
        say(f"{counted(attacked.passed_over, 'passage')} more were not looked at")


@dataclass(frozen=True, kw_only=True)
class SimulatedOptions:
    """What is simulated, and where it goes."""

    output: Path = option(
        ...,
        "A file for the curves. A simulation that was stopped goes on from OUT.progress beside it.",
        "-o",
    )
    publisher: str = option("10,20,50,100,200", "Documents that the publisher trains on.")
    attacker: str = option("10,20,50,100", "Documents that the attacker labels.")
    published: int = option(400, "Documents that are published.", min=2)
    repeats: int = option(5, "Times that all of it is done, with other documents.", min=1)
    model: str = option(
        "crf",
        "What both sides train: crf (a new field), or the shipped model of this name, adapted: "
        "fast-en or neural-en.",
    )
    policy: str = option(
        "",
        "Measure this whole policy, with the trained model in place of its own (default: the model "
        "alone, with surrogates).",
        "-p",
    )
    jobs: int = option(1, "Processes that work side by side.", min=1)
    seed: int = option(0, "Decides who trains on what, and what is published.")

    def settings(self) -> "AttackSettings":
        """Return what is simulated."""
        from textveil.learn.publishing import AttackSettings, plan_of_fields
        from textveil.study.grid import numbers_of

        sizes = {
            name: numbers_of(getattr(self, name), f"--{name}", 1)
            for name in ("publisher", "attacker")
        }
        return filled(AttackSettings, self, plan=plan_of_fields(self.seed), **sizes)


@app.command()
@grouped
def simulate(
    corpora: Corpora, *, asked: SimulatedOptions, reading: CorpusOptions, told: Told
) -> None:
    """Measure how well an attacker tells real names from surrogates, on annotated documents.

    The publisher trains a model on some documents and publishes others with surrogates. The
    attacker labels some of the published documents, trains a model, and claims that certain names
    are real. OUT gets precision and recall of both sides, for `textveil plan`.

    **Example:** `textveil attack simulate notes.jsonl -o curves.csv --jobs 2`
    """
    from textveil.pipeline.release.methods.surrogate_publisher import (
        MODEL_ALONE,
        SurrogatePublisher,
    )
    from textveil.study.learning.attack_simulation import simulate_attacks

    keep_apart([asked.output], corpora)
    settings = asked.settings()
    publisher = SurrogatePublisher(asked.policy or MODEL_ALONE, whole=bool(asked.policy))
    told.study(
        lambda track: simulate_attacks(
            reading.read(corpora, track, told.notice).documents,
            settings,
            publisher,
            asked.output,
            asked.jobs,
            track,
            told.notice,
        )
    )


def _known(knows: Sequence[str]) -> tuple[set[str], int | None]:
    """Return what an attacker knows, and the length of patterns if that is known."""
    from textveil.values.figures.attack import KNOWLEDGE

    known, k = set(), None
    for one in knows:
        name, _, value = one.partition("=")
        if name not in KNOWLEDGE or (value and name != "k"):
            hint = "use lists, subjects, input-sample, k, or k with its value: k=6"
            raise UsageError(f"nobody can know {one}", where="--knows", hint=hint)
        if value:
            if not value.isdecimal() or not 0 < int(value) < 1000:
                raise UsageError("k is a number from 1 on", where="--knows", hint="k=6")
            k = int(value)
        known.add(name)
    return known, k


def _show(attacked: "Attacked") -> None:
    """Print the attacks that found something, and their best guesses."""
    made = [one for one in attacked.results if one.guesses]
    nothing = dict.fromkeys(one.attack for one in attacked.results if not one.guesses)
    if made:
        show_table(*_counted(made))
    if nothing:
        show(f"nothing to guess: {', '.join(nothing)}")
    if attacked.guesses:
        show("")
        show_table(*_best(attacked))
    if attacked.agreement:
        _show_agreement(attacked)


def _counted(made: "Sequence[AttackResult]") -> tuple[Sequence[str], list[Sequence[str]]]:
    """Return a table of what was guessed; where nobody knows what is right, a row an attack."""
    from textveil.pipeline.attack.attacks import meanings_of

    if any(one.right is not None or one.note for one in made):
        known = ("-" if one.right is None else f"{one.right:,}" for one in made)
        rows = [
            (one.attack, one.label or "-", f"{one.guesses:,}", right, f"{one.chance:,.1f}", said)
            for one, right, said in zip(made, known, (one.verdict for one in made), strict=True)
        ]
        return ("attack", "label", "guesses", "right", "by chance", ""), list(rows)
    short = []
    for name, meaning in meanings_of(made):
        some = [one for one in made if one.attack == name]
        guesses, chance = sum(one.guesses for one in some), sum(one.chance for one in some)
        short.append((name, f"{guesses:,}", f"{chance:,.1f}", meaning))
    return ("attack", "guesses", "right by chance", "what it does"), list(short)


def _best(attacked: "Attacked") -> tuple[Sequence[str], list[Sequence[str]]]:
    """Return a table of the best guesses of each attack; right ones first: an owner must know."""
    known = any(made.right is not None for made in attacked.guesses)
    order = [one.attack for one in attacked.results]
    told: dict[str, int] = {}
    lines = []
    for made in sorted(
        attacked.guesses, key=lambda made: (made.right is False, made.right is None)
    ):
        told[made.attack] = told.get(made.attack, 0) + 1
        if told[made.attack] <= _GUESSES:
            right = ("-" if made.right is None else "right" if made.right else "wrong",)
            guess = made.guess
            shown = (made.attack, guess.label or "-", guess.value, *right[:known], guess.about)
            lines.append(shown)
    lines.sort(key=lambda line: order.index(line[0]))
    return ("best guesses", "label", "guess", *("",)[:known], "about"), list(lines)


def _show_agreement(attacked: "Attacked") -> None:
    """Show what recipients see who compare their copies."""
    # Which values are real is known only where an annotated one was missed.
    known = any(one.real for one in attacked.agreement)
    rows = [
        (
            f"{one.copies}",
            f"{one.values:,.0f}",
            f"{one.real:,}" if known else "-",
            f"{one.share:.2%}" if known else "-",
            f"{one.factor:.2f}",
        )
        for one in attacked.agreement
    ]
    show("")
    show_table(("copies compared", "values agree", "real", "share", "grows at most by"), rows)
