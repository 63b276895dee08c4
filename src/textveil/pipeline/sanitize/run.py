"""Sanitizing a collection of sequences: sanitize, verify, measure, write; all or nothing."""

import resource
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from textveil.certify.certificate import Certificate
from textveil.certify.layout import REFERENCE, ReleaseFolder
from textveil.certify.sequences.kept import IMPLAUSIBLE, MAP, PATTERNS
from textveil.certify.sequences.release import committed
from textveil.certify.sequences.settings import SequenceSettings
from textveil.errors import InputError, UsageError
from textveil.formats.events import EventColumns
from textveil.formats.fastq import LOWEST
from textveil.formats.held import Held
from textveil.formats.inputs import lines
from textveil.formats.outputs import binary_sink, json_bytes
from textveil.formats.sources import Source
from textveil.pipeline.release.method import Account
from textveil.pipeline.release.method_run import Order, release_by
from textveil.pipeline.release.refusal import REPORT_IT
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
from textveil.values.attacking import AttackResult
from textveil.values.document import Document
from textveil.values.draw import Draw
from textveil.values.score import Score
from textveil.values.secret import Secret
from textveil.values.sequences import Sequences
from textveil.values.watching import Stopwatch, Track, untracked
from textveil.verify.sequence import MEANINGS

__all__ = [
    "HiddenPatterns",
    "SanitizeFiles",
    "SanitizeReport",
    "Watch",
    "sanitize_files",
    "sanitize_source",
]

Pattern = tuple[str, ...]

_BY_QUALITY: Final = "recovered by quality"


def draw_of(secret: Secret | bytes) -> Draw:
    """Return what a key draws, or the nonce of a run without one."""
    key = secret if isinstance(secret, Secret) else Secret(secret)
    return Draw(key.derive("sanitize decoys"))


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


@dataclass(slots=True, repr=False)
class HiddenPatterns:
    """The method of `sanitize`: hide patterns in a collection, with all that its files need.

    Attributes
    ----------
    collection
        The input.
    patterns
        What is sensitive.
    asked
        Method and parameters.
    reference
        For `tmi`: other sequences that say what is implausible.
    measured
        Whether distortion is measured, and what a reader recovers who has to guess k.
    mapped
        Whether a coordinate map is asked for; some collections always have one.
    strands
        What is promised, `one` or `both`; what the settings say unless given.
    quality
        Of letters that come in, for FASTQ.
    named
        The files of patterns as the user gave them.
    watch
        Is told before the work begins if it takes long, and then how far it is.
    """

    collection: SequenceCollection
    patterns: Sequence[Pattern]
    asked: Sanitize
    reference: SequenceCollection | None = None
    measured: bool = True
    mapped: bool = False
    strands: str = ""
    quality: str = QUALITY[0]
    named: Mapping[str, bytes] = field(default_factory=dict)
    watch: Watch = field(default_factory=Watch)
    private: Mapping[str, bytes] = field(default_factory=dict)
    _done: _Done | None = None
    _coordinates: CoordinateMap | None = None
    _signs: NDArray[np.uint8] | None = None

    name: ClassVar[str] = "sequences"
    title: ClassVar[str] = "Sequences: sensitive patterns were hidden"
    kind: ClassVar[str] = "sequence"
    advice: ClassVar[str] = REPORT_IT
    claims: ClassVar[Mapping[str, str]] = MEANINGS
    holds_all: ClassVar[bool] = False
    components: ClassVar[tuple[str, ...]] = ("textveil.sanitize.v1",)

    @property
    def purpose(self) -> str:
        """What is asked for, without the patterns."""
        return repr((self.asked.method, self.asked.k, self.asked.decoys, self.strands))

    def committed(self, source: Source) -> Iterable[Document]:
        """Return the input as the certificate commits to it."""
        return committed(source, self._promised(self.asked.k or 1).to_json())

    def write(
        self,
        documents: Held[Document],  # noqa: ARG002 - read as letters
        target: Path,
        place: ReleaseFolder,
        secret: Secret | bytes,
    ) -> None:
        """Hide the patterns, and write the result with all that its owner keeps."""
        collection, draw = self.collection, draw_of(secret)
        expected = None if self.reference is None else self.reference.sequences
        job = _Work(self.patterns, self.asked, expected, draw, self.measured)
        long = stoppable(
            lambda _: estimate(collection.sequences, self.patterns, self.asked, job.probe),
            self.watch.track,
        )
        if long is not None and long.is_long:
            self.watch.notice(long.words())
        self._done = done = stoppable(partial(job.do, collection.sequences), self.watch.track)
        self._coordinates = coordinates = collection.coordinates(done.result)
        drawn = draw if self.quality == DRAWN else None
        self._signs = collection.signs(done.result, coordinates.kept, drawn)
        self.private = kept_files(
            *(done.result, self.patterns, self.asked, collection.unit),
            coordinates if self._is_mapped else None,
            self.named,
        )
        for name, data in self.private.items():
            with binary_sink(place.kept(name), 0o600) as sink:
                sink.write(data)
        if self.reference is not None:
            shutil.copyfile(self.reference.source.path, place.kept(REFERENCE))
            place.kept(REFERENCE).chmod(0o600)
        collection.release(done.result, target, coordinates.kept, self._signs, draw)
        done.clock.lap("write")

    @property
    def _is_mapped(self) -> bool:
        return self.collection.always_mapped or self.mapped

    def _promised(self, k: int) -> SequenceSettings:
        collection = self.collection
        return promised(
            self.asked,
            k,
            form=collection.source.format_name,
            unit=collection.unit,
            strands=self.strands or STRANDS[bool(self.asked.complement)],
            quality=self.quality,
            events=collection.columns,
            mapped=self._is_mapped,
            reference=self.reference is not None,
        )

    def settings(self) -> dict[str, Any]:
        """Return what is promised."""
        return self._promised(self.made_result.k).to_json()

    @property
    def made_result(self) -> Sanitized:
        """What became of the sequences."""
        if self._done is None:
            raise InputError("nothing was sanitized yet")
        return self._done.result

    def made(self) -> Account:
        """Return what readers get who undo repeats, and the exact figures."""
        done, result = self._done, self.made_result
        attacks, scores = self._attacks(), () if done is None else done.scores
        found = [AttackResult("undoing", "", *_guessed(attacks[0], attacks[1]))]
        if len(attacks) > 2 and attacks[-1].name == _BY_QUALITY:
            found.append(AttackResult("quality", "", *_guessed(attacks[-1], attacks[1])))
        drawn = self.asked.decoys > 1 or self.quality == DRAWN or self.collection.columns
        return Account(
            randomness={"textveil.sanitize.v1": "key or nonce"} if drawn else {},
            attacks=tuple(found),
            figures={"scores": [one.to_json() for one in (*scores, *attacks)]},
            shown=(
                ("method", self.asked.method),
                ("length of hidden patterns", f"{result.k:,}"),
                ("each hidden among", f"{self.asked.decoys:,}"),
                ("order of kept letters", "kept" if self.asked.method in ORDERED else "may change"),
            ),
        )

    def _attacks(self) -> tuple[Score, ...]:
        done = self._done
        if done is None:
            return ()
        if self._signs is None:
            return done.attacks
        return (*done.attacks, attack_by_quality(done.result, self._signs, self.asked))

    def report(self, certificate: Certificate) -> SanitizeReport:
        """Return what was done, verified and measured, and what it took."""
        done, result, collection = self._done, self.made_result, self.collection
        seconds = {} if done is None else done.clock.seconds
        expected = None if self.reference is None else self.reference.sequences
        kept = 0 if self._coordinates is None else int(np.count_nonzero(self._coordinates.kept))
        return SanitizeReport(
            settings=self.asked,
            unit=collection.unit,
            sequences=len(result.sequences),
            letters=int(result.lengths["W"]),
            released=int(result.codes.size),
            kept=kept,
            letter=collection.letter,
            alphabet=len(collection.sequences.alphabet),
            candidates=result.candidates,
            reference=None if expected is None else len(expected.buffer) // 4,
            k=result.k,
            named=len(set(self.patterns)),
            patterns=len(result.patterns),
            strands=STRANDS[bool(self.asked.complement)],
            places=_places(result),
            decoys=self.asked.decoys,
            groups=len(result.groups),
            made_places=int(np.count_nonzero(result.made_origin < 0)) // result.k,
            draws=result.draws,
            separators=result.separators,
            left=_left(result, self.asked),
            lengths=result.lengths,
            proved=result.proved,
            verdicts=certificate.verdicts,
            scores=() if done is None else done.scores,
            attacks=self._attacks(),
            seconds=seconds,
            peak_bytes=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
            promised=self._promised(result.k),
            private=self.private,
        )


def _guessed(found: Score, chance: Score) -> tuple[int, int, float]:
    """Return how many patterns are guessed, how many rightly, and how many by chance."""
    return found.count, round(found.value * found.count), round(chance.value * chance.count, 3)


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
        if sink is not None:
            sink.write(method.private[MAP])
    report = method.report(certificate)
    certified = not order.single or order.certificate is not None
    return replace(report, release=certificate.id if certified else "")


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
