"""`textveil verify`: check a release again, from its files."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.choices import ListOptions
from textveil.cli.console import say, show, show_json, show_table
from textveil.cli.groups import grouped
from textveil.cli.keys import ProjectOptions
from textveil.cli.options import Shown, read_key
from textveil.cli.signing import read_public_key
from textveil.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textveil.certify.verification import Verification

__all__ = ["verify"]


@grouped
def verify(
    out: Annotated[
        Path,
        typer.Argument(
            metavar="OUT", help="What `textveil release` wrote, or a certificate of `kanon`."
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
    from textveil.certify.certificate import read_certificate
    from textveil.certify.layout import ReleaseFolder
    from textveil.certify.verification import verify_release
    from textveil.formats.sources import Source
    from textveil.pipeline.kanon.verification import verify_suppressed
    from textveil.pipeline.policy import load_policy
    from textveil.store.log import LookUp

    public = read_public_key(signer)
    if out.is_file():
        if sources and len(sources) > 1:
            raise UsageError("a certificate of `kanon` has one input", where="--input")
        source = sources[0] if sources else None
        with shown.tracked() as track:
            asked = _release_id(release)
            own = read_key(project.key)
            _tell(verify_suppressed(out, source, own, asked, track, public), shown)
        return
    given = None
    if sources:
        described = read_certificate(out)["source"]
        given = Source.open_again(sources, described["format"], described["options"])
    lists = listed.lists
    if policy is not None:
        lists |= load_policy(policy, shown.notice).lists
    copies = ReleaseFolder.copies_at(out)
    if copies and release is not None:
        raise UsageError("each copy has a release id of its own", hint="give OUT/publish/NAME")
    folders = {name: place.publish for name, place in copies.items()} or {"": out}
    expected = _release_id(release)
    with project.opened("verify", LookUp.VERIFY) as vault, shown.tracked() as track:
        own = read_key(project.key) if vault is None else vault.key
        check = partial(verify_release, source=given, key=own, track=track, lists=lists or None)
        outcomes = {
            name: check(folder, release_id=expected, signer=public, vault=vault)
            for name, folder in folders.items()
        }
    if copies:
        told = {str(folders[name]): one for name, one in outcomes.items()}
        _tell_copies(told, ReleaseFolder.strangers_at(out), shown)
    else:
        _tell(outcomes[""], shown)


def _tell_copies(
    outcomes: "Mapping[str, Verification]", strangers: "Mapping[str, str]", shown: Shown
) -> None:
    """Print the outcome of each copy, and what is none; exit with 1 if something does not hold."""
    if shown.json_output:
        made = {name: outcome.to_json() for name, outcome in outcomes.items()}
        show_json({"copies": made, "strangers": dict(strangers)})
    for name, outcome in outcomes.items():
        if not shown.json_output:
            show(f"{name}:")
            _show(outcome)
        _tell_faults(outcome, shown)
    for name, reason in strangers.items():
        say(f"witness against the copies: publish/{name}: {reason}")
    if strangers or not all(outcome.holds for outcome in outcomes.values()):
        raise typer.Exit(1)


def _tell(outcome: "Verification", shown: Shown) -> None:
    """Print the outcome; exit with 1 if something does not hold."""
    shown.print(outcome, _show)
    _tell_faults(outcome, shown)
    if not outcome.holds:
        raise typer.Exit(1)


def _tell_faults(outcome: "Verification", shown: Shown) -> None:
    """Say what is refuted or differs, and what was not recomputed."""
    for verdict in outcome.verdicts:
        for witness in verdict.shown:
            say(f"witness against {verdict.claim}: {witness.place}: {witness.reason}")
    for difference in outcome.differences:
        say(f"differs from the certificate: {difference}")
    shown.notice(f"stated by the certificate, not recomputed: {', '.join(outcome.stated)}")


def _release_id(given: str | None) -> str | None:
    from textveil.certify.certificate_shape import HEX

    if given is not None and not HEX.fullmatch(given.strip().lower()):
        raise UsageError(
            "a release id has 64 digits, 0 to 9 and a to f",
            where="--release",
            hint="`textveil release` prints it, and it stands in certificate and report",
        )
    return given if given is None else given.strip().lower()


def _show(outcome: "Verification") -> None:
    from textveil.values.round_counts import FEW
    from textveil.values.verdict import Status

    typer.echo(outcome.sentence)
    rows = [
        (v.claim, v.status.value, f"{v.checked:,}", f"{v.failures:,}", v.reason)
        for v in outcome.verdicts
    ]
    show_table(("claim", "verdict", "checked", "failures", "why"), rows)
    for verdict in outcome.verdicts:
        # What only the certificate says was rounded, so that few and none are the same.
        least = FEW if verdict.status is Status.STATED else 0
        left = [f"{count:,} {what}" for what, count in verdict.exempt if count > least]
        if left:
            typer.echo(f"{verdict.claim} leaves out: {'; '.join(left)}")
