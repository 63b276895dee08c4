"""k-anonymity of a whole corpus: suppress, verify, write, report; all or nothing."""

import json
import resource
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Final

from textveil.certify.document.layout import WORDS, ReleaseFolder
from textveil.errors import InputError, UsageError
from textveil.evaluate.attacks.completions import CompletionCounts, count_completions
from textveil.formats.held import Held
from textveil.formats.sources import Source
from textveil.formats.subjects import told_alone
from textveil.formats.tables.term_list import read_terms
from textveil.lexicon.people.completions import FittingWords, name_words
from textveil.pipeline.kanon.pseudonyms import pseudonymized
from textveil.pipeline.kanon.report import KanonReport
from textveil.pipeline.memory import within_memory
from textveil.pipeline.release.methods.method import Account
from textveil.pipeline.release.methods.run import Order, release_by
from textveil.pipeline.release.run_room import keep_file
from textveil.strings.warm import is_warm
from textveil.transform.rarity.hide_listed import hide_listed
from textveil.transform.rarity.prepared_corpus import Rarity
from textveil.transform.rarity.suppress import Suppress, Suppressed, suppress
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.runs.watch import Stopwatch, Track, untracked

__all__ = ["RareText", "announce_compilation", "anonymize", "default_unit", "read_list"]

_SEQUENCES: Final = frozenset({"fasta", "fastq", "spmf"})
"""Formats whose texts are sequences of symbols, not of words."""
_ANYWAY: Final = "show fewer symbols, choose a smaller k, or use --keep-refuted to write it anyway"


def announce_compilation(say: Callable[[str], None]) -> None:
    """Tell the user that the first run on a machine has to compile the kernels."""
    if not is_warm():
        say("compiling the kernels for this machine: about a minute, once")


def default_unit(source: Source) -> str:
    """Return what is suppressed unless said otherwise: letters of sequences, else whole words."""
    return "char" if source.format_name in _SEQUENCES else "token"


def read_list(path: Path) -> FittingWords:
    """Return the words of a file with one name or word a line."""
    listed = FittingWords(read_terms(path))
    if not len(listed):
        raise InputError("this list has no words", where=str(path))
    return listed


@dataclass(slots=True, repr=False)
class RareText:
    """The method of `kanon`: suppress what too few people share, and give subjects new ids.

    Attributes
    ----------
    asked
        What is suppressed.
    source
        The input, which says how the result is written.
    listed
        With a list, letters of partly shown words are hidden until k listed words fit each of them.
    track
        Watches the run.
    """

    asked: Suppress
    source: Source
    listed: FittingWords | None = None
    track: Track = untracked
    clock: Stopwatch = field(default_factory=Stopwatch)
    subjects: int = 0
    result: Suppressed | None = None
    completions: CompletionCounts | None = None
    notice: Callable[[str], None] = lambda _: None
    alone: int = 0

    name: ClassVar[str] = "rare"
    kind: ClassVar[str] = "document"
    advice: ClassVar[str] = _ANYWAY

    holds_all: ClassVar[bool] = True

    def committed(self, source: Source) -> Source:
        """Return the input itself."""
        return source

    @property
    def components(self) -> tuple[str, ...]:
        """What takes part."""
        return ("textveil.rare.v1", f"textveil.k-{self.asked.guarantee}.v1")

    @property
    def purpose(self) -> str:
        """What is asked for."""
        return json.dumps(self.settings(), sort_keys=True)

    def settings(self) -> dict[str, Any]:
        """Return what was asked for, and whether the guarantee is claimed."""
        rules = list(self.source.subjects.stated)
        stated = {"subjects": rules} if rules else {}
        return {**self.asked.to_json(), "listed": self.listed is not None, **stated}

    def write(
        self, documents: Held[Document], target: Path, place: ReleaseFolder, secret: Secret | bytes
    ) -> None:
        """Suppress, and write the result in the format of the input."""
        watched = self.track(documents, "read", None)
        given = list(within_memory(watched, self.source.path))
        if not any(document.text for document in given):
            raise InputError("the input has no text", where=str(self.source.path))
        alone = sum(not one.names_somebody for one in given)
        told = told_alone(alone, len(given))
        if self.asked.guarantee == "subjects" and told:
            self.alone = alone
            self.notice(told)
        self.clock.lap("read")
        rarity = Rarity(given, self.asked.mark)
        [result] = [suppress(rarity, step) for step in self.track([self.asked], "suppress", 1)]
        self.subjects = rarity.subjects
        del rarity  # the verifier needs the memory for arrays of its own
        if self.listed is not None:
            result = hide_listed(result, self.asked, self.listed)
            keep_file(place, WORDS, (f"{word}\n" for word in self.listed.words()))
        self.clock.lap("suppress")
        released = (
            replace(document, text=text, spans=None, layers=())
            for document, text in zip(pseudonymized(given, secret), result.texts, strict=True)
        )
        self.source.writer().write(released, target)
        self.result = result
        self.clock.lap("write")

    def made(self) -> Account:
        """Count what a list completes of partly shown words."""
        self.clock.lap("verify")
        result = self.result
        if result is None:
            return Account()
        self.completions = found = self._completions(result)
        self.clock.lap("attack")
        attacks = () if found is None else (found.result(),)
        return Account(
            attacks=attacks,
            figures={"subjects": self.subjects, "runs": result.runs},
            report={"alone": self.alone},
        )

    def _completions(self, result: Suppressed) -> CompletionCounts | None:
        """Count what a list completes; sequences have no words, whole words leave no letters."""
        sequences = self.listed is None and self.source.format_name in _SEQUENCES
        if self.asked.unit == "token" or sequences:
            return None
        before = (document.text for document in result.documents)
        words = self.listed or FittingWords(name_words())
        return count_completions(before, result.texts, words, self.asked.mark)


def anonymize(
    order: Order, settings: Suppress, *, listed: FittingWords | None = None
) -> KanonReport:
    """Suppress rare text in a corpus and release the result in the format of the input.

    With a list, letters of partly shown words are hidden until k listed words fit each of them.
    Subjects get new ids: from the key or, without one, numbers in an order that a nonce decides.

    Raises
    ------
    RefutedError
        If the guarantee is claimed and does not hold; then nothing is written, unless the order
        keeps refuted results.
    """
    if listed is not None:
        _check_fit(settings)
    method = RareText(settings, order.source, listed, order.track, notice=order.notice)
    certificate = release_by(method, order)
    result = method.result
    if result is None:
        raise InputError("the input has no text", where=str(order.source.path))
    method.clock.lap("certify")
    return KanonReport(
        settings,
        len(result.texts),
        method.subjects,
        result.symbols,
        result.kept,
        result.runs,
        method.clock.seconds,
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        certificate.verdicts,
        certificate.unprotected,
        method.completions,
        "" if order.single and order.certificate is None else certificate.id,
    )


def _check_fit(settings: Suppress) -> None:
    """Raise if a list does not fit the settings: it hides single letters, after everything else."""
    if settings.guarantee == "output":
        raise UsageError(
            "the guarantee output counts what is left, and a list hides more of it",
            hint="use --guarantee subjects or occurrences with --list",
        )
    if settings.unit == "char" and settings.min_length > 1:
        raise UsageError(
            "a list hides single letters, and would leave runs below the minimum length",
            hint="give --list or --min-length",
        )
