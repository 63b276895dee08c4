"""Sanitizing a collection of sequences: sanitize, verify, measure, write; all or nothing."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from textveil.certify.sequences.kept import IMPLAUSIBLE, MAP, PATTERNS
from textveil.errors import UsageError
from textveil.formats.inputs import lines
from textveil.formats.outputs import binary_sink, json_bytes
from textveil.formats.sequences.fastq import LOWEST
from textveil.formats.sources import Source
from textveil.formats.tables.events import EventColumns
from textveil.pipeline.release.methods.run import Order, release_by
from textveil.pipeline.sanitize.collection import SequenceCollection
from textveil.pipeline.sanitize.coordinates import CHAIN
from textveil.pipeline.sanitize.events import EventCollection
from textveil.pipeline.sanitize.hidden_patterns import HiddenPatterns, Watch
from textveil.pipeline.sanitize.nucleotides import nucleic_settings
from textveil.pipeline.sanitize.records import DRAWN, QUALITY
from textveil.pipeline.sanitize.reporting import SanitizeReport
from textveil.transform.sanitization.sanitize import IN_PLACE, ORDERED, Sanitize
from textveil.values.keys.secret import Secret
from textveil.values.runs.watch import Track, untracked

__all__ = [
    "SanitizeFiles",
    "SanitizeReport",
    "sanitize_files",
    "sanitize_source",
]

Pattern = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SanitizeFiles:
    """What is read, and what is written.

    Attributes
    ----------
    source
        The sequences.
    sensitive
        Sensitive patterns, one per line.
    output
        The file or folder to write.
    unit, separator
        What a letter is, and what stands between blocks; what fits the format unless given.
    implausible
        For `tmi`: patterns that must not be created, one per line.
    reference
        For `tmi`: other sequences, read as the source is, that say what is implausible.
    report
        Where the report goes, as JSON.
    map
        Where the coordinate map goes, as a table with tabs; if its name ends in `.chain`, as a
        chain file.
    strands
        `one`, or `both` for DNA and RNA: patterns are hidden with their reverse complements.
    events
        The columns of an event table; None for sequences.
    quality
        Of FASTQ: letters that come in have the `lowest` quality, or one `drawn` from letters beside
        them.
    """

    source: Source
    sensitive: Path
    output: Path
    unit: str = ""
    separator: str | None = None
    implausible: Path | None = None
    reference: Path | None = None
    report: Path | None = None
    map: Path | None = None
    strands: str = "one"
    events: EventColumns | None = None
    quality: str = QUALITY[0]


def _load(files: SanitizeFiles, source: Source, track: Track) -> SequenceCollection:
    if files.events is not None:
        return EventCollection.load_events(source, files.events, files.separator)
    return SequenceCollection.load(source, files.unit, track, separator=files.separator)


def sanitize_files(
    files: SanitizeFiles,
    settings: Sanitize,
    *,
    measured: bool = False,
    key: Secret | None = None,
    track: Track = untracked,
    notice: Callable[[str], None] = lambda _: None,
    order: Order | None = None,
) -> SanitizeReport:
    """Hide the patterns of a file; write output and report together, or nothing.

    Separator and implausible patterns of the settings are those that the files name. Distortion is
    measured where a report is written too. The key draws the decoys, the same ones every time.
    """
    source = files.source
    if files.quality not in QUALITY:
        raise UsageError("a quality is lowest or drawn", where="--quality")
    if files.quality == DRAWN and source.format_name != "fastq":
        raise UsageError("only FASTQ has qualities", where="--quality drawn")
    if files.quality == DRAWN and settings.method == IN_PLACE:
        raise UsageError(
            f"{IN_PLACE} leaves every quality as it is, so there is none to draw",
            where="--quality drawn",
            hint="leave out --quality",
        )
    collection = _load(files, source, track)
    expected = None
    if files.reference is not None:
        other = Source.open(files.reference, source.format_name, source.options)
        expected = _load(files, other, track)
    settings = replace(
        settings,
        separator=collection.separator(files.separator),
        implausible=tuple(collection.patterns(files.implausible)) if files.implausible else (),
        **nucleic_settings(
            collection.sequences.alphabet, files.strands, nucleic=collection.nucleic
        ),
    )
    patterns = collection.patterns(files.sensitive, settings.wildcard)
    for note in [*collection.notices(), *_notices(collection, settings, files)]:
        notice(f"note: {note}")
    job = (collection, patterns, settings, files.output, expected)
    do = partial(
        sanitize_source,
        *job,
        key=key,
        map_to=files.map,
        watch=Watch(track, notice),
        order=order,
        strands=files.strands,
        quality=files.quality,
        named={
            name: b"".join(f"{line}\n".encode("utf-8", "surrogatepass") for _, line in lines(path))
            for name, path in ((PATTERNS, files.sensitive), (IMPLAUSIBLE, files.implausible))
            if path is not None
        },
    )
    if files.report is None:
        return do(measured=measured)
    with binary_sink(files.report) as sink:
        report = do()
        sink.write(json_bytes(report.to_json()))
    return report


def _notices(
    collection: SequenceCollection, settings: Sanitize, files: SanitizeFiles
) -> Iterator[str]:
    """Yield what a biologist should know before reading the result."""
    mapped = files.map is not None
    if settings.method not in ORDERED and files.events is not None:
        yield (
            f"the method {settings.method} may move events, and one that is moved gets a new time; "
            "tm, tmi, tfs, etfs and substitute keep the order"
        )
    elif settings.method not in ORDERED and (collection.biological or mapped):
        yield (
            f"the method {settings.method} may move letters: positions do not stay in order; "
            "tm, tmi, tfs, etfs and substitute keep it"
        )
    if collection.biological:
        yield (
            "ids and descriptions of records are written as they are: if they tell whose sequences "
            "these are, change them first"
        )
    if settings.method == IN_PLACE and files.events is not None:
        yield "an event that changes keeps its time"
    elif settings.method == IN_PLACE:
        if collection.source.format_name == "fastq":
            yield "a letter that changes keeps the quality of the letter that was there"
    elif files.quality == DRAWN:
        yield (
            "letters that come in have qualities of letters beside them, which say nothing about "
            "how well they were read"
        )
    elif collection.source.format_name == "fastq":
        yield (
            f"letters that come in have the lowest quality ({LOWEST}); a reader who leaves these "
            "out gets hidden patterns back; --quality drawn does not show them"
        )
    if mapped:
        yield "the map shows where patterns were hidden; do not publish it with the sequences"


def sanitize_source(
    collection: SequenceCollection,
    patterns: Sequence[Pattern],
    settings: Sanitize,
    target: Path,
    reference: SequenceCollection | None = None,
    *,
    key: Secret | None = None,
    nonce: bytes = b"",
    map_to: Path | None = None,
    watch: Watch | None = None,
    order: Order | None = None,
    **more: Any,
) -> SanitizeReport:
    """Hide patterns in a collection and write it in the format of the input.

    What was written is read back, and every claim is checked on that.

    Parameters
    ----------
    collection
        The input.
    patterns
        What is sensitive.
    settings
        Method and parameters.
    target
        The file or folder to write.
    reference
        For `tmi`: other sequences that say what is implausible; the input does without them.
    key
        Draws decoys, qualities and times, the same ones every time.
    nonce
        Draws them without a key; a new one unless given.
    map_to
        Where the coordinate map goes.
    watch
        Is told before the work begins if it takes long, and then how far it is.
    order
        What else is asked of the release; only the result is written unless given.
    more
        `measured`, `strands`, `quality` and `named`, as `HiddenPatterns` has them.

    Raises
    ------
    RefutedError
        If a promise of the method does not hold; then nothing is written.
    """
    watch = watch or Watch()
    order = order or Order(collection.source, target, single=True, key=key, nonce=nonce)
    mapped = map_to is not None
    method = HiddenPatterns(
        collection, patterns, settings, reference, mapped=mapped, watch=watch, **more
    )
    with binary_sink(map_to, 0o600) if map_to is not None else nullcontext() as sink:
        certificate = release_by(method, order)
        if sink is not None and map_to is not None:
            sink.write(method.chain() if map_to.suffix == CHAIN else method.private[MAP])
    report = method.report(certificate)
    certified = not order.single or order.certificate is not None
    return replace(report, release=certificate.id if certified else "")
