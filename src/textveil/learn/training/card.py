"""Model cards: describe a model for people who decide whether to use it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from textveil.learn.training.label_scores import COLUMNS, standings_from_json
from textveil.models.calibration import OperatingPoint, point_for

__all__ = ["write_card"]

_RECALLS: Final = (0.8, 0.9, 0.95, 0.98, 0.99)

_KINDS: Final = {
    "crf": "A linear-chain conditional random field",
    "neural": "A transformer",
    "routed": "Conditional random fields, a general one and one for each cluster that gains by it,",
}

_LIMITS: Final = """\
- The scores hold for documents like those of the data above. Measure on documents of your own with
  `textveil evaluate` before you rely on the model.
- The threshold was chosen on the documents that the scores are of. It is one number chosen on many
  words, so the scores are hardly better for it.
- What the annotators left out, the model learns to leave out.
- The weights name words of the training documents, those of names among them. A model that was
  trained on confidential documents is as confidential as they are."""


def write_card(
    facts: Mapping[str, Any], chosen: OperatingPoint, points: Sequence[OperatingPoint]
) -> str:
    """Return the card of a model as Markdown.

    Parameters
    ----------
    facts
        What `train` knows of a model, and what its user said: `name`, `licence`, `command`, and
        `data`, one object a corpus with `name`, `format`, `scheme`, `documents` and `licence`.
    chosen
        The threshold that is used unless another is asked for.
    points
        What the others cost and give.
    """
    parts = [
        f"# {facts.get('name') or 'A model of textveil'}",
        _is(facts),
        "## Data",
        *_data(facts),
        "## Scores",
        *_scores(facts, chosen),
        *_clusters(facts),
        "## Other thresholds",
        "Of words, whatever their label, on held-out documents:",
        _table(("recall asked for", "threshold", "recall", "precision"), _others(points)),
        "## Settings",
        _table(("setting", "value"), _settings(facts)),
        "## Limits",
        _LIMITS,
    ]
    if facts.get("command"):
        parts += ["## Made with", f"```\n{facts['command']}\n```"]
    return "\n\n".join(parts) + "\n"


def _is(facts: Mapping[str, Any]) -> str:
    labels = ", ".join(facts["spans"])
    return (
        f"{_KINDS[facts.get('kind', 'crf')]} for textveil {facts['textveil']}"
        f"{_grown(facts)}. It finds: {labels}.\n\nLicence: {facts.get('licence') or 'not stated'}."
    )


def _grown(facts: Mapping[str, Any]) -> str:
    if "from" not in facts:
        return ""
    check = facts["check_set"]
    return (
        f", grown from {facts['from']}: F1 of words on {check['documents']:,} generated documents "
        f"was {check['before']:.3f} before and is {check['after']:.3f}"
    )


def _clusters(facts: Mapping[str, Any]) -> Iterator[str]:
    if "clusters" not in facts:
        return
    yield "## Clusters"
    yield (
        "F1 of passages on held-out documents of each cluster, mean over folds. A cluster has a "
        "model of its own if the gain is more than two standard errors."
    )
    yield _table(
        ("cluster", "documents", "general", "own", "error of the gain", "read by"),
        [
            (
                *(one["cluster"], f"{one['documents']:,}"),
                *("" if one[key] is None else f"{one[key]:.3f}" for key in ("general", "own")),
                "" if one["error"] is None else f"{one['error']:.3f}",
                "its own model" if one["own_model"] else "the general model",
            )
            for one in facts["clusters"]
        ],
    )


def _data(facts: Mapping[str, Any]) -> Iterator[str]:
    data = facts.get("data", ())
    if data:
        yield _table(
            ("corpus", "documents", "characters", "spans", "scheme", "licence"),
            [
                (
                    *(one["name"], f"{one['documents']:,}", f"{one['characters']:,}"),
                    *(f"{one['spans']:,}", one["scheme"], one.get("licence") or "not stated"),
                )
                for one in data
            ],
        )
    yield (
        f"{facts['documents']:,} documents of {facts['subjects']:,} subjects, "
        f"{facts['characters']:,} characters, {sum(facts['spans'].values()):,} spans."
    )
    yield _table(("label", "spans"), [(label, f"{n:,}") for label, n in facts["spans"].items()])


def _scores(facts: Mapping[str, Any], chosen: OperatingPoint) -> Iterator[str]:
    plan = facts["plan"]
    kept_apart = " and ".join(plan["by"])
    how = f"{plan['folds']} folds" if plan["folds"] > 1 else "one part held out"
    yield (
        f"By cross-validation ({how}, kept apart by {kept_apart}) on "
        f"{facts['held_out_documents']:,} documents, at the model's threshold of "
        f"{chosen.threshold:g}. First words, then passages with exactly the annotated offsets; in "
        "brackets 95 % bootstrap intervals over documents."
    )
    yield _table(COLUMNS, [row.row() for row in standings_from_json(facts["scores"])])


def _others(points: Sequence[OperatingPoint]) -> Iterator[tuple[str, ...]]:
    for recall in _RECALLS:
        point = point_for(points, recall)
        numbers = (point.threshold, point.recall, point.precision) if point else ()
        cells = [f"{number:.3f}" for number in numbers] or ["not reached", "", ""]
        yield (f"{recall:g}", *cells)


def _settings(facts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in facts["plan"].items():
        if value is not None:
            shown = ", ".join(value) if isinstance(value, list) else f"{value}"
            yield name, shown


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
