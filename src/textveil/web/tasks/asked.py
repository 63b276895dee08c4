"""What a job was asked: its documents, its policy, and the decisions that go with it.

Words that somebody listed and decided about are text. They lie sealed among the files of the job,
under names that no upload can have: those begin with no dot.
"""

import json
from pathlib import Path, PurePosixPath
from typing import Any, Final

from textveil.errors import InputError
from textveil.formats.sources import Source
from textveil.pipeline.choosing import Choices, chosen_policy
from textveil.policy.policy import Policy, parse_policy
from textveil.web.words import words
from textveil.web.working.worker import JobOrder

__all__ = [
    "ALLOW",
    "DECISIONS",
    "DENY",
    "PATHS",
    "POLICY",
    "decisions_file",
    "job_inputs",
    "job_policy",
    "job_source",
    "under_roots",
]

ALLOW: Final = ".allow"
DENY: Final = ".deny"
DECISIONS: Final = ".decisions"
PATHS: Final = ".paths"
POLICY: Final = ".policy"
"""A policy that the user saved, in place of a shipped one."""
_OWN: Final = (ALLOW, DENY, DECISIONS, PATHS, POLICY)


def under_roots(given: str, roots: tuple[Path, ...]) -> Path:
    """Return a folder or file that somebody named, if it lies under one of the roots."""
    for root in roots:
        path = (root / given.strip()).resolve()
        if path.is_relative_to(root) and path.exists():
            return path
    raise InputError(words().error_folder, where="folder", hint=words().hint_folder)


def job_inputs(order: JobOrder) -> Path:
    """Return the folder in which the files of a job lie, laid out as they were sent."""
    if folder := order.asked.get("folder"):
        roots = tuple(map(Path, order.asked["roots"]))
        return under_roots(folder, roots)
    folder = order.room / "in"
    folder.mkdir(mode=0o700)
    names = [name for name in order.given.names() if name not in _OWN]
    paths = json.loads(_own(order, PATHS) or "{}")
    for name in names:
        target = folder / _inside(paths.get(name, name))
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with target.open("xb") as file:
            for piece in order.given.pieces(name):
                file.write(piece)
    return folder


def job_source(order: JobOrder, policy: Policy) -> Source:
    """Return the documents of a job."""
    folder = job_inputs(order)
    files = (
        [path for path in sorted(folder.rglob("*")) if path.is_file()] if folder.is_dir() else []
    )
    path = files[0] if len(files) == 1 else folder
    texts = [name for name, role in policy.columns.items() if role == "text"]
    options = {"encoding": told} if (told := order.asked.get("encoding")) else None
    return Source.open(path, order.asked.get("format"), options).with_text_in(texts)


def job_policy(order: JobOrder) -> Policy:
    """Return the policy of a job with everything that was chosen beside it."""
    choices: Choices = {}
    if caution := order.asked.get("caution"):
        choices["caution"] = caution
    if allow := _own(order, ALLOW).splitlines():
        choices["allow"] = [word.strip() for word in allow if word.strip()]
    if deny := _own(order, DENY).splitlines():
        choices["deny"] = _denied(deny)
    name = order.asked["policy"]
    own = _own(order, POLICY)
    policy = chosen_policy(parse_policy(own, name) if own else name, choices)
    policy = policy.with_columns(order.asked.get("columns", {}))
    return policy.with_ids(order.asked.get("ids") or policy.ids)


def decisions_file(order: JobOrder) -> Path | None:
    """Write the decisions of a job into its room; None if there are none."""
    if DECISIONS not in order.given.names():
        return None
    path = order.room / "decisions.jsonl"
    path.write_bytes(order.given.bytes_of(DECISIONS))
    return path


def _own(order: JobOrder, name: str) -> str:
    return order.given.bytes_of(name).decode() if name in order.given.names() else ""


def _denied(lines: list[str]) -> Any:
    """Return denied words by their label; a line may begin with one."""
    by_label: dict[str, list[str]] = {}
    for line in filter(None, map(str.strip, lines)):
        label, sign, word = line.partition("=")
        named = bool(sign) and label.isupper()
        by_label.setdefault(label if named else "OTHER", []).append(word if named else line)
    return by_label


def _inside(path: str) -> PurePosixPath:
    """Return the path of an uploaded file inside a folder of ours; it cannot lead out of it."""
    parts = [part for part in path.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    plain = ["".join(one for one in part if one.isprintable())[-120:] for part in parts[-12:]]
    return PurePosixPath(*([part for part in plain if part.strip(". ")] or ["file"]))
