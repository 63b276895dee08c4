"""k-anonymize: what fewer than k people have in common is suppressed, on texts that are pasted."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from textveil.certify.document.layout import ReleaseFolder
from textveil.errors import TextveilError, UsageError
from textveil.formats.sources import Source
from textveil.pipeline.kanon.annotated import load_annotated
from textveil.pipeline.kanon.run import anonymize, read_list
from textveil.pipeline.release.methods.run import Order
from textveil.study.kanon_curve import CurveSettings, measure_curve
from textveil.study.kanon_tune import TuneSettings, tune
from textveil.transform.rarity.prepared_corpus import Rarity
from textveil.transform.rarity.suppress import GUARANTEES, METHODS, UNITS, Suppress, suppress
from textveil.web.asking import Answer, PageRequest
from textveil.web.charts import shown_study
from textveil.web.desk.prepared import Prepared, sign_of
from textveil.web.desk.trials import (
    Trial,
    TrialOutcome,
    beside,
    command_line,
    marked,
    typed_number,
    typed_text,
)
from textveil.web.words import words

__all__ = ["answer", "form"]

_TRIAL: Final = Trial(
    "kanon",
    {"texts": "", "k": "5", "guarantee": "subjects", "method": "", "unit": "token", "list": "",
     "min_length": "1", "show": "", "mark": "*", "format": "lines"},
)  # fmt: skip
_MOST: Final = 200_000
_LINES: Final = "lines"
_ENDS: Final = {_LINES: "txt", "jsonl": "jsonl"}
_PREPARED: Final = Prepared()
_OFFERED: Final = {"guarantees": GUARANTEES, "methods": [(name, name) for name in METHODS]}


def form(asked: PageRequest) -> Answer:
    """Show the page."""
    return _TRIAL.first(asked, **_OFFERED)


def answer(asked: PageRequest) -> Answer:
    """Suppress what is rare, or measure what each k costs."""

    def work(typed: Mapping[str, str], do: str) -> TrialOutcome:
        typed = {**typed, "format": typed["format"] or _LINES}
        settings, text = _settings(typed), typed_text(typed, "texts", _MOST)
        if typed["format"] not in _ENDS:
            raise UsageError(words().error_choice, where="format")
        if do == "look" and not typed["list"].strip():
            return _looked(asked, text, settings, typed)
        with asked.place.rooms.room() as room:
            if do in _STUDIES:
                return _STUDIES[do](text, settings, typed, room)
            return _suppressed(text, settings, typed, room, certified=do == "certificate")

    return _TRIAL.answer(asked, work, **_OFFERED)


def _source(text: str, typed: Mapping[str, str], room: Path) -> Source:
    given = room / f"texts.{_ENDS[typed['format']]}"
    given.write_text(text, "utf-8")
    with beside("texts"):
        return Source.open(given, typed["format"])


def _looked(
    asked: PageRequest, text: str, settings: Suppress, typed: Mapping[str, str]
) -> TrialOutcome:
    """Return what is suppressed, by arrays that are built once a text; nothing is verified."""

    def prepare() -> Rarity:
        with asked.place.rooms.room() as room:
            return Rarity(list(_source(text, typed, room)), settings.mark)

    with beside("texts"):
        rarity = _PREPARED.of(asked.token, sign_of(text, typed["format"], settings.mark), prepare)
        made = suppress(rarity, settings)
    told = {
        "kept_ratio": made.kept_ratio, "runs": made.runs, "subjects": rarity.subjects,
        "texts": list(made.texts),
    }  # fmt: skip
    shown = {
        "pieces": _hidden("\n".join(made.texts), settings.mark), "verdicts": [], "report": "",
        "subjects": rarity.subjects, "kept": f"{100 * made.kept_ratio:.1f}", "runs": made.runs,
    }  # fmt: skip
    return TrialOutcome(_line(settings, typed), told, shown)


def _curve(text: str, settings: Suppress, typed: Mapping[str, str], room: Path) -> TrialOutcome:
    """Return what each k keeps, and the k that is suggested, as `kanon curve` does."""
    wanted = CurveSettings(
        min_length=settings.min_length, guarantee=settings.guarantee, unit=settings.unit,
        mark=settings.mark, show=settings.show,
        methods=(settings.method,) if settings.method else (),
    )  # fmt: skip
    with beside("texts"):
        study = measure_curve(load_annotated(_source(text, typed, room)), wanted)
    line = command_line(
        "kanon", "curve", _file(typed), _lines(typed), guarantee=settings.guarantee,
        unit=settings.unit, mark=settings.mark, method=settings.method, show=settings.show,
        l=settings.min_length,
    )  # fmt: skip
    return TrialOutcome(line, study.to_json(), {"study": shown_study(study)})


def _tuned(text: str, settings: Suppress, typed: Mapping[str, str], room: Path) -> TrialOutcome:
    """Return the settings that agree best with annotations, as `kanon tune` does."""
    with beside("texts"):
        wanted = TuneSettings(
            method=settings.method, guarantee=settings.guarantee, unit=settings.unit,
            mark=settings.mark,
        )  # fmt: skip
        study = tune(load_annotated(_source(text, typed, room)), wanted)
    line = command_line(
        "kanon", "tune", _file(typed), guarantee=settings.guarantee, unit=settings.unit,
        mark=settings.mark, method=settings.method,
    )  # fmt: skip
    return TrialOutcome(line, study.to_json(), {"study": shown_study(study)})


def _compared(text: str, settings: Suppress, typed: Mapping[str, str], room: Path) -> TrialOutcome:
    """Return what every guarantee and method that fit one another keep at this k."""
    rows, told = [], []
    with beside("texts"):
        rarity = Rarity(list(_source(text, typed, room)), settings.mark)
        for guarantee in GUARANTEES:
            for method in METHODS:
                try:
                    one = replace(settings, guarantee=guarantee, method=method)
                    made = suppress(rarity, one)
                except TextveilError:
                    # Not every method gives every guarantee.
                    continue
                told.append({"guarantee": guarantee, "method": method, "runs": made.runs,
                             "kept_ratio": made.kept_ratio})  # fmt: skip
                rows.append((guarantee, method, f"{100 * made.kept_ratio:.1f} %", made.runs))
        if not rows:
            suppress(rarity, settings)
    line = command_line("kanon", "curve", _file(typed), _lines(typed), k=settings.k)
    return TrialOutcome(line, told, {"compared": rows})


def _settings(typed: Mapping[str, str]) -> Suppress:
    k = typed_number(typed, "k", 2)
    if k is None:
        raise UsageError(words().error_nothing, where="k")
    asked: dict[str, Any] = {"k": k, "min_length": typed_number(typed, "min_length", 1) or 1}
    asked |= {name: typed[name] for name in ("guarantee", "show")}
    asked["unit"], asked["mark"] = typed["unit"] or UNITS[-1], typed["mark"] or "*"
    with beside("mark"):
        Suppress(mark=asked["mark"], show=asked["show"])
    with beside("method"):
        return Suppress(method=typed["method"], **asked)


def _file(typed: Mapping[str, str]) -> str:
    return f"texts.{_ENDS[typed['format']]}"


def _lines(typed: Mapping[str, str]) -> str:
    return "--lines" if typed["format"] == "lines" else ""


def _line(settings: Suppress, typed: Mapping[str, str], *, certified: bool = False) -> str:
    where: dict[str, object] = {"o": f"shared.{_ENDS[typed['format']]}", "report": "report.json"}
    return command_line(
        "kanon", _file(typed), "out" if certified else "", _lines(typed), k=settings.k,
        **({} if certified else where),
        guarantee=settings.guarantee, method=typed["method"], unit=settings.unit,
        show=settings.show, mark=settings.mark,
        list="list.txt" if typed["list"].strip() else "", l=settings.min_length,
    )  # fmt: skip


def _suppressed(
    text: str, settings: Suppress, typed: Mapping[str, str], room: Path, *, certified: bool
) -> TrialOutcome:
    source, listed = _source(text, typed, room), None
    if typed["list"].strip():
        (room / "list.txt").write_text(typed["list"], "utf-8")
        with beside("list"):
            listed = read_list(room / "list.txt")
    result = room / ("out" if certified else f"shared.{_ENDS[typed['format']]}")
    with beside("texts"):
        made = anonymize(Order(source, result, single=not certified), settings, listed=listed)
    certificate = ""
    if certified:
        place = ReleaseFolder.at(result)
        certificate = place.certificate.read_text("utf-8")
        result = next(path for path in sorted(place.texts.rglob("*")) if path.is_file())
    after = _texts(result, typed)
    verdicts = [
        {"claim": one.claim, "status": one.status.value, "why": one.remark or "",
         "checked": one.to_json().get("checked", "")}
        for one in made.verdicts
    ]  # fmt: skip
    shown = {
        "pieces": _hidden("\n".join(after), settings.mark), "verdicts": verdicts,
        "subjects": made.subjects, "kept": f"{100 * made.kept_ratio:.1f}", "runs": made.runs,
        "report": json.dumps(made.to_json(), indent=1), "certificate": certificate,
    }  # fmt: skip
    line = _line(settings, typed, certified=certified)
    return TrialOutcome(line, {**made.to_json(), "texts": after}, shown)


def _texts(result: Path, typed: Mapping[str, str]) -> list[str]:
    if typed["format"] == "lines":
        return result.read_text("utf-8").splitlines()
    return [one.text for one in Source.open(result, typed["format"])]


def _hidden(text: str, mark: str) -> list[tuple[str, bool]]:
    """Return a text in pieces, and whether each is suppressed."""
    found = re.finditer(f"{re.escape(mark)}+", text)
    return marked(text, [one.span() for one in found])


_STUDIES: Final = {"curve": _curve, "tune": _tuned, "methods": _compared}
