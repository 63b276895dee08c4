"""Options that several verbs share, declared once."""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol, TypeVar

import typer

from textveil.cli.shell.console import say, show, show_json, show_table, tracked
from textveil.cli.shell.groups import option
from textveil.errors import InvalidValueError, TextveilError, UsageError, suggest
from textveil.formats.catalog import guess
from textveil.models.default import SHIPPED

if TYPE_CHECKING:
    from textveil.policy.policy import Policy
    from textveil.study.page import Study
    from textveil.values.runs.watch import Track

__all__ = [
    "AsJson",
    "ColumnRoles",
    "Force",
    "KeyFile",
    "PolicyName",
    "Shown",
    "Told",
    "check_recall",
    "format_of",
    "keep_apart",
    "listed",
    "read_columns",
    "tuned",
]

Force = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]
ColumnRoles = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="NAME=ROLE",
        help="What a column holds: a label, text, keep or drop (`*`: all others). Repeatable.",
    ),
]
PolicyName = Annotated[
    str, typer.Option("--policy", "-p", help="A shipped policy, or a YAML file of your own.")
]
KeyFile = Annotated[
    Path | None,
    typer.Option("--key", help="File that holds the key (default: TEXTVEIL_KEY)."),
]

_MODEL = "textveil.tagger.v1"


@dataclass(frozen=True, kw_only=True)
class AsJson:
    """Whether the result is printed as JSON."""

    json_output: bool = option(False, "Print JSON to stdout.", "--json")


@dataclass(frozen=True, kw_only=True)
class Told:
    """What is told on stderr while a verb works."""

    quiet: bool = option(False, "No progress bars, no notices.", "-q")

    def tracked(self) -> AbstractContextManager["Track"]:
        """Return what watches the stages of a run."""
        return tracked(quiet=self.quiet)

    def notice(self, message: str) -> None:
        """Tell the user something, unless nothing is to be told."""
        say(message, quiet=self.quiet)

    def study(
        self,
        measure: "Callable[[Track], Study]",
        output: Path | None = None,
        numbers: str = "",
        chart: Path | None = None,
    ) -> None:
        """Carry out a study, write it, print it and say what is to be said of it, an error last.

        `output` and `numbers` are as for `write_study`; `chart` gets a picture of everything.
        """
        from textveil.study.page import write_chart, write_study

        with self.tracked() as track:
            made = write_study(output, numbers, lambda: measure(track), self.notice)
        write_chart(chart, made, self.notice)
        self._print_study(made)
        for remark in made.remarks:
            self.notice(remark)
        if made.refused is not None:
            raise made.refused

    def _print_study(self, made: "Study") -> None:
        if not self.quiet:
            _show_tables(made)


class _Result(Protocol):
    def to_json(self) -> Any: ...


Made = TypeVar("Made", bound=_Result)


@dataclass(frozen=True, kw_only=True)
class Shown(Told, AsJson):
    """How a result is shown."""

    def print(self, made: Made, show: Callable[[Made], None]) -> None:
        """Print a result to stdout, as JSON or in the way that is given."""
        if self.json_output:
            show_json(made.to_json())
        else:
            show(made)

    def _print_study(self, made: "Study") -> None:
        self.print(made, _show_tables)

    def announce(self, made: Made, tell: Callable[[Made], None]) -> None:
        """Print a result as JSON, or tell of it unless nothing is to be told."""
        if self.json_output or not self.quiet:
            self.print(made, tell)


def _show_tables(made: "Study") -> None:
    for at, table in enumerate(made.tables):
        if at:
            show("")
        show_table(*table)


def format_of(output: Path, otherwise: str) -> str:
    """Return the format that a target's name asks for, or another one where it asks for none."""
    try:
        return guess(output)
    except TextveilError:
        return otherwise


def keep_apart(outputs: Iterable[Path | None], inputs: Iterable[Path | str | None]) -> None:
    """Refuse a call that would write over what it reads, or write two things to one place."""
    taken = {Path(given).resolve() for given in inputs if given is not None}
    for output in outputs:
        if output is None:
            continue
        if str(output) == "-":
            raise UsageError("this is written to a file, not to stdout", where="-")
        if output.resolve() in taken:
            raise UsageError("this would replace an input or another output", where=str(output))
        taken.add(output.resolve())


def listed(text: str) -> tuple[str, ...]:
    """Return what stands between commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def read_columns(given: Iterable[str] | None) -> dict[str, str]:
    """Turn `NAME=ROLE` options into a mapping; a name may hold the sign itself."""
    roles: dict[str, str] = {}
    for one in given or ():
        name, _, role = one.rpartition("=")
        if not name or not role:
            raise UsageError(
                "--column takes a name and a role", hint="for example --column dob=DATE"
            )
        if roles.setdefault(name, role) != role:
            raise UsageError(f"--column says two things of {name}")
    return roles


def check_recall(recall: float | None) -> None:
    """Refuse a recall that is not a share, and say what may be meant by 95."""
    if recall is not None and not 0.0 < recall < 1.0:
        meant = recall / 100
        raise UsageError(
            "a recall is a share between 0 and 1",
            where="--recall",
            hint=f"did you mean {meant:g}?" if 0.01 <= meant < 1 else "for example 0.95",
        )


def tuned(
    chosen: "Policy",
    *,
    model: str | None = None,
    caution: str | float | None = None,
    explain: bool = False,
) -> "Policy":
    """Hand options on to the policy's model; only asked-for ones need it to have one."""
    asked = {"model": model, "caution": caution}
    wanted = [name for name, value in asked.items() if value is not None]
    if wanted and not chosen.uses(_MODEL):
        raise UsageError(
            f"the policy {chosen.name} uses no trained model",
            where=f"--{wanted[0]}",
            hint="choose a policy that does, for example tag-only",
        )
    if caution is not None:
        try:
            chosen = chosen.with_caution(caution)
        except InvalidValueError as error:
            raise UsageError(error.what, where="--caution", hint=error.hint) from None
    if model is not None and model not in SHIPPED and not Path(model).is_dir():
        raise UsageError(
            f"there is no model {model}",
            where="--model",
            hint=suggest(model, SHIPPED)
            or f"give the folder that `textveil train` wrote, or {', '.join(SHIPPED)}",
        )
    options: dict[str, Any] = {} if model is None else {"model": model}
    if explain and chosen.uses(_MODEL):
        options["explain"] = True
    return chosen.tuned(_MODEL, options) if options else chosen
