"""Decisions between people: what they have marked side by side, without the model's findings."""

from textveil.errors import InvalidValueError
from textveil.evaluate.detection.annotators import agreement_of
from textveil.learn.project.project_records import spans_to_json
from textveil.learn.teamwork.comparing import annotated_twice
from textveil.learn.teamwork.team_project import GivenMarks, TeamProject
from textveil.values.span import Spans
from textveil.web.asking import Answer, PageRequest, as_json
from textveil.web.pages.projects.documents import kept_answer
from textveil.web.people.keys import keys_of
from textveil.web.reception import missing
from textveil.web.rendering import page
from textveil.web.teams import document_id, team_of

__all__ = ["agreement", "decide", "decision", "decisions"]

_SHOWN = 200


def decisions(asked: PageRequest) -> Answer:
    """List the documents about which people differ."""
    team = team_of(asked)
    names = team.records.disputes(_SHOWN)
    numbers = team.records.numbers(names)
    states = team.records.states(names)
    rows = [(numbers[name], name, states[name].done) for name in names if name in numbers]
    return page(asked, "decisions", rows=rows)


def decision(asked: PageRequest) -> Answer:
    """Show what people have marked in a document; the decision begins with what all agree on."""
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
            "writes": True,
            "keys": keys_of(asked.place.server(), asked.user),
            "total": team.records.count(),
            "decides": True,
        }
        return page(asked, "document", config=config, plan=plan, people=[])
    state = team.records.state(name)
    people = {user: team.shown(user, name).spans for user in sorted(state.people)}
    decided = team.decision(name)
    agreed = decided.spans if decided else _agreed(list(people.values()))
    return as_json(
        {
            "id": name,
            "text": team.records.document(name).text,
            "spans": spans_to_json(agreed),
            "version": decided.version if decided else 0,
            "number": asked.number("n"),
            "done": state.settled,
            "people": {user: spans_to_json(spans) for user, spans in people.items()},
            "notes": team.records.notes(name),
            "next": _next(team, name),
        }
    )


def _agreed(every: list[Spans]) -> Spans:
    if not every:
        return Spans()
    return Spans(span for span in every[0] if all(span in other for other in every[1:]))


def _next(team: TeamProject, name: str) -> list[int]:
    names = [one for one in team.records.disputes(_SHOWN) if one != name]
    numbers = team.records.numbers(names)
    return [numbers[one] for one in names if one in numbers]


def decide(asked: PageRequest) -> Answer:
    """Keep a decision: it is submitted, and people see what was changed."""
    team = team_of(asked)
    name = document_id(asked, team)
    if name is None:
        return missing(asked)
    try:
        given = GivenMarks.from_json(asked.json())
        if not given.done:
            # A decision that is not made yet stays with who makes it.
            return as_json({"version": given.version})
        kept = team.settle(asked.user, name, given)
    except InvalidValueError as error:
        return as_json({"error": error.what, "where": error.where, "hint": error.hint}, 422)
    return kept_answer(asked, kept)


def agreement(asked: PageRequest) -> Answer:
    """Show how far people agree, by pair, document and label."""
    team = team_of(asked)
    found = agreement_of(annotated_twice(team))
    if asked.wants_json:
        return as_json(found.to_json())
    numbers = team.records.numbers(list(found.by_document))
    return page(asked, "agreement", found=found, numbers=numbers)
