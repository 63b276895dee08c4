"""Sequences: sensitive patterns are hidden in a sequence that is pasted, and the rest is kept."""

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from textveil.errors import UsageError
from textveil.formats.sources import Source
from textveil.pipeline.release.methods.run import Order
from textveil.pipeline.sanitize.nucleotides import chosen_decoys, chosen_method
from textveil.pipeline.sanitize.run import SanitizeFiles, sanitize_files
from textveil.transform.sanitization.sanitize import METHODS, Sanitize
from textveil.web.asking import Answer, PageRequest
from textveil.web.trials import Trial, TrialOutcome, beside, command_line, typed_number, typed_text
from textveil.web.words import words

__all__ = ["answer", "form"]

_TRIAL: Final = Trial(
    "sequences",
    {"texts": "", "patterns": "", "format": "text", "k": "", "method": "", "tau": "1",
     "decoys": "", "strands": "one"},
)  # fmt: skip
_MOST: Final = 50_000
_ENDS: Final = {"text": "txt", "lines": "txt", "fasta": "fa", "fastq": "fastq"}
_STRANDS: Final = ("one", "both")
_OFFERED: Final = {"methods": [(name, name) for name in METHODS]}


def form(asked: PageRequest) -> Answer:
    """Show the page."""
    return _TRIAL.first(asked, **_OFFERED)


def answer(asked: PageRequest) -> Answer:
    """Hide the patterns."""

    def work(typed: Mapping[str, str], _: str) -> TrialOutcome:
        if typed["format"] not in _ENDS:
            raise UsageError(words().error_choice, where="format")
        if typed["strands"] not in _STRANDS:
            raise UsageError(words().error_choice, where="strands")
        text = typed_text(typed, "texts", _MOST)
        patterns = typed_text(typed, "patterns", _MOST)
        settings = _settings(typed)
        with asked.place.rooms.room() as room:
            return _sanitized((text, patterns), settings, typed, room)

    return _TRIAL.answer(asked, work, **_OFFERED)


def _settings(typed: Mapping[str, str]) -> Sanitize:
    numbers = {name: typed_number(typed, name, 1) for name in ("k", "tau", "decoys")}
    with beside("method"):
        method = chosen_method(typed["format"], typed["method"], keep_order=None)
        decoys = chosen_decoys(typed["format"], numbers["decoys"], method)
        return Sanitize(method=method, k=numbers["k"], tau=numbers["tau"] or 1, decoys=decoys)


def _sanitized(
    given: tuple[str, str], settings: Sanitize, typed: Mapping[str, str], room: Path
) -> TrialOutcome:
    end = _ENDS[typed["format"]]
    before, sensitive, after = (
        room / name for name in (f"in.{end}", "private.txt", f"shared.{end}")
    )
    for path, text in zip((before, sensitive), given, strict=True):
        path.write_text(text, "utf-8")
    notices: list[str] = []
    with beside("texts"):
        source = Source.open(before, typed["format"])
    with beside("patterns"):
        made = sanitize_files(
            SanitizeFiles(source, sensitive, after, strands=typed["strands"]),
            settings,
            measured=True,
            notice=notices.append,
            order=Order(source, after, single=True),
        )
    result = after.read_text("utf-8")
    line = command_line(
        "sanitize", f"in.{end}", "--lines" if typed["format"] == "lines" else "", s="private.txt",
        k=settings.k, method=typed["method"], tau=settings.tau, decoys=typed["decoys"].strip(),
        strands="" if typed["strands"] == _STRANDS[0] else typed["strands"], o=f"shared.{end}",
    )  # fmt: skip
    verdicts = [
        {"claim": one.claim, "status": one.status.value, "why": one.remark or "",
         "checked": one.to_json().get("checked", "")}
        for one in made.verdicts
    ]  # fmt: skip
    shown: dict[str, Any] = {
        "notices": [*notices, *made.recovery()],
        "verdicts": verdicts,
        **dict(zip(("before", "after"), _aligned(given[0], result), strict=True)),
    }
    return TrialOutcome(line, {**made.to_json(), "text": result}, shown)


_LONG: Final = 4_000
"""Longer sequences are shown one after the other: to align them takes too long."""


def _aligned(before: str, after: str) -> tuple[list[tuple[str, bool]], list[tuple[str, bool]]]:
    """Return both texts in pieces, and whether each piece stands in this one alone."""
    if max(len(before), len(after)) > _LONG:
        return [(before, False)], [(after, False)]
    gone: list[tuple[str, bool]] = []
    new: list[tuple[str, bool]] = []
    steps = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for step, start, end, new_start, new_end in steps:
        if start < end:
            gone.append((before[start:end], step != "equal"))
        if new_start < new_end:
            new.append((after[new_start:new_end], step != "equal"))
    return gone, new
