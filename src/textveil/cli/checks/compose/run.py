"""`textveil compose run`: a version of a message for every friend."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textveil.cli.checks.compose.check import CheckOptions
from textveil.cli.shell.console import counted, say, say_marked, show
from textveil.cli.shell.groups import filled, grouped, option
from textveil.cli.shell.inputs import FileInput, InputPath
from textveil.cli.shell.keys import StrengthOptions, WayBackOptions
from textveil.cli.shell.options import Shown
from textveil.errors import UsageError

if TYPE_CHECKING:
    from textveil.pipeline.messages.composing import ComposedMessage
    from textveil.values.keys.password import Password
    from textveil.values.keys.secret import Secret

__all__ = ["run"]


@dataclass(frozen=True, kw_only=True)
class VersionOptions:
    """Who gets versions, and how they are chosen."""

    friends: Path = option(
        ..., "YAML file of groups in order of trust: `group: [friends]`.", metavar="FILE"
    )
    ladders: Path | None = option(
        None, "Covers of your own, as YAML or CSV, from fine to coarse.", metavar="FILE"
    )
    ngrams: Path | None = option(
        None, "Counts that `compose ngrams` made (default: those that ship).", metavar="FILE"
    )
    phrases: Path | None = option(
        None, "Time phrases that `compose time-phrases` collected.", metavar="FILE"
    )
    gamma: float | None = option(
        None, "Fre from which on a replacement counts as natural (default: fitted)."
    )
    order: str = option("nested", "`nested`, or `paper`: combinations one after the other by loss.")
    share: bool = option(
        False, "Friends of one group share versions where there are too few for all."
    )


@grouped
def run(
    source: InputPath,
    *,
    wanted: VersionOptions,
    asked: CheckOptions,
    given: FileInput,
    kept: WayBackOptions,
    strength: StrengthOptions,
    shown: Shown,
) -> None:
    """Give every friend a version of a message that says what she may know.

    What `compose check` calls private is replaced by a cover, made vaguer in time or left out: the
    first group reads what was written, each further one no more than the one before it. Friends
    of a group read different wordings, so that a leak can be traced. With a vault, who got what is
    kept, and a message that is composed again keeps everybody's version. Which versions are used,
    and by whom, follows from the key, or is drawn at random.

    On a terminal each version is shown; into a file or pipe, or with `--json`, each message is one
    JSON object a line. `run` may be left out.

    **Example:** `textveil compose post.txt --friends friends.yaml`
    """
    from textveil.pipeline.messages.checking import CheckSettings
    from textveil.pipeline.messages.composing import Composer
    from textveil.pipeline.messages.friends import read_groups
    from textveil.pipeline.messages.levels import ORDERS
    from textveil.pipeline.messages.profiles import load_profile
    from textveil.store.log import LookUp

    if wanted.order not in ORDERS:
        raise UsageError("the order is nested or paper", where="--order")
    profile = {} if asked.profile is None else load_profile(asked.profile)
    groups = read_groups(wanted.friends)
    more = _more(wanted)
    strength.is_weak(kept)
    documents = given.open(source)
    as_lines = shown.json_output or not sys.stdout.isatty()
    count = versions = 0
    with kept.opened("compose run", LookUp.COMPOSE, create=True) as vault:
        key = kept.read() if vault is None else vault.key
        composer = Composer(
            groups,
            filled(CheckSettings, asked, profile=profile),
            _key(key),
            vault,
            order=wanted.order,
            share=wanted.share,
            **more,
        )
        for message in documents:
            made = composer.compose(message)
            count, versions = count + 1, versions + len(made.made.versions)
            if as_lines:
                show(json.dumps(made.to_json(), ensure_ascii=False))
            else:
                _show(made)
            for warning in made.made.warnings:
                shown.notice(f"{message.id}: {warning}")
    shown.notice(f"{counted(count, 'message')}, {counted(versions, 'version')}")


def _key(given: "Secret | Password | None") -> "Secret | None":
    from textveil.values.keys.secret import Secret

    if given is not None and not isinstance(given, Secret):
        raise UsageError(
            "a password needs a vault, which keeps its salt", hint="give --vault FILE, or --key"
        )
    return given


def _more(wanted: VersionOptions) -> dict[str, Any]:
    """Return what was read from the files that are named."""
    from textveil.evaluate.text.naturalness import GAMMA
    from textveil.lexicon.relations.ngrams import NgramCounts
    from textveil.pipeline.messages.own_ladders import read_ladders
    from textveil.pipeline.messages.time_phrases import read_phrases

    return {
        "own": {} if wanted.ladders is None else read_ladders(wanted.ladders),
        "counts": None if wanted.ngrams is None else NgramCounts.load(wanted.ngrams),
        "phrases": () if wanted.phrases is None else read_phrases(wanted.phrases),
        "gamma": GAMMA if wanted.gamma is None else wanted.gamma,
    }


def _show(composed: "ComposedMessage") -> None:
    checked, made = composed.checked, composed.made
    say_marked(checked.message.text, [(s.start, s.end) for s in checked.spans], "bold red")
    for version in made.versions:
        say(f"{version.group}{'' if version.friend is None else f', {version.friend}'}:")
        changed = [(start, end) for _, start, end in version.release.placed()]
        say_marked(version.release.text, changed, "bold green")
    say(f"{made.possible:,} possible versions; these differ in {made.apart} slots or more")
