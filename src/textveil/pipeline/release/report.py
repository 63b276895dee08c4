"""The report: one self-contained HTML page about a release.

One function renders both pages of a release. Without excerpts the page is for readers: what it says
of single documents is nothing, and its figures are those of the certificate that it is given, which
are rounded. With excerpts, which hold source text, it is for the owner. Nothing is loaded from
anywhere: no script, no font, no image.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from textveil.certify.certificate import Certificate
from textveil.certify.layout import CHANGES
from textveil.certify.record import is_changed
from textveil.detect.name_spans import SOURCE
from textveil.formats.columns import usual_roles
from textveil.formats.folders import files_in
from textveil.formats.mixed import Mixed
from textveil.formats.sources import Source
from textveil.lexicon.languages import ENGLISH, language_named
from textveil.models.bundle import model_files, model_for
from textveil.models.caution import NORMAL, CautionPrice, stated_prices
from textveil.models.default import MANIFEST
from textveil.pipeline.evaluation.evaluation import score_rows
from textveil.pipeline.pages import render_page
from textveil.pipeline.policy import Policy
from textveil.pipeline.release.changes import Change
from textveil.pipeline.release.page import common_parts
from textveil.pipeline.release.tally import Excerpt
from textveil.values.label import LABELS
from textveil.values.policy_terms import KEEP
from textveil.values.round_counts import FEW, in_figures
from textveil.values.score import FOUND

__all__ = [
    "CLAIMS",
    "FIELDS",
    "CautionShown",
    "FilesShown",
    "ReportExtras",
    "render_report",
]

CLAIMS: Final[Mapping[str, str]] = {
    "record": "the record of changes fits the released texts",
    "metadata": "the fields beside the texts are those of the input, or were left out",
    "alignment": "outside the changes, every character is as in the input",
    "residue": "no removed value can still be read in the documents of its subject, nor, if its "
    "form identifies, in any other",
    "denied": "no word that the policy denies is left",
    "consistency": "one person has one surrogate, two people have two",
    "intervals": "the number of days between two dates of a person is unchanged",
    "collisions": "no surrogate is the real name, number or address of somebody else",
    "calendar": "no holiday or season beside a moved date tells by how much it moved",
    "sharing": "what many people share cannot be told from its surrogates",
    "distance": "no surrogate resembles the value that it stands for",
    "dictionary-forms": "at least K terms of the dictionary share each form in the texts",
    "identifiers-removed": "no identifier of the owner's list is left",
    "reversible": "the key restores every input exactly",
}
"""What each verdict means, for people who read such a report for the first time."""

FIELDS: Final[Mapping[str, str]] = {
    "clock": "time of day",
    "style": "how day and time are written",
    "thread": "number of the message that began the conversation",
    "reply_to": "number of the answered message",
    "left_out": "kinds of attachments, which were left out",
    "channel": "name of the channel",
}
"""What the fields hold that formats of messages keep."""

_EXCERPT = 1500
"""Characters of a document that an excerpt shows."""


@dataclass(frozen=True, slots=True, repr=False)
class ReportPiece:
    """A stretch of an excerpt; `label` is empty if the text was kept."""

    text: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class CautionShown:
    """How cautious the model of a release was, and what each level costs."""

    chosen: str
    prices: tuple[CautionPrice, ...]

    @classmethod
    def of(cls, policy: Policy, language: str = ENGLISH) -> "CautionShown | None":
        """Return what there is to say of a policy's first model; None if it has none.

        If the policy names no model, it is the one for the language.
        """
        for options in policy.options_of(SOURCE):
            files = dict(model_files(str(options.get("model", model_for(language))))).values()
            manifest = next(path for path in files if path.name == MANIFEST)
            level = options.get("caution", NORMAL)
            own = options.get("threshold")
            chosen = f"caution {level}" if own is None else f"threshold {own}"
            return cls(chosen, stated_prices(manifest))
        return None


@dataclass(frozen=True, slots=True)
class FilesShown:
    """Which files were read.

    Attributes
    ----------
    formats
        How many files of each format.
    others
        How many files of the folder have another format than the one that was asked for.
    kept
        Fields that the formats keep unless the policy has a rule for them.
    """

    formats: Mapping[str, int] = field(default_factory=dict)
    others: int = 0
    kept: frozenset[str] = frozenset()

    @classmethod
    def of(cls, source: Source) -> "FilesShown":
        """Count the files of a source."""
        path, made = source.path, source.format
        given = usual_roles(source).values()
        kept = frozenset(n for some in given for n, role in some.items() if role == KEEP)
        if isinstance(made, Mixed):
            members = made.survey(path).members
            return cls(Counter(member.format_name for member in members), kept=kept)
        count = len(files_in(path, made.suffixes)) if path.is_dir() else 1
        return cls({source.format_name: count}, len(source.unread()), kept)


@dataclass(frozen=True, slots=True)
class ReportExtras:
    """What the page shows besides the certificate.

    Attributes
    ----------
    files
        What was read.
    caution
        How cautious the model was.
    carried
        How many places, by label, have a value that detectors found with another subject, and not
        there.
    excerpts, seed
        A random sample of documents before and after, and its seed. With it, the page holds source
        text, and may say something of single documents.
    changes
        For a page with excerpts: what became what, the most doubtful first.
    """

    files: FilesShown = FilesShown()
    caution: CautionShown | None = None
    carried: Mapping[str, int] = field(default_factory=dict)
    excerpts: Sequence[Excerpt] = ()
    seed: int = 0
    changes: Sequence[Change] = ()


def render_report(certificate: Certificate, extras: ReportExtras) -> str:
    """Return the page as HTML."""
    excerpts, counts = extras.excerpts, certificate.counts
    return render_page(
        "report.html.j2",
        **common_parts(certificate, CLAIMS),
        labels=_label_rows(counts, 0 if excerpts else FEW),
        figure=_exact if excerpts else in_figures,
        two_digits=_two_digits,
        kept_labels=_kept_labels(certificate.policy),
        share=_share(counts),
        languages=[(language_named(code).name, n) for code, n in counts["languages"].items()],
        files=extras.files,
        unprotected=_unprotected(certificate, extras.files.kept),
        field_meanings=FIELDS,
        scores=score_rows(certificate.scores),
        excerpts=[(e.document.id, *_sides(e), len(e.document.text) > _EXCERPT) for e in excerpts],
        seed=extras.seed,
        changes=extras.changes,
        changes_file=CHANGES,
        meaning=certificate.meaning,
        caution=extras.caution,
        carried=sorted(extras.carried.items()),
        found=next((s for s in certificate.scores if s.name == FOUND and not s.group), None),
    )


def _exact(count: int) -> str:
    return f"{count:,}"


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
            "width": 100 * replaced.get(name, 0) / most,
        }
        for name in names
    ]


def _kept_labels(policy: Mapping[str, Any]) -> list[str]:
    """Return the labels that the policy keeps wherever they stand."""
    steps = policy.get("transform", {}).get("labels", {})
    return sorted(label for label, step in steps.items() if step == KEEP)


def _unprotected(certificate: Certificate, kept: frozenset[str]) -> dict[str, list[str]]:
    """Return the fields that were released as they are, by what says so."""
    rules = certificate.policy.get("columns", {})
    own = [name for name in certificate.unprotected if name in kept and name not in rules]
    return {"rules": [name for name in certificate.unprotected if name not in own], "format": own}


def _share(counts: Mapping[str, int]) -> float:
    return 100 * counts["withheld_characters"] / max(1, counts["characters"])


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
