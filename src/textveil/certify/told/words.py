"""In words: the outcome of a verification as one sentence, a table, and what speaks against it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from textveil.certify.document.signature import SIGNATURE
from textveil.formats.display.plain_table import table_lines
from textveil.values.figures.round_counts import FEW
from textveil.values.verdict import Status, Verdict

__all__ = ["against", "in_words", "table_of"]

_NOT_GIVEN: Final = " not given"
"""How verifiers say what they would need: `the input was not given`."""


def in_words(verdicts: Sequence[Verdict], differences: int = 0) -> str:
    """Return how many claims are true, refuted, or need something, and who is proven to sign.

    Parameters
    ----------
    verdicts
        One for each claim.
    differences
        In how many places the certificate says something else than what was found.

    Examples
    --------
    >>> true = Verdict.of("record", 1, [])
    >>> unknown = Verdict.not_checkable("residue", "the input was not given")
    >>> in_words([true, unknown])
    '1 claim checked and true, 1 needs the input, nothing refuted'
    """
    refuted = [verdict.claim for verdict in verdicts if verdict.status is Status.REFUTED]
    true = sum(verdict.holds for verdict in verdicts)
    parts = [f"{_number(true, '' if refuted else 'claim')} checked and true", *_open(verdicts)]
    if refuted:
        names = ", ".join(dict.fromkeys(refuted))
        parts.insert(0, f"{_number(len(refuted), 'claim')} refuted ({names})")
    else:
        parts.append("nothing refuted")
    told = [", ".join(parts)]
    told += (f"the certificate is {one.reason}" for one in verdicts if _is_signed(one))
    if differences:
        places = "1 place" if differences == 1 else f"{differences:,} places"
        told.append(f"the certificate says something else in {places}")
    return "; ".join(told)


def _is_signed(verdict: Verdict) -> bool:
    return verdict.claim == SIGNATURE and verdict.holds


def _open(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield how many claims need what, and how many cannot be checked for another reason."""
    needed: Counter[str] = Counter()
    for verdict in verdicts:
        if verdict.status in (Status.NOT_CHECKABLE, Status.STATED):
            said, missing, _ = verdict.reason.rpartition("; ")[2].partition(_NOT_GIVEN)
            needed[said.rpartition(" ")[0] if missing else ""] += 1
    for what, count in sorted(needed.items(), key=lambda one: (not one[0], -one[1], one[0])):
        need = "needs" if count == 1 else "need"
        yield f"{count:,} {need} {what}" if what else f"{count:,} cannot be checked"


def _number(count: int, noun: str) -> str:
    if not noun:
        return f"{count:,}" if count else "none"
    return f"{count:,} {noun}s" if count > 1 else f"1 {noun}" if count else f"no {noun}"


def table_of(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield the lines of a table of verdicts, and what each of them leaves out."""
    rows = [
        (v.claim, v.status.value, f"{v.checked:,}", f"{v.failures:,}", v.reason) for v in verdicts
    ]
    yield from table_lines(("claim", "verdict", "checked", "failures", "why"), rows)
    for verdict in verdicts:
        # What only the certificate says was rounded, so that few and none are the same.
        least = FEW if verdict.status is Status.STATED else 0
        left = [f"{count:,} {what}" for what, count in verdict.exempt if count > least]
        if left:
            yield f"{verdict.claim} leaves out: {'; '.join(left)}"


def against(verdicts: Sequence[Verdict], differences: Sequence[str]) -> Iterator[str]:
    """Yield each witness against a claim, and where the certificate says something else."""
    for verdict in verdicts:
        for witness in verdict.shown:
            yield f"witness against {verdict.claim}: {witness.place}: {witness.reason}"
    for difference in differences:
        yield f"differs from the certificate: {difference}"
