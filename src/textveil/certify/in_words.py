"""In words: the outcome of a verification as one sentence."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from textveil.certify.signature import SIGNATURE
from textveil.values.verdict import Status, Verdict

__all__ = ["in_words"]

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
