"""Releases of sequences: what `sanitize` claims of them, checked from the files of a release."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from textveil.certify.basis import Basis, Examined
from textveil.certify.document.layout import REFERENCE
from textveil.certify.sequences.at_hand import Given
from textveil.certify.sequences.checking import check_sequences, draw_of
from textveil.certify.sequences.kept import KeptSequences
from textveil.certify.sequences.reading import Records, read_given
from textveil.certify.sequences.settings import SequenceSettings
from textveil.errors import TextveilError
from textveil.formats.sources import Source
from textveil.formats.tables.events import EventTable
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.metadata import Metadata
from textveil.values.verdict import Verdict, Witness

__all__ = ["check_release", "committed"]

_PUBLIC: Final = frozenset(
    {"no-separator", "short-unchanged", "equal-lengths", "alphabet", "records"}
)
"""Claims for which release and input are enough."""
_UNREAD: Final = "the released sequences could not be read"


def committed(source: Source, settings: Mapping[str, Any]) -> Iterable[Document]:
    """Return an input as a certificate commits to it: its documents, or the rows of its events."""
    columns = SequenceSettings.of(settings).events
    return source if columns is None else list(_events(source, SequenceSettings.of(settings)))


def _events(source: Source, settings: SequenceSettings) -> Iterator[Document]:
    table = read_given(source, settings)
    if isinstance(table, EventTable):
        rows = zip(table.who, table.when, table.what, strict=True)
        for number, (who, when, what) in enumerate(rows, 1):
            yield Document(str(number), what, who, metadata=Metadata({"when": when}))


def check_release(basis: Basis) -> Examined:
    """Check every claim that the settings of a release make."""
    settings = SequenceSettings.of(basis.certificate["settings"], "certificate")
    try:
        made = basis.released and replace(basis.released, numbered=False)
        after = None if made is None else read_given(made, settings)
    except TextveilError:
        after = None
    if after is None:
        missing = Witness(basis.place.texts.name, 0, 0, _UNREAD)
        first, *others = settings.claims
        found = [Verdict.of(first, 0, [missing])]
        return Examined([*found, *(Verdict.not_checkable(claim, _UNREAD) for claim in others)])
    before = None
    if basis.source is not None and not basis.hindrance:
        # A text that is a whole file has no id of its own, whatever its file is called.
        before = read_given(replace(basis.source, numbered=False), settings)
    keep = basis.place.keep
    kept = None if keep is None else KeptSequences.read(keep)
    secret = basis.secret
    draw = None
    if secret is not None and settings.draws:
        draw = draw_of(secret if isinstance(secret, Secret) else Secret(secret))
    verdicts = check_sequences(settings, before, after, kept, draw, _reference(basis, settings))
    if basis.hindrance:
        verdicts = [
            Verdict.not_checkable(one.claim, basis.hindrance) if _lacks_input(one) else one
            for one in verdicts
        ]
    if settings.format == "fasta" and basis.released and _has_comments(basis.released):
        comment = Witness(basis.released.path.name, 0, 0, "a comment stands in the file")
        verdicts = [
            Verdict.of(one.claim, 1, [comment]) if one.claim == "records" else one
            for one in verdicts
        ]
    counts = _counted(after)
    stated = tuple(_unconfirmed(settings)) if verdicts[0].holds else ("settings",)
    differences = tuple(_other_settings(settings, basis.certificate["source"]))
    fields = _fields(after, settings)
    return Examined(verdicts, counts, counts, fields, differences, stated, _PUBLIC)


def _unconfirmed(settings: SequenceSettings) -> Iterator[str]:
    """Yield the settings that no claim depends on."""
    # How often a pattern occurs that is frequent matters to measures alone; patterns are read in
    # the same way with every wildcard that is in none of them.
    # Whether a line of patterns is one letter or several is what the owner says.
    yield from ("settings: tau", "settings: wildcard")
    yield from ("settings: unit",) if settings.unit != "event" else ()
    if "plausible" not in settings.claims:
        yield "settings: rho"
    if not settings.keeps_separators:
        yield "settings: separator"


def _other_settings(settings: SequenceSettings, source: Mapping[str, Any]) -> Iterator[str]:
    """Yield where the settings do not fit what else the certificate says."""
    if settings.format != source["format"]:
        yield "settings: the format is not the one in which the sequences are read"


def _has_comments(released: Source) -> bool:
    """Tell whether a FASTA file has lines that no reader of sequences looks at."""
    files = [released.path] if released.path.is_file() else list(released.path.rglob("*"))
    for path in files:
        if path.is_file():
            with path.open("rb") as stream:
                if any(line.startswith(b";") for line in stream):
                    return True
    return False


def _lacks_input(verdict: Verdict) -> bool:
    return "the input" in verdict.reason


def _reference(basis: Basis, settings: SequenceSettings) -> Given | None:
    """Return the kept sequences that say what is implausible, if there are any."""
    if not settings.reference or not basis.place.has(REFERENCE):
        return None
    told = basis.certificate["source"]
    path = basis.place.kept(REFERENCE)
    return read_given(Source.open(path, told["format"], told["options"]), settings)


def _counted(after: Given) -> dict[str, int]:
    if isinstance(after, Records):
        return {"sequences": len(after.ids), "letters": sum(map(len, after.texts))}
    return {"sequences": len(set(after.who)), "letters": len(after.who)}


def _fields(after: Given, settings: SequenceSettings) -> set[str]:
    """Return the fields that stand beside the letters."""
    if isinstance(after, Records):
        return {name for _, _, more in after.beside for name in more}
    columns = settings.events
    return {columns.who, columns.when, *columns.kept} if columns else set()
