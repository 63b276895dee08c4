"""`textveil protect`: rewrite documents so that the key gives them back."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from textveil.cli.shell.choices import ChoiceOptions
from textveil.cli.shell.console import counted, say, show_json
from textveil.cli.shell.groups import grouped
from textveil.cli.shell.inputs import CorpusPath, Input
from textveil.cli.shell.keys import StrengthOptions, WayBackOptions
from textveil.cli.shell.options import (
    ColumnRoles,
    Force,
    PolicyName,
    Shown,
    keep_apart,
    read_columns,
)

__all__ = ["protect"]


@grouped
def protect(
    source: CorpusPath,
    *,
    out: Annotated[
        Path, typer.Option("--output", "-o", help="The file or folder to make, like IN.")
    ],
    policy: PolicyName = "tag-only",
    way: WayBackOptions,
    strength: StrengthOptions,
    given: Input,
    columns: ColumnRoles = None,
    choices: ChoiceOptions,
    force: Force = False,
    shown: Shown,
) -> None:
    """Rewrite documents by a policy, and keep the way back.

    The way back of every document is sealed in the vault; a policy that encrypts whatever it
    changes carries it in the text and needs no vault. The output has the format of IN. Before it
    appears, every input was restored from it and found equal. Surrogates are kept in the vault too:
    in later batches with the same vault everybody keeps the one that they have.

    **Example:** `textveil protect notes/ -o safe/ --policy tag-only --vault v.db --key key.txt`
    """
    from textveil.pipeline.release.back.protection import protect as carry_out
    from textveil.pipeline.release.run import Run
    from textveil.policy.policy import load_policy
    from textveil.store.log import LookUp

    keep_apart([out, way.vault], [source, way.key])
    chosen = choices.added_to(load_policy(policy))
    chosen = chosen.with_columns(read_columns(columns))
    opened = given.open_file(source, chosen.columns)
    weak = strength.is_weak(way)
    with way.opened("protect", LookUp.PROTECT, create=True) as vault, shown.tracked() as track:
        secret = way.secret(vault)
        run = Run(opened, out, chosen, secret, force=force, track=track, vault=vault, weak_key=weak)
        done = carry_out(replace(run, notice=shown.notice))
    counts = done.certificate.counts
    verdicts = (*done.certificate.verdicts, done.reversible)
    if shown.json_output:
        show_json({"counts": dict(counts), "verdicts": [verdict.to_json() for verdict in verdicts]})
    elif not shown.quiet:
        documents = counted(counts["documents"], "document")
        say(f"{documents} · {counted(counts['replaced'], 'passage')} replaced")
        for verdict in verdicts:
            say(f"{verdict.claim} {verdict.status.value} ({verdict.checked:,} checked)")
        say(f"protected: {out}" + (f", way back: {way.vault}" if way.vault else ""))
