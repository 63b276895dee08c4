"""Records: who got which version, in the vault, so that a message composed again keeps them."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final

from textveil.pipeline.messages.levels import Group
from textveil.pipeline.messages.versions import Composition, EarlierVersions
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.sealed_store import SealedStore

__all__ = ["KIND", "keep", "standing_of"]

KIND: Final = "message-versions"
"""The kind of these records in a vault."""


def standing_of(store: SealedStore, document: Document) -> EarlierVersions | None:
    """Return what was given out of a message before; None if nothing was."""
    content = store.fetch(KIND, _key(document))
    if content is None:
        return None
    told = json.loads(content)
    releases = {
        (one["group"], one["friend"] or ""): Release.of(
            document, [Edit(**edit) for edit in one["edits"]]
        )
        for one in told["versions"]
    }
    return EarlierVersions(
        {name: tuple(levels) for name, levels in told["levels"].items()}, releases
    )


def keep(
    store: SealedStore, document: Document, groups: Sequence[Group], made: Composition
) -> None:
    """Keep who got what, beside what earlier runs gave to others."""
    with store.step():
        content = store.fetch(KIND, _key(document))
        told = json.loads(content) if content else {"levels": {}, "versions": []}
        new = {(one.group, one.friend or "") for one in made.versions}
        earlier = [
            one for one in told["versions"] if (one["group"], one["friend"] or "") not in new
        ]
        versions = [_record(one.to_json()) for one in made.versions]
        names = [group.name for group in groups]
        levels = told["levels"] | dict(zip(names, made.levels, strict=True))
        kept = {"levels": levels, "versions": earlier + versions}
        store.put(KIND, _key(document), json.dumps(kept).encode())


def _record(version: Mapping[str, object]) -> dict[str, object]:
    return {name: version[name] for name in ("friend", "group", "edits")}


def _key(document: Document) -> str:
    return sha256(document.text.encode("utf-8", "surrogatepass")).hexdigest()
