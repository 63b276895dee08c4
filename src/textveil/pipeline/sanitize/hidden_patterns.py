"""The method of `sanitize`: patterns are hidden, and what the owner keeps is written beside it."""

import resource
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from textveil.certify.document.certificate import Certificate
from textveil.certify.document.layout import REFERENCE, ReleaseFolder
from textveil.certify.sequences.release import committed
from textveil.certify.sequences.settings import SequenceSettings
from textveil.errors import InputError
from textveil.evaluate.attacks.changed_places import NEAR_MISSES
from textveil.formats.held import Held
from textveil.formats.outputs import binary_sink
from textveil.formats.sources import Source
from textveil.pipeline.release.methods.method import Account
from textveil.pipeline.release.refusal import REPORT_IT
from textveil.pipeline.sanitize.collection import SequenceCollection
from textveil.pipeline.sanitize.coordinates import CoordinateMap
from textveil.pipeline.sanitize.estimate import estimate
from textveil.pipeline.sanitize.judging import attack, attack_by_quality, check, measure
from textveil.pipeline.sanitize.keeping import kept_files, promised
from textveil.pipeline.sanitize.nucleotides import STRANDS
from textveil.pipeline.sanitize.records import DRAWN, QUALITY
from textveil.pipeline.sanitize.reporting import SanitizeReport
from textveil.pipeline.sanitize.stopping import stoppable
from textveil.strings.sanitization.sensitive import SensitiveSet, sensitive_starts
from textveil.transform.sanitization.sanitize import Sanitize, Sanitized, sanitize
from textveil.values.document import Document
from textveil.values.figures.attack import AttackResult
from textveil.values.figures.score import Score
from textveil.values.keys.draw import Draw
from textveil.values.keys.secret import Secret
from textveil.values.runs.watch import Stopwatch, Track, untracked
from textveil.values.sequences import Sequences

__all__ = ["HiddenPatterns", "Pattern", "Watch", "draw_of"]

Pattern = tuple[str, ...]

_NAMED: Final = {"recovered by quality": "quality", NEAR_MISSES: "near misses"}
"""Attacks beside that of undoing, by the names of their scores."""


def draw_of(secret: Secret | bytes) -> Draw:
    """Return what a key draws, or the nonce of a run without one."""
    key = secret if isinstance(secret, Secret) else Secret(secret)
    return Draw(key.derive("sanitize decoys"))


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
    kind: ClassVar[str] = "sequence"
    advice: ClassVar[str] = REPORT_IT
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
        found += (
            AttackResult(_NAMED[one.name], "", *_guessed(one, attacks[1]))
            for one in attacks
            if one.name in _NAMED
        )
        drawn = self._promised(result.k).draws
        return Account(
            randomness={"textveil.sanitize.v1": "key or nonce"} if drawn else {},
            attacks=tuple(found),
            figures={"scores": [one.to_json() for one in (*scores, *attacks)]},
        )

    def _attacks(self) -> tuple[Score, ...]:
        done = self._done
        if done is None:
            return ()
        if self._signs is None or done.result.in_place:
            return done.attacks
        return (*done.attacks, attack_by_quality(done.result, self._signs, self.asked))

    def chain(self) -> bytes:
        """Return the coordinate map as a chain file."""
        return b"" if self._coordinates is None else self._coordinates.to_chain()

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
            patterns=sum(map(len, (result.patterns, *result.longer))),
            longest=max(rows.shape[1] for rows in (result.patterns, *result.longer)),
            strands=STRANDS[bool(self.asked.complement)],
            places=_places(result),
            decoys=self.asked.decoys,
            groups=len(result.groups),
            made_places=int(np.count_nonzero(result.made_origin < 0)) // result.k,
            draws=result.draws,
            changed=result.changed,
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


def _places(result: Sanitized) -> int:
    """Return how often sensitive patterns occur in the input."""
    source = result.sequences
    offsets = np.concatenate([[0], np.frombuffer(source.ends, np.int64)])
    every = (SensitiveSet.of(p, len(source.alphabet)) for p in (result.patterns, *result.longer))
    codes = np.frombuffer(source.buffer, np.int32)
    return sum(int(sensitive_starts(codes, offsets, one).size) for one in every)


def _left(result: Sanitized, settings: Sanitize) -> int:
    """Return how many separators the release holds."""
    code = result.alphabet.index.get(settings.separator)
    return 0 if code is None else int(np.count_nonzero(result.codes == code))
