"""`textveil attack`: what a reader who knows the program gets from a release."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.console import counted, say, show_table
from textveil.cli.default_verb import RunByDefault
from textveil.cli.groups import grouped
from textveil.cli.options import Shown, listed

if TYPE_CHECKING:
    from textveil.pipeline.attack.run import Attacked

__all__ = ["app", "run"]

_GUESSES = 5

app = typer.Typer(
    cls=RunByDefault,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Attack a release as a reader would who knows the program. `run` may be left out: "
    "`textveil attack OUT`.",
)


@app.command()
@grouped
def run(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="What `textveil release` wrote.")],
    source: Annotated[
        Path | None,
        typer.Option("--input", "-i", help="The input: says how many guesses are right."),
    ] = None,
    knows: Annotated[
        str,
        typer.Option(
            help="What the attacker knows, with commas between: `lists` (public lists of names), "
            "`k`, `subjects` (which documents speak of one person), `input-sample` (one document "
            "in ten; needs --input)."
        ),
    ] = "lists,k,subjects",
    *,
    shown: Shown,
) -> None:
    """Carry out every attack that fits, print its guesses and, with --input, how many are right.

    Beside it stands how many guesses would be right by chance, without the release. An attacker
    sees the texts and where surrogates stand in them, never the input.

    **Example:** `textveil attack out/ --input notes/`
    """
    from textveil.pipeline.release.attacking import attack_release
    from textveil.pipeline.release.certificate import read_certificate
    from textveil.pipeline.sources import Source

    given = None
    if source is not None:
        described = read_certificate(out)["source"]
        given = Source.open(source, described["format"], described["options"])
    attacked = attack_release(out, listed(knows), given)
    shown.print(attacked, _show)
    if attacked.passed_over and not shown.quiet:
        say(f"{counted(attacked.passed_over, 'passage')} more were not looked at")


def _show(attacked: "Attacked") -> None:
    rows = [
        (
            one.attack,
            one.label or "-",
            f"{one.guesses:,}",
            "-" if one.right is None else f"{one.right:,}",
            f"{one.chance:,.1f}",
            one.verdict,
        )
        for one in attacked.results
    ]
    show_table(("attack", "label", "guesses", "right", "by chance", ""), rows)
    told: dict[str, int] = {}
    lines = []
    for made in attacked.guesses:
        told[made.attack] = told.get(made.attack, 0) + 1
        if told[made.attack] <= _GUESSES:
            right = "-" if made.right is None else "right" if made.right else "wrong"
            guess = made.guess
            lines.append((made.attack, guess.label or "-", guess.value, right, guess.about))
    if lines:
        typer.echo("")
        show_table(("best guesses", "label", "guess", "", "about"), lines)
