"""Release: what is asked for, and the jobs that do it."""

import json
from pathlib import Path
from typing import Any, Final

from textveil.errors import TextveilError, UsageError
from textveil.formats.inputs import text_codec
from textveil.formats.makers import FORMAT_SHELF
from textveil.pipeline.demo import sample_notes
from textveil.policy.policy import Policy, load_policy, parse_policy, shipped_policies
from textveil.values.label import LABELS
from textveil.web.asking import Answer, PageRequest, SentForm, redirect
from textveil.web.desk.own_policies import OWN, own_policies
from textveil.web.pages.jobs import found
from textveil.web.reception import missing
from textveil.web.rendering import page
from textveil.web.tasks.asked import ALLOW, DENY, PATHS, POLICY, under_roots
from textveil.web.words import words

__all__ = [
    "again",
    "form",
    "labels_offered",
    "read_column_lines",
    "start",
    "start_check",
    "start_sample",
]

_USUAL: Final = "tag-only"
_SAMPLE: Final = "sample notes"
_LISTS: Final = {"allow": ALLOW, "deny": DENY}
_PLAIN: Final = ("policy", "caution", "folder", "ids", "format", "encoding")
_SHOWN: Final = (*_PLAIN, *_LISTS, "columns", "recipients")


def labels_offered() -> list[tuple[str, str]]:
    """Return every label with what it is."""
    return list(LABELS.items())


def form(asked: PageRequest) -> Answer:
    """Show the form that begins a release."""
    return _form(asked, {"policy": _USUAL})


def again(asked: PageRequest) -> Answer:
    """Show the form with what a job was asked; its documents are sent again."""
    job = found(asked)
    if job is None or "policy" not in job.asked:
        return missing(asked)
    given = asked.place.jobs.files(job, "in")
    told = {
        name: given.bytes_of(own).decode() for name, own in _LISTS.items() if own in given.names()
    }
    told |= {name: job.asked.get(name, "") for name in _PLAIN}
    told["columns"] = _column_lines(job.asked.get("columns", {}))
    told["recipients"] = "\n".join(job.asked.get("recipients", ()))
    return _form(asked, told)


def _form(
    asked: PageRequest,
    told: dict[str, Any],
    problem: TextveilError | None = None,
    status: int = 200,
) -> Answer:
    policies = [(name, load_policy(name).description) for name in shipped_policies()]
    return page(
        asked,
        "release",
        status,
        problem=problem,
        told={name: told.get(name, "") for name in _SHOWN},
        policies=[
            *((f"{OWN}{name}", name) for name in own_policies(asked)),
            *((name, f"{name}: {description}") for name, description in policies),
        ],
        formats=[
            ("", words().release_format_own),
            *((one, one) for one in FORMAT_SHELF.catalogue()),
        ],
        roots=asked.place.settings.roots,
        most=asked.place.settings.max_upload // 1_000_000,
    )


def start(asked: PageRequest) -> Answer:
    """Begin to find, or to release."""
    form = asked.form
    try:
        settings = release_settings(asked)
        given = _given(asked, need=not settings.get("folder"))
    except TextveilError as error:
        return _form(asked, {name: form[name] for name in _SHOWN}, error, 400)
    kind = "release" if form["do"] == "release" else "find"
    job = asked.place.jobs.new(asked.user, kind, settings, given)
    return redirect(f"/jobs/{job.id}")


def release_settings(asked: PageRequest) -> dict[str, Any]:
    """Return what a form asks for, checked as far as that is possible before texts are read."""
    form, roots = asked.form, asked.place.settings.roots
    settings: dict[str, Any] = {"policy": form["policy"] or _USUAL, "name": ""}
    policy = _policy_of(asked, settings["policy"])
    settings["columns"] = read_column_lines(form["columns"])
    policy.with_columns(settings["columns"])
    if caution := form["caution"]:
        settings["caution"] = caution
        policy.with_caution(caution)
    if people := [name.strip() for name in form["recipients"].splitlines() if name.strip()]:
        settings["recipients"] = people
    if form["ids"]:
        settings["ids"] = "number"
    if format_name := form["format"]:
        if format_name not in FORMAT_SHELF.catalogue():
            raise UsageError(words().error_format, where="format")
        settings["format"] = format_name
    if encoding := form["encoding"].strip():
        settings["encoding"] = _encoding(encoding)
    if folder := form["folder"].strip():
        under_roots(folder, roots)
        settings |= {"folder": folder, "roots": [str(root) for root in roots]}
    return settings


def _encoding(name: str) -> str:
    try:
        return text_codec(name).name
    except (UsageError, ValueError):
        raise UsageError(words().error_encoding, where="encoding") from None


def _policy_of(asked: PageRequest, name: str) -> Policy:
    """Return a shipped policy, or one that the user saved."""
    if (own := own_policies(asked).get(name.removeprefix(OWN))) and name.startswith(OWN):
        return parse_policy(own, name)
    if name not in shipped_policies():
        raise UsageError(words().error_missing, where="policy")
    return load_policy(name)


def _given(asked: PageRequest, *, need: bool) -> Any:
    """Return the files of a form with the lists beside them; raise if there are none."""
    form = asked.form
    files, key = (form.files, form.key) if form.files and form.key else asked.place.incoming()
    sent = [name for name in files.names() if not name.startswith(".")]
    if need and not sent:
        raise UsageError(words().error_no_files, where="files")
    _put_paths(form, sent, files)
    if own := own_policies(asked).get(form["policy"].removeprefix(OWN)):
        files.put(POLICY, own.encode())
    for name, own in _LISTS.items():
        if form[name].strip():
            files.put(own, form[name].encode("utf-8", "replace"))
    return files, key


def _put_paths(form: SentForm, sent: list[str], files: Any) -> None:
    """Keep where files lie in a folder that was sent; the page names them in order."""
    paths = form.fields.get("path", ())
    if len(paths) == len(sent) and any("/" in path for path in paths):
        files.put(PATHS, json.dumps(dict(zip(sent, paths, strict=True))).encode())


def start_check(asked: PageRequest) -> Answer:
    """Begin the check of a release that was sent."""
    try:
        given = _given(asked, need=True)
    except TextveilError as error:
        return _form(asked, {"policy": _USUAL}, error, 400)
    return redirect(f"/jobs/{asked.place.jobs.new(asked.user, 'verify', {'name': ''}, given).id}")


def start_sample(asked: PageRequest) -> Answer:
    """Begin to look for what identifies people in the sample notes."""
    files, key = asked.place.incoming()
    files.put("notes.jsonl", Path(sample_notes()).read_bytes())
    settings = {"policy": _USUAL, "name": _SAMPLE, "columns": {}}
    job = asked.place.jobs.new(asked.user, "find", settings, (files, key))
    return redirect(f"/jobs/{job.id}")


def read_column_lines(text: str) -> dict[str, str]:
    """Return the rules for columns, one a line."""
    roles: dict[str, str] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        name, sign, role = line.rpartition("=")
        if not sign or not name.strip() or not role.strip():
            raise UsageError(words().error_column, where="columns")
        roles[name.strip()] = role.strip()
    return roles


def _column_lines(roles: dict[str, str]) -> str:
    return "\n".join(f"{name}={role}" for name, role in roles.items())
