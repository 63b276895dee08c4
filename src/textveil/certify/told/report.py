"""The report for readers: a page that follows from the certificate, byte by byte.

Who makes a release and who checks it call one function. So nothing can stand in a published report
that its certificate and the templates (`pages/`) do not give: neither a word nor a figure.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from importlib.resources import files
from operator import attrgetter
from typing import Any, Final

from textveil.certify.document.certificate import BLANK, Certificate, certificate_of
from textveil.certify.document.certificate_shape import TEXT
from textveil.certify.document.claim_meanings import FIELDS, claim_meanings
from textveil.certify.document.rounding import OF_DOCUMENTS
from textveil.certify.document.templates import page_bytes, render
from textveil.certify.risk.section import NO_SECTION
from textveil.certify.told.attack_summary import attack_summary
from textveil.formats.sources import SEVERAL
from textveil.lexicon.tables.languages import language_named
from textveil.values.figures.attack import ATTACKS
from textveil.values.figures.round_counts import FEW, in_figures
from textveil.values.figures.score import FOUND
from textveil.values.figures.score_rows import score_rows
from textveil.values.label import LABELS
from textveil.values.terms.policy_terms import KEEP
from textveil.version import VERSION

__all__ = ["DICTIONARY", "not_made_again", "published_report", "templates_hash", "text_parts"]

DICTIONARY: Final = "dictionary"
"""The policy that `dictionary apply` writes; nobody changes it."""
_TITLES: Final = {
    "rare": "Rare text: what too few people share was suppressed",
    "sequences": "Sequences: sensitive patterns were hidden",
}


def published_report(content: Mapping[str, Any]) -> bytes:
    """Return the report that belongs to a certificate, with zeros where it shows the release id.

    Parameters
    ----------
    content
        The certificate as a JSON object. Its id, its seal, its signature and the hashes of files
        do not matter: they are made from the report.

    Raises
    ------
    InvalidValueError
        If figures of the certificate contradict each other.
    """
    certificate = certificate_of({**content, "id": BLANK})
    if certificate.method == TEXT:
        parts = text_parts(certificate) | {"excerpts": (), "figure": in_figures}
        return page_bytes(render("report.html.j2", **parts))
    parts = _common_parts(certificate) | {
        "excerpts": (),
        "figure": in_figures,
        "title": _TITLES[certificate.method],
        "asked": [("method", certificate.method)],
        "shown": _rare_rows(certificate) if certificate.method == "rare" else _rows(certificate),
    }
    return page_bytes(render("method.html.j2", **parts))


def not_made_again(content: Mapping[str, Any]) -> str:
    """Return why the report of a certificate cannot be made again here; empty if it can."""
    stated = content.get("report")
    if stated is None:
        return "the certificate does not say what its report shows, so it was not made again"
    if content["textveil"] != VERSION or stated["templates"] != templates_hash():
        return "another version of textveil made the report, so it was not made again"
    return ""


@cache
def templates_hash() -> str:
    """Return the SHA-256 of all templates; a certificate says by which ones its report was made."""
    texts = sorted(files("textveil.certify").joinpath("pages").iterdir(), key=attrgetter("name"))
    return sha256(b"\0".join(one.read_bytes() for one in texts)).hexdigest()


def _common_parts(certificate: Certificate) -> dict[str, Any]:
    """Return what the reports of all methods show."""
    started = datetime.fromisoformat(certificate.started).astimezone(UTC)
    policy = certificate.method == TEXT and certificate.policy.get("name") != DICTIONARY
    summary = attack_summary(certificate.attacks, policy=policy)
    names = dict.fromkeys(one.attack for one in certificate.attacks)
    return {
        "certificate": certificate,
        "several": certificate.source["name"] == SEVERAL,
        "counts": certificate.counts,
        "started": f"{started:%Y-%m-%d %H:%M} UTC",
        "of_documents": OF_DOCUMENTS,
        "keyed": certificate.input["keyed_by"] == "key",
        "claims": claim_meanings(certificate.method),
        # Commands stand without backticks on a page.
        "attack_summary": summary.replace("`", ""),
        "exempted": len({what for one in certificate.verdicts for what, _ in one.exempt}),
        "attack_meanings": [(name, ATTACKS.get(name, "")) for name in names],
        "few": FEW,
        "risk_section": NO_SECTION.decode(),
    }


def text_parts(certificate: Certificate, *, exact: bool = False) -> dict[str, Any]:
    """Return what the report of a release of texts shows.

    Parameters
    ----------
    certificate
        Has exact figures for the owner, and rounded ones for everybody else.
    exact
        Whether it has exact ones. Then a label that is not counted has no passage, not few.
    """
    counts, told = certificate.counts, certificate.report
    languages = sorted(counts["languages"].items())
    return _common_parts(certificate) | {
        "labels": _label_rows(counts, 0 if exact else FEW),
        "two_digits": _two_digits,
        "decided": str if exact else in_figures,
        "kept_labels": _kept_labels(certificate.policy),
        "share": 100 * counts["withheld_characters"] / max(1, counts["characters"]),
        "languages": [(language_named(code).name, number) for code, number in languages],
        "files": {name: told.get(name, usual) for name, usual in (("formats", {}), ("others", 0))},
        "unprotected": _unprotected(certificate),
        "field_meanings": FIELDS,
        "scores": score_rows(certificate.scores),
        "meaning": certificate.meaning,
        "caution": told.get("caution"),
        "carried": sorted(told.get("carried", {}).items()),
        "found": next((s for s in certificate.scores if s.name == FOUND and not s.group), None),
    }


def _two_digits(value: float) -> str:
    """Return a share or rate that was made from rounded figures."""
    return f"{float(f'{value:.2g}'):,g}"


def _label_rows(counts: Mapping[str, Any], unlisted: int) -> list[dict[str, Any]]:
    """Return what was replaced and what stayed, by label, the commonest first.

    Parameters
    ----------
    counts
        Of the release.
    unlisted
        How many a label has that is not listed: none, or few.
    """
    replaced, stayed = counts["labels"], counts["unchanged"]
    most = max(replaced.values(), default=1)
    names = sorted({*replaced, *stayed}, key=lambda one: (-replaced.get(one, unlisted), one))
    return [
        {
            "label": name,
            "meaning": LABELS.get(name, ""),
            "replaced": replaced.get(name, unlisted),
            "kept": stayed.get(name, unlisted),
            "width": 100 * replaced.get(name, 0) / max(1, most),
        }
        for name in names
    ]


def _kept_labels(policy: Mapping[str, Any]) -> list[str]:
    """Return the labels that the policy keeps wherever they stand."""
    steps = policy.get("transform", {}).get("labels", {})
    return sorted(label for label, step in steps.items() if step == KEEP)


def _unprotected(certificate: Certificate) -> dict[str, list[str]]:
    """Return the fields that were released as they are, by what says so."""
    rules, kept = certificate.policy.get("columns", {}), certificate.report.get("kept", ())
    own = [name for name in certificate.unprotected if name in kept and name not in rules]
    return {"rules": [name for name in certificate.unprotected if name not in own], "format": own}


def _rare_rows(certificate: Certificate) -> list[tuple[str, str]]:
    """Return what was asked for and what was kept of rare text."""
    asked, counts, told = certificate.settings, certificate.counts, certificate.report
    documents, alone, symbols = counts["documents"], told.get("alone", 0), counts["symbols"]
    people = "named by the input"
    if alone:
        which = "each of the" if alone == documents else f"{alone:,} of the"
        people = f"not named: {which} {documents:,} documents counts as one"
    kept = 100 * counts["kept"] / symbols if symbols else 100.0
    return [
        ("guarantee", f"{asked['guarantee']}, k = {asked['k']}"),
        ("people", people),
        ("method", f"{asked['method']}, by {asked['unit']}"),
        ("characters kept", f"{kept:.1f} % of {symbols:,}"),
    ]


def _rows(certificate: Certificate) -> list[tuple[str, str]]:
    """Return what was asked for of sequences."""
    # Its module loads compiled code, which no other report needs.
    from textveil.certify.sequences.settings import ORDERED

    asked = certificate.settings
    return [
        ("method", asked["method"]),
        ("letters", "some are not of the input; only the owner can tell which"),
        ("ids of records, persons", "as in the input"),
        ("length of hidden patterns", f"{asked['k']:,}"),
        ("each hidden among", f"{asked['decoys']:,}"),
        ("order of kept letters", "kept" if asked["method"] in ORDERED else "may change"),
    ]
