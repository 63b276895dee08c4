"""Founding: a team project from documents, or from the file of a learning project."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

from textveil.errors import InputError, VaultError
from textveil.learn.project.learning_project import LearningProject
from textveil.learn.project.loop_settings import LoopSettings
from textveil.learn.project.project_records import (
    ANNOTATION,
    CLUSTERS,
    DOCUMENT,
    EARLIER,
    GUESS,
    ROUND,
    SCORE,
    SETTINGS,
    read_state,
)
from textveil.learn.teamwork.team_plan import MAIN_LABELS
from textveil.learn.teamwork.team_records import TeamRecords
from textveil.learn.training.gold import LONGEST, Gold, scheme_of
from textveil.store.log import LookUp
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.contracts import Strategy
from textveil.values.document import Corpus, Document
from textveil.values.keys.password import Password
from textveil.values.keys.sealed_store import SealedStore
from textveil.values.keys.secret import Secret
from textveil.values.span import Spans

__all__ = ["founded", "taken_over", "written_out"]

LOOP: Final = (SETTINGS, CLUSTERS, DOCUMENT, ROUND, GUESS, SCORE, ANNOTATION, EARLIER)
"""The records of a learning project; those of people are not among them."""
_FEW: Final = 5
"""A project about fewer people has none to spare for the audit."""


def founded(
    store: SealedStore,
    documents: Iterable[Document],
    settings: LoopSettings,
    strategies: Callable[[str, int], Strategy],
) -> int:
    """Start a project, and return how many documents it has.

    Spans that documents bring are what people begin with; the loop does not learn from them. A
    project with few documents has a smaller batch, and one about very few people has no audit.

    Raises
    ------
    InputError
        If no document holds a word, two have one id, or a label is not known.
    """
    given = list(Corpus(documents))
    usable = LearningProject.usable(given, replace(settings, batch=1, audit=0.0))
    if isinstance(settings.batch, int):
        settings = replace(settings, batch=min(settings.batch, len(usable)))
    if len({one.counted_subject for one in usable}) < _FEW:
        settings = replace(settings, audit=0.0)
    annotated = [one for one in given if one.spans]
    gold = Gold(scheme=scheme_of(annotated), overlaps=LONGEST)
    brought = {one.id: gold.of(one).spans or Spans() for one in annotated}
    with store.step():
        LearningProject(store, strategies).start(given, settings)
        records = TeamRecords(store)
        records.prepare(usable, brought)
        found = sorted({span.label for spans in brought.values() for span in spans})
        labels = (*MAIN_LABELS, *(one for one in found if one not in MAIN_LABELS))
        records.set_plan(replace(records.plan(), labels=labels))
    return len(usable)


def taken_over(store: SealedStore, path: Path, given: Secret | Password) -> int:
    """Take the documents, rounds and annotations of a project file over into an empty store.

    Raises
    ------
    WrongKeyError
        If this does not open the file.
    VaultError
        If it holds no learning project, or the store holds one.
    """
    with SqliteVault(path, given, look_up=LookUp.LEARN) as other:
        state = read_state(other)
        rows = {kind: other.fetch_all(kind) for kind in LOOP}
    if not state.documents:
        raise InputError("this project has no documents")
    # Documents keep their order, whatever their ids.
    rows[DOCUMENT] = {name: rows[DOCUMENT][name] for name in state.documents}
    with store.step():
        if store.page(SETTINGS, 1):
            raise VaultError("a learning project was started here before")
        for kind, some in rows.items():
            for key, content in some.items():
                store.put(kind, key, content)
        TeamRecords(store).prepare(state.documents.values(), {})
    return len(state.documents)


def written_out(store: SealedStore, path: Path, given: Secret | Password) -> None:
    """Write the loop of a project as a file that `textveil learn` goes on with."""
    with SqliteVault(path, given, create=True, look_up=LookUp.LEARN) as other, other.step():
        for kind in LOOP:
            for key, content in store.fetch_all(kind).items():
                other.put(kind, key, content)
