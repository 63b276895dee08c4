"""Sanitizing a collection of sequences: sanitize, verify, measure, write; all or nothing."""

import resource
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.certify.layout import NONCE
from textveil.certify.sequences.checking import NOT_GIVEN, check_sequences
from textveil.certify.sequences.kept import IMPLAUSIBLE, MAP, PATTERNS, KeptSequences
from textveil.certify.sequences.reading import read_given
from textveil.certify.sequences.settings import SequenceSettings
from textveil.errors import UsageError
from textveil.formats.events import EventColumns
from textveil.formats.fastq import LOWEST
from textveil.formats.inputs import lines
from textveil.formats.outputs import binary_sink, json_bytes, staged
from textveil.formats.sources import Source
from textveil.pipeline.refusal import REPORT_IT, refusal
from textveil.pipeline.sanitize.collection import SequenceCollection
from textveil.pipeline.sanitize.coordinates import CoordinateMap
from textveil.pipeline.sanitize.estimate import estimate
from textveil.pipeline.sanitize.events import EventCollection
from textveil.pipeline.sanitize.judging import attack, attack_by_quality, check, measure
from textveil.pipeline.sanitize.keeping import kept_files, promised
from textveil.pipeline.sanitize.nucleotides import STRANDS, nucleic_settings
from textveil.pipeline.sanitize.records import DRAWN, QUALITY
from textveil.pipeline.sanitize.reporting import SanitizeReport
from textveil.pipeline.sanitize.stopping import stoppable
from textveil.strings.sensitive import SensitiveSet, sensitive_starts
from textveil.transform.sanitize import ORDERED, Sanitize, Sanitized, sanitize
from textveil.values.draw import Draw
from textveil.values.score import Score
from textveil.values.secret import Secret
from textveil.values.sequences import Sequences
from textveil.values.verdict import Verdict, Witness
from textveil.values.watching import Stopwatch, Track, untracked
from textveil.verify.sequence import MEANINGS

__all__ = [
    "SanitizeFiles",
    "SanitizeReport",
    "Watch",
    "sanitize_files",
    "sanitize_source",
]

Pattern = tuple[str, ...]

_NO_FILES: Final[Mapping[str, bytes]] = MappingProxyType({})


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
        Where the coordinate map goes, as a table with tabs.
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
            "tm, tmi, tfs and etfs keep the order"
        )
    elif settings.method not in ORDERED and (collection.biological or mapped):
        yield (
            f"the method {settings.method} may move letters: positions do not stay in order; "
            "tm, tmi, tfs and etfs keep it"
        )
    if collection.biological:
        yield (
            "ids and descriptions of records are written as they are: if they tell whose sequences "
            "these are, change them first"
        )
    if files.quality == DRAWN:
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


@dataclass(frozen=True, slots=True)
class Watch:
    """Who watches a run: what shows progress, and what is told."""

    track: Track = untracked
    notice: Callable[[str], None] = lambda _: None


@dataclass(frozen=True, slots=True, repr=False)
class _Done:
    result: Sanitized
    attacks: tuple[Score, ...]
    scores: tuple[Score, ...]
    clock: Stopwatch


@dataclass(frozen=True, slots=True, repr=False)
class _Work:
    """Everything but reading, writing and what is read back."""

    patterns: Sequence[Pattern]
    settings: Sanitize
    reference: Sequences | None
    draw: Draw
    measured: bool

    def do(self, sequences: Sequences, track: Track = untracked) -> _Done:
        """Sanitize, attack and measure."""
        settings, reference = self.settings, self.reference
        clock = Stopwatch()
        result = sanitize(sequences, self.patterns, settings, reference, self.draw, track)
        after = result.released
        clock.lap("sanitize")
        attacks = attack(result, after, settings, guesses_k=self.measured)
        scores = measure(result, after, settings, reference=reference) if self.measured else ()
        clock.lap("measure")
        return _Done(result, attacks, scores, clock)

    def probe(self, sequences: Sequences) -> None:
        """Do it and check it, to see how long that takes."""
        check(self.do(sequences).result, self.patterns, self.settings, self.reference, self.draw)


@dataclass(frozen=True, slots=True, repr=False)
class _Written:
    """A result with all that its files need."""

    collection: SequenceCollection
    result: Sanitized
    coordinates: CoordinateMap
    signs: NDArray[np.uint8] | None
    draw: Draw
    promised: SequenceSettings
    private: Mapping[str, bytes]
    reference: SequenceCollection | None

    def write(self, path: Path) -> None:
        """Write the release."""
        kept = self.coordinates.kept
        self.collection.release(self.result, path, kept, self.signs, self.draw)

    def verdicts(self, path: Path) -> tuple[Verdict, ...]:
        """Read the release back and check every claim."""
        claimed, reference = self.promised, self.reference
        found = check_sequences(
            claimed,
            self.collection.given(claimed),
            read_given(replace(self.collection.source, path=path), claimed),
            KeptSequences(self.private),
            self.draw if claimed.draws else None,
            None if reference is None else reference.given(claimed),
        )
        return tuple(map(_made, found))


def _made(verdict: Verdict) -> Verdict:
    """Refute a claim that cannot be checked because a file that it needs was not made."""
    if not verdict.reason.startswith(NOT_GIVEN):
        return verdict
    return Verdict.of(verdict.claim, 0, [Witness("", 0, 0, verdict.reason)])


def sanitize_source(
    collection: SequenceCollection,
    patterns: Sequence[Pattern],
    settings: Sanitize,
    target: Path,
    reference: SequenceCollection | None = None,
    *,
    measured: bool = True,
    key: Secret | None = None,
    nonce: bytes = b"",
    map_to: Path | None = None,
    watch: Watch | None = None,
    strands: str = "",
    quality: str = QUALITY[0],
    named: Mapping[str, bytes] = _NO_FILES,
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
    measured
        Whether distortion is measured, and what a reader recovers who has to guess k. What one
        recovers who knows k always is.
    key
        Draws decoys, qualities and times, the same ones every time.
    nonce
        Draws them without a key; a new one unless given. The report's private files have it.
    map_to
        Where the coordinate map goes.
    watch
        Is told before the work begins if it takes long, and then how far it is.
    strands
        What is promised, `one` or `both`; what the settings say unless given.
    quality
        Of letters that come in, for FASTQ: `lowest`, or `drawn` from letters beside them.
    named
        The files of patterns as the user gave them, by the names under which they are kept; they
        are written out from `patterns` and `settings` unless given.

    Raises
    ------
    RefutedError
        If a promise of the method does not hold; then nothing is written.
    """
    if target.resolve() == collection.source.path.resolve():
        raise UsageError("the output would replace the input", where=str(target))
    nonce = nonce or secrets.token_bytes(32)
    draw = Draw((key or Secret(nonce)).derive("sanitize decoys"))
    expected = None if reference is None else reference.sequences
    job = _Work(patterns, settings, expected, draw, measured)
    watch = watch or Watch()
    long = stoppable(
        lambda _: estimate(collection.sequences, patterns, settings, job.probe), watch.track
    )
    if long is not None and long.is_long:
        watch.notice(long.words())
    done = stoppable(partial(job.do, collection.sequences), watch.track)
    result = done.result
    coordinates = collection.coordinates(result)
    signs = collection.signs(result, coordinates.kept, draw if quality == DRAWN else None)
    mapped = collection.always_mapped or map_to is not None
    private = kept_files(
        result, patterns, settings, collection.unit, coordinates if mapped else None, named
    )
    claimed = promised(
        settings,
        result.k,
        form=collection.source.format_name,
        unit=collection.unit,
        strands=strands or STRANDS[bool(settings.complement)],
        quality=quality,
        events=collection.columns,
        mapped=mapped,
        reference=reference is not None,
    )
    written = _Written(collection, result, coordinates, signs, draw, claimed, private, reference)
    with binary_sink(map_to) if map_to is not None else nullcontext() as sink:
        if sink is not None:
            sink.write(private[MAP])
        with staged(target) as path:
            written.write(path)
            done.clock.lap("write")
            verdicts = stoppable(lambda _: written.verdicts(path), watch.track)
            done.clock.lap("verify")
            by_nonce = {NONCE: f"{nonce.hex()}\n".encode()} if key is None and claimed.draws else {}
            report = _report(
                written, done, settings, verdicts, patterns, {**private, **by_nonce}, expected
            )
            if report.refuted is not None:
                means = MEANINGS[report.refuted.claim]
                raise refusal(report.refuted, REPORT_IT, kind="sequence", means=means)
    return report


def _report(
    written: _Written,
    done: _Done,
    settings: Sanitize,
    verdicts: tuple[Verdict, ...],
    patterns: Sequence[Pattern],
    private: Mapping[str, bytes],
    expected: Sequences | None,
) -> SanitizeReport:
    collection, result, attacks = written.collection, done.result, done.attacks
    if written.signs is not None:
        attacks += (attack_by_quality(result, written.signs, settings),)
    return SanitizeReport(
        settings=settings,
        unit=collection.unit,
        sequences=len(result.sequences),
        letters=int(result.lengths["W"]),
        released=int(result.codes.size),
        kept=int(np.count_nonzero(written.coordinates.kept)),
        letter=collection.letter,
        alphabet=len(collection.sequences.alphabet),
        candidates=result.candidates,
        reference=None if expected is None else len(expected.buffer) // 4,
        k=result.k,
        named=len(set(patterns)),
        patterns=len(result.patterns),
        strands=STRANDS[bool(settings.complement)],
        places=_places(result),
        decoys=settings.decoys,
        groups=len(result.groups),
        made_places=int(np.count_nonzero(result.made_origin < 0)) // result.k,
        draws=result.draws,
        separators=result.separators,
        left=_left(result, settings),
        lengths=result.lengths,
        proved=result.proved,
        verdicts=verdicts,
        scores=done.scores,
        attacks=attacks,
        seconds=done.clock.seconds,
        peak_bytes=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        promised=written.promised,
        private=private,
    )


def _places(result: Sanitized) -> int:
    """Return how often sensitive patterns occur in the input."""
    source = result.sequences
    offsets = np.concatenate([[0], np.frombuffer(source.ends, np.int64)])
    sensitive = SensitiveSet.of(result.patterns, len(source.alphabet))
    return int(sensitive_starts(np.frombuffer(source.buffer, np.int32), offsets, sensitive).size)


def _left(result: Sanitized, settings: Sanitize) -> int:
    """Return how many separators the release holds."""
    code = result.alphabet.index.get(settings.separator)
    return 0 if code is None else int(np.count_nonzero(result.codes == code))
