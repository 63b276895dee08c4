"""`textveil verify`: check a release again, from its files."""

from pathlib import Path
from typing import Annotated

import typer

from textveil.certify.given_keys import read_key, read_public_key
from textveil.cli.shell.choices import ListOptions
from textveil.cli.shell.console import say, show, show_json
from textveil.cli.shell.groups import grouped
from textveil.cli.shell.keys import ProjectOptions
from textveil.cli.shell.options import Shown

__all__ = ["verify"]


@grouped
def verify(
    out: Annotated[
        Path,
        typer.Argument(
            metavar="OUT",
            help="A release of any kind, its part to publish, or a certificate beside a result.",
        ),
    ],
    sources: Annotated[
        list[Path] | None,
        typer.Option("--input", "-i", help="The input, if it is at hand; once for each path."),
    ] = None,
    *,
    project: ProjectOptions,
    release: Annotated[
        str | None,
        typer.Option(
            "--release", metavar="ID", help="The release id that OUT must have, from its publisher."
        ),
    ] = None,
    signer: Annotated[
        Path | None,
        typer.Option("--signer", help="Public key of who must have signed OUT."),
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option(
            "--policy", "-p", help="The policy of the release, if it allows or denies words."
        ),
    ] = None,
    listed: ListOptions,
    shown: Shown,
) -> None:
    """Recompute the hashes and verdicts of a release and compare them with its certificate.

    The first line says the outcome in words. Each claim *holds*, is *refuted* (with a witness) or
    is *not checkable*, and why. A claim that only the certificate makes is *stated*. Exits with 1
    if anything is refuted or differs from the certificate.

    If you give a key (`TEXTVEIL_KEY` counts), the release must have a seal of that key. If you give
    a release id, another release is refuted, an older one of the same publisher too. If you give a
    public key, the release must be signed by the holder of its private key. Without it, a signature
    is *not checked*. If you give the vault of the release, verifiers compare with what it keeps.

    A certificate holds no word that a policy allows or denies. To check the claims about them, give
    the policy and the same `--allow`, `--deny` and `--pattern` as for the release.

    Of a release with copies for recipients, all are checked; `OUT/publish/NAME` is one of them.

    **Example:** `textveil verify out/ --input notes/`
    """
    from textveil.certify.check_command import Check
    from textveil.store.log import LookUp

    public = read_public_key(signer)
    lists = listed.lists
    if policy is not None:
        from textveil.policy.policy import load_policy

        lists |= load_policy(policy).lists
    with project.opened("verify", LookUp.VERIFY) as vault, shown.tracked() as track:
        checked = Check(
            out=out,
            sources=sources or (),
            key=read_key(project.key) if vault is None else vault.key,
            lists=lists,
            release=release,
            signer=public,
            vault=vault,
            track=track,
        ).run()
    if shown.json_output:
        show_json(checked.to_json())
    checked.tell(None if shown.json_output else show, say, quiet=shown.quiet)
    if not checked.holds:
        raise typer.Exit(1)
