"""Dictionary: forms that enough terms of a list share, looked up and put into a text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from textveil.errors import TextveilError, UsageError
from textveil.formats.display.svg_charts import ChartLine, LineChart
from textveil.formats.sources import Source
from textveil.formats.tables.term_files import FormFiles
from textveil.lexicon.forms.wildcard_forms import GUARANTEES, Dictionary, TermForm
from textveil.lexicon.tables.words import function_words
from textveil.pipeline.dictionary.apply import ApplySettings, apply_dictionary
from textveil.pipeline.dictionary.build import (
    build_dictionary,
    form_json,
    open_dictionary,
    propose_terms,
)
from textveil.pipeline.memory import load_documents
from textveil.pipeline.release.methods.run import Order
from textveil.study.dictionary_curve import DictionaryCurveSettings, measure_dictionary
from textveil.study.grid import parse_numbers
from textveil.web.asking import Answer, PageRequest, redirect
from textveil.web.charts import shown_study
from textveil.web.desk.prepared import Prepared, sign_of
from textveil.web.desk.trials import (
    Trial,
    TrialOutcome,
    beside,
    command_line,
    typed_number,
    typed_text,
)
from textveil.web.tasks.listing import DICTIONARY
from textveil.web.words import words

__all__ = ["answer", "build", "form"]

_TRIAL: Final = Trial(
    "dictionary",
    {"terms": "", "k": "5", "guarantee": "mutual", "term": "", "text": "", "identifiers": "",
     "list": "", "score": ""},
)  # fmt: skip
_MOST_TERMS: Final = 200_000
_MOST: Final = 100_000
_MANY: Final = 20_000
"""Longer lists are grouped by a job alone."""
_PROPOSED, _LEAST = 200, 0.2
_PREPARED: Final = Prepared()
GROUPED: Final = "mutual"


def form(asked: PageRequest) -> Answer:
    """Show the page."""
    return _TRIAL.first(asked, lists=_lists(asked))


def _lists(asked: PageRequest) -> list[tuple[str, str]]:
    """Return the lists that the user has built: id, and name with the number of terms."""
    mine = asked.place.jobs.of(asked.user)
    built = [one for one in mine if one.kind == "dictionary" and one.state == "done"]
    return [(one.id, f"{one.asked['name']} ({one.told['terms']:,})") for one in built]


def answer(asked: PageRequest) -> Answer:
    """Look a term up, put forms into a text, propose terms, or measure what each K leaves."""

    def work(typed: Mapping[str, str], do: str) -> TrialOutcome:
        if do in ("propose", "accept"):
            return _proposed(asked, typed, accept=do == "accept")
        k = typed_number(typed, "k", 2)
        if k is None:
            raise UsageError(words().error_nothing, where="k")
        if typed["guarantee"] not in GUARANTEES:
            raise UsageError(words().error_choice, where="guarantee")
        with asked.place.rooms.room() as room:
            trying = _Trying(asked, typed, k, room)
            made = {"lookup": trying.looked_up, "curve": trying.measured}
            return made.get(do, trying.applied)()

    return _TRIAL.answer(asked, work, lists=_lists(asked))


def build(asked: PageRequest) -> Answer:
    """Begin to build a long list that is sent."""
    sent = asked.form
    name = sent["name"].strip()[:80]
    try:
        ks = sent["mutual"].strip()
        with beside("mutual"):
            wanted = parse_numbers(ks, "--mutual", least=2) if ks else ()
        if not (sent.files and sent.key and sent.files.names()):
            raise UsageError(words().error_no_files, where="list-file")
        told = {"name": name or words().dictionary_own, "mutual": list(wanted)}
        job = asked.place.jobs.new(asked.user, "dictionary", told, (sent.files, sent.key))
    except TextveilError as error:
        return _TRIAL.refused(asked, error, lists=_lists(asked))
    return redirect(f"/jobs/{job.id}")


def _proposed(asked: PageRequest, typed: Mapping[str, str], *, accept: bool) -> TrialOutcome:
    """Return terms of a text that may tell who somebody is, as `propose` does."""
    text, k = typed_text(typed, "text", _MOST), typed_number(typed, "k", 2) or 5
    with asked.place.rooms.room() as room, beside("text"):
        (room / "text.txt").write_text(text, "utf-8")
        found = propose_terms(Source.open(room / "text.txt", "lines"), k, _PROPOSED, _LEAST)
    written = {}
    if accept:
        ticked = set(asked.form.all("accept"))
        least = _score(typed["score"])
        taken = [
            one.term for one in found
            if one.term in ticked or (least is not None and one.score >= least)
        ]  # fmt: skip
        known = typed["terms"].splitlines()
        new = dict.fromkeys([*known, *(" ".join(one.split()) for one in taken)])
        written = {"terms": "".join(f"{one}\n" for one in new if one.strip())}
    line = command_line("dictionary", "propose", "text.txt", "--lines", k=k)
    rows = [
        (one.term, f"{one.score:.2f}", one.occurrences, one.documents,
         ", ".join(kind for kind, _ in one.evidence))
        for one in found
    ]  # fmt: skip
    return TrialOutcome(line, [one.to_json() for one in found], {"proposed": rows}, written)


def _score(text: str) -> float | None:
    if not text.strip():
        return None
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        raise UsageError(words().error_price, where="score") from None


@dataclass(frozen=True, slots=True, repr=False)
class _Trying:
    """What was typed, and the room in which its dictionary is."""

    asked: PageRequest
    typed: Mapping[str, str]
    k: int
    room: Path

    @property
    def path(self) -> Path:
        """The file of the dictionary, which `opened` or `written` puts there."""
        return self.room / "terms.dict"

    def written(self) -> Path:
        """Write the dictionary: that of a list that was built, or of the terms that were typed."""
        if name := self.typed["list"]:
            job = self.asked.place.jobs.find(name)
            if name not in dict(_lists(self.asked)) or job is None:
                raise UsageError(words().error_choice, where="list")
            files = self.asked.place.jobs.files(job, "out")
            with self.path.open("wb") as file:
                for piece in files.pieces(DICTIONARY):
                    file.write(piece)
            return self.path
        terms = typed_text(self.typed, "terms", _MOST_TERMS)
        (self.room / "terms.txt").write_text(terms, "utf-8")
        with beside("terms"):
            build_dictionary(self.room / "terms.txt", self.path)
        return self.path

    def opened(self) -> Dictionary:
        """Return the dictionary, which is built or unsealed once for a while."""
        # The file may go while it is mapped into memory.
        sign = sign_of(self.typed["list"], "" if self.typed["list"] else self.typed["terms"])
        return _PREPARED.of(self.asked.token, sign, lambda: open_dictionary(self.written()))

    def looked_up(self) -> TrialOutcome:
        """Return the forms of a term, as `lookup --frontier` does, and what stands for it."""
        term = typed_text(self.typed, "term", 1_000).strip()
        opened = self.opened()
        with beside("term"):
            frontier = opened.frontier(term)
            chosen = [(name, self._form(opened, term, name)) for name in self._guarantees(opened)]
        # The term may be what somebody hides: it stands in no line that goes into a history.
        line = command_line(
            "dictionary", "lookup", "terms.dict", "TERM", "--frontier", k=self.k,
            guarantee=self.typed["guarantee"],
        )  # fmt: skip
        shown = {
            "chosen": [(name, *_row(one)) for name, one in chosen],
            "frontier": [_row(one) for one in frontier],
            "charts": [_chart(frontier, self.k)] if len(frontier) > 1 else [],
        }
        return TrialOutcome(line, [form_json(one) for one in frontier], shown)

    def _guarantees(self, opened: Dictionary) -> list[str]:
        """Return what can be told at once: to group a long list for a new K takes minutes."""
        grouped = len(opened) <= _MANY or self.k in opened.stored.groups
        return [name for name in GUARANTEES if grouped or name != GROUPED]

    def _form(self, opened: Dictionary, term: str, guarantee: str) -> TermForm | None:
        return opened.form(term, self.k, guarantee, 0)

    def measured(self) -> TrialOutcome:
        """Return what each K leaves of the text, as `curve` does."""
        (self.room / "text.txt").write_text(typed_text(self.typed, "text", _MOST), "utf-8")
        ids = [one for one in self.typed["identifiers"].splitlines() if one.strip()]
        opened = self.opened()
        wanted = DictionaryCurveSettings(
            guarantees=tuple(self._guarantees(opened)), identifiers=tuple(ids)
        )
        settings = ApplySettings(2, min_length=2, stop=function_words())
        with beside("text"):
            documents = load_documents(Source.open(self.room / "text.txt"))
            study = measure_dictionary(documents, opened, wanted, settings)
        line = command_line(
            "dictionary", "curve", "terms.dict", "text.txt",
            identifiers="ids.txt" if self._named else "",
        )  # fmt: skip
        return TrialOutcome(line, study.to_json(), {"study": shown_study(study)})

    def applied(self) -> TrialOutcome:
        """Return a text with forms, as `apply` writes it, with both guarantees side by side."""
        given = self.room / "text.txt"
        given.write_text(typed_text(self.typed, "text", _MOST), "utf-8")
        (self.room / "ids.txt").write_text(self.typed["identifiers"], "utf-8")
        self.written()
        names = self._guarantees(open_dictionary(self.path))
        if self.typed["guarantee"] not in names:
            raise UsageError(words().dictionary_ungrouped, where="guarantee")
        made = {name: self._made(given, name) for name in names}
        told, after = made[self.typed["guarantee"]]
        line = command_line(
            "dictionary", "apply", "terms.dict", "text.txt", k=self.k, o="shared.txt",
            guarantee=self.typed["guarantee"], identifiers="ids.txt" if self._named else "",
        )  # fmt: skip
        texts = [
            (name, text, f"{100 * one['remaining_ratio']:.1f}")
            for name, (one, text) in made.items()
        ]
        shown = {"before": given.read_text("utf-8"), "texts": texts}
        return TrialOutcome(line, {**told, "text": after}, shown)

    @property
    def _named(self) -> bool:
        return bool(self.typed["identifiers"].strip())

    def _made(self, given: Path, guarantee: str) -> tuple[dict[str, Any], str]:
        ids = str(self.room / "ids.txt") if self._named else ""
        target = self.room / f"{guarantee}.txt"
        path = str(self.path)
        with beside("text"):
            files = FormFiles(path, ids, k=self.k, guarantee=guarantee)
            order = Order(Source.open(given), target, single=True)
            made = apply_dictionary(order, files)
        return made.to_json(), target.read_text("utf-8")


def _chart(frontier: Sequence[TermForm], k: int) -> LineChart:
    """Return k against the characters that remain, for the forms that no other beats."""
    points = sorted((float(one.k), float(one.remaining)) for one in frontier)
    line = ChartLine(words().dictionary_frontier, points)
    return LineChart(
        words().dictionary_chart, words().dictionary_fits, words().dictionary_remain, [line],
        {float(k): "K"}, log=True,
    )  # fmt: skip


def _row(form: TermForm | None) -> tuple[Any, ...]:
    if form is None:
        return words().dictionary_removed, "", "", "", ""
    return form.form, f"{form.k:,}", f"{form.k_eff:,}", form.remaining, len(form.term)
