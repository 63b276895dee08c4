"""Projects and their members: who may do what, and the key of each project, sealed."""

import secrets
import time
from typing import Final

from textveil.errors import UsageError
from textveil.store.keys import new_secret
from textveil.store.sqlite_vault import SqliteVault
from textveil.web.bench import Workbench
from textveil.web.project_keys import PROJECT, SharedProject
from textveil.web.routes import Right
from textveil.web.words import words

__all__ = ["Members"]

_LONGEST: Final = 100


class Members:
    """Projects in the server's vault, and the rights of users in them."""

    def __init__(self, place: Workbench) -> None:
        self._place = place

    @property
    def _store(self) -> SqliteVault:
        return self._place.server()

    def new(self, name: str, owner: str) -> SharedProject:
        """Make a project with an owner; its vault is made when it is first opened."""
        made = self.planned(name)
        self.keep(made, owner)
        return made

    def planned(self, name: str) -> SharedProject:
        """Return a project with an id and a key, which nobody knows of until it is kept."""
        name = " ".join(name.split())
        if not 1 <= len(name) <= _LONGEST or not name.isprintable():
            raise UsageError(words().error_project_name, where="name")
        return SharedProject(secrets.token_hex(8), name, time.time(), new_secret())

    def keep(self, made: SharedProject, owner: str) -> None:
        """Let a project have an owner; from then on it stands."""
        with self._store.step():
            self._store.put(PROJECT, made.id, made.content())
            self.set(made.id, owner, Right.OWNER)

    def find(self, project: str) -> SharedProject | None:
        """Return a project; None if there is none of this id."""
        found = self._store.fetch(PROJECT, project)
        return None if found is None else SharedProject.of(project, found)

    def right(self, project: str, user: str) -> Right | None:
        """Return what a user may do in a project; None if they are no member."""
        found = self._store.fetch(_members(project), user)
        return None if found is None else Right(int(found))

    def set(self, project: str, user: str, right: Right) -> None:
        """Make somebody a member, or give a member another right."""
        with self._store.step():
            self._require_owner(project, user, right)
            self._store.put(_members(project), user, str(int(right)).encode())
            self._store.put(_projects(user), project, b"")

    def leave(self, project: str, user: str) -> None:
        """Take somebody out of a project."""
        with self._store.step():
            self._require_owner(project, user, None)
            self._store.delete(_members(project), user)
            self._store.delete(_projects(user), project)

    def _require_owner(self, project: str, user: str, right: Right | None) -> None:
        """Refuse to leave a project without an owner."""
        if right is Right.OWNER or self.right(project, user) is not Right.OWNER:
            return
        others = (one for name, one in self.all(project).items() if name != user)
        if Right.OWNER not in others:
            raise UsageError(words().error_last_owner)

    def all(self, project: str) -> dict[str, Right]:
        """Return the members of a project."""
        found = self._store.fetch_all(_members(project))
        return {user: Right(int(right)) for user, right in found.items()}

    def of(self, user: str) -> list[SharedProject]:
        """Return the projects of a user, the newest first."""
        mine = list(self._store.fetch_all(_projects(user)))
        found = self._store.fetch_some(PROJECT, mine)
        projects = [SharedProject.of(key, content) for key, content in found.items()]
        return sorted(projects, key=lambda one: -one.made)

    def delete(self, project: str) -> None:
        """Destroy the key of a project, then its file: nobody can open it again."""
        standing = self.find(project)
        with self._store.step():
            for user in self._store.fetch_all(_members(project)):
                self._store.delete(_projects(user), project)
                self._store.delete(_members(project), user)
            self._store.delete(PROJECT, project)
        if standing is not None:
            self._place.remove_vault(project, standing.key)


def _members(project: str) -> str:
    return f"members of {project}"


def _projects(user: str) -> str:
    return f"projects of {user}"
