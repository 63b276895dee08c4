"""`textveil demo`: the main jobs on shipped samples."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.methods.kanon import announce_report
from textveil.cli.methods.sanitize import announce_sanitized
from textveil.cli.shell.console import counted, say, say_marked
from textveil.cli.shell.groups import grouped
from textveil.cli.shell.options import Told

if TYPE_CHECKING:
    from textveil.certify.document.certificate import Certificate
    from textveil.certify.document.layout import ReleaseFolder
    from textveil.pipeline.demo import BeforeAndAfter, Demo

__all__ = ["demo"]


@grouped
def demo(
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to make.")] = Path(
        "textveil-demo"
    ),
    force: Annotated[
        bool, typer.Option("--force", help="Replace an earlier demonstration at OUT.")
    ] = False,
    *,
    told: Told,
) -> None:
    """Show the main jobs on samples that come with textveil.

    The samples are invented. A generated hospital of 400 notes about 100 patients is released with
    surrogates to `OUT/hospital`, in a marked copy for each of three recipients, with certificates
    and reports to open; then one copy leaks, and it is told whose. Short notes with tags go
    to `OUT/notes`, answers of sixty people without what only few of them wrote to
    `OUT/answers`, a sequence of visits without two private patterns to `OUT/visits`, a letter
    whose places became forms to `OUT/letter`. Each is a release that `verify` checks.

    **Example:** `textveil demo -o demo-out`
    """
    from textveil.pipeline.demo import run_demo
    from textveil.pipeline.kanon.run import announce_compilation

    announce_compilation(say)
    with told.tracked() as track:
        made = run_demo(output, force=force, track=track)
    if not told.quiet:
        _show_releases(made)
        _show_others(made)


def _show_releases(made: "Demo") -> None:
    from textveil.certify.document.layout import ReleaseFolder
    from textveil.pipeline.demo import NOTES, PATIENTS, RECIPIENTS, sample_notes

    hospital, note, *_ = made.examples
    say("Five things that textveil does. Everything below is invented; nobody in it exists.")
    say(f"\n1. Hide in plain sight: {NOTES} hospital notes about {PATIENTS} patients\n")
    say("What identifies somebody becomes an invented value of the same kind: one person keeps one")
    say("name in all notes, and the days between two dates stay as many. One of the notes:\n")
    _show_pair(hospital)
    _tell_decision(made.hospital)
    folder = made.folder / "hospital"
    place = ReleaseFolder.new(folder, RECIPIENTS[0])
    _tell(made.hospital, place, "the generator, which knows them all, marked as identifying")
    read = counted(made.remains.figures.read, "note")
    say(f"What may remain, if only {read} drawn at random are read (in publish/report.html too):")
    say(f"    {made.remains.sentence}")
    say(f"The page that a privacy board can sign: {place.report}")
    _tell_copies(made)
    say("\n2. Tag: what identifies somebody becomes the name of its kind\n")
    _show_pair(note)
    folder = made.folder / "notes"
    place = ReleaseFolder.new(folder)
    _tell(made.certificate, place, "are marked as identifying in these few notes")
    say(f"check it again: textveil verify {folder} --input {sample_notes()}")


def _tell_copies(made: "Demo") -> None:
    """Say who has a copy, and whose leaked."""
    from textveil.certify.document.layout import REPORT, ReleaseFolder
    from textveil.pipeline.demo import LEAKED, RECIPIENTS

    folder = made.folder / "hospital"
    say(f"Each recipient ({', '.join(RECIPIENTS)}) has a copy of its own, marked in secret.")
    say(f"{LEAKED} notes of one of them leak, in capitals and without ids: {made.folder}/leak.txt")
    for one in made.leak.accusation.accused:
        say(f"    It was the copy of: {one.recipient}. It would accuse somebody innocent with a")
        say(f"    probability of at most {one.p:.1g}.")
    page = ReleaseFolder.new(folder).kept(REPORT)
    say(f"Who has which copy, for the owner alone: {page}")


def _show_others(made: "Demo") -> None:
    from textveil.pipeline.demo import HIDDEN

    *_, answer, visits, letter = made.examples
    say("\n3. Keep what people share: words that fewer than 5 of 60 people wrote become marks\n")
    _show_pair(answer)
    announce_report(made.report)
    _tell_checked(made, "answers")
    say(f"\n4. Hide patterns: {' and '.join(HIDDEN)} are gone from a sequence of places visited,")
    say("   where P is the pharmacy, H home and W work\n")
    _show_pair(visits)
    announce_sanitized(made.sanitized)
    _tell_checked(made, "visits")
    say("\n5. Blur: a place becomes a form that at least 3 places share (* is any letters)\n")
    _show_pair(letter)
    for form in made.forms:
        say(f"    {form.term} -> {form.form} ({counted(form.k_eff, 'place')} under this very form)")
    _tell_checked(made, "letter")


def _tell_checked(made: "Demo", name: str) -> None:
    """Say what somebody finds who checks a release."""
    say(f"checked again from its files: {made.checked[name]}")
    say(f"    textveil verify {made.folder / name}")


def _show_pair(example: "BeforeAndAfter") -> None:
    say("before")
    say_marked(example.before, example.gone, "bold red")
    say("after")
    say_marked(example.after, example.new, "bold green")
    say("")


def _tell(certificate: "Certificate", place: "ReleaseFolder", marked: str) -> None:
    """Say in full what was verified and measured; regular users know the short words."""
    from textveil.certify.document.claim_meanings import CLAIMS
    from textveil.certify.document.layout import REPORT
    from textveil.values.figures.score import FOUND

    counts = certificate.counts
    passages, documents = counts["replaced"], counts["documents"]
    say(f"{counted(passages, 'passage')} replaced in {counted(documents, 'note')}. Proved:")
    for verdict in certificate.verdicts:
        meaning = CLAIMS.get(verdict.claim, "")
        say(f"    {verdict.claim} {verdict.status.value} ({verdict.checked:,} checked): {meaning}")
    for score in certificate.scores:
        if score.name == FOUND and not score.group:
            say(f"Measured: of the {score.count:,} words that {marked},")
            more = "" if score.value == 1 else " The others can still be read."
            share = f"{100 * score.value:.1f} %"
            say(f"    {share} were found, whatever label they got (recall of words).{more}")
    _tell_attacks(certificate)
    if certificate.unprotected:
        say(f"Released as they were, beside each text: {', '.join(certificate.unprotected)}")
    say(f"See all of it side by side: {place.kept(REPORT)}")


def _tell_decision(certificate: "Certificate") -> None:
    """Say whether it pays to look for what was missed: the first half of what a board reads."""
    from textveil.pipeline.demo import CASE

    if certificate.decision is None:
        return
    say(f"Publish or withhold? Asked before anything was read, at the prices of the case {CASE}:")
    for line in certificate.decision["reasons"][1:4]:
        say(f"    {line}")


def _tell_attacks(certificate: "Certificate") -> None:
    """Say what attackers got who know the program and have nothing of the input."""
    from textveil.certify.told.attack_summary import attack_summary

    if any(one.guesses for one in certificate.attacks):
        names = ", ".join(dict.fromkeys(one.attack for one in certificate.attacks))
        say(f"Attacked by readers who know the program ({names}):")
        say(f"    {attack_summary(certificate.attacks)}")
