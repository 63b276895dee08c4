"""`textveil release`: detect, rewrite, verify, certify."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.certify.given_keys import read_key
from textveil.cli.shell.choices import ChoiceOptions
from textveil.cli.shell.console import counted, say, show_json
from textveil.cli.shell.groups import grouped, option
from textveil.cli.shell.inputs import Input
from textveil.cli.shell.keys import ProjectOptions, StrengthOptions
from textveil.cli.shell.options import (
    ColumnRoles,
    PolicyName,
    Shown,
    keep_apart,
    read_columns,
)
from textveil.cli.shell.signing_keys import SIGN_HELP, read_signing_key
from textveil.errors import RefutedError, UsageError
from textveil.values.verdict import Status

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textveil.certify.document.certificate import Certificate
    from textveil.pipeline.release.copies import Copies

__all__ = ["announce", "release"]


@dataclass(frozen=True, kw_only=True)
class ReleaseOptions:
    """What the report shows, and what is written."""

    excerpts: int = option(
        0, "Documents to show before and after, in a second report in OUT/keep.", min=0
    )
    seed: int = option(0, "Seed of the random sample that --excerpts shows.", min=0)
    force: bool = option(False, "Replace an earlier release at OUT.")
    keep_refuted: bool = option(False, "Write OUT even if a verdict does not hold.")
    sign: Path | None = option(None, SIGN_HELP)
    decisions: Path | None = option(
        None,
        "What somebody decided about single places: lines with id, start, end and label, which is "
        "null for what stays.",
    )
    ids: str | None = option(
        None, "`keep` the documents' ids (the default) or `number` the documents.", metavar="RULE"
    )


@dataclass(frozen=True, kw_only=True)
class CopyOptions:
    """Who gets a copy that is marked for them."""

    recipient: list[str] | None = option(
        None, "Make a marked copy at OUT/publish/NAME; once for each recipient.", metavar="NAME"
    )
    colluders: int | None = option(
        None, "Recipients who may compare copies, and one is still named.", min=1
    )
    false_accusation: float | None = option(
        None, "How often a leak may accuse somebody innocent (0.001 if not said)."
    )

    def copies(self, named: Sequence[str]) -> "Copies | None":
        """Return who gets a copy, with those whom a policy names; None if nobody does."""
        from textveil.pipeline.release.copies import FALSE_ACCUSATION, Copies

        recipients = tuple(self.recipient or named)
        if recipients:
            rate = self.false_accusation
            return Copies(recipients, self.colluders, FALSE_ACCUSATION if rate is None else rate)
        if self.colluders is not None or self.false_accusation is not None:
            raise UsageError(
                "nobody is named who gets a marked copy", hint="give --recipient NAME for each"
            )
        return None


@grouped
def release(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="IN… [OUT]", help="Files and folders; last OUT, unless -o says it."),
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="OUT", help="The folder to make.")
    ] = None,
    *,
    policy: PolicyName = "tag-only",
    given: Input,
    columns: ColumnRoles = None,
    choices: ChoiceOptions,
    project: ProjectOptions,
    strength: StrengthOptions,
    asked: ReleaseOptions,
    marked: CopyOptions,
    shown: Shown,
) -> None:
    """Rewrite documents by a policy, verify the result and certify it.

    OUT gets two folders. `publish` is for readers: `texts/` in the format of IN, `certificate.json`
    and `report.html`. `keep` is for you alone: `changes.csv` (what became what, the most doubtful
    first), `edits.jsonl` (offsets and labels), `figures.json` (exact counts; published ones are
    rounded) and, without a key, `input.nonce`. If a verdict does not hold, nothing is written.
    Documents in a language that is not installed are left out (policy key `other_languages`), and
    `keep/skipped.jsonl` lists them. With a vault, a person keeps the surrogate that an earlier
    batch gave.

    With `--recipient`, which needs a vault, OUT gets a marked copy for each recipient instead.
    `trace` says by the vault whose copy leaked.

    Every file of a folder is read by its own format, and OUT has the same layout. A file that
    cannot be read stops the run, unless `--skip-unreadable` is given.

    **Example:** `textveil release notes/ chats.csv -o out/ --policy tag-only`
    """
    from textveil.certify.document.layout import SKIPPED, ReleaseFolder
    from textveil.pipeline.release.run import Run, release_copies
    from textveil.pipeline.release.run import release as carry_out
    from textveil.pipeline.release.search.decisions import read_decisions
    from textveil.policy.policy import load_policy
    from textveil.store.log import LookUp

    chosen = choices.added_to(load_policy(policy))
    copies = marked.copies(chosen.recipients)
    chosen = chosen.with_columns(read_columns(columns)).with_ids(asked.ids or chosen.ids)
    sources, out = _in_and_out(paths, output)
    opened = given.open_all(sources, chosen.columns)
    keep_apart([project.vault], [*sources, project.key, asked.sign, asked.decisions, out])
    if project.vault is None and project.password:
        raise UsageError("--password opens a vault, and there is none", hint="give --vault FILE")
    weak = strength.is_weak(project)
    with project.opened("release", LookUp.RELEASE, create=True) as vault, shown.tracked() as track:
        run = Run(
            source=opened,
            target=out,
            policy=chosen,
            key=read_key(project.key) if vault is None else vault.key,
            excerpts=asked.excerpts,
            seed=asked.seed,
            force=asked.force,
            keep_refuted=asked.keep_refuted,
            track=track,
            vault=vault,
            notice=shown.notice,
            sign=read_signing_key(asked.sign),
            weak_key=weak,
            decisions=read_decisions(asked.decisions),
        )
        made = release_copies(run, copies) if copies else {"": carry_out(run)}
    first = next(iter(made))
    if made[first].skipped:
        place = ReleaseFolder.new(out, first).kept(SKIPPED)
        shown.notice(f"what was left out, and why, is listed in {place}")
    if copies is None:
        shown.announce(made[first], lambda certificate: announce(certificate, out))
    else:
        _announce_copies(made, out, shown)
    verdicts = (verdict for certificate in made.values() for verdict in certificate.verdicts)
    if any(verdict.status is Status.REFUTED for verdict in verdicts):
        say("a verdict is refuted: this release was written because you asked for it")
        raise typer.Exit(RefutedError.exit_code)


def _in_and_out(paths: Sequence[str], output: Path | None) -> tuple[list[str], Path]:
    """Return inputs and output; without `-o` the last path is the output."""
    if output is not None:
        return list(paths), output
    if len(paths) < 2:
        raise UsageError("no place for the release is given", hint="textveil release IN… -o OUT")
    return list(paths[:-1]), Path(paths[-1])


def _announce_copies(made: "Mapping[str, Certificate]", out: Path, shown: Shown) -> None:
    """Say what each recipient may get, and then what is the same in all copies."""
    from textveil.certify.document.layout import REPORT, ReleaseFolder

    if shown.json_output:
        show_json({name: certificate.to_json() for name, certificate in made.items()})
        return
    whole = ReleaseFolder.new(out)
    for name, certificate in made.items():
        failed = [one.claim for one in certificate.verdicts if one.status is Status.REFUTED]
        told = f" · refuted: {', '.join(failed)}" if failed else ""
        shown.notice(f"{ReleaseFolder.new(out, name).publish}: release id {certificate.id}{told}")
    shown.notice(f"give each recipient only their own copy; keep {whole.keep} to yourself")
    shown.notice(f"report on all copies, for you alone: {whole.kept(REPORT)}")
    name = next(iter(made))
    if len(made) > 1:
        shown.notice(f"the copy for {name}, for example:")
    shown.announce(made[name], lambda certificate: announce(certificate, out, name))


def announce(certificate: "Certificate", out: Path, recipient: str = "") -> None:
    """Say on stderr what may be published, and what was released, or is in a recipient's copy."""
    from textveil.certify.document.layout import REPORT, ReleaseFolder
    from textveil.lexicon.tables.languages import language_named

    place = ReleaseFolder.new(out, recipient)
    if game := certificate.decision:
        told = f"{game['policy']}, case {game['case']}"
        say(f"decision: publish ({told}); the report has the reasons")
    if not recipient:
        say(f"you may publish {place.publish}; keep {place.keep} to yourself")
    counts = certificate.counts
    documents, passages = counts["documents"], counts["replaced"]
    say(f"{counted(documents, 'document')} · {counted(passages, 'passage')} replaced")
    languages = counts["languages"]
    if set(languages) != {"en"}:
        named = (f"{language_named(code).name} {n:,}" for code, n in languages.items())
        say(f"documents by language: {', '.join(named)}")
    for verdict in certificate.verdicts:
        say(f"{verdict.claim} {verdict.status.value} ({verdict.checked:,} checked)")
        if verdict.claim == "annotations":
            left = [f"{count:,} {what}" for what, count in verdict.exempt if count]
            say(f"left out: {'; '.join(left) or 'no annotation'}")
    _tell_measured(certificate)
    _tell_fields(certificate)
    if not recipient:
        say(f"release id: {certificate.id}")
    if certificate.signer:
        say(f"signed; the fingerprint of the public key is {certificate.signer}")
    if REPORT in certificate.kept:
        say(f"do not publish {place.kept(REPORT)}: it is a report that shows source text")
    say(f"report: {place.report}")


def _tell_fields(certificate: "Certificate") -> None:
    if certificate.protected:
        say(f"rewritten in their columns: {', '.join(certificate.protected)}")
    if certificate.dropped:
        say(f"left out: {counted(certificate.dropped, 'column')}")
    if certificate.unprotected:
        say(f"fields released as they are, unprotected: {', '.join(certificate.unprotected)}")


def _tell_measured(certificate: "Certificate") -> None:
    from textveil.certify.told.attack_summary import attack_summary

    for score in certificate.scores:
        if score.name == "token recall (any label)" and not score.group:
            say(f"recall against the input's annotations, which are not released: {score}")
    if any(one.guesses for one in certificate.attacks):
        say(f"attacks: {attack_summary(certificate.attacks)}")
