"""The board's page: all copies of a release, who has them, and what a leak would tell."""

from collections.abc import Mapping

from textveil.certify.document.certificate import Certificate
from textveil.pipeline.pages import render_page
from textveil.pipeline.release.copies import Served

__all__ = ["board_page"]


def board_page(
    served: Served, made: Mapping[str, Certificate], replaced: Mapping[str, int], places: int
) -> str:
    """Return the page as HTML; it names the recipients and is not for them.

    `replaced` is how many passages were replaced in each copy; certificates do not tell.
    """
    one = next(iter(made.values()))
    return render_page(
        "copies.html.j2",
        copies=[
            (name, certificate.id, replaced[name], _outcome(certificate))
            for name, certificate in sorted(made.items())
        ],
        foretold=served.foretold(places),
        started=one.started,
        version=one.version,
        policy=one.policy["name"],
        documents=one.counts["documents"],
        decision=one.decision,
        marks=served.marks,
        known=served.known,
    )


def _outcome(certificate: Certificate) -> str:
    failed = [one.claim for one in certificate.verdicts if not one.holds]
    return f"does not hold: {', '.join(failed)}" if failed else "all claims hold"
