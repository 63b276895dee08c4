"""Dictionary: forms that enough terms of a list share, looked up and put into a text."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from textveil.errors import UsageError
from textveil.formats.sources import Source
from textveil.formats.tables.term_files import FormFiles
from textveil.lexicon.forms.wildcard_forms import GUARANTEES, Dictionary, TermForm
from textveil.pipeline.dictionary.apply import apply_dictionary
from textveil.pipeline.dictionary.build import build_dictionary, form_json, open_dictionary
from textveil.pipeline.release.methods.run import Order
from textveil.web.asking import Answer, PageRequest
from textveil.web.trials import Trial, TrialOutcome, beside, command_line, typed_number, typed_text
from textveil.web.words import words

__all__ = ["answer", "form"]

_TRIAL: Final = Trial(
    "dictionary",
    {"terms": "", "k": "5", "guarantee": "mutual", "term": "", "text": "", "identifiers": ""},
)
_MOST_TERMS: Final = 200_000
_MOST: Final = 100_000


def form(asked: PageRequest) -> Answer:
    """Show the page."""
    return _TRIAL.first(asked)


def answer(asked: PageRequest) -> Answer:
    """Look a term up, or put forms into a text."""

    def work(typed: Mapping[str, str], do: str) -> TrialOutcome:
        terms, k = typed_text(typed, "terms", _MOST_TERMS), typed_number(typed, "k", 2)
        if k is None:
            raise UsageError(words().error_nothing, where="k")
        if typed["guarantee"] not in GUARANTEES:
            raise UsageError(words().error_choice, where="guarantee")
        with asked.place.rooms.room() as room:
            (room / "terms.txt").write_text(terms, "utf-8")
            with beside("terms"):
                build_dictionary(room / "terms.txt", room / "terms.dict")
            trying = _Trying(typed, k, room)
            return trying.looked_up() if do == "lookup" else trying.applied()

    return _TRIAL.answer(asked, work)


@dataclass(frozen=True, slots=True, repr=False)
class _Trying:
    """What was typed, and the room in which its dictionary is."""

    typed: Mapping[str, str]
    k: int
    room: Path

    def looked_up(self) -> TrialOutcome:
        """Return the forms of a term, as `lookup --frontier` does, and what stands for it."""
        term = typed_text(self.typed, "term", 1_000).strip()
        opened = open_dictionary(self.room / "terms.dict")
        with beside("term"):
            frontier = opened.frontier(term)
            chosen = [(name, self._form(opened, term, name)) for name in GUARANTEES]
        # The term may be what somebody hides: it stands in no line that goes into a history.
        line = command_line(
            "dictionary", "lookup", "terms.dict", "TERM", "--frontier", k=self.k,
            guarantee=self.typed["guarantee"],
        )  # fmt: skip
        shown = {
            "chosen": [(name, *_row(one)) for name, one in chosen],
            "frontier": [_row(one) for one in frontier],
        }
        return TrialOutcome(line, [form_json(one) for one in frontier], shown)

    def _form(self, opened: Dictionary, term: str, guarantee: str) -> TermForm | None:
        return opened.form(term, self.k, guarantee, 0)

    def applied(self) -> TrialOutcome:
        """Return a text with forms, as `apply` writes it, with both guarantees side by side."""
        given = self.room / "text.txt"
        given.write_text(typed_text(self.typed, "text", _MOST), "utf-8")
        (self.room / "ids.txt").write_text(self.typed["identifiers"], "utf-8")
        made = {name: self._made(given, name) for name in GUARANTEES}
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
        path = str(self.room / "terms.dict")
        with beside("text"):
            files = FormFiles(path, ids, k=self.k, guarantee=guarantee)
            order = Order(Source.open(given), target, single=True)
            made = apply_dictionary(order, files)
        return made.to_json(), target.read_text("utf-8")


def _row(form: TermForm | None) -> tuple[Any, ...]:
    if form is None:
        return words().dictionary_removed, "", "", "", ""
    return form.form, f"{form.k:,}", f"{form.k_eff:,}", form.remaining, len(form.term)
