"""k-anonymity of a whole corpus: suppress, verify, write, report; all or nothing."""

import resource
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from textveil.errors import UsageError
from textveil.pipeline.memory import load_documents
from textveil.pipeline.refusal import refusal
from textveil.pipeline.sources import Source
from textveil.strings.warm import is_warm
from textveil.transform.rarity import Rarity
from textveil.transform.suppress import Promise, Suppress, Suppressed, suppress
from textveil.values.document import Document
from textveil.values.json_fields import json_fields
from textveil.values.verdict import Status, Verdict
from textveil.values.watching import Stopwatch, Track, untracked
from textveil.verify.k_anonymity import check_k_anonymity

__all__ = [
    "KanonReport",
    "announce_compilation",
    "anonymize",
    "check",
]

_ANYWAY: Final = "show fewer symbols, choose a smaller k, or use --keep-refuted to write it anyway"


@dataclass(frozen=True, slots=True)
class KanonReport:
    """What was done, how much is left, what was verified, and what it took."""

    settings: Suppress
    documents: int
    subjects: int
    symbols: int
    kept: int
    runs: int
    seconds: dict[str, float]
    peak_bytes: int
    verdict: Verdict
    unprotected: tuple[str, ...] = ()

    @property
    def kept_ratio(self) -> float:
        """The share of characters that are kept."""
        return self.kept / self.symbols if self.symbols else 1.0

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            **self.settings.to_json(),
            **json_fields(self, {"settings", "peak_bytes"}),
            "suppressed": self.symbols - self.kept,
            "kept_ratio": self.kept_ratio,
            "peak_memory_bytes": self.peak_bytes,
        }


def announce_compilation(say: Callable[[str], None]) -> None:
    """Tell the user that the first run on a machine has to compile the kernels."""
    if not is_warm():
        say("compiling the kernels for this machine: about a minute, once")


def anonymize(
    source: Source,
    settings: Suppress,
    target: Path,
    *,
    verify: bool = True,
    keep_refuted: bool = False,
    track: Track = untracked,
) -> KanonReport:
    """Suppress rare text in a corpus and write the result in the format of the input.

    Raises
    ------
    RefutedError
        If the guarantee is claimed and does not hold; then nothing is written, unless refuted
        results are to be kept.
    """
    if target.resolve() == source.path.resolve():
        raise UsageError("the output would replace the input", where=str(target))
    clock = Stopwatch()
    documents = load_documents(source, track)
    rarity = Rarity(documents, settings.mark)
    clock.lap("read")
    [result] = [suppress(rarity, step) for step in track([settings], "suppress", 1)]
    subjects = rarity.subjects
    del rarity  # the verifier needs the memory for arrays of its own
    clock.lap("suppress")
    [verdict] = [check(result, step, exact=verify) for step in track([settings], "verify", 1)]
    clock.lap("verify")
    if verdict.status is Status.REFUTED and not keep_refuted:
        raise refusal(verdict, _ANYWAY)
    released = (
        replace(document, text=text, spans=None)
        for document, text in zip(documents, result.texts, strict=True)
    )
    source.writer().write(released, target)
    clock.lap("write")
    return KanonReport(
        settings,
        len(documents),
        subjects,
        result.symbols,
        result.kept,
        result.runs,
        clock.seconds,
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        verdict,
        tuple(sorted({name for document in documents for name in document.metadata})),
    )


def check(result: Suppressed, settings: Suppress, *, exact: bool = True) -> Verdict:
    """Verify a result, unless the method claims nothing or the check is off."""
    claim = f"k-{settings.guarantee}"
    if settings.claim is Promise.NOT_CLAIMED:
        return Verdict.not_checkable(
            claim, f"method {settings.chosen_method} does not claim this guarantee"
        )
    if not exact:
        return Verdict.not_checkable(claim, "verification was turned off")
    before: Sequence[Document] = result.documents
    return check_k_anonymity(
        before,
        result.texts,
        settings.k,
        settings.guarantee,
        mark=settings.mark,
        show=settings.shown,
    )
