"""The report of a release by a method that rewrites a corpus as a whole."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from textveil.certify.certificate import Certificate
from textveil.certify.certificate_shape import TEXT
from textveil.certify.risk.section import NO_SECTION
from textveil.certify.rounding import OF_DOCUMENTS
from textveil.formats.sources import SEVERAL
from textveil.pipeline.attack.attacks import attack_summary, meanings_of
from textveil.pipeline.pages import render_page
from textveil.pipeline.release.method import Account, Method
from textveil.values.round_counts import FEW, in_figures

__all__ = ["DICTIONARY", "common_parts", "render_method"]

DICTIONARY: Final = "dictionary"
"""The policy that `dictionary apply` writes; nobody changes it."""


def common_parts(certificate: Certificate, claims: Mapping[str, str]) -> dict[str, Any]:
    """Return what the reports of all methods show."""
    started = datetime.fromisoformat(certificate.started).astimezone(UTC)
    return {
        "certificate": certificate,
        "several": certificate.source["name"] == SEVERAL,
        "counts": certificate.counts,
        "started": f"{started:%Y-%m-%d %H:%M} UTC",
        "of_documents": OF_DOCUMENTS,
        "keyed": certificate.input["keyed_by"] == "key",
        "claims": claims,
        "attack_summary": _summary(certificate),
        "exempted": len({what for one in certificate.verdicts for what, _ in one.exempt}),
        "attack_meanings": meanings_of(certificate.attacks),
        "few": FEW,
        "risk_section": NO_SECTION.decode(),
    }


def _summary(certificate: Certificate) -> str:
    """Return what attackers got, for a page: commands stand there without backticks."""
    policy = certificate.method == TEXT and certificate.policy.get("name") != DICTIONARY
    return attack_summary(certificate.attacks, policy=policy).replace("`", "")


def render_method(certificate: Certificate, method: Method, made: Account) -> str:
    """Return the page as HTML."""
    return render_page(
        "method.html.j2",
        **common_parts(certificate.published(), method.claims),
        excerpts=(),
        figure=in_figures,
        title=method.title,
        asked=[("method", certificate.method)],
        shown=made.shown,
    )
