"""`textveil evaluate --meaning`: what a policy would change, by kind."""

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textveil.cli.shell.choices import ChoiceOptions
from textveil.cli.shell.console import counted, say, show_table
from textveil.cli.shell.groups import option
from textveil.cli.shell.inputs import FileInput
from textveil.cli.shell.options import Shown

if TYPE_CHECKING:
    from textveil.values.figures.meaning import MeaningResult

__all__ = ["MeaningOptions", "show_meaning"]


@dataclass(frozen=True, kw_only=True)
class MeaningOptions:
    """Which documents and which policy are looked at."""

    meaning: str | None = option(
        None,
        "Count what a policy would change in IN, by kind; needs no PRED and no GOLD.",
        metavar="IN",
    )
    policy: str = option(
        "tag-only", "With --meaning: a shipped policy, or a YAML file of your own.", "-p"
    )
    excerpts: bool = option(False, "With --meaning: show the texts of the commonest changes.")


def show_meaning(
    given: FileInput, asked: MeaningOptions, choices: ChoiceOptions, shown: Shown
) -> None:
    """Count and print what a policy would change."""
    from textveil.pipeline.release.sight.measuring_meaning import measure_meaning
    from textveil.policy.policy import load_policy

    chosen = choices.added_to(load_policy(asked.policy))
    source = given.open(str(asked.meaning))
    with shown.tracked() as track:
        result = measure_meaning(source, chosen, track, shown.notice, excerpts=asked.excerpts)
    shown.print(result, _show)
    if not shown.quiet and not shown.json_output:
        _tell(result)


def _show(result: "MeaningResult") -> None:
    for title, wanted in (("may mean something else", True), ("other changes", False)):
        rows = [
            (one.kind, f"{one.passages:,}", f"{one.words:,}", f"{one.per_1000:.2f}")
            for one in result.kinds
            if one.may_mean_something_else is wanted
        ]
        if rows:
            show_table((title, "passages", "words", "in 1,000 words"), rows)
            sys.stdout.write("\n")
    if result.commonest:
        told = [(one.text, one.kind, one.label, f"{one.count:,}") for one in result.commonest]
        head = ("commonest", "kind", "changed as", "times")
        shown = any(text for text, *_ in told)
        show_table(head if shown else head[1:], told if shown else [row[1:] for row in told])


def _tell(result: "MeaningResult") -> None:
    told = result.to_json()
    say(
        f"{counted(result.documents, 'document')}, {result.words:,} words: "
        f"{told['changed_words_per_1000']:.1f} in 1,000 changed, "
        f"{told['doubtful_passages_per_1000']:.1f} passages in 1,000 words may mean something else"
    )
