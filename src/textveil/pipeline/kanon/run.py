"""k-anonymity of a whole corpus: suppress, verify, write, report; all or nothing."""

import resource
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from textveil.certify.signing import SigningKey
from textveil.errors import InputError, UsageError
from textveil.evaluate.attacks.completions import CompletionCounts, count_completions
from textveil.formats.sources import Source
from textveil.formats.term_list import read_terms
from textveil.lexicon.completions import FittingWords, name_words
from textveil.pipeline.kanon.certificate import certify
from textveil.pipeline.kanon.pseudonyms import pseudonymized
from textveil.pipeline.kanon.report import KanonReport
from textveil.pipeline.memory import load_documents
from textveil.pipeline.refusal import refusal
from textveil.strings.warm import is_warm
from textveil.transform.hide_listed import hide_listed
from textveil.transform.rarity import Rarity
from textveil.transform.suppress import Promise, Suppress, Suppressed, suppress
from textveil.values.document import Document
from textveil.values.secret import Secret
from textveil.values.verdict import Status, Verdict
from textveil.values.watching import Stopwatch, Track, untracked
from textveil.verify.k_anonymity import check_k_anonymity
from textveil.verify.listed_words import check_listed

__all__ = [
    "announce_compilation",
    "anonymize",
    "check",
    "default_unit",
    "read_list",
]

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


def anonymize(
    source: Source,
    settings: Suppress,
    target: Path,
    *,
    listed: FittingWords | None = None,
    verify: bool = True,
    keep_refuted: bool = False,
    key: Secret | None = None,
    certificate: Path | None = None,
    sign: SigningKey | None = None,
    track: Track = untracked,
) -> KanonReport:
    """Suppress rare text in a corpus and write the result in the format of the input.

    With a list, letters of partly shown words are hidden until k listed words fit each of them.
    Subjects get new ids: from the key or, without one, numbers in an order that a nonce decides,
    which is kept only beside a certificate. That says what was promised, checked and written;
    `sign` signs it.

    Raises
    ------
    RefutedError
        If the guarantee is claimed and does not hold; then nothing is written, unless refuted
        results are to be kept.
    """
    if target.resolve() == source.path.resolve():
        raise UsageError("the output would replace the input", where=str(target))
    if listed is not None:
        _check_fit(settings)
    clock = Stopwatch()
    documents = load_documents(source, track)
    rarity = Rarity(documents, settings.mark)
    clock.lap("read")
    [result] = [suppress(rarity, step) for step in track([settings], "suppress", 1)]
    subjects = rarity.subjects
    del rarity  # the verifier needs the memory for arrays of its own
    if listed is not None:
        result = hide_listed(result, settings, listed)
    clock.lap("suppress")
    [verdict] = [check(result, step, exact=verify) for step in track([settings], "verify", 1)]
    by_list = None if listed is None else _check_list(result, settings, listed, exact=verify)
    clock.lap("verify")
    for one in (verdict, by_list):
        if one is not None and one.status is Status.REFUTED and not keep_refuted:
            raise refusal(one, _ANYWAY)
    completions = _completions(result, settings, source, listed)
    clock.lap("completions")
    nonce = b"" if key else secrets.token_bytes(32)
    released = (
        replace(document, text=text, spans=None)
        for document, text in zip(pseudonymized(documents, key, nonce), result.texts, strict=True)
    )
    source.writer().write(released, target)
    clock.lap("write")
    made = KanonReport(
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
        completions,
        by_list,
    )
    if certificate is None:
        return made
    release = certify(certificate, made, documents, (source, target), key or nonce, sign)
    return replace(made, release=release)


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


def _check_list(
    result: Suppressed, settings: Suppress, listed: FittingWords, *, exact: bool
) -> Verdict:
    if not exact:
        return Verdict.not_checkable("list", "verification was turned off")
    words = listed.words()
    return check_listed(result.documents, result.texts, settings.k, words, settings.mark)


def _completions(
    result: Suppressed, settings: Suppress, source: Source, listed: FittingWords | None
) -> CompletionCounts | None:
    """Count what a list completes; sequences have no words, and whole words leave no letters."""
    if settings.unit == "token" or (listed is None and source.format_name in _SEQUENCES):
        return None
    before = (document.text for document in result.documents)
    words = FittingWords(name_words()) if listed is None else listed
    return count_completions(before, result.texts, words, settings.mark)


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
