"""Beforehand: what names, ids and columns alone tell, before the texts are searched.

What would be refused at the end of a run because a name of a file, an id or a field shows a removed
value is told in seconds, all of it at once, each with the option that mends it; so are fields that
have no rule. The values of a field that a rule of the policy keeps are never a reason to stop: then
the run only says what they show.
"""

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from textveil.detect.propagation.occurrences import MIN_LENGTH
from textveil.errors import InputError
from textveil.formats.mixed import Mixed
from textveil.formats.sources import Source
from textveil.formats.subjects import told_alone
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import are_everyday
from textveil.pipeline.release.beforehand.names import ShownNames, own_strings, strings_in
from textveil.pipeline.release.beforehand.request import Run
from textveil.pipeline.release.beforehand.time_clues import TimeClues
from textveil.pipeline.release.engine import Engine, Pass
from textveil.pipeline.release.search.column_values import Hindrance, open_fields
from textveil.pipeline.release.search.detection import Detection
from textveil.pipeline.release.search.known_values import Known
from textveil.values.contracts import Case
from textveil.values.document import AUTO, Document
from textveil.values.edit import Edit, Release
from textveil.values.terms.policy_terms import TEXT
from textveil.verify.leftovers.counted_ids import without_counters
from textveil.verify.leftovers.residue import Residue
from textveil.verify.whole.travelled import ID

__all__ = ["ANNOTATION", "look_beforehand", "refuse_known"]

_CONSISTENCY: Final = "textveil.consistency.v1"
_TRIED: Final = 20
"""So many documents are searched before all others, because their ids hold words of their texts."""
_WORD: Final = re.compile(r"[^\W_]+")
_IDS: Final = "write `ids: number` in the policy (--ids number): documents get numbers as ids"
_FILE, _ID, _FIELD, _CHANNEL, _SETTING = "file", "id", "field", "channel", "setting"
ANNOTATION: Final = "annotation"
_WORDS: Final = "allow the words that name nobody (--allow)"
_MENDS: Final = {
    _FILE: f"rename it, number it with `ids: number` (--ids number), or {_WORDS}",
    _ID: f"{_IDS}; or {_WORDS}",
    _FIELD: f"rename it, leave it out (--column NAME=drop), or {_WORDS}",
    _CHANNEL: f"rename its folder, or {_WORDS}",
    _SETTING: f"rename what the policy or an option calls so, or {_WORDS}",
    ANNOTATION: f"rename the label or attribute, say `annotations: drop`, or {_WORDS}",
}
"""What to do about names that tell something, by what they are names of."""


def look_beforehand(
    run: Run, engine: Engine, documents: Iterable[Document], shown: ShownNames
) -> None:
    """Raise if names, ids or fields show what is to be removed, or if a field has no rule.

    What kept fields show is only said.

    Parameters
    ----------
    run, engine
        What is to be done.
    documents
        The input.
    shown
        Takes in all names that would be released.

    Raises
    ------
    InputError
        With all that was found; a run that keeps refuted releases is only told of ids and fields.
    """
    seen = _Seen(engine, shown, shows_ids=_shows_ids(run.source))
    seen.look(documents, run.track(documents, Pass.LOOK, run.source.size(), len))
    _take_settings(run, shown)
    clues = seen.clues.told(vault=run.vault is not None)
    for what in (*seen.people(), *seen.kept(), *clues):
        run.notice(what)
    refuted = list(seen.faults())
    if run.keep_refuted:
        for fault in refuted:
            run.notice(f"{fault.what}; to mend this, {fault.mend}")
        refuted = []
    opened = [open_fields(run.source, sorted(seen.open_ones))] if seen.open_ones else []
    names = [Hindrance(told, _MENDS[kind]) for kind, told in shown.told()]
    absent = [Hindrance(*one) for one in engine.columns.absent(seen.names)]
    faults = [*opened, *absent, *names, *seen.unreadable_columns(), *refuted]
    if not faults:
        return
    told, hint = faults[0]
    if len(faults) > 1:
        lines = (f"\n- {fault.what}: {fault.mend}" for fault in faults)
        told = f"{len(faults)} things keep this from being released:{''.join(lines)}"
        hint = "change all of them, and start again; nothing was searched"
    raise InputError(told, where=str(run.source.path), hint=hint)


def _take_settings(run: Run, shown: ShownNames) -> None:
    """Take in what a certificate will say of the input and of the policy."""
    source = run.source
    described = {"options": source.released_options}
    policy = {**run.policy.certified(b""), "columns": {}}
    shown.add(_FILE, filter(None, [source.shown_name]))
    shown.add(_SETTING, own_strings({"source": described, "policy": policy}))


def refuse_known(run: Run, shown: ShownNames, known: Known) -> None:
    """Raise if a name shows a removed value, now that all of them are known."""
    for kind, told in shown.told(known):
        # The verifier `residue` looks at ids, and a run may keep what it refutes.
        if kind != _ID:
            raise InputError(told, where=str(run.source.path), hint=_MENDS[kind])


def _language(engine: Engine) -> str:
    return ENGLISH if engine.policy.language == AUTO else engine.policy.language


def _shows_ids(source: Source) -> bool:
    mixed = isinstance(source.format, Mixed) and source.format.numbered
    return not source.numbered and not mixed


@dataclass(slots=True)
class _Seen:
    """What ids and fields show of the values beside them."""

    engine: Engine
    shown: ShownNames
    shows_ids: bool
    names: set[str] = field(default_factory=set)
    open_ones: set[str] = field(default_factory=set)
    """All fields, and those without a rule."""
    ids: dict[str, list[int]] = field(default_factory=dict)
    """By column, the numbers of the documents whose ids show its value."""
    fields: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Fields that are not kept by a rule, and columns whose values they show."""
    decided: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The same of fields that are."""
    unreadable: dict[str, str] = field(default_factory=dict)
    found: list[int] = field(default_factory=list)
    """The numbers of documents whose ids show what was found in their texts."""
    clues: TimeClues = field(init=False)
    documents: int = 0
    alone: int = 0
    """Documents, and those among them that do not say whom they are about."""

    def __post_init__(self) -> None:
        self.clues = TimeClues(self.engine.policy)

    def look(self, documents: Iterable[Document], tracked: Iterable[Document]) -> None:
        """Look at every document; search those few whose ids hold words of their texts."""
        said = without_counters(one.id for one in documents) if self.shows_ids else {}
        self.shown.add(_ID, (part for one in said.values() for part in one.split("/")))
        tried, main = 0, _language(self.engine)
        for number, document in enumerate(tracked, 1):
            self.documents += 1
            self.alone += not document.names_somebody
            shown = said.get(document.id, "")
            self._look_at_names(document)
            unreadable = self.engine.columns.unreadable(document)
            for name in unreadable:
                self.unreadable.setdefault(name, document.id)
            if unreadable:
                continue
            in_id = self._look_at_columns(document, shown, number)
            if shown and not in_id and tried < _TRIED and _are_shared(shown, document, main):
                tried += 1
                self.found += [number] if self._is_found(document, shown) else []

    def _look_at_names(self, document: Document) -> None:
        """Take in the names of the fields that are released, of the keys in them, and channels."""
        columns = self.engine.columns
        own = columns.names_in(document)
        self.names |= own
        self.open_ones |= columns.open_in(document)
        kept = columns.kept(document)
        self.clues.learn(document, kept)
        rewritten = (name for name in own if name in columns.protected)
        self.shown.add(_FIELD, (*strings_in(kept, values=False), *rewritten))
        by_format = (value for name, value in kept.items() if name in columns.usual)
        self.shown.add(_CHANNEL, (one for one in by_format if isinstance(one, str)))

    def _look_at_columns(self, document: Document, shown: str, number: int) -> bool:
        """Take in what a document shows of its protected columns; tell whether its id does."""
        columns = self.engine.columns
        whole = columns.whole(document)
        values = {
            squeezed: cell.name
            for cell in columns.cells(whole)
            if cell.role != TEXT
            and len(squeezed := squeeze_text(whole.text[cell.start : cell.end])) >= MIN_LENGTH
        }
        if not values:
            return False
        by_rule = columns.kept_by_rule(document)
        beside = columns.kept(document)
        for name, value in beside.items():
            column = values.get(squeeze_text(str(value)))
            if column is not None:
                (self.decided if name in by_rule else self.fields)[name, column] += 1
        words = {squeeze_text(shown), *map(squeeze_text, _WORD.findall(shown))}
        in_id = {values[word] for word in words if word in values}
        for column in in_id:
            self.ids.setdefault(column, []).append(number)
        return bool(in_id)

    def _is_found(self, document: Document, shown: str) -> bool:
        """Tell whether a detector finds in a text what the id of its document shows."""
        engine, policy = self.engine, self.engine.policy
        language = _language(engine)
        read = engine.columns.whole(Document(shown, document.text, language=language))
        spans = Detection.settle(read, engine.scan(read))
        wanted = (s for s in spans if policy.by_label.get(s.label, policy.default) is not None)
        edits = [Edit(s.start, s.end, f"[{s.label}]", s.label) for s in wanted]
        case = Case(read, Release.of(read, edits), language=language)
        verdict = Residue(language, policy.lists).verify([case])
        return any(witness.beside == ID for witness in verdict.witnesses)

    def unreadable_columns(self) -> Iterator[Hindrance]:
        """Yield protected columns that hold something else than text and numbers."""
        for name, first in self.unreadable.items():
            yield Hindrance(
                f"the column {name!r} holds neither text nor numbers (first in document {first})",
                "cast it to text, or use drop",
            )

    def faults(self) -> Iterator[Hindrance]:
        """Yield what would be refused at the end."""
        for column, numbers in self.ids.items():
            yield Hindrance(
                f"the ids of {_documents(numbers)} show what the column {column!r} protects", _IDS
            )
        if self.found:
            more = " at least" if len(self.found) == _TRIED else ""
            yield Hindrance(
                f"the ids of{more} {_documents(self.found)} show a name or number that is removed "
                "from their texts",
                _IDS,
            )
        for (name, column), count in self.fields.items():
            yield Hindrance(
                f"the field {name!r} shows in {_rows(count)} what the column {column!r} protects",
                f"give it a rule: --column {shlex.quote(f'{name}=drop')} leaves it out, "
                f"--column {shlex.quote(f'{name}=keep')} shows it",
            )

    def people(self) -> Iterator[str]:
        """Yield how many documents do not say whom they are about, if people are counted."""
        policy = self.engine.policy
        counted = bool(policy.screen) or any(step.use == _CONSISTENCY for step in policy.verify)
        if counted and (told := told_alone(self.alone, self.documents)):
            yield told

    def kept(self) -> Iterator[str]:
        """Yield what fields show that a rule of the policy keeps."""
        for (name, column), count in self.decided.items():
            yield (
                f"the column {name!r} is kept, and shows in {_rows(count)} what the column "
                f"{column!r} protects; --column {shlex.quote(f'{name}=drop')} leaves it out"
            )


def _are_shared(shown: str, document: Document, language: str) -> bool:
    """Tell whether an id has a telling word or number that stands in its own text, too."""
    words = {word.casefold() for word in _WORD.findall(shown)}
    telling = (
        word for word in words if len(word) >= MIN_LENGTH and not are_everyday([word], language)
    )
    text = document.text.casefold()
    return any(word in text for word in telling)


def _documents(numbers: list[int]) -> str:
    if len(numbers) == 1:
        return f"document number {numbers[0]:,}"
    return f"{len(numbers):,} documents (the first is number {numbers[0]:,})"


def _rows(count: int) -> str:
    return "1 row" if count == 1 else f"{count:,} rows"
