"""`textveil policy new`: a policy from a few answers."""

import sys
from dataclasses import dataclass, fields
from pathlib import Path

from textveil.cli.shell.console import notes, say
from textveil.cli.shell.groups import grouped, option
from textveil.cli.shell.inputs import Input
from textveil.cli.shell.options import keep_apart
from textveil.errors import OutputError, UsageError
from textveil.pipeline.release.drafting import draft_policy, questions

__all__ = ["new"]


def _asked(name: str) -> str:
    """Return what help says about a question: its text and answers."""
    [one] = (question for question in questions() if question.name == name)
    *others, last = one.answers
    return f"{one.text} {', '.join(others)} or {last}."


@dataclass(frozen=True, kw_only=True)
class Answers:
    """What the policy does; None where it was not said."""

    data: str | None = option(None, _asked("data"))
    hide: str | None = option(None, _asked("hide"))
    dates: str | None = option(None, _asked("dates"))
    ages: str | None = option(None, _asked("ages"))
    places: str | None = option(None, _asked("places"))
    traits: str | None = option(None, _asked("traits"))
    columns: str | None = option(None, _asked("columns"))
    ids: str | None = option(None, _asked("ids"))
    rare: int | None = option(
        None, "Hide words too that fewer than K people share, found or not (default: no)."
    )
    table: str | None = option(None, "Propose a rule for each column of this table.")

    @property
    def given(self) -> dict[str, str]:
        """The answers to questions, by name."""
        told = {question.name: getattr(self, question.name) for question in questions()}
        return {name: answer for name, answer in told.items() if answer is not None}

    @property
    def any(self) -> bool:
        """Whether anything was said, so that nothing is to be asked."""
        return any(getattr(self, part.name) is not None for part in fields(self))


@dataclass(frozen=True, kw_only=True)
class NewPolicyOptions:
    """Where the policy goes."""

    output: Path | None = option(None, "File to write (default: stdout).", "-o")
    name: str | None = option(None, "What the policy is called (default: as its file).")
    force: bool = option(False, "Replace a file that exists.")


@grouped
def new(answers: Answers, asked: NewPolicyOptions) -> None:
    """Write a policy from a few answers, with comments that say why.

    On a terminal it asks. If you give one of the options, it asks nothing: what you do not say has
    its default, the first word of each list.

    **Example:** `textveil policy new --hide surrogates --dates shift -o mine.yaml`
    """
    from textveil.formats.outputs import binary_sink
    from textveil.policy.proposal import propose_columns, proposed_block

    keep_apart([asked.output], [answers.table])
    if asked.output is not None and asked.output.exists() and not asked.force:
        raise OutputError("this file exists", where=str(asked.output), hint="--force replaces it")
    told = answers.given if answers.any else _ask()
    block = ""
    if answers.table is not None:
        block = proposed_block(propose_columns(Input().open_file(answers.table)))
    name = asked.name or (asked.output.stem if asked.output else "mine")
    text = draft_policy(name, told, answers.rare or 0, block)
    if asked.output is None:
        sys.stdout.write(text)
        return
    with binary_sink(asked.output) as sink:
        sink.write(text.encode())
    say(f"{asked.output} is written; textveil policy check {asked.output} checks it")


def _ask() -> dict[str, str]:
    """Ask every question on the terminal; an empty answer is the first one."""
    if not sys.stdin.isatty():
        raise UsageError(
            "there is no terminal to ask on",
            hint="say what you want: textveil policy new --hide tags --dates keep -o mine.yaml",
        )
    told = {}
    for question in questions():
        say(f"\n{question.text}")
        width = max(map(len, question.answers))
        for answer, words in question.answers.items():
            say(f"  {answer:{width}}  {words}")
        while (said := _read_answer(question.default)) not in question.answers:
            say(f"please answer {', '.join(question.answers)}")
        told[question.name] = said
    return told


def _read_answer(default: str) -> str:
    # Asked on stderr: the policy itself may go to stdout.
    notes.print(f"Answer [{default}]: ", end="", markup=False)
    line = sys.stdin.readline()
    if not line:
        raise UsageError("the answers ended before the questions; nothing was written")
    return line.strip().lower() or default
