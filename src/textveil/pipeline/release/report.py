"""The report: one self-contained HTML page about a release.

It shows source text only in excerpts that the user asked for. Nothing is loaded from anywhere: no
script, no font, no image.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from textveil.detect.name_spans import SOURCE
from textveil.evaluate.meaning import MeaningResult
from textveil.lexicon.languages import ENGLISH, language_named
from textveil.models.bundle import model_files, model_for
from textveil.models.caution import NORMAL, CautionPrice, stated_prices
from textveil.models.default import MANIFEST
from textveil.pipeline.attack.attacks import MEANINGS, attack_summary
from textveil.pipeline.pages import render_page
from textveil.pipeline.policy import Policy
from textveil.pipeline.release.certificate import Certificate
from textveil.pipeline.release.layout import NONCE
from textveil.pipeline.release.record import is_changed
from textveil.pipeline.release.tally import Excerpt
from textveil.pipeline.study.evaluation import score_rows
from textveil.values.label import LABELS

__all__ = [
    "CLAIMS",
    "FOUND",
    "CautionShown",
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
    "reversible": "the key restores every input exactly",
}
"""What each verdict means, for people who read such a report for the first time."""

FOUND: Final = "token recall (any label)"
"""The score that says how much was found: words of the annotations, whatever their label."""

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
            level = options.get("recall", options.get("caution", NORMAL))
            own = options.get("threshold")
            chosen = f"caution {level}" if own is None else f"threshold {own}"
            return cls(chosen, stated_prices(manifest))
        return None


@dataclass(frozen=True, slots=True)
class ReportExtras:
    """What the page shows besides the certificate.

    `carried` says how many places, by label, have a value that detectors found with another
    subject, and not there.
    """

    excerpts: Sequence[Excerpt] = ()
    meaning: MeaningResult | None = None
    caution: CautionShown | None = None
    carried: Mapping[str, int] = field(default_factory=dict)


def render_report(certificate: Certificate, extras: ReportExtras) -> str:
    """Return the page as HTML."""
    excerpts = extras.excerpts
    return render_page(
        "report.html.j2",
        certificate=certificate,
        counts=certificate.counts,
        bars=_bars(certificate.counts["labels"]),
        share=_share(certificate.counts),
        languages=", ".join(
            f"{language_named(code).name} {count:,}"
            for code, count in certificate.counts["languages"].items()
        ),
        scores=score_rows(certificate.scores),
        excerpts=[(e.document.id, *_sides(e), len(e.document.text) > _EXCERPT) for e in excerpts],
        nonce=NONCE,
        keyed=certificate.input["keyed_by"] == "key",
        claims=CLAIMS,
        meaning=extras.meaning,
        caution=extras.caution,
        attack_summary=attack_summary(certificate.attacks),
        attack_meanings=[
            (name, MEANINGS[name]) for name in dict.fromkeys(a.attack for a in certificate.attacks)
        ],
        carried=sorted(extras.carried.items()),
        found=next((s for s in certificate.scores if s.name == FOUND and not s.group), None),
    )


def _bars(labels: dict[str, int]) -> list[dict[str, Any]]:
    most = max(labels.values(), default=1)
    ordered = sorted(labels.items(), key=lambda item: (-item[1], item[0]))
    return [
        {"label": label, "meaning": LABELS.get(label, ""), "count": n, "width": 100 * n / most}
        for label, n in ordered
    ]


def _share(counts: Mapping[str, int]) -> float:
    return 100 * counts["withheld_characters"] / max(1, counts["characters"])


def _sides(excerpt: Excerpt) -> tuple[list[ReportPiece], list[ReportPiece]]:
    """Return the pieces of the beginning of a document, before and after."""
    text, release = excerpt.document.text, excerpt.release
    placed = [one for one in release.placed() if one[0].start < _EXCERPT]
    # What stayed as it was is not marked.
    labels = [edit.label if is_changed(edit, text) else "" for edit, _, _ in placed]
    old = [(edit.start, edit.end, one) for (edit, _, _), one in zip(placed, labels, strict=True)]
    new = [(start, end, one) for (_, start, end), one in zip(placed, labels, strict=True)]
    at, new_at = (places[-1][1] if places else 0 for places in (old, new))
    rest = max(0, min(len(text), _EXCERPT) - at)
    return _pieces(text[: at + rest], old), _pieces(release.text[: new_at + rest], new)


def _pieces(text: str, places: Iterable[tuple[int, int, str]]) -> list[ReportPiece]:
    pieces, at = [], 0
    for start, end, label in places:
        pieces += [ReportPiece(text[at:start]), ReportPiece(text[start:end], label)]
        at = end
    return [*pieces, ReportPiece(text[at:])]
