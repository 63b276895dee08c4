"""Projects of a few notes in a workbench, and the requests that annotation pages send."""

import json
from collections.abc import Mapping

from tests.unit.web.workbench import csrf

from textveil.learn.teamwork.team_project import TeamProject
from textveil.pipeline.evaluation.query_strategies import strategy_named
from textveil.web.people.members import Members

PEOPLE = ("Ana Ruiz", "Tom Berg", "Eva Lind", "Ida Holm")
JSON = {"accept": "application/json"}


def note(number):
    """Return a note with an emoji in front of two names, and the spans of both."""
    first, second = PEOPLE[number % 4], PEOPLE[(number + 1) % 4]
    text = f"Note {number} \U0001f600. Seen by Dr. {first} with {second} on the ward."
    spans = [[text.index(name), text.index(name) + len(name), "NAME"] for name in (first, second)]
    return {"id": f"n{number}", "text": text, "subject": f"p{number}"}, spans


def notes_file(count=12, *, marked=False):
    """Return notes as a file of JSON Lines."""
    rows = []
    for number in range(count):
        row, spans = note(number)
        if marked:
            row["spans"] = [{"start": a, "end": b, "label": label} for a, b, label in spans]
        rows.append(json.dumps(row))
    return "\n".join(rows).encode()


def project_of(browser, content=None, name="notes.jsonl", **more):
    """Make a project by the form, and return its address."""
    data = {"csrf": csrf(browser), "name": "Notes", "first": "random", **more}
    files = {"files": (name, notes_file() if content is None else content)}
    done = browser.post("/projects", data=data, files=files)
    assert done.status_code == 303, done.text
    return done.headers["location"]


def send(browser, method, path, body=None):
    """Send what a script sends."""
    headers = {**JSON, "x-csrf-token": csrf(browser)}
    if isinstance(body, Mapping | list):
        return browser.request(method, path, headers=headers, json=body)
    return browser.request(method, path, headers=headers, content=body or b"")


def opened(bench, path):
    """Return the team project at an address, as the server has it."""
    found = Members(bench.place).find(path.rpartition("/")[2])
    return TeamProject(bench.place.vault(found.id, found.key), strategy_named)


def learnt(bench, path):
    """Let the model of a project learn in this process, and wait for no job."""
    opened(bench, path).learn()


def marks(browser, path, number, spans, version=0, **more):
    """Keep marks."""
    body = {"version": version, "spans": spans, "seconds": 1.5, **more}
    return send(browser, "PUT", f"{path}/documents/{number}/marks", body)
