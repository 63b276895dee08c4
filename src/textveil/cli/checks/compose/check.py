"""`textveil compose check`: whether messages are private, and what in them is."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from textveil.cli.shell.console import counted, say, say_marked, show
from textveil.cli.shell.groups import filled, grouped, option
from textveil.cli.shell.inputs import FileInput, InputPath
from textveil.cli.shell.options import Shown
from textveil.values.messages.message import CheckedMessage

__all__ = ["CheckOptions", "check"]


@dataclass(frozen=True, kw_only=True)
class CheckOptions:
    """What messages are compared with."""

    profile: Path | None = option(
        None,
        "YAML file with the profile of the person: name, hometown, education, work, religion, "
        "politics, sports, interests.",
        metavar="FILE",
    )
    index: str = option("default", "Index of pages that `compose index` made.", metavar="INDEX")
    model: str = option(
        "private-en", "Classifier: the shipped one, or what `compose train` wrote.", metavar="MODEL"
    )
    at: str = option(
        "",
        "Moment at which the messages are written, such as 2014-04-04T09:30 (default: now).",
        metavar="TIME",
    )
    people: int | None = option(None, "Places where more people live are not private.", metavar="N")
    subject: str = option(
        "", "Name of the person the messages are about (default: who writes).", metavar="NAME"
    )


@grouped
def check(source: InputPath, *, asked: CheckOptions, given: FileInput, shown: Shown) -> None:
    """Tell whether messages are private, and which places, times and other passages are.

    On a terminal each message is shown with its private passages marked and the reasons in words.
    Into a file or pipe, or with `--json`, each message is one JSON object a line, without its
    text; offsets are half-open and count code points. A message in another language than English
    is named, and nothing else is done with it.

    **Example:** `textveil compose check post.txt`
    """
    from textveil.pipeline.messages.checking import Checker, CheckSettings
    from textveil.pipeline.messages.profiles import load_profile

    opened = given.open(source)
    profile = {} if asked.profile is None else load_profile(asked.profile)
    checker = Checker(filled(CheckSettings, asked, profile=profile))
    as_lines = shown.json_output or not sys.stdout.isatty()
    count = private = 0
    for message in opened:
        checked = checker.check(message)
        count, private = count + 1, private + checked.private
        if as_lines:
            show(json.dumps(checked.to_json(), ensure_ascii=False))
        else:
            _show(checked)
    shown.notice(f"{counted(count, 'message')}, {private:,} private")


def _show(checked: CheckedMessage) -> None:
    from textveil.pipeline.messages.reasons import reason_of, verdict_of

    say_marked(checked.message.text, [(s.start, s.end) for s in checked.spans], "bold red")
    say(verdict_of(checked))
    for passage in checked.passages:
        if passage.private:
            say(f"  {reason_of(checked.message, passage)}")
