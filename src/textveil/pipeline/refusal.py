"""Refusal: the error that stops a run if its result breaks a claim."""

from typing import Final

from textveil.errors import RefutedError
from textveil.values.verdict import Verdict

__all__ = ["REPORT_IT", "refusal"]

REPORT_IT: Final = "this is a bug in textveil, because the method guarantees it; please report it"
"""What to do where no input should have this result."""


def refusal(
    verdict: Verdict, hint: str, *, kind: str = "document", means: str = ""
) -> RefutedError:
    """Return the error for a refuted verdict: its first witness, and what to do next.

    Parameters
    ----------
    verdict
        One that is refuted.
    hint
        What the user can do.
    kind
        What the witness stands in.
    means
        What the claim says, in words.
    """
    first = verdict.witnesses[0]
    count = "" if first.count is None else f" (found {first.count})"
    claim = f"{verdict.claim} does not hold" + (f" ({means})" if means else "")
    places = "1 such place" if verdict.failures == 1 else f"{verdict.failures:,} such places"
    return RefutedError(
        f"{claim}: {first.reason}{count}; {places}, nothing was written",
        where=f"{kind} {first.place}",
        hint=hint,
    )
