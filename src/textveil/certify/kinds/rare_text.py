"""Releases of rare text: what `kanon` claims of a suppressed corpus, checked from its files."""

import hmac
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from textveil.certify.basis import NO_INPUT, Basis, Examined
from textveil.certify.document.layout import TEXTS, WORDS
from textveil.errors import TextveilError
from textveil.formats.tables.term_list import read_terms
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.verdict import Verdict, Witness

__all__ = ["check_rare"]

_CLAIMED: Final = "claimed"
_SUBJECTS, _METADATA, _LIST = "subjects", "metadata", "list"
_OTHERS: Final = "the release has other documents than the input"
_DIGITS: Final = 16
_UNCONFIRMED: Final = tuple(
    f"settings: {name}" for name in ("method", "unit", "min_length", "show")
)
"""What the guarantee does not depend on."""
_CLAIMS: Final = {
    "minimum": ("subjects", "occurrences"),
    "longest-first": ("subjects", "occurrences"),
    "paper": ("subjects", "occurrences"),
    "groups": ("output",),
}
"""Guarantees that a method claims."""


def check_rare(basis: Basis) -> Examined:
    """Check the guarantee, the list if there is one, new ids of subjects, and kept fields."""
    settings = basis.certificate["settings"]
    after, unread = _released(basis)
    before = None if basis.before is None else list(basis.before)
    hindrance = unread or basis.hindrance
    if before is not None and not hindrance and _ids(before) != _ids(after):
        hindrance = _OTHERS
    verdicts = [_guarantee(settings, before, after, hindrance)]
    if unread:
        verdicts = [Verdict.of(verdicts[0].claim, 0, [Witness(TEXTS, 0, 0, unread)])]
    if settings["listed"]:
        verdicts.append(_listed(basis, before, after, hindrance))
    verdicts.append(_subjects(before, after, hindrance, basis.secret))
    verdicts.append(_metadata(before, after, hindrance))
    counts = _counted(after, settings["mark"]) if after else None
    return Examined(
        verdicts,
        counts,
        counts,
        {name for document in after for name in document.metadata},
        tuple(_other_settings(settings, hindrance)),
        _UNCONFIRMED if verdicts[0].holds else ("settings",),
        frozenset(one.claim for one in verdicts) - {_LIST},
    )


def _released(basis: Basis) -> tuple[list[Document], str]:
    """Return the released documents, or why they cannot be read."""
    if basis.released is None:
        return [], "the released documents are not where they should be"
    try:
        return list(basis.track(basis.released, "read back", None)), ""
    except TextveilError:
        return [], "the released documents could not be read"


def _ids(documents: Sequence[Document]) -> list[str]:
    return [document.id for document in documents]


def _counted(after: Sequence[Document], mark: str) -> dict[str, int]:
    texts = [document.text for document in after]
    kept = sum(len(text) - text.count(mark) for text in texts)
    return {"documents": len(texts), "symbols": sum(map(len, texts)), "kept": kept}


def _other_settings(settings: Mapping[str, Any], hindrance: str) -> Iterator[str]:
    """Yield where the settings cannot be those of a run."""
    guarantee, mark = settings["guarantee"], settings["mark"]
    claimed = guarantee in _CLAIMS.get(settings["method"], ())
    if claimed != (settings["claim"] == _CLAIMED):
        yield "settings: the method does not claim what the certificate says"
    if mark.isspace() or mark.isalnum() or mark in settings["show"]:
        yield "settings: this mark cannot stand for what is not shown"
    if hindrance == _OTHERS:
        yield hindrance


def _guarantee(
    settings: Mapping[str, Any],
    before: Sequence[Document] | None,
    after: Sequence[Document],
    hindrance: str,
) -> Verdict:
    from textveil.verify.rare.k_anonymity import check_k_anonymity

    claim = f"k-{settings['guarantee']}"
    if settings["claim"] != _CLAIMED:
        hindrance = f"method {settings['method']} does not claim this guarantee"
    if hindrance:
        return Verdict.not_checkable(claim, hindrance)
    texts = [document.text for document in after]
    given = {name: settings[name] for name in ("k", "guarantee", "mark", "show")}
    return check_k_anonymity(before, texts, **given)


def _listed(
    basis: Basis,
    before: Sequence[Document] | None,
    after: Sequence[Document],
    hindrance: str,
) -> Verdict:
    """Return whether k words of the list that the owner keeps fit each partly shown word."""
    from textveil.verify.leftovers.listed_words import check_listed

    if before is None or hindrance:
        return Verdict.not_checkable(_LIST, hindrance or NO_INPUT)
    if not basis.place.has(WORDS):
        return Verdict.not_checkable(_LIST, "the list was not given")
    settings = basis.certificate["settings"]
    texts = [document.text for document in after]
    words = list(read_terms(basis.place.kept(WORDS)))
    return check_listed(before, texts, settings["k"], words, settings["mark"])


def _subjects(
    before: Sequence[Document] | None,
    after: Sequence[Document],
    hindrance: str,
    secret: Secret | bytes | None,
) -> Verdict:
    """Return whether subjects have the ids that follow from the key or nonce.

    Without it, ids that were mixed up can be seen, and nothing else.
    """
    if before is None or hindrance:
        return Verdict.not_checkable(_SUBJECTS, hindrance or NO_INPUT)
    if secret is None:
        mixed = list(_mixed_up(before, after))
        needed = "neither the key nor the nonce was given"
        return (
            Verdict.of(_SUBJECTS, 0, mixed) if mixed else Verdict.not_checkable(_SUBJECTS, needed)
        )
    right = _new_ids({_person(one) for one in before}, secret)
    wrong = [
        Witness(new.id, 0, 0, "this is not the new id of the subject")
        for old, new in zip(before, after, strict=False)
        if right[_person(old)] != _person(new)
    ]
    return Verdict.of(_SUBJECTS, sum(1 for one in before if _person(one)), wrong)


def _new_ids(people: Collection[str], secret: Secret | bytes) -> dict[str, str]:
    """Return the new id of each subject; nobody has none.

    With a key it is the beginning of a keyed digest. With a nonce, subjects are numbered in the
    order of their digests.
    """
    own = secret.derive("kanon subjects") if isinstance(secret, Secret) else secret
    digests = {
        one: hmac.digest(own, one.encode("utf-8", "surrogatepass"), "sha256").hex()
        for one in people
        if one
    }
    if not isinstance(secret, Secret):
        order = sorted(digests, key=digests.__getitem__)
        return {"": ""} | {one: str(number) for number, one in enumerate(order, 1)}
    return {"": ""} | {one: digest[:_DIGITS] for one, digest in digests.items()}


def _mixed_up(before: Sequence[Document], after: Sequence[Document]) -> Iterator[Witness]:
    """Yield where a subject has a second new id, or that of another subject."""
    there, back = dict[str, str](), dict[str, str]()
    for old, new in zip(before, after, strict=False):
        person, shown = _person(old), _person(new)
        if there.setdefault(person, shown) != shown or back.setdefault(shown, person) != person:
            yield Witness(new.id, 0, 0, "ids of subjects were mixed up")


def _person(document: Document) -> str:
    """Return whom the data of a document name, as files and rows agree on it."""
    named = (document.subject or "").strip()
    return document.about if named and document.about else named


def _metadata(
    before: Sequence[Document] | None, after: Sequence[Document], hindrance: str
) -> Verdict:
    """Return whether the fields beside the texts are those of the input."""
    if before is None or hindrance:
        return Verdict.not_checkable(_METADATA, hindrance or NO_INPUT)
    wrong = [
        Witness(new.id, 0, 0, "fields or annotations differ from the input")
        for old, new in zip(before, after, strict=True)
        if old.metadata != new.metadata or new.spans is not None
    ]
    return Verdict.of(_METADATA, len(after), wrong)
