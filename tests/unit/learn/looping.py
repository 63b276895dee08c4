"""Projects of a few notes, for tests of the loop."""

from contextlib import contextmanager

from tests.unit.learn.small_corpus import notes

from textveil.learn.project.learning_project import LearningProject
from textveil.learn.project.loop_settings import LoopSettings
from textveil.pipeline.evaluation.query_strategies import strategy_named
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.keys.secret import Secret

KEY = Secret(b"0123456789abcdef")
NOTES = notes(30)
GOLD = {note.id: note for note in NOTES}
QUICK = LoopSettings(batch=5, iterations=5)


@contextmanager
def opened(path):
    """Yield the project of a file."""
    with SqliteVault(path, KEY, create=True) as store:
        yield LearningProject(store, strategy_named)


def started(path, settings=QUICK, documents=NOTES):
    """Start a project, and return the path."""
    with opened(path) as project:
        project.start(documents, settings)
    return path


def gold_of(batch):
    """Return the documents of a batch as a perfect annotator gives them back."""
    return [GOLD[document.id] for document in batch]
