"""The team of a project: labels, guideline, members; deleting it; and the keys of a user."""

from textveil.errors import InvalidValueError, TextveilError, UsageError
from textveil.learn.teamwork.team_plan import TeamPlan
from textveil.values.label import LABELS
from textveil.web.asking import Answer, PageRequest, as_json, redirect
from textveil.web.people.accounts import Accounts
from textveil.web.people.keys import set_keys
from textveil.web.people.members import Members
from textveil.web.rendering import page
from textveil.web.routes import Right
from textveil.web.teams import learning_job, team_of
from textveil.web.words import words

__all__ = ["change", "delete", "guideline", "keys", "member", "settings"]

_RIGHTS = (Right.VIEWER, Right.ANNOTATOR, Right.ADJUDICATOR, Right.OWNER)


def settings(asked: PageRequest) -> Answer:
    """Show labels, guideline and members of a project."""
    return _settings(asked)


def _settings(asked: PageRequest, problem: TextveilError | None = None) -> Answer:
    members = Members(asked.place).all(asked.here.id)
    return page(
        asked,
        "settings",
        400 if problem else 200,
        plan=team_of(asked).records.plan(),
        members=members,
        others=[name for name in Accounts(asked.place.server()).names() if name not in members],
        rights=_RIGHTS,
        known=LABELS,
        problem=problem,
    )


def change(asked: PageRequest) -> Answer:
    """Change labels, guideline and the share in common."""
    form = asked.form
    try:
        plan = TeamPlan(
            tuple(form["labels"].replace(",", " ").split()),
            form["guideline"].replace("\r\n", "\n"),
            _number(form["share"], "share") / 100,
            int(_number(form["people"], "people")),
        )
        team_of(asked).records.set_plan(plan)
    except TextveilError as error:
        return _settings(asked, error)
    return redirect(f"/projects/{asked.here.id}/settings")


def _number(text: str, where: str) -> float:
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise UsageError(words().error_number, where=where)
    return float(text)


def member(asked: PageRequest) -> Answer:
    """Make somebody a member, change what they may do, or take them out."""
    members, user = Members(asked.place), asked.form["user"].strip()
    try:
        if not Accounts(asked.place.server()).knows(user):
            raise UsageError(words().error_no_account, where="user")
        if asked.form["right"] == "none":
            members.leave(asked.here.id, user)
        else:
            members.set(asked.here.id, user, _right(asked.form["right"]))
    except TextveilError as error:
        return _settings(asked, error)
    return redirect(f"/projects/{asked.here.id}/settings")


def _right(name: str) -> Right:
    found = {one.name.lower(): one for one in _RIGHTS}.get(name)
    if found is None:
        raise UsageError(words().error_right, where="right")
    return found


def guideline(asked: PageRequest) -> Answer:
    """Show what annotators are told."""
    return page(asked, "guideline", plan=team_of(asked).records.plan(), known=LABELS)


def delete(asked: PageRequest) -> Answer:
    """Delete a project: its key is destroyed, so nobody can open it again."""
    if asked.form["sure"] != asked.here.name:
        return _settings(asked, UsageError(words().error_sure, where="sure"))
    for kind in ("learn", "map"):
        job = learning_job(asked, kind)
        if job is not None and not job.over:
            asked.place.jobs.stop(job.id)
    Members(asked.place).delete(asked.here.id)
    return redirect("/projects")


def keys(asked: PageRequest) -> Answer:
    """Keep the keys that a user has chosen."""
    try:
        set_keys(asked.place.server(), asked.user, asked.json())
    except InvalidValueError as error:
        return as_json({"error": error.what, "where": error.where, "hint": error.hint}, 422)
    return as_json({})
