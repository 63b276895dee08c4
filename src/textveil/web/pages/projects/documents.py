"""Documents of a project: reading one, keeping marks, putting off, notes, reopening, search."""

from typing import Any, Final

from textveil.errors import InvalidValueError, UsageError
from textveil.learn.project.project_records import spans_to_json
from textveil.learn.teamwork.comparing import found_in
from textveil.learn.teamwork.team_project import GivenMarks, KeptMarks, TeamProject
from textveil.web.asking import Answer, PageRequest, as_json, redirect
from textveil.web.people.keys import keys_of
from textveil.web.people.members import Members
from textveil.web.reception import missing
from textveil.web.rendering import page
from textveil.web.routes import Right
from textveil.web.teams import annotators, document_id, learn_soon, team_of
from textveil.web.words import words

__all__ = ["document", "kept_answer", "marks", "note", "reopen", "search", "skip"]

_LONGEST_NOTE: Final = 4000
_LONGEST_SEARCH: Final = 200


def document(asked: PageRequest) -> Answer:
    """Show a document with the user's marks; a program gets them as JSON."""
    team = team_of(asked)
    name = document_id(asked, team)
    if name is None:
        return missing(asked)
    if not asked.wants_json:
        plan = team.records.plan()
        config = {
            "project": asked.here.id,
            "number": asked.number("n"),
            "labels": list(plan.labels),
            "writes": asked.right >= Right.ANNOTATOR,
            "decides": False,
            "keys": keys_of(asked.place.server(), asked.user),
            "total": team.records.count(),
        }
        may = asked.right >= Right.ADJUDICATOR
        people = sorted(team.records.state(name).people) if may else []
        return page(asked, "document", config=config, plan=plan, people=people)
    told = team.shown(asked.user, name)
    made = {
        "id": name,
        "text": team.records.document(name).text,
        "spans": spans_to_json(told.spans),
        "version": told.version,
    }
    return as_json({**made, **_more(asked, team, name)} if asked.query.get("more") else made)


def _more(asked: PageRequest, team: TeamProject, name: str) -> dict[str, Any]:
    """Return what our own page shows besides; nothing of it comes from other annotators."""
    if asked.right >= Right.ANNOTATOR:
        team.open_for(asked.user, name, annotators(asked))
    told, state = team.shown(asked.user, name), team.records.state(name)
    decided = team.decision(name) if state.settled else None
    if decided is not None:
        team.seen(asked.user, name)
    scores = team.scores_of(name)
    begun = asked.user in state.people
    return {
        "number": asked.number("n"),
        "done": told.done,
        "score": scores.get("score"),
        "sure": scores.get("sure") if not begun else None,
        "notes": [one for one in team.records.notes(name) if _may_read(asked, one)],
        "decision": spans_to_json(decided.spans) if decided and begun else None,
    }


def _may_read(asked: PageRequest, note: dict[str, Any]) -> bool:
    return asked.right >= Right.ADJUDICATOR or note["user"] == asked.user


def marks(asked: PageRequest) -> Answer:
    """Keep the marks of the user: 200 when they are on the disk, 409 if others stand."""
    team = team_of(asked)
    name = document_id(asked, team)
    if name is None:
        return missing(asked)
    try:
        given = GivenMarks.from_json(asked.json())
        kept = team.keep(asked.user, name, given, annotators(asked))
    except InvalidValueError as error:
        return _unfit(error)
    return kept_answer(asked, kept)


def kept_answer(asked: PageRequest, kept: KeptMarks) -> Answer:
    """Answer what came of marks; a complete batch is learnt from in the background."""
    if kept.stale:
        return as_json({"version": kept.version, "spans": spans_to_json(kept.spans)}, 409)
    if kept.complete:
        learn_soon(asked)
    return as_json({"version": kept.version})


def _unfit(error: InvalidValueError) -> Answer:
    return as_json({"error": error.what, "where": error.where, "hint": error.hint}, 422)


def skip(asked: PageRequest) -> Answer:
    """Put a document off."""
    team = team_of(asked)
    name = document_id(asked, team)
    if name is None:
        return missing(asked)
    team.skip(asked.user, name)
    return as_json({})


def note(asked: PageRequest) -> Answer:
    """Write a note for who decides between people."""
    team = team_of(asked)
    name = document_id(asked, team)
    if name is None:
        return missing(asked)
    told = asked.json()
    text = told.get("text") if isinstance(told, dict) else None
    if not isinstance(text, str) or not 1 <= len(text.strip()) <= _LONGEST_NOTE:
        return _unfit(InvalidValueError(words().error_note, where="text"))
    team.records.add_note(name, asked.user, text.strip())
    return as_json({})


def reopen(asked: PageRequest) -> Answer:
    """Ask one person to look at a document again."""
    team = team_of(asked)
    name = document_id(asked, team)
    user = asked.form["user"]
    if name is None:
        return missing(asked)
    if Members(asked.place).right(asked.here.id, user) is None:
        raise UsageError(words().error_no_member)
    team.reopen(name, user)
    return redirect(f"/projects/{asked.here.id}")


def search(asked: PageRequest) -> Answer:
    """Tell which documents hold a text; it comes in the body, for addresses hold no text."""
    told = asked.json()
    text = told.get("text") if isinstance(told, dict) else None
    if not isinstance(text, str) or not 1 <= len(text) <= _LONGEST_SEARCH:
        return _unfit(InvalidValueError(words().error_search, where="text"))
    found = found_in(team_of(asked), text)
    return as_json({"documents": [{"number": at, "count": count} for at, count in found]})
