"""Ways back: protects documents in memory, and restores them.

With a vault, the way back of each document is sealed there under its id. Texts have no ids: they
are known by all texts of the call together and their place among them, so that a list comes back in
its own order, and a text alone wherever no other input has the same released text.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final, TypeVar

from textveil.errors import (
    ChangedReleaseError,
    InputError,
    RefutedError,
    TextveilError,
    UsageError,
    VaultError,
)
from textveil.formats.columns import IN_CELLS, NO_COLUMNS, SHAPE, Columns
from textveil.pipeline.python.given import Shape
from textveil.pipeline.python.results import Deidentified
from textveil.pipeline.release.back.protection import SELF_SEALING, left_behind, seal
from textveil.pipeline.release.back.restoration import completed, way_back
from textveil.policy.policy import Policy, Step
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.keys.secret import Secret
from textveil.values.keys.token import Tokens, openings
from textveil.values.keys.vault import Vault
from textveil.values.runs.way_back import text_digest
from textveil.verify.whole.reversible import Reversible

__all__ = ["as_tokens", "restored", "sealed"]

Result = TypeVar("Result")
_TOKENS: Final = "textveil.encrypt.v1"
_ALWAYS: Final = ("textveil.alignment.v1", "textveil.residue.v1", "textveil.denied.v1")
"""Verifiers whose claims hold for tokens too."""
_OWN_IDS: Final = (
    "give documents with ids of their own (Document(id, text)), take another vault, or leave the "
    "vault out: tokens hold their own way back"
)


def as_tokens(policy: Policy, lost: Sequence[str]) -> Policy:
    """Return a policy that writes tokens, which the key opens, where it would lose a passage.

    Parameters
    ----------
    policy
        Says what is found, and which labels stay in the text.
    lost
        Fields that tokens cannot bring back.
    """
    if lost:
        raise UsageError(
            f"what stood in these columns is kept in a vault only: {', '.join(lost)}",
            where="vault",
            hint='give vault="project.vault", or the rule keep for these columns',
        )
    steps = [policy.default, *policy.by_label.values()]
    if all(step is None or step.use in SELF_SEALING for step in steps):
        return policy
    tokens = Step(_TOKENS, language=policy.language)
    return replace(
        policy,
        default=tokens,
        by_label={label: None for label, step in policy.by_label.items() if step is None},
        verify=tuple(step for step in policy.verify if step.use in _ALWAYS),
    )


def sealed(
    shape: Shape,
    made: Sequence[Deidentified],
    *,
    key: Secret | None,
    vault: Vault | None,
) -> list[Deidentified]:
    """Seal the way back of each document, and prove that every input comes back.

    Raises
    ------
    RefutedError
        If an input does not come back as it was.
    VaultError
        If the vault keeps another input for the same text.
    """
    names = _names(shape, [one.document for one in made])
    cases = [
        Case(before, replace(one.release, id=name))
        for name, before, one in zip(names, shape.documents, made, strict=True)
    ]
    if vault is not None:
        # Every row has the layout, so that some rows of a table can be restored without the others.
        layout = {SHAPE: dict(shape.layout())} if shape.layout() else {}
        for case, before in zip(cases, shape.documents, strict=True):
            _seal(vault, case, before, shape.columns, layout)
        vault.flush()
    elif key is not None:
        cases += _cells(shape, made)
    verdict = Reversible(key, vault).verify(cases)
    if not verdict.holds:
        first = verdict.witnesses[0]
        raise RefutedError(
            f"{first.reason} ({verdict.failures:,} in all); nothing was protected",
            where=f"document {first.place}",
        )
    return [replace(one, verdicts=(*one.verdicts, verdict)) for one in made]


def _cells(shape: Shape, made: Sequence[Deidentified]) -> Iterator[Case]:
    """Yield each cell whose way back is a token, as a document of its own."""
    for before, one in zip(shape.documents, made, strict=True):
        for name in shape.columns.protected:
            value, shown = before.metadata.get(name), one.document.metadata.get(name)
            if value is not None and shown is not None:
                yield Case(
                    Document(before.id, str(value)), Release(before.id, shown, (), len(shown))
                )


def _seal(
    vault: Vault,
    case: Case,
    before: Document,
    columns: Columns,
    layout: Mapping[str, Any],
) -> None:
    beside = left_behind(before, columns)
    try:
        seal(vault, case, {**beside, **layout}, left_behind(before, NO_COLUMNS))
    except VaultError as error:
        raise VaultError(error.what, where=f"document {before.id}", hint=_OWN_IDS) from None


def restored(shape: Shape, *, key: Secret | None, vault: Vault | None, some: bool = True) -> Any:
    """Return the inputs, from a vault or from the tokens in the texts.

    With `some`, at least one text must hold a token: texts without any were never protected.
    """
    if vault is not None:
        return _from_vault(shape, vault)
    if key is None:
        raise UsageError(
            "a key is required", where="key", hint="restore(text, key=key) opens the tokens in it"
        )
    tokens, count = Tokens(key), 0

    def read(text: str, name: str) -> str:
        nonlocal count
        count += sum(1 for _ in openings(text))
        return _told(name, tokens.restored, text)

    back = shape.opened(read)
    if some and not count and shape.documents:
        raise InputError(
            "no text holds a token, so there is nothing to restore",
            hint='if they were protected with a vault, give vault="project.vault"',
        )
    return back


def _from_vault(shape: Shape, vault: Vault) -> Any:
    names, layout = _names(shape, shape.documents), dict[str, Any]()
    back = []
    for name, document in zip(names, shape.documents, strict=True):
        way = _told(document.id, way_back, vault, replace(document, id=name))
        if way is None:
            raise ChangedReleaseError(
                "the vault keeps no input for this text, or several",
                where=f"document {document.id}",
                hint="restore texts as `protect` gave them: all of them, in their order",
            )
        beside = {name: value for name, value in way.beside.items() if name != IN_CELLS}
        layout |= beside.pop(SHAPE, {})
        back.append(completed(document, way.restored(document.text), beside))
    return shape.restored(back, layout)


def _names(shape: Shape, documents: Sequence[Document]) -> list[str]:
    """Return the names under which ways back are sealed."""
    if shape.named:
        return [document.id for document in documents]
    together = sha256(b"".join(text_digest(document.text) for document in documents)).hexdigest()
    return [f"texts {together} {number}" for number in range(len(documents))]


def _told(name: str, read: Callable[..., Result], *given: Any) -> Result:
    """Return what is read; an error says in which document it is."""
    try:
        return read(*given)
    except TextveilError as error:
        inside = "" if error.where.startswith("document") else f" {error.where}"
        raise type(error)(error.what, where=f"document {name}{inside}", hint=error.hint) from None
