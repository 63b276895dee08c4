"""Showing: results as HTML for notebooks, in the look of the reports, on demand.

Values do not render themselves: nobody should find a text in a notebook without having asked for
it. What is shown runs no script, loads nothing, and is legible on light and dark pages.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import islice
from pathlib import Path
from typing import Any, Final, Protocol, runtime_checkable

from textveil.certify.document.layout import ReleaseFolder
from textveil.decide.publish import Decision
from textveil.decide.wording import in_words, money
from textveil.errors import InputError, UsageError
from textveil.formats.display.svg_charts import ChartLine, LineChart
from textveil.pipeline.evaluation.evaluation import EvaluationResult
from textveil.pipeline.python.results import Deidentified
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.figures.score_rows import score_rows
from textveil.values.span import Span, Spans
from textveil.values.verdict import Verdict

__all__ = ["ShownResult", "show"]

_MOST: Final = 200
"""Texts, rows of tables and rows of frames that are shown; the rest is counted."""
_DEEP: Final = 3
_SHEET: Final = """
.textveil-shown { font: 14px/1.6 system-ui, sans-serif; max-width: 60rem }
.textveil-shown .text { white-space: pre-wrap; overflow-wrap: anywhere; padding: .7rem 1rem;
  margin: .4rem 0; border: 1px solid rgb(128 128 128 / .35); border-radius: .5rem }
.textveil-shown mark { background: rgb(64 128 255 / .25); color: inherit; border-radius: .2rem;
  padding: 0 .15rem }
.textveil-shown mark small { font: 600 .7em system-ui, sans-serif; opacity: .8;
  margin-left: .25rem }
.textveil-shown table { border-collapse: collapse; font: inherit; color: inherit; margin: .4rem 0;
  font-variant-numeric: tabular-nums }
.textveil-shown th, .textveil-shown td { text-align: left; padding: .2rem .8rem .2rem 0;
  border-bottom: 1px solid rgb(128 128 128 / .25); background: none }
.textveil-shown p { white-space: pre-line }
.textveil-shown .soft { opacity: .75 }
.textveil-shown svg { max-width: 40rem; width: 100%; height: auto }
.textveil-shown svg text { fill: currentColor; font: 12px system-ui, sans-serif }
.textveil-shown .grid, .textveil-shown .axis { fill: none; stroke: rgb(128 128 128 / .4) }
.textveil-shown .stop .value { visibility: hidden }
.textveil-shown .stop:hover .value, .textveil-shown .stop:focus .value { visibility: visible }
.textveil-shown iframe { width: 100%; height: 40rem; border: 1px solid rgb(128 128 128 / .35);
  border-radius: .5rem }
"""


@dataclass(frozen=True, slots=True, repr=False)
class ShownResult:
    """Something that a notebook shows as HTML; its `repr` holds no text.

    Examples
    --------
    >>> import textveil
    >>> shown = textveil.show("Write to ana@example.org.", [textveil.Span(9, 24, "EMAIL")])
    >>> shown
    ShownResult(str)
    >>> "<mark>ana@example.org<small>EMAIL</small></mark>" in shown._repr_html_()
    True
    """

    what: str
    parts: Sequence[str] = field(default=())

    def __repr__(self) -> str:
        return f"ShownResult({self.what})"

    def _repr_html_(self) -> str:
        """Return the HTML that notebooks show."""
        return f'<div class="textveil-shown"><style>{_SHEET}</style>{"".join(self.parts)}</div>'


def show(what: object, spans: Iterable[Span] | None = None) -> ShownResult:
    """Show a text, a result or a folder in a notebook.

    Parameters
    ----------
    what
        A text or `Document`; what `deidentify` returned, or its `Release`; what `plan`,
        `LearningProject.status`, `risk_estimate`, `risk_classes` or an evaluation returned; a
        DataFrame; the `Path` of a release, for its report; or a list of such things.
    spans
        Passages to be marked in a text or `Document` (default: those of the document).

    Returns
    -------
    ShownResult
        Its HTML holds the text, because it was asked for. Its `repr` does not.

    Raises
    ------
    UsageError
        If nothing is known of how to show it, or spans are given for something else than a text.
    InputError
        If a path leads to no report.

    Examples
    --------
    >>> import textveil
    >>> textveil.show(textveil.deidentify("Write to ana@example.org."))
    ShownResult(Deidentified)
    """
    if spans is not None:
        if not isinstance(what, str | Document):
            raise UsageError("only a text or a document is shown with spans", where="spans")
        what = Document("text", what) if isinstance(what, str) else what
        marks = Spans(spans)
        return ShownResult("str" if what.id == "text" else "Document", [_text(what.text, marks)])
    return ShownResult(type(what).__name__, list(_parts(what, 0)))


@runtime_checkable
class _Told(Protocol):
    """What says itself as a JSON object."""

    def to_json(self) -> Any: ...


@runtime_checkable
class _InWords(Protocol):
    """What has a sentence for people."""

    @property
    def sentence(self) -> str: ...


@runtime_checkable
class _Frame(Protocol):
    """A DataFrame of pandas, which need not be installed."""

    columns: Any
    attrs: Any

    def itertuples(self, index: bool = True) -> Any: ...


def _parts(what: object, depth: int) -> Iterator[str]:
    for kind, make in _KINDS:
        if isinstance(what, kind):
            yield from make(what)
            return
    if _is_frame(what):
        yield from _frame(what)
    elif isinstance(what, _Told) and isinstance(told := what.to_json(), Mapping):
        # What has a sentence for people says it first.
        if isinstance(what, _InWords):
            yield f"<p>{escape(what.sentence)}</p>"
        yield from _told(told, depth)
    elif isinstance(what, Mapping):
        yield from _told(what, depth)
    elif isinstance(what, Sequence) and depth < _DEEP:
        yield from _several(what, depth)
    else:
        raise UsageError(
            f"nothing is known of how to show a {type(what).__name__}",
            where="what",
            hint='show("a text", spans), show(deidentify("a text")), show(Path("out"))',
        )


def _several(what: Sequence[object], depth: int) -> Iterator[str]:
    some = list(islice(what, _MOST))
    if some and all(isinstance(one, Decision) for one in some):
        yield from _decisions(some)
        return
    if some and all(isinstance(one, Deidentified) for one in some):
        for one in some:
            yield from _released(one.release)  # type: ignore[attr-defined]
        yield _verdicts(some[0].verdicts)  # type: ignore[attr-defined]
    else:
        for one in some:
            yield from _parts(one, depth + 1)
    if len(what) > _MOST:
        yield _soft(f"{len(what) - _MOST:,} more are not shown.")


def _text(text: str, spans: Spans) -> str:
    """Return a text with its passages marked; of passages that overlap, the first one is."""
    told, at = [], 0
    for span in spans:
        if span.start < at:
            continue
        told += [escape(text[at : span.start]), _mark(text[span.start : span.end], span.label)]
        at = span.end
    return f'<div class="text" dir="auto">{"".join(told)}{escape(text[at:])}</div>'


def _mark(text: str, label: str) -> str:
    return f"<mark>{escape(text)}<small>{escape(label)}</small></mark>"


def _plain(text: str) -> Iterator[str]:
    yield _text(text, Spans())


def _document(document: Document) -> Iterator[str]:
    yield _text(document.text, document.spans or Spans())


def _released(release: Release) -> Iterator[str]:
    spans = [Span(start, end, edit.label) for edit, start, end in release.placed() if start < end]
    yield _text(release.text, Spans(spans))
    gone = len(release.edits) - len(spans)
    if gone:
        yield _soft(f"{gone:,} passages were left out.")


def _deidentified(result: Deidentified) -> Iterator[str]:
    yield from _released(result.release)
    yield _verdicts(result.verdicts)


def _verdicts(verdicts: Sequence[Verdict]) -> str:
    rows = [(one.claim, one.status.value, f"{one.checked:,}", one.reason) for one in verdicts]
    return _table(("claim", "verdict", "checked", ""), rows)


def _decision(decision: Decision) -> Iterator[str]:
    yield from _decisions([decision])


def _decisions(decisions: Sequence[Any]) -> Iterator[str]:
    rows = [
        (
            f"{one.policy}", one.case, "publish" if one.outcome.shares else "withhold",
            f"{one.agreement:.0%}", f"{one.outcome.alpha:,}", money(one.outcome.publisher),
            money(one.outcome.attacker),
        )
        for one in decisions
    ]  # fmt: skip
    head = ("policy", "prices", "decision", "same in resamplings", "trained on",
            "publisher is left with", "attacker gains")  # fmt: skip
    yield _table(head, rows)
    for one in decisions:
        name = escape(f"{one.policy}, {one.case}: ")
        yield f"<p><b>{name}</b>{escape(in_words(one))}</p>"


def _evaluation(result: EvaluationResult) -> Iterator[str]:
    rows = [
        (one.label, one.level, *map(str, (one.precision, one.recall, one.f1)))
        for one in score_rows(result.scores)
    ]
    yield _soft(f"{len(result.documents):,} documents")
    yield _table(("label", "counted", "precision", "recall", "F1"), rows)


def _folder(path: Path) -> Iterator[str]:
    report = ReleaseFolder.at(path).report
    try:
        text = report.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise InputError(
            "there is no report here",
            where=str(path),
            hint="give the folder that a release wrote",
        ) from None
    # The frame may run nothing: a report is shown as it is, whoever made it.
    shown = escape(text, quote=True)
    yield f'<iframe sandbox="" title="report" srcdoc="{shown}"></iframe>'


def _is_frame(what: object) -> bool:
    return isinstance(what, _Frame)


def _frame(frame: Any) -> Iterator[str]:
    head = [str(name) for name in frame.columns]
    rows = [[str(cell) for cell in row] for row in islice(frame.itertuples(index=False), _MOST)]
    yield _table(head, rows)
    if len(frame) > _MOST:
        yield _soft(f"{len(frame) - _MOST:,} more are not shown.")
    verdicts = frame.attrs.get("verdicts", ())
    if verdicts:
        told = [(one["claim"], one["status"], f"{one.get('checked', '')}") for one in verdicts]
        yield _table(("claim", "verdict", "checked"), told)


def _told(told: Mapping[str, Any], depth: int) -> Iterator[str]:
    """Yield the content of a JSON object: what is simple as a table, the rest below it."""
    simple = [(name, _cell(value)) for name, value in told.items() if not _is_deep(value)]
    if simple:
        yield _table(("", ""), simple)
    if depth >= _DEEP:
        return
    for name, value in told.items():
        if not _is_deep(value) or not value:
            continue
        yield f"<p><b>{escape(name.replace('_', ' '))}</b></p>"
        if isinstance(value, Mapping):
            yield from _told(value, depth + 1)
        else:
            yield from _rows(name, value)


def _rows(name: str, rows: Sequence[Any]) -> Iterator[str]:
    """Yield a list as a table, and the rounds of a project as a chart too."""
    if all(isinstance(one, Mapping) for one in rows):
        head = list(dict.fromkeys(key for one in rows for key in one))
        yield _table(head, [[_cell(one.get(key)) for key in head] for one in rows[:_MOST]])
        if name == "rounds":
            yield from _rounds(rows)
    else:
        yield _soft(", ".join(_cell(one) for one in rows[:_MOST]))


def _rounds(rounds: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    points = [
        (float(one["learnt"]), float(one["f"]["value"]))
        for one in rounds
        if isinstance(one.get("f"), Mapping) and "value" in one["f"]
    ]
    if len(points) > 1:
        line = ChartLine("audited documents", points)
        title = "F of the model by documents that it learnt from (higher is better)"
        yield LineChart(title, "documents", "F", [line]).svg()


def _is_deep(value: object) -> bool:
    return isinstance(value, Mapping) or (isinstance(value, Sequence) and not _is_text(value))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_cell(one)}" for name, one in value.items())
    return "" if value is None else str(value)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head) if any(head) else ""
    lines = ("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table>{f'<tr>{top}</tr>' if top else ''}{''.join(lines)}</table>"


def _soft(text: str) -> str:
    return f'<p class="soft">{escape(text)}</p>'


_KINDS: Final[tuple[tuple[type, Callable[[Any], Iterator[str]]], ...]] = (
    (str, _plain),
    (Document, _document),
    (Deidentified, _deidentified),
    (Release, _released),
    (Decision, _decision),
    (EvaluationResult, _evaluation),
    (Path, _folder),
)
