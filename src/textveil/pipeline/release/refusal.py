"""Refusal: the error that stops a run whose result breaks a claim."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from textveil.errors import RefutedError
from textveil.values.verdict import Status, Verdict, Witness

__all__ = ["KEEP_REFUTED", "REPORT_IT", "refusal", "text_advice"]

REPORT_IT: Final = "this is a bug in textveil, because the method guarantees it; please report it"
"""What to do where no input should have this result."""
KEEP_REFUTED: Final = "use --keep-refuted to write it with a certificate that says so"
_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


def refusal(
    verdicts: Sequence[Verdict],
    advice: str | Callable[[Witness], str],
    *,
    kind: str = "document",
    meanings: Mapping[str, str] = _NOTHING,
    rounds: int = 0,
) -> RefutedError | None:
    """Return the error for the first refuted verdict; None if no verdict is refuted.

    Parameters
    ----------
    verdicts
        All verdicts of a run.
    advice
        What the user can do, or what tells it for a witness.
    kind
        What the witness stands in.
    meanings
        What claims say, in words.
    rounds
        How often places were repaired.
    """
    refuted = [verdict for verdict in verdicts if verdict.status is Status.REFUTED]
    if not refuted:
        return None
    # The reason is what no edit can repair. Repairs of other places were not tried then.
    beside = [v for v in refuted if any(w.beside or not w.end for w in v.witnesses)]
    verdict = (beside or refuted)[0]
    first = next((w for w in verdict.witnesses if w.beside or not w.end), verdict.witnesses[0])
    means = f" ({meanings[verdict.claim]})" if verdict.claim in meanings else ""
    count = "" if first.count is None else f", found {first.count}"
    tried = f"; {rounds} rounds of repair did not help" if rounds and not beside else ""
    return RefutedError(
        f"{verdict.claim} does not hold{means}: {first.reason}{count} "
        f"({verdict.failures:,} in all){tried}; nothing was released",
        where=f"{kind} {first.place}",
        hint=advice if isinstance(advice, str) else advice(first),
    )


def text_advice(otherwise: str = KEEP_REFUTED) -> Callable[[Witness], str]:
    """Return what tells, for a witness in a text, what a user can do.

    `otherwise` says how to get the release all the same, if that is possible.
    """

    def advice(witness: Witness) -> str:
        told = _advice(witness)
        return told + (f", or {otherwise}" if otherwise else "")

    return advice


def _advice(witness: Witness) -> str:
    if witness.beside == "id":
        return "write `ids: number` in the policy (--ids number): documents get numbers as ids"
    if witness.beside:
        return "give the field another rule under `columns` (--column NAME=drop leaves it out)"
    return "look at this place in the input, and give its label a stronger rule in the policy"
