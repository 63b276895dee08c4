"""Projects: the list of them, a new one, and the first page of one."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from textveil.errors import InputError, TextveilError, UsageError, WrongKeyError
from textveil.formats.sources import Source
from textveil.learn.project.loop_settings import LoopSettings
from textveil.learn.teamwork.founding import founded, taken_over
from textveil.learn.teamwork.team_project import TeamProject
from textveil.pipeline.evaluation.query_strategies import strategy_named
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.document import Document
from textveil.values.keys.password import Password
from textveil.values.keys.secret import Secret
from textveil.web.asking import Answer, PageRequest, as_json, redirect
from textveil.web.people.members import Members
from textveil.web.project_keys import SharedProject
from textveil.web.rendering import page
from textveil.web.routes import Right
from textveil.web.teams import annotators, begin_learning, keep_learning, learn_soon, team_of
from textveil.web.words import words

__all__ = ["begin", "learn", "project", "projects", "queue"]

_ROWS: Final = 50
_PROJECT_FILES: Final = (".project", ".vault")


def projects(asked: PageRequest) -> Answer:
    """List the projects of the user, with the form of a new one."""
    return _list(asked)


def _list(asked: PageRequest, problem: TextveilError | None = None, name: str = "") -> Answer:
    mine = Members(asked.place).of(asked.user)
    rights = {one.id: Members(asked.place).right(one.id, asked.user) for one in mine}
    status = 400 if problem else 200
    return page(asked, "projects", status, projects=mine, rights=rights, problem=problem, name=name)


def begin(asked: PageRequest) -> Answer:
    """Make a project from files; its model is made ready in the background."""
    form, members = asked.form, Members(asked.place)
    made: SharedProject | None = None
    try:
        if form.files is None or not form.files.names():
            raise UsageError(words().error_project_files, where="files")
        made = members.new(form["name"], asked.user)
        store = asked.place.vault(made.id, made.key)
        with asked.place.rooms.room() as room:
            paths = _written(asked, room)
            if len(paths) == 1 and paths[0].suffix in _PROJECT_FILES:
                _take_over(store, paths[0], form["password"])
            else:
                founded(store, _documents(paths, form["format"]), _settings(asked), strategy_named)
    except TextveilError as error:
        if made is not None:
            members.delete(made.id)
        return _list(asked, _beside(error), form["name"])
    asked = replace(asked, project=made, right=Right.OWNER)
    if TeamProject(store, strategy_named).should_learn():
        learn_soon(asked)
    return redirect(f"/projects/{made.id}")


def _beside(error: TextveilError) -> UsageError:
    """Return an error of a file as one of the form; paths of the room mean nothing to anybody."""
    if error.where in ("name", "files", "format", "password"):
        return UsageError(error.what, where=error.where, hint=error.hint)
    place = Path(error.where).name if "/" in error.where else error.where
    what = f"{error.what} ({place})" if place else error.what
    return UsageError(what, where="files", hint=error.hint)


def _written(asked: PageRequest, room: Path) -> list[Path]:
    """Write what was sent into a room, and return the files."""
    files = asked.form.files
    if files is None:
        return []
    made = []
    for name in files.names():
        path = room / name
        with path.open("wb") as file:
            for piece in files.pieces(name):
                file.write(piece)
        made.append(path)
    return made


def _documents(paths: list[Path], format_name: str) -> list[Document]:
    if len(paths) == 1:
        return list(Source.open(paths[0], format_name or None))
    if format_name:
        # A format of several files, such as brat, is read as the folder that they lie in.
        return list(Source.open(paths[0].parent, format_name))
    return list(Source.open_all(paths))


def _take_over(store: SqliteVault, path: Path, given: str) -> None:
    """Take a project file over; what opens it is a password, or the content of a key file."""
    if not given:
        raise UsageError(words().error_file_key, where="password")
    try:
        taken_over(store, path, Password(given))
    except WrongKeyError:
        taken_over(store, path, Secret(given.strip().encode()))


def _settings(asked: PageRequest) -> LoopSettings:
    form = asked.form
    first = form["first"] or "fast-en"
    settings = LoopSettings(first=first, strategy=form["strategy"] or "lcub:0.6")
    if form["batch"]:
        if not form["batch"].isdecimal() or not 0 < int(form["batch"][:6]) < 1000:
            raise UsageError(words().error_batch, where="batch")
        settings = replace(settings, batch=int(form["batch"]))
    strategy_named(settings.strategy, settings.seed)
    return settings


def project(asked: PageRequest) -> Answer:
    """Show a project: what is to be done now, and its documents, 50 a page."""
    team = team_of(asked)
    job = keep_learning(asked, team)
    first = max(asked.number("from"), 1)
    ids = team.records.ids(range(first, first + _ROWS))
    states = team.records.states(list(ids.values()))
    total = team.records.count()
    may = asked.right >= Right.ANNOTATOR
    return page(
        asked,
        "project",
        team=team.records.plan(),
        queue=team.queue(asked.user, annotators(asked)) if may else [],
        news=_numbers(team, team.news(asked.user)),
        disputes=_numbers(team, team.records.disputes(_ROWS)),
        rows=[(number, ids[number], states[ids[number]]) for number in sorted(ids)],
        total=total,
        before=max(first - _ROWS, 1) if first > 1 else 0,
        after=first + _ROWS if first + _ROWS <= total else 0,
        job=job,
        progress=asked.place.jobs.progress(job.id) if job else {},
    )


def _numbers(team: TeamProject, names: list[str]) -> list[tuple[int, str]]:
    numbers = team.records.numbers(names)
    return [(numbers[name], name) for name in names if name in numbers]


def queue(asked: PageRequest) -> Answer:
    """Tell a page what the user can annotate now, and whether a model is learning."""
    team = team_of(asked)
    job = keep_learning(asked, team)
    waiting = team.queue(asked.user, annotators(asked))
    told: dict[str, Any] = {
        "documents": [
            {
                "number": one.number,
                "id": one.id,
                "score": one.score,
                "common": one.common,
                "begun": one.begun,
                "reopened": one.reopened,
                "skipped": one.skipped,
            }
            for one in waiting
        ],
        "learning": job is not None and not job.over,
        "failed": job is not None and job.state == "failed",
        "disputes": len(team.records.disputes(_ROWS)),
    }
    return as_json(told)


def learn(asked: PageRequest) -> Answer:
    """Let the model learn once more after its job has failed."""
    if not team_of(asked).should_learn():
        raise InputError(words().error_nothing_to_learn)
    begin_learning(asked)
    return redirect(f"/projects/{asked.here.id}")
