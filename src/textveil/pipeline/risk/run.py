"""What may remain in a release: the functions of the Python interface, and of the command."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from textveil.certify.document.certificate import id_of, read_release
from textveil.certify.document.layout import ReleaseFolder
from textveil.certify.risk.file import attach_risk
from textveil.certify.signatures.signing_pair import SigningKey
from textveil.errors import TextveilError, UsageError
from textveil.evaluate.classes import ClassRisk
from textveil.formats.catalog import guess
from textveil.formats.sources import Source
from textveil.pipeline.python.arguments import KeyLike, given_key
from textveil.pipeline.risk.classing import risk_of_classes
from textveil.pipeline.risk.estimating import RiskEstimate, estimate_risk
from textveil.pipeline.risk.published import PublishedRelease
from textveil.pipeline.risk.sampling import draw_sample, write_sample
from textveil.values.keys.secret import Secret
from textveil.values.runs.watch import Track, untracked

__all__ = ["risk_classes", "risk_estimate", "risk_sample"]

_SEED_BITS: Final = 32
_USUAL: Final = "jsonl"


def risk_sample(
    out: str | Path,
    number: int,
    review: str | Path,
    *,
    format_name: str | None = None,
    seed: int | None = None,
) -> int:
    """Draw published documents at random, for people to read who mark what was missed.

    With `keep` at hand, passages that were replaced are marked: the result is then as confidential
    as `keep`, because marks tell fakes from real names. From the part to publish alone, documents
    have no marks but UNREAD. Only its owner can open the result.

    Parameters
    ----------
    out
        What `release` wrote, or the part to publish.
    number
        How many documents.
    review
        The file or folder to make. It must not exist, nor lie in the folder to publish.
    format_name
        Any format that carries annotations; by default from the name of `review`, or `jsonl`.
    seed
        Of the draw; a random one unless given.

    Returns
    -------
    int
        The seed.

    Raises
    ------
    UsageError
        If the release has fewer documents, or the format carries no annotations.
    InputError
        If there is no release of texts.

    Examples
    --------
    >>> import pathlib, tempfile, textveil
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> notes = [textveil.Document(f"n{n}", f"Mail to p{n}@example.org.") for n in range(20)]
    >>> _ = textveil.write(notes, folder / "in.jsonl")
    >>> policy = textveil.load_policy("patterns-only")
    >>> run = textveil.Run(textveil.read(folder / "in.jsonl"), folder / "out", policy)
    >>> _ = textveil.release(run)
    >>> risk_sample(folder / "out", 3, folder / "review.jsonl", seed=7)
    7
    >>> [[span.label for span in one.spans] for one in textveil.read(folder / "review.jsonl")]
    [['UNREAD', 'REPLACED'], ['UNREAD', 'REPLACED'], ['UNREAD', 'REPLACED']]
    """
    release, target = PublishedRelease.at(Path(out)), Path(review)
    if number < 1:
        raise UsageError("at least one document is drawn", where="number")
    if target.resolve().is_relative_to(release.place.publish.resolve()):
        raise UsageError("a review must not lie in the folder to publish", where=str(review))
    drawn = secrets.randbits(_SEED_BITS) if seed is None else seed
    write_sample(draw_sample(release, number, drawn), target, format_name or _format_of(target))
    return drawn


def _format_of(target: Path) -> str:
    try:
        return guess(target)
    except TextveilError:
        return _USUAL


def risk_estimate(
    out: str | Path,
    reviews: str | Path | Source | Iterable[str | Path | Source],
    *,
    most: int | None = None,
    reasons: Mapping[str, str] = MappingProxyType({}),
    attach: bool = False,
    key: KeyLike | None = None,
    sign: SigningKey | None = None,
) -> RiskEstimate:
    """Say how many documents may hold a missed identifier, and how many of them there may be.

    Parameters
    ----------
    out
        What `release` wrote. With the part to publish alone, every mark counts as missed, marks of
        fakes too: the bounds hold, and are higher than those of the owner.
    reviews
        What one person read, or what each of several people read: samples of `risk_sample` in which
        they marked what was missed and took the mark UNREAD away.
    most
        Most missed identifiers in one document; by default the most that were replaced in one,
        rounded up. Give it if only the part to publish is there.
    reasons
        Why documents of the sample were not read, by their ids; others that nobody read count as
        holding as much as one can hold.
    attach
        Whether the bounds are published with the release: `publish/risk.json` and a section of the
        report. At least 15 documents must have been read.
    key
        Of a release that is sealed, to attach.
    sign
        Of a release that is signed, to attach.

    Returns
    -------
    RiskEstimate
        Both bounds (`figures`), in words (`sentence`), and what two readers both overlooked.

    Raises
    ------
    InputError
        If a review is of another release, or nobody has read a document of it.
    UsageError
        If a review is given twice, a document holds more than `most`, or the bounds cannot be
        attached.

    Examples
    --------
    >>> import pathlib, tempfile, textveil
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> notes = [textveil.Document(f"n{n}", f"Mail to p{n}@example.org.") for n in range(20)]
    >>> _ = textveil.write(notes, folder / "in.jsonl")
    >>> policy = textveil.load_policy("patterns-only")
    >>> run = textveil.Run(textveil.read(folder / "in.jsonl"), folder / "out", policy)
    >>> _ = textveil.release(run)
    >>> _ = risk_sample(folder / "out", 20, folder / "review.jsonl")
    >>> drawn = (folder / "review.jsonl").read_text()
    >>> _ = (folder / "read.jsonl").write_text(drawn.replace("UNREAD", "REPLACED"))
    >>> found = risk_estimate(folder / "out", folder / "read.jsonl", attach=True)
    >>> found.sentence.partition(" (")[0]
    'With 95 % confidence at most 14.0 of 100 documents hold a missed identifier'
    >>> (folder / "out" / "publish" / "risk.json").exists()
    True
    """
    release = PublishedRelease.at(Path(out))
    given = [reviews] if isinstance(reviews, str | Path | Source) else list(reviews)
    if not given:
        raise UsageError("give at least one review", where="reviews")
    read = [one if isinstance(one, Source) else Source.open(Path(one)) for one in given]
    if len({one.path.resolve() for one in read}) < len(read):
        raise UsageError(
            "a review is given twice, and each counts as another person's", where="reviews"
        )
    if attach and not release.recorded:
        raise UsageError(
            "only the owner of a release adds to it, who has the record of edits",
            where="attach",
            hint="give the folder that holds `publish` and `keep`",
        )
    made = estimate_risk(release, read, most, reasons)
    if attach:
        _attach(Path(out), made, given_key(key), sign)
    return made


def _attach(out: Path, made: RiskEstimate, key: Secret | None, sign: SigningKey | None) -> None:
    """Publish the bounds with a release, or with all its copies: what was missed is in all."""
    places = ReleaseFolder.copies_at(out) or {"": ReleaseFolder.at(out)}
    for place in places.values():
        _, certificate = read_release(place.publish)
        content = made.to_publish() | {"release": id_of(certificate)}
        attach_risk(place, certificate, content, key, sign)


def risk_classes(
    out: str | Path,
    quasi: Sequence[str],
    *,
    k: int = 5,
    population: str | Path | None = None,
    track: Track = untracked,
) -> ClassRisk:
    r"""Count the people who agree in everything that others may know of them, and their risk.

    Parameters
    ----------
    out
        What `release` wrote, or the part to publish.
    quasi
        Columns of the published table, and labels of passages that the policy leaves. Labels that
        it makes coarser need `keep`, which says where they stand.
    k
        Classes below this size are counted apart.
    population
        A table with a row for each member of the population, and columns with these names.
    track
        Watches the work, to show progress.

    Returns
    -------
    ClassRisk
        Prosecutor, journalist and marketer risk, people in small classes, and people alone.

    Raises
    ------
    UsageError
        If a name is neither a column nor a label, or readers do not see its values.
    InputError
        If there is no release, or the population has fewer people in a class.

    Examples
    --------
    >>> import pathlib, tempfile, textveil
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "in.csv").write_text("id,text,ward\n1,Well.,B2\n2,Well.,B2\n3,Well.,C1\n")
    >>> _ = (folder / "mine.yaml").write_text(
    ...     "{name: mine, detect: [textveil.patterns.v1], "
    ...     "transform: {default: {use: textveil.mask.v1}}, columns: {ward: keep}}"
    ... )
    >>> policy = textveil.load_policy(str(folder / "mine.yaml"))
    >>> run = textveil.Run(textveil.read(folder / "in.csv"), folder / "out", policy)
    >>> _ = textveil.release(run)
    >>> risk = risk_classes(folder / "out", ["ward"], k=2)
    >>> risk.uniques, risk.prosecutor_highest
    (1, 1.0)
    """
    if isinstance(quasi, str):
        quasi = [quasi]
    people = None if population is None else Path(population)
    return risk_of_classes(PublishedRelease.at(Path(out)), quasi, k, people, track)
