"""k-anonymize: what fewer than k people have in common is suppressed, on texts that are pasted."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from textveil.errors import UsageError
from textveil.formats.sources import Source
from textveil.pipeline.kanon.run import anonymize, read_list
from textveil.pipeline.release.methods.run import Order
from textveil.transform.rarity.suppress import GUARANTEES, METHODS, UNITS, Suppress
from textveil.web.asking import Answer, PageRequest
from textveil.web.trials import Trial, TrialOutcome, beside, command_line, typed_number, typed_text
from textveil.web.words import words

__all__ = ["answer", "form"]

_TRIAL: Final = Trial(
    "kanon",
    {"texts": "", "k": "5", "guarantee": "subjects", "method": "", "unit": "token", "list": "",
     "min_length": "1", "show": "", "mark": "*"},
)  # fmt: skip
_MOST: Final = 200_000
_OFFERED: Final = {"guarantees": GUARANTEES, "methods": [(name, name) for name in METHODS]}


def form(asked: PageRequest) -> Answer:
    """Show the page."""
    return _TRIAL.first(asked, **_OFFERED)


def answer(asked: PageRequest) -> Answer:
    """Suppress what is rare."""

    def work(typed: Mapping[str, str], _: str) -> TrialOutcome:
        settings, text = _settings(typed), typed_text(typed, "texts", _MOST)
        with asked.place.rooms.room() as room:
            return _suppressed(text, settings, typed, room)

    return _TRIAL.answer(asked, work, **_OFFERED)


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


def _suppressed(
    text: str, settings: Suppress, typed: Mapping[str, str], room: Path
) -> TrialOutcome:
    given, result = room / "texts.txt", room / "shared.txt"
    given.write_text(text, "utf-8")
    listed = None
    if typed["list"].strip():
        (room / "list.txt").write_text(typed["list"], "utf-8")
        with beside("list"):
            listed = read_list(room / "list.txt")
    with beside("texts"):
        made = anonymize(
            Order(Source.open(given, "lines"), result, single=True), settings, listed=listed
        )
    after = result.read_text("utf-8")
    line = command_line(
        "kanon", "texts.txt", "--lines", k=settings.k, o="shared.txt", report="report.json",
        guarantee=settings.guarantee, method=settings.method, unit=settings.unit,
        show=settings.show, mark=settings.mark, list="list.txt" if listed else "",
        l=settings.min_length,
    )  # fmt: skip
    verdicts = [
        {"claim": one.claim, "status": one.status.value, "why": one.remark or "",
         "checked": one.to_json().get("checked", "")}
        for one in made.verdicts
    ]  # fmt: skip
    shown = {
        "pieces": _hidden(after, settings.mark), "verdicts": verdicts, "subjects": made.subjects,
        "kept": f"{100 * made.kept_ratio:.1f}", "runs": made.runs,
    }  # fmt: skip
    return TrialOutcome(line, {**made.to_json(), "texts": after.splitlines()}, shown)


def _hidden(text: str, mark: str) -> list[tuple[str, bool]]:
    """Return a text in pieces, and whether each is suppressed."""
    pieces: list[tuple[str, bool]] = []
    for letter in text:
        at = letter == mark
        if pieces and pieces[-1][1] == at:
            pieces[-1] = pieces[-1][0] + letter, at
        else:
            pieces.append((letter, at))
    return pieces
