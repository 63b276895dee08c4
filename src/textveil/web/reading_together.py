"""Reading together: the sample of a release as a project, so that several people read it.

What was replaced, or left by the policy, stands in it as marks of two labels, which the annotation
view shows in grey. Who is done with a document has read it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from textveil.errors import UsageError
from textveil.learn.project.loop_settings import RANDOM, LoopSettings
from textveil.learn.teamwork.founding import founded
from textveil.learn.teamwork.team_project import TeamProject
from textveil.pipeline.evaluation.query_strategies import strategy_named
from textveil.pipeline.risk.sampling import LEFT, REPLACED
from textveil.values.document import Document
from textveil.values.span import Spans
from textveil.web.asking import PageRequest
from textveil.web.people.members import Members
from textveil.web.routes import Right
from textveil.web.teams import learn_soon
from textveil.web.words import words
from textveil.web.working.jobs import Job

__all__ = ["SharedReading", "reading_of", "share_reading"]

_SHARED: Final = "reading shared"
_GREY: Final = {REPLACED: f"X-{REPLACED}", LEFT: f"X-{LEFT}"}


@dataclass(frozen=True, slots=True, repr=False)
class SharedReading:
    """A sample that people read together.

    Attributes
    ----------
    project
        Its id.
    people
        By person: what they marked as missed in each document that they are done with.
    """

    project: str
    people: Mapping[str, Mapping[str, Spans]]


def share_reading(asked: PageRequest, job: Job, documents: Sequence[Document]) -> str:
    """Make a project from a sample, and return its id; once is enough."""
    known = reading_of(asked, job)
    if known is not None:
        return known.project
    if not documents:
        raise UsageError(words().error_no_sample, where="number")
    made = Members(asked.place).new(f"{words().risk_project} {job.told['release'][:8]}", asked.user)
    store = asked.place.vault(made.id, made.key)
    settings = LoopSettings(first=RANDOM, strategy="random", batch=len(documents), audit=0.0)
    founded(store, [_grey(one) for one in documents], settings, strategy_named)
    asked.place.server().put(_SHARED, job.id, made.id.encode())
    learn_soon(replace(asked, project=made, right=Right.OWNER))
    return made.id


def _grey(document: Document) -> Document:
    spans = (document.spans or Spans()).where(lambda span: span.label in _GREY)
    return replace(document, spans=Spans(replace(span, label=_GREY[span.label]) for span in spans))


def reading_of(asked: PageRequest, job: Job) -> SharedReading | None:
    """Return what people have read of a sample together; None if it is not shared."""
    found = asked.place.server().fetch(_SHARED, job.id)
    project = None if found is None else Members(asked.place).find(found.decode())
    if project is None:
        return None
    team = TeamProject(asked.place.vault(project.id, project.key), strategy_named)
    people: dict[str, dict[str, Spans]] = {}
    for name, state in team.records.all_states().items():
        for user in state.done:
            marks = team.shown(user, name).spans
            missed = marks.where(lambda span: span.label not in _GREY.values())
            people.setdefault(user, {})[name] = missed
    return SharedReading(project.id, people)
