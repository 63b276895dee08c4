"""The reception: who asks, whether they may, and what the audit log says of it."""

import hmac
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from textveil.errors import UsageError
from textveil.web.asking import Answer, PageRequest, as_json, redirect
from textveil.web.people.members import Members
from textveil.web.people.sessions import Sessions
from textveil.web.rendering import problem_page
from textveil.web.words import words

__all__ = ["admitted", "genuine"]

_OURS: Final = re.compile("[0-9]{1,9}|[0-9a-f]{16}")
"""A number, or the id of a project or job."""


def admitted(asked: PageRequest, token: str) -> PageRequest | Answer:
    """Return the request with its user, project and right; or the answer to who may not ask.

    A stranger learns the way to the login page and nothing else. Who is no member of a project
    gets the same answer as for a project that does not exist.
    """
    session = Sessions(asked.place.server()).find(token)
    asked = replace(asked, session=session, token=token)
    route = asked.route
    if route.right == 0:
        return asked
    if session is None:
        if asked.wants_json or route.writes:
            return as_json({"error": words().error_signed_out}, 401)
        return redirect("/login")
    if "project" in asked.path:
        members = Members(asked.place)
        project = members.find(asked.path["project"])
        right = members.right(asked.path["project"], session.user)
        if project is None or right is None:
            return missing(asked)
        asked = replace(asked, project=project, right=right)
        if right < route.right:
            asked.place.note(session.user, "refused", _about(asked.path))
            return forbidden(asked)
    if "job" in asked.path and not asked.place.jobs.is_of(asked.path["job"], session.user):
        return missing(asked)
    if route.audit:
        asked.place.note(session.user, route.audit, _about(asked.path))
    return asked


def genuine(asked: PageRequest, header: str) -> bool:
    """Tell whether a changing request comes from a page of this session."""
    if not asked.route.writes or asked.session is None:
        return True
    given = header or asked.form["csrf"]
    return hmac.compare_digest(given.encode(), asked.session.csrf.encode())


def _about(path: Mapping[str, str]) -> str:
    """Return which project, document or job a request is about, by number or id."""
    return " ".join(f"{name} {_plain(value)}" for name, value in path.items() if name != "token")


def _plain(value: str) -> str:
    # What is not an id or a number of ours may be anything that somebody types.
    return value if _OURS.fullmatch(value) else "?"


def missing(asked: PageRequest) -> Answer:
    """Answer that there is nothing here."""
    if asked.wants_json:
        return as_json({"error": words().error_missing}, 404)
    return problem_page(asked, UsageError(words().error_missing), 404)


def forbidden(asked: PageRequest) -> Answer:
    """Answer that the right is missing."""
    if asked.wants_json:
        return as_json({"error": words().error_forbidden}, 403)
    hint = words().hint_forbidden
    return problem_page(asked, UsageError(words().error_forbidden, hint=hint), 403)
