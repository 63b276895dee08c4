"""Tracing releases: from a leak and a vault to the recipients whose copies it came from.

Nothing of the leak is kept, and the result holds no text. Only evidence does, which is made if it
is asked for.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textveil.certify.document.layout import CERTIFICATE, TEXTS
from textveil.errors import InputError, VaultError
from textveil.formats.sources import Source
from textveil.formats.tables.parquet import Parquet
from textveil.formats.tables.text_table import Csv
from textveil.pipeline.release.copies import FALSE_ACCUSATION, code_of, recipients_of
from textveil.pipeline.release.traced import entities_of
from textveil.trace.accusing import Accusation, accuse
from textveil.trace.finding import Finder
from textveil.trace.marked import FoundMark, TracedEntity, observed
from textveil.trace.spellings import way_written
from textveil.values.document import Document
from textveil.values.keys.vault import Vault
from textveil.values.link import Link
from textveil.values.marking import MarkingCode
from textveil.values.runs.watch import Track, untracked

__all__ = ["Evidence", "Tracing", "leaked_texts", "text_columns", "trace_release"]


@dataclass(frozen=True, slots=True, repr=False)
class Evidence:
    """A marked place of a leak, beside what the accused have there; it shows text of both.

    Attributes
    ----------
    label
        The kind of value.
    document
        Where it stands in the leak.
    stands
        What stands there.
    copies
        The surrogate of each accused recipient at this place.
    surrogates
        Both surrogates of the place: every copy has one of them.
    why
        Why it counts: what stands there is a surrogate of the place, or a part or another spelling
        of it; or why it speaks against the accused.
    """

    label: str
    document: str
    stands: str
    copies: Mapping[str, str]
    surrogates: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Tracing:
    """Whose copy leaked.

    Attributes
    ----------
    accusation
        Everybody who got a copy, and who of them is accused.
    links
        One from the leak to each accused.
    documents
        Documents of the leak.
    evidence
        Places side by side; empty unless it was asked for.

    Examples
    --------
    >>> from textveil.trace.accusing import Accusation
    >>> Tracing(Accusation(40, (), 0.001), (), 1).to_json()
    {'places': 40, 'accused': []}
    """

    accusation: Accusation
    links: tuple[Link, ...]
    documents: int
    evidence: tuple[Evidence, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return places and accused as a JSON object; it holds no text."""
        return self.accusation.to_json()


def trace_release(
    leak: Source,
    vault: Vault,
    false_accusation: float = FALSE_ACCUSATION,
    *,
    evidence: bool = False,
    track: Track = untracked,
) -> Tracing:
    r"""Say whose copy a leak came from.

    Parameters
    ----------
    leak
        What leaked: any format, whole or a part, reordered or rewritten.
    vault
        Of the release that had recipients, opened with its key.
    false_accusation
        Highest probability that anybody innocent is accused.
    evidence
        Whether marked places are listed side by side; these hold text of the leak.
    track
        Watches the documents.

    Returns
    -------
    Tracing
        Who is accused, or nobody; without text, unless evidence was asked for.

    Raises
    ------
    VaultError
        If the project of the vault has no copies for recipients.
    InputError
        If no marked place stands in the leak.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from textveil import Copies, Run, Secret, load_policy, read, release_copies
    >>> from textveil.store.sqlite_vault import SqliteVault
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> numbers = "".join(f"MRN {4471100 + n}. " for n in range(80))
    >>> _ = (folder / "note.txt").write_text(numbers)
    >>> rules = "name: p\ndetect: [textveil.patterns.v1]\n"
    >>> rules += "transform: {default: textveil.surrogate.v1}"
    >>> _ = (folder / "policy.yaml").write_text(rules)
    >>> policy, key = load_policy(folder / "policy.yaml"), Secret(b"0123456789abcdef")
    >>> with SqliteVault(folder / "v", key, create=True) as vault:
    ...     run = Run(read(folder / "note.txt"), folder / "out", policy, key, vault=vault)
    ...     _ = release_copies(run, Copies(("north", "south")))
    ...     leak = read(folder / "out" / "publish" / "south" / "texts" / "note.txt")
    ...     traced = trace_release(leak, vault)
    >>> [one.recipient for one in traced.accusation.accused]
    ['south']
    """
    code, recipients = code_of(vault), recipients_of(vault)
    if code is None or not recipients:
        raise VaultError(
            "this vault's project has no copies for recipients",
            hint="give the vault of the release: textveil release --recipient NAME --vault FILE",
        )
    entities = entities_of(vault)
    finder = Finder(entities)
    documents, found = 0, []
    passages: dict[FoundMark, str] = {}
    for document in track(leak, "trace", None):
        documents += 1
        text = _all_text(document)
        here = finder.find(document.id, text)
        found += here
        if evidence:
            passages.update({one: _with_brackets(text, one.start, one.end) for one in here})
    seen = observed(found)
    if not seen:
        raise InputError(
            "no marked place of this vault's copies stands here",
            where=str(leak.path),
            hint="check the vault; whole documents have more places than an excerpt",
        )
    accusation = accuse(code, seen, recipients, false_accusation)
    rows = tuple(_side_by_side(passages, entities, code, accusation))
    return Tracing(accusation, accusation.links(leak.path.name), documents, rows)


def leaked_texts(path: Path) -> Path:
    """Return where the texts of a leak lie: of a whole copy, in a folder of their own."""
    whole = (path / CERTIFICATE).is_file() and (path / TEXTS).is_dir()
    return path / TEXTS if whole else path


def text_columns(leak: Source) -> Source:
    """Return a table with its first column as the text, if it has no column of texts.

    All cells are searched, so it does not matter which one is called the text.
    """
    table = leak.format
    if not isinstance(table, Csv | Parquet) or "text_field" in leak.options:
        return leak
    names = table.names(leak.path)
    if not names or table.text_field in names:
        return leak
    others = (table.id_field or "id", table.subject_field or "subject")
    column = next((name for name in names if name not in others), names[0])
    return Source.open(leak.path, leak.format_name, {**leak.options, "text_field": column})


def _all_text(document: Document) -> str:
    """Return the text and everything else that a document carries, such as cells of its row."""
    return "\n".join([document.text, *_strings(document.metadata)])


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _strings(one)


def _side_by_side(
    passages: Mapping[FoundMark, str],
    entities: list[TracedEntity],
    code: MarkingCode,
    accusation: Accusation,
) -> Iterator[Evidence]:
    """Yield each place of each document once, beside the surrogates of the accused."""
    shown = set()
    # Of what begins at one point the longest: an address may be found without its last word, too.
    for one in sorted(passages, key=lambda one: (one.document, one.start, -one.end)):
        if (one.document, one.entity, one.variant) in shown:
            continue
        shown.add((one.document, one.entity, one.variant))
        entity = entities[one.entity]
        names = [accused.recipient for accused in accusation.accused]
        both = tuple(variant.written for variant in entity.variants)
        bits = {name: code.bit(name, one.place) for name in names}
        copies = {name: both[bit] for name, bit in bits.items()}
        why = way_written(passages[one], entity, one.variant)
        if bits and one.variant not in bits.values():
            why = "the other surrogate: speaks against it"
        yield Evidence(entity.label, one.document, passages[one], copies, both, why)


def _with_brackets(text: str, start: int, end: int) -> str:
    """Return a passage, with the bracket around it whose other half stands inside."""
    inside = text[start:end]
    for opening, closing in ("()", "[]", "{}"):
        missing = inside.count(closing) - inside.count(opening)
        if missing > 0 and text[:start].endswith(opening):
            return opening + inside
        if missing < 0 and text[end:].startswith(closing):
            return inside + closing
    return inside
