"""A release that is made, as the game needs it: its size, and how much of it was missed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from textveil.certify.document.certificate import read_release
from textveil.certify.document.certificate_shape import TEXT
from textveil.certify.risk.file import read_risk, risk_verdict
from textveil.decide.publish import MadeRelease
from textveil.errors import InputError
from textveil.values.figures.score import FOUND
from textveil.values.verdict import Status

__all__ = ["made_release"]


def made_release(folder: Path) -> MadeRelease:
    """Return size and recall of a release, from what is published of it.

    What people found who read a sample says how much was missed (`risk.json`); the bound is taken,
    not the estimate. Without a review, the annotations of the input say it, if it had any: the
    lower end of the interval is taken.

    Parameters
    ----------
    folder
        What `release` wrote, or the part to publish.

    Raises
    ------
    InputError
        If nothing says how much was missed, nothing was replaced, or the estimate is not of this
        release.
    """
    place, certificate = read_release(folder)
    if certificate["method"] != TEXT or not certificate["counts"]["replaced"]:
        raise InputError("the game is for texts in which something was replaced", where=str(folder))
    documents = certificate["counts"]["documents"]
    replaced = certificate["counts"]["replaced"] / documents
    if any(one.status is Status.REFUTED for one in risk_verdict(place, certificate, None)):
        raise InputError(
            "the estimate is not one of this release",
            where=str(place.risk),
            hint="`textveil verify` says what is wrong",
        )
    risk = read_risk(place)
    if risk is not None:
        return _by_readers(documents, replaced, risk)
    scores = certificate["scores"]
    found = next((one for one in scores if one["name"] == FOUND and not one["group"]), None)
    if found is None or not found["low"]:
        raise InputError(
            "nothing says how much was missed in this release",
            where=str(folder),
            hint="let people read a sample: `textveil risk sample`, then "
            "`textveil risk estimate --attach`",
        )
    recall = found["low"]
    source = "a lower bound of 95 % from the annotations of the input"
    return MadeRelease(documents, replaced / recall, recall, source)


def _by_readers(documents: int, replaced: float, risk: Mapping[str, Any]) -> MadeRelease:
    whole = replaced + risk["mean"]
    source = f"a bound of {100 * risk['confidence']:g} % from {risk['read']:,} documents read"
    return MadeRelease(documents, whole, replaced / whole, source)
