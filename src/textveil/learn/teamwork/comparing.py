"""Comparing: documents that several people have annotated, and documents as they stand."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from textveil.evaluate.detection.annotators import AnnotatedTwice
from textveil.learn.project.project_records import ANNOTATION, SubmittedSpans
from textveil.learn.teamwork.team_project import TeamProject
from textveil.learn.teamwork.team_records import NUMBER
from textveil.values.document import Document

__all__ = ["all_documents", "annotated_twice", "documents_as_marked", "found_in"]

_PAGE: Final = 200


def annotated_twice(project: TeamProject) -> Iterator[AnnotatedTwice]:
    """Yield the documents with which two people or more are done."""
    for name, state in project.records.all_states().items():
        if len(state.done) > 1:
            people = {user: project.shown(user, name).spans for user in state.done}
            yield AnnotatedTwice(name, project.records.document(name).text, people)


def all_documents(project: TeamProject) -> Iterator[Document]:
    """Yield all documents in their order, without annotations."""
    return (document for _, document in _numbered(project))


def _numbered(project: TeamProject) -> Iterator[tuple[int, Document]]:
    """Yield all documents in their order, without holding more than a page of them."""
    last, number = None, 0
    while page := project.records.store.page(NUMBER, _PAGE, last):
        names = project.records.ids([int(key) for key in page])
        for key in page:
            number, last = int(key), key
            yield number, project.records.document(names[number])


def documents_as_marked(project: TeamProject, user: str = "") -> Iterator[Document]:
    """Yield all documents with what was submitted for them, or with the marks of one person.

    A document that nobody has annotated has no spans, which is not the same as an empty list.
    """
    for _, document in _numbered(project):
        if user:
            marks = project.records.marks(user, document.id)
            spans = None if marks is None else marks.spans
        else:
            submitted = project.records.one(ANNOTATION, document.id, SubmittedSpans.from_json)
            spans = None if submitted is None else submitted.spans
        yield replace(document, spans=spans)


def found_in(project: TeamProject, text: str, most: int = 200) -> list[tuple[int, int]]:
    """Return numbers of documents that hold a text, whatever its case, and how often they do."""
    wanted = text.casefold()
    made: list[tuple[int, int]] = []
    if not wanted:
        return made
    for number, document in _numbered(project):
        count = document.text.casefold().count(wanted)
        if count:
            made.append((number, count))
        if len(made) == most:
            break
    return made
