"""Sequences: sensitive patterns are hidden in a sequence that is pasted, and the rest is kept."""

import difflib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from textveil.errors import UsageError
from textveil.formats.sources import Source
from textveil.formats.tables.events import EventColumns
from textveil.pipeline.release.methods.run import Order
from textveil.pipeline.sanitize.collection import SequenceCollection
from textveil.pipeline.sanitize.events import EventCollection
from textveil.pipeline.sanitize.nucleotides import (
    EVENTS,
    chosen_decoys,
    chosen_method,
    nucleic_settings,
)
from textveil.pipeline.sanitize.run import SanitizeFiles, sanitize_files
from textveil.study.sanitize_comparison import CompareSettings, compare
from textveil.transform.sanitization.sanitize import METHODS, Sanitize
from textveil.web.asking import Answer, PageRequest
from textveil.web.charts import shown_study
from textveil.web.desk.trials import (
    Trial,
    TrialOutcome,
    beside,
    command_line,
    typed_number,
    typed_text,
)
from textveil.web.words import words

__all__ = ["answer", "form"]

_TRIAL: Final = Trial(
    "sequences",
    {"texts": "", "patterns": "", "format": "text", "k": "", "method": "", "tau": "1",
     "decoys": "", "strands": "one", "who": "", "when": "", "what": "",
     "map": "yes"},
)  # fmt: skip
_MOST: Final = 50_000
_TABLE: Final = "events"
_ENDS: Final = {"text": "txt", "lines": "txt", "fasta": "fa", "fastq": "fastq", _TABLE: "csv"}
_USUAL_K: Final = 4
_LISTED: Final = 50
_RECORDS: Final = 50
"""Records that are shown side by side."""
_STRANDS: Final = ("one", "both")
_OFFERED: Final = {"methods": [(name, name) for name in METHODS]}


def form(asked: PageRequest) -> Answer:
    """Show the page."""
    return _TRIAL.first(asked, **_OFFERED)


def answer(asked: PageRequest) -> Answer:
    """Hide the patterns, list frequent ones, or compare methods."""

    def work(typed: Mapping[str, str], do: str) -> TrialOutcome:
        if typed["format"] not in _ENDS:
            raise UsageError(words().error_choice, where="format")
        if typed["strands"] not in _STRANDS:
            raise UsageError(words().error_choice, where="strands")
        text = typed_text(typed, "texts", _MOST)
        with asked.place.rooms.room() as room:
            if do in ("frequent", "pick"):
                return _frequent(asked, text, typed, room)
            patterns = typed_text(typed, "patterns", _MOST)
            if do == "compare":
                return _compared((text, patterns), typed, room)
            return _sanitized((text, patterns), _settings(typed), typed, room)

    return _TRIAL.answer(asked, work, **_OFFERED)


def _events(typed: Mapping[str, str]) -> EventColumns | None:
    """Return the columns of an event table; None if it is none."""
    if typed["format"] != _TABLE:
        return None
    for name in ("who", "when", "what"):
        if not typed[name].strip():
            raise UsageError(words().error_nothing, where=name)
    with beside("who"):
        return EventColumns(typed["who"].strip(), typed["when"].strip(), typed["what"].strip())


def _opened(text: str, typed: Mapping[str, str], room: Path) -> Source:
    path = room / f"in.{_ENDS[typed['format']]}"
    path.write_text(text, "utf-8")
    with beside("texts"):
        return Source.open(path, None if typed["format"] == _TABLE else typed["format"])


def _loaded(source: Source, typed: Mapping[str, str]) -> SequenceCollection:
    events = _events(typed)
    with beside("texts"):
        if events is not None:
            return EventCollection.load_events(source, events, None)
        return SequenceCollection.load(source, "", separator=None)


def _frequent(asked: PageRequest, text: str, typed: Mapping[str, str], room: Path) -> TrialOutcome:
    """Return the patterns of k letters that occur most, and add those that were picked."""
    k, tau = typed_number(typed, "k", 1) or _USUAL_K, typed_number(typed, "tau", 1) or 1
    read = _loaded(_opened(text, typed, room), typed)
    seen: Counter[str] = Counter()
    between = " " if typed["format"] == _TABLE or read.unit == "token" else ""
    for one in read.sequences:
        letters = list(map(str, one))
        seen.update(between.join(letters[at : at + k]) for at in range(len(letters) - k + 1))
    found = [(one, count) for one, count in seen.most_common(_LISTED) if count >= tau]
    picked = [one for one, _ in found if one in set(asked.form.all("pick"))]
    known = [one for one in typed["patterns"].splitlines() if one.strip()]
    written = {"patterns": "".join(f"{one}\n" for one in dict.fromkeys([*known, *picked]))}
    told = [{"pattern": one, "support": count} for one, count in found]
    line = command_line("sanitize", "compare", _file(typed), k=k, tau=tau)
    return TrialOutcome(line, told, {"frequent": found}, written)


def _compared(given: tuple[str, str], typed: Mapping[str, str], room: Path) -> TrialOutcome:
    """Return what each method costs and lets an attacker recover, as `sanitize compare` does."""
    read = _loaded(_opened(given[0], typed, room), typed)
    (room / "private.txt").write_text(given[1], "utf-8")
    with beside("patterns"):
        named = read.patterns(room / "private.txt")
        k = typed_number(typed, "k", 1) or min(map(len, named))
        wanted = CompareSettings(
            patterns=(len(named),), k=(k,), tau=(typed_number(typed, "tau", 1) or 1,),
            separator=read.separator(None),
            letters=nucleic_settings(read.sequences.alphabet, "one", nucleic=read.nucleic),
        )  # fmt: skip
        study = compare(read.sequences, wanted, named)
    line = command_line(
        "sanitize", "compare", _file(typed), s="private.txt", patterns=len(named), k=k,
        tau=typed["tau"] or 1,
    )  # fmt: skip
    return TrialOutcome(line, study.to_json(), {"study": shown_study(study)})


def _file(typed: Mapping[str, str]) -> str:
    return f"in.{_ENDS[typed['format']]}"


def _settings(typed: Mapping[str, str]) -> Sanitize:
    numbers = {name: typed_number(typed, name, 1) for name in ("k", "tau", "decoys")}
    with beside("method"):
        form = EVENTS if typed["format"] == _TABLE else typed["format"]
        method = chosen_method(form, typed["method"], keep_order=None)
        decoys = chosen_decoys(form, numbers["decoys"], method)
        return Sanitize(method=method, k=numbers["k"], tau=numbers["tau"] or 1, decoys=decoys)


def _sanitized(
    given: tuple[str, str], settings: Sanitize, typed: Mapping[str, str], room: Path
) -> TrialOutcome:
    source, sensitive = _opened(given[0], typed, room), room / "private.txt"
    after = room / f"shared.{_ENDS[typed['format']]}"
    sensitive.write_text(given[1], "utf-8")
    notices: list[str] = []
    events = _events(typed)
    places = room / "map.tsv" if typed["map"] else None
    files = SanitizeFiles(
        source, sensitive, after, strands=typed["strands"], events=events, map=places
    )
    with beside("patterns"):
        made = sanitize_files(
            files,
            settings,
            measured=True,
            notice=notices.append,
            order=Order(source, after, single=True),
        )
    result = after.read_text("utf-8")
    notices += [words().sequences_left.replace("{left}", f"{made.left:,}")] if made.left else []
    verdicts = [
        {"claim": one.claim, "status": one.status.value, "why": one.remark or "",
         "checked": one.to_json().get("checked", "")}
        for one in made.verdicts
    ]  # fmt: skip
    shown: dict[str, Any] = {
        "notices": [*notices, *made.recovery()],
        "verdicts": verdicts,
        "measures": [(one.name, f"{one.value:.4g}") for one in (*made.scores, *made.attacks)],
        "before": given[0],
        "after": result,
        "records": [] if events else list(_records(source, after, typed, places)),
    }
    return TrialOutcome(_line(settings, typed), {**made.to_json(), "text": result}, shown)


def _line(settings: Sanitize, typed: Mapping[str, str]) -> str:
    events = typed["format"] == _TABLE
    columns = {name: typed[name].strip() if events else "" for name in ("who", "when", "what")}
    return command_line(
        "sanitize", _file(typed), "--lines" if typed["format"] == "lines" else "",
        **columns, s="private.txt",
        k=settings.k, method=typed["method"], tau=settings.tau, decoys=typed["decoys"].strip(),
        strands="" if typed["strands"] == _STRANDS[0] else typed["strands"],
        o=f"shared.{_ENDS[typed['format']]}", map="map.tsv" if typed["map"] else "",
    )  # fmt: skip


def _records(
    source: Source, after: Path, typed: Mapping[str, str], places: Path | None
) -> Iterator[tuple[str, list[Any], list[Any]]]:
    """Yield each record in pieces, before and after: text, whether it moved along, and whereto."""
    kept: dict[str, list[tuple[int, int, int]]] = {}
    for line in places.read_text("utf-8").splitlines()[1:] if places else ():
        name, start, end, to = line.split("\t")
        kept.setdefault(name, []).append((int(start), int(end), int(to)))
    made = {one.id: one.text for one in Source.open(after, typed["format"])}
    alone = len(made) == 1
    for number, one in enumerate(source):
        if number >= _RECORDS:
            return
        text = next(iter(made.values())) if alone else made.get(one.id, "")
        rows = next(iter(kept.values()), []) if alone else kept.get(one.id, [])
        rows = rows if places else _matched(one.text, text)
        was = [(start, end, to) for start, end, to in rows]
        new = sorted((to, to + end - start, start) for start, end, to in rows)
        yield one.id, _pieces(one.text, was), _pieces(text, new)


_LONG: Final = 4_000
"""Longer sequences are aligned by the map alone: to find what they share takes too long."""


def _matched(before: str, after: str) -> list[tuple[int, int, int]]:
    """Return what both texts have in the same order, where there is no map."""
    if max(len(before), len(after)) > _LONG:
        return []
    blocks = difflib.SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    return [(one.a, one.a + one.size, one.b) for one in blocks if one.size]


def _pieces(text: str, rows: Sequence[tuple[int, int, int]]) -> list[tuple[str, bool, str]]:
    """Return a text in pieces: whether each stands in this one alone, and where the others are."""
    pieces, at = [], 0
    for start, end, to in rows:
        pieces += [(text[at:start], True, ""), (text[start:end], False, f"{start} ↔ {to}")]
        at = end
    return [one for one in [*pieces, (text[at:], True, "")] if one[0]]
