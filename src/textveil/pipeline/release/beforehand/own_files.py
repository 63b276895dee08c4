"""Own files: dictionaries and lists of the user that components read.

A policy names them by their paths. A certificate names the files alone, and the owner keeps copies.
"""

import shutil
from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Any

from textveil.certify.document.certificate import kept_digest
from textveil.certify.document.layout import ReleaseFolder
from textveil.errors import UsageError
from textveil.values.contracts import about
from textveil.values.terms.policy_terms import policy_hash

__all__ = ["keep_own", "named_alone", "own_files"]


def named_alone(policy: dict[str, Any], components: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Return a policy that names files of the owner, and not the folders in which they lie."""
    files = {file for _, one in components for file in about(one).private}
    names = {str(path): name for name, path in files}
    if len(set(names.values())) < len(names):
        raise UsageError("two files that the policy reads have one name", hint="rename one of them")
    return {**(content := _renamed(policy, names)), "sha256": policy_hash(content)}


def _renamed(content: Any, names: Mapping[str, str]) -> Any:
    if isinstance(content, Mapping):
        return {name: _renamed(value, names) for name, value in content.items()}
    if isinstance(content, list | tuple):
        return [_renamed(value, names) for value in content]
    return names.get(str(PurePath(content)), content) if isinstance(content, str) else content


def keep_own(components: Iterable[tuple[str, Any]], place: ReleaseFolder) -> None:
    """Keep copies of the user's own files, so that every claim can be checked from the release."""
    for name, path in sorted({file for _, one in components for file in about(one).private}):
        place.own(name).touch(mode=0o600)
        shutil.copyfile(path, place.own(name))


def own_files(components: Iterable[tuple[str, Any]], key: bytes) -> dict[str, str]:
    """Return the commitments to the user's own files that components read, by name."""
    found = {file for _, component in components for file in about(component).private}
    return {name: kept_digest(path, key, kind="own file") for name, path in sorted(found)}
