"""The owner's report: a page with exact figures and excerpts, which hold source text.

The page for readers follows from the certificate (`certify.told.report`). Both come from one
template.
Nothing is loaded from anywhere: no script, no font, no image.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from textveil.certify.document.certificate import Certificate
from textveil.certify.document.layout import CHANGES
from textveil.certify.document.record import is_changed
from textveil.certify.told.report import text_parts
from textveil.detect.tagging.name_spans import SOURCE
from textveil.formats.columns import usual_roles
from textveil.formats.folders import files_in
from textveil.formats.mixed import Mixed
from textveil.formats.sources import Source
from textveil.lexicon.tables.languages import ENGLISH
from textveil.models.bundle import model_files, model_for
from textveil.models.caution import NORMAL, stated_prices
from textveil.models.default import MANIFEST
from textveil.pipeline.pages import render_page
from textveil.pipeline.release.sight.changes import Change
from textveil.pipeline.release.sight.tally import Excerpt
from textveil.policy.policy import Policy
from textveil.values.terms.policy_terms import KEEP

__all__ = ["OwnerShown", "caution_shown", "files_shown", "render_report"]

_EXCERPT = 1500
"""Characters of a document that an excerpt shows."""


@dataclass(frozen=True, slots=True, repr=False)
class ReportPiece:
    """A stretch of an excerpt; `label` is empty if the text was kept."""

    text: str
    label: str = ""


def caution_shown(policy: Policy, language: str = ENGLISH) -> dict[str, Any]:
    """Return how cautious the first model of a policy was, and what each level costs.

    If the policy names no model, it is the one for the language; without any there is nothing to
    say.
    """
    for options in policy.options_of(SOURCE):
        files = dict(model_files(str(options.get("model", model_for(language))))).values()
        manifest = next(path for path in files if path.name == MANIFEST)
        level = options.get("caution", NORMAL)
        own = options.get("threshold")
        prices = [
            {name: getattr(price, name) for name in ("level", "recall", "precision", "harmless")}
            for price in stated_prices(manifest)
        ]
        chosen = f"caution {level}" if own is None else f"threshold {own}"
        return {"caution": {"chosen": chosen, "prices": prices}}
    return {}


def files_shown(source: Source) -> dict[str, Any]:
    """Return which files were read.

    `formats` says how many files of each format, `others` how many of the folder have another one
    than was asked for, and `kept` which fields formats keep unless the policy has a rule for them.
    """
    path, made = source.path, source.format
    given = usual_roles(source).values()
    kept = sorted({n for some in given for n, role in some.items() if role == KEEP})
    if isinstance(made, Mixed):
        counted = Counter(member.format_name for member in made.survey(path).members)
        return {"formats": dict(counted), "others": 0, "kept": kept}
    count = len(files_in(path, made.suffixes)) if path.is_dir() else 1
    return {"formats": {source.format_name: count}, "others": len(source.unread()), "kept": kept}


@dataclass(frozen=True, slots=True)
class OwnerShown:
    """What only the owner's page shows.

    Attributes
    ----------
    excerpts, seed
        A random sample of documents before and after, and its seed.
    changes
        What became what, the most doubtful first.
    """

    excerpts: Sequence[Excerpt]
    seed: int = 0
    changes: Sequence[Change] = ()


def render_report(certificate: Certificate, shown: OwnerShown) -> str:
    """Return the owner's page as HTML."""
    excerpts = shown.excerpts
    return render_page(
        "report.html.j2",
        **text_parts(certificate, exact=True),
        figure=_exact,
        excerpts=[(e.document.id, *_sides(e), len(e.document.text) > _EXCERPT) for e in excerpts],
        seed=shown.seed,
        changes=shown.changes,
        changes_file=CHANGES,
    )


def _exact(count: int) -> str:
    return f"{count:,}"


def _sides(excerpt: Excerpt) -> tuple[list[ReportPiece], list[ReportPiece]]:
    """Return the pieces of the beginning of a document, before and after."""
    text, release = excerpt.document.text, excerpt.release
    old, new = [], []
    for edit, start, end in release.placed():
        # What stayed as it was is not marked.
        label = edit.label if is_changed(edit, text) else ""
        old.append((edit.start, edit.end, ReportPiece(text[edit.start : edit.end], label)))
        new.append((start, end, ReportPiece(release.text[start:end], label)))
    for column, start, end in excerpt.gaps:
        named = ReportPiece(f"\n{column}: " if column else "")
        old.append((start, end, named))
        new.append((release.to_output(start), release.to_output(end), named))
    shown = sum(start < _EXCERPT for start, _, _ in old)
    old, new = (sorted(places, key=lambda one: one[:2])[:shown] for places in (old, new))
    at, new_at = (places[-1][1] if places else 0 for places in (old, new))
    rest = max(0, min(len(text), _EXCERPT) - at)
    return _pieces(text[: at + rest], old), _pieces(release.text[: new_at + rest], new)


def _pieces(text: str, places: Iterable[tuple[int, int, ReportPiece]]) -> list[ReportPiece]:
    pieces, at = [], 0
    for start, end, piece in places:
        pieces += [ReportPiece(text[at:start]), piece]
        at = end
    return [*pieces, ReportPiece(text[at:])]
