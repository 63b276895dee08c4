"""The functions of the Python interface: read, scan, write, de-identify, protect, restore.

They take a text, a document, a list of either, a Series or a DataFrame of pandas, and give results
in the same shape and order. Such a list is one corpus. A generator gives a generator, and each of
its documents stands for itself. The parts are in `textveil.pipeline.python`.
"""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, Unpack, cast

from textveil.errors import UsageError
from textveil.formats.catalog import guess
from textveil.formats.sources import Source, given_path
from textveil.pipeline.choosing import (
    Choices,
    Operators,
    PolicyLike,
    chosen_policy,
    given_rules,
    label_filter,
    with_operators,
)
from textveil.pipeline.python.arguments import KeyLike, VaultLike, given_key
from textveil.pipeline.python.calls import Call, roles_of, with_rules
from textveil.pipeline.python.frames import TableRules
from textveil.pipeline.python.given import Shape, Texts, shape_of, streamed
from textveil.pipeline.python.loading import load
from textveil.pipeline.python.results import Deidentified
from textveil.pipeline.python.running import found_in, released, require_no_screen
from textveil.pipeline.python.ways_back import as_tokens, restored, sealed
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.scan import spoken_documents
from textveil.pipeline.release.search.detection import Detection
from textveil.policy.registry import ComponentKind, build
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.keys.vault import Vault
from textveil.values.runs.watch import Track, untracked
from textveil.values.span import Spans

__all__ = ["Deidentified", "annotate", "deidentify", "protect", "read", "restore", "scan", "write"]


def read(
    path: str | Path,
    format_name: str | None = None,
    options: Mapping[str, Any] | None = None,
    subjects: str | Iterable[str] = (),
) -> Source:
    """Return the documents at a path; each iteration reads them one at a time.

    Parameters
    ----------
    path
        A file or folder.
    format_name
        The name of a format; guessed from the path unless given.
    options
        Options of the format, such as `{"text_field": "note"}` of a table.
    subjects
        Whom documents are about whose data do not say it: `name` or `folder` of their files, an
        expression for the text with a group, a path with its parts in braces, or several of these.

    Returns
    -------
    Source
        The documents; they can be read as often as needed.

    Raises
    ------
    InputError
        If there is nothing at the path, or, while it is read, if the content breaks its format.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "note.txt").write_text("All well.")
    >>> [len(document) for document in read(folder / "note.txt")]
    [9]
    """
    made = Source.open(given_path(path, 'read("notes.jsonl")'), format_name, options)
    return made.with_subjects(given_rules(subjects))


def write(documents: Iterable[Document], path: str | Path, format_name: str | None = None) -> int:
    """Write documents, all or nothing, and return how many; the format follows from the path.

    Parameters
    ----------
    documents
        What to write; results of `deidentify` have a `document` each.
    path
        The file or folder to make.
    format_name
        The name of a format; guessed from the path unless given.

    Returns
    -------
    int
        How many documents were written.

    Raises
    ------
    OutputError
        If they cannot be written there; `CannotCarryError` if the format has no place for a part.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> target = pathlib.Path(tempfile.mkdtemp()) / "notes.jsonl"
    >>> write([Document("n1", "All well.")], target)
    1
    """
    target = given_path(path, 'write(documents, "notes.jsonl")')
    written: int = build(ComponentKind.FORMAT, format_name or guess(target)).write(
        _documents(documents), target
    )
    return written


def _documents(given: object) -> Iterator[Document]:
    if not isinstance(given, Iterable):
        given = [given]
    for item in given:
        if not isinstance(item, Document):
            raise UsageError(
                f"write takes documents, but no {type(item).__name__}",
                hint='for example write([Document("n1", "a text")], "notes.jsonl")',
            )
        yield item


def _warn(message: str) -> None:
    warnings.warn(message, stacklevel=3)


def scan(
    text: object,
    policy: PolicyLike = "tag-only",
    *,
    columns: Mapping[str, str] | None = None,
    track: Track = untracked,
    notice: Callable[[str], None] = _warn,
    **choices: Unpack[Choices],
) -> Any:
    """Return what a policy finds in texts.

    Parameters
    ----------
    text
        A text or a `Document` (gives its `Spans`), a list of texts (gives a list of `Spans`), a
        Series (gives a Series of them) or a DataFrame (gives a DataFrame of them, by column). These
        are one corpus: what is found in one text is found wherever it stands, screens count over
        all, and spans do not overlap. Documents, those of `read` too, are searched one by one: they
        give an iterator of pairs of a document and its spans, which may overlap. A generator gives
        a generator.
    policy
        The name of a shipped policy, the path of a file, its content as a dict, or a `Policy`.
    columns
        For a DataFrame: by column a label, `text`, `keep` or `drop`; see `deidentify`.
    track
        Watches documents, to show progress.
    notice
        Is told which documents are in a language that is not installed: they are read too, as most
        documents are. A Python warning unless given.
    choices
        Added to the policy; see `deidentify`. With `labels`, only these labels are reported.

    Returns
    -------
    Spans, a list, an iterator, a Series or a DataFrame
        As the text was given: see there.

    Raises
    ------
    UsageError
        If an argument is wrong; the message shows a right call.
    PolicyError
        If the policy does not validate.
    LanguageError
        If a text that is no document is in a language that is not installed.

    Examples
    --------
    >>> scan("Write to ana@example.org.")
    Spans(EMAIL[9,24))
    >>> scan(["Call 617-555-0134.", "All well."], labels=["PHONE"])
    [Spans(PHONE[5,17)), Spans()]
    >>> [found] = [spans for _, spans in scan([Document("n", "Write to ana@example.org.")])]
    >>> found
    Spans(EMAIL[9,24))
    """
    said = cast("Choices", {name: value for name, value in choices.items() if name != "labels"})
    wanted = label_filter(choices["labels"]) if "labels" in choices else _any_label
    chosen, rules = with_rules(chosen_policy(policy, said), columns)
    engine = Engine(chosen)

    def pairs(documents: Iterable[Document]) -> Iterator[tuple[Document, Spans]]:
        for document, found in _scanned(documents, engine, track, notice):
            yield document, found.where(lambda span: wanted(span.label))

    def spans_in(shape: Shape) -> Any:
        found = found_in(chosen, shape.documents, shape.columns)
        return shape.found([spans.where(lambda span: wanted(span.label)) for spans in found])

    if isinstance(text, Source):
        load(engine)
        return pairs(text)
    if isinstance(text, Iterator):
        require_no_screen(chosen, "scan")
        load(engine)
        return _scan_stream(text, pairs, spans_in, rules)
    shape = shape_of(text, "scan", rules)
    load(engine)
    if shape.named and isinstance(shape, Texts) and not shape.single:
        return pairs(shape.documents)
    return spans_in(shape)


def _any_label(_: str) -> bool:
    return True


def _scan_stream(
    given: Iterator[object],
    pairs: Callable[[Iterable[Document]], Iterator[tuple[Document, Spans]]],
    spans_in: Callable[[Shape], Any],
    rules: TableRules,
) -> Iterator[Any]:
    """Yield the spans of each text of a stream, or each document with its spans."""
    shapes = streamed(given, "scan", rules)
    first = next(shapes, None)
    if first is None:
        return
    every = chain([first], shapes)
    if first.named:
        yield from pairs(document for shape in every for document in shape.documents)
    else:
        yield from map(spans_in, every)


def _scanned(
    documents: Iterable[Document], engine: Engine, track: Track, notice: Callable[[str], None]
) -> Iterator[tuple[Document, Spans]]:
    for document in spoken_documents(documents, engine, track, notice):
        yield document, engine.scan(document)


def annotate(
    documents: Iterable[Document],
    policy: PolicyLike = "tag-only",
    *,
    explain: bool = False,
    track: Track = untracked,
    notice: Callable[[str], None] = _warn,
    **choices: Unpack[Choices],
) -> Iterator[Document]:
    """Yield each document with what the policy finds in it, overlaps cut; see `scan`."""
    engine = Engine(chosen_policy(policy, choices))
    for document, found in _scanned(documents, engine, track, notice):
        spans = Detection.settle(document, found)
        if not explain:
            spans = Spans(replace(span, explanation=None) for span in spans)
        yield replace(document, spans=spans)


def deidentify(
    text: object,
    policy: PolicyLike = "tag-only",
    key: KeyLike | None = None,
    *,
    vault: VaultLike | None = None,
    columns: Mapping[str, str] | None = None,
    operators: Operators | None = None,
    keep_refuted: bool = False,
    **choices: Unpack[Choices],
) -> Any:
    """Find, rewrite, verify and repair texts in memory.

    Parameters
    ----------
    text
        A text or a `Document` (gives a `Deidentified`), a list of either (gives a list), a Series
        or a DataFrame (gives one; `attrs["verdicts"]` has the verdicts). Lists and tables are one
        corpus, with propagation, screens and verdicts over all. A generator gives a generator, each
        document for itself: key and vault keep surrogates the same, and screens are refused.
    policy
        The name of a shipped policy, the path of a file, its content as a dict, or a `Policy`.
    key
        For policies that need one: text, bytes or a `Secret` of at least 16 bytes.
    vault
        The path of a vault, or an open one, that keeps the surrogates of a project.
    columns
        What happens to each column of a DataFrame, or field of documents: `text` (searched), a
        label such as `MRN` (rewritten), `keep`, `drop`; `*` stands for all others. The first column
        with the rule `text` is the main one. A column `subject` says whom a row is about.
    operators
        Other rules for labels, as a policy has them under `transform`: by label the name of a
        transformer, a dict with its options, `keep`, or a function that takes the value and returns
        the text in its place. `DEFAULT` stands for all other labels. A function is not believed:
        where its result has the value in it, the passage becomes a tag.
    keep_refuted
        Whether texts whose verdict is refuted are returned all the same.
    choices
        Added to the policy. `allow`: words that stay. `deny`: words that go, a list or a mapping
        from labels to lists. `patterns`: a mapping from labels to expressions for RE2. `caution`:
        `low`, `normal`, `high` or a share of words. `model`: a shipped model or a folder.
        `language`: `en`, `es` or `auto`. `labels`: only passages of these labels, or of their
        families, are changed; Presidio's names are understood. Denied words, labelled columns and
        what a screen finds are changed all the same.

    Returns
    -------
    Deidentified, a list, a generator, a Series or a DataFrame
        As the text was given, in the same order.

    Raises
    ------
    UsageError
        If an argument is wrong; the message shows a right call.
    PolicyError
        If the policy does not validate.
    InputError
        If a column mixes types, or two documents have one id.
    RefutedError
        If a verdict is refuted and cannot be repaired, as `release` does.
    WithheldError
        If the policy has a rule `publish`, and the decision is to withhold.
    LanguageError
        If a text is in a language that is not installed, and the policy reads sentences.

    Examples
    --------
    >>> result = deidentify("Reach Ana at ana@example.org.")
    >>> result.text
    'Reach [NAME] at [EMAIL].'
    >>> [verdict.status.value for verdict in result.verdicts]
    ['holds', 'holds']
    >>> [one.text for one in deidentify(["Mail ana@example.org.", "ANA@EXAMPLE.ORG again"])]
    ['Mail [EMAIL].', '[EMAIL] again']
    >>> deidentify("Dr. Foley placed a Foley for Zephyr.", allow=["Foley"], deny=["Zephyr"]).text
    'Dr. Foley placed a Foley for [IDENTIFIER].'
    >>> last = {"use": "textveil.mask.v1", "style": "character", "keep_last": 4}
    >>> deidentify("Ana, 617-555-0134", operators={"PHONE": last, "NAME": lambda _: "X"}).text
    'X, ********0134'
    """
    asked = with_operators(chosen_policy(policy, choices), operators)
    chosen, rules = with_rules(asked, columns)
    call = Call("deidentify", chosen, rules, given_key(key), vault)

    def carried_out(shape: Shape, key: Secret | None, vault: Vault | None) -> Any:
        engine = Engine(chosen, key, vault, shape.columns)
        return shape.released(released(engine, shape.documents, keep_refuted=keep_refuted))

    return call.of(text, carried_out)


def protect(
    text: object,
    policy: PolicyLike = "tag-only",
    key: KeyLike | None = None,
    *,
    vault: VaultLike | None = None,
    columns: Mapping[str, str] | None = None,
    **choices: Unpack[Choices],
) -> Any:
    """Rewrite texts in memory so that the key gives them back.

    Without a vault, every passage that the policy would change becomes a token, which the key
    opens. With one, passages are rewritten as the policy says, and the way back is sealed in the
    vault. Before anything is returned, every input was restored and found equal.

    Parameters
    ----------
    text
        As for `deidentify`, and results have the same shape.
    policy
        As for `deidentify`. Without a vault, it says what is found and which labels stay.
    key
        Text, bytes or a `Secret` of at least 16 bytes. Keep it: without it nobody can restore.
    vault
        The path of a vault, which is made if there is none, or an open one.
    columns
        As for `deidentify`. Columns that are dropped, or that hold other things than text, need a
        vault.
    choices
        As for `deidentify`.

    Returns
    -------
    Deidentified, a list, a generator, a Series or a DataFrame
        As the text was given, in the same order; the last verdict is *reversible*.

    Raises
    ------
    UsageError
        If an argument is wrong, or something could not be restored without a vault.
    VaultError
        If the vault cannot be used, or keeps another input for the same released text.
    RefutedError
        If a verdict is refuted, or an input does not come back as it was.
    WithheldError
        As for `deidentify`.

    Examples
    --------
    >>> key = "a key of more than sixteen bytes"
    >>> safe = protect("Call Ana on 617-555-0134.", key=key)
    >>> safe.text[:15], safe.verdicts[-1].claim
    ('Call [NAME:tv1.', 'reversible')
    >>> restore(safe.text, key=key)
    'Call Ana on 617-555-0134.'
    """
    secret = given_key(key)
    if secret is None and not isinstance(vault, Vault):
        raise UsageError(
            "protect needs a key", where="key", hint='for example protect("a text", key=key)'
        )
    chosen, rules = with_rules(chosen_policy(policy, choices), columns)
    call = Call("protect", chosen, rules, secret, vault)

    def carried_out(shape: Shape, key: Secret | None, vault: Vault | None) -> Any:
        used = as_tokens(chosen, shape.lost) if vault is None else chosen
        made = released(Engine(used, key, vault, shape.columns), shape.documents)
        done = sealed(shape, made, key=key, vault=vault)
        return shape.released(done)

    return call.of(text, carried_out)


def restore(
    text: object,
    key: KeyLike | None = None,
    *,
    vault: VaultLike | None = None,
    columns: Mapping[str, str] | None = None,
) -> Any:
    """Give protected texts back, every character as it was.

    Parameters
    ----------
    text
        What `protect` gave: a text gives a text, a `Document` a `Document`, a list, Series or
        DataFrame one of the same shape, and a generator a generator.
    key
        The key that they were protected with.
    vault
        The vault, where one was used. Give a list or table as `protect` gave it; a text alone is
        found where no other input has the same released text.
    columns
        For a DataFrame and a vault: the column of texts, as in `columns={"note": "text"}`.

    Returns
    -------
    str, Document, a list, a generator, a Series or a DataFrame
        The inputs, in the shape of what was given.

    Raises
    ------
    UsageError
        If an argument is wrong, or the key is missing.
    ChangedReleaseError
        If a text is not as it was made, or the vault keeps nothing for it.
    InputError
        If no text holds a token and no vault is given.
    WrongKeyError
        If the texts were protected with another key.

    Examples
    --------
    >>> key = b"a key of more than sixteen bytes"
    >>> notes = ["Mail ana@example.org.", "All well."]
    >>> restore([one.text for one in protect(notes, key=key)], key=key) == notes
    True
    """
    roles = roles_of(columns)
    rules = TableRules(roles, as_they_are=True, needs_text=vault is not None, given=bool(roles))
    call = Call("restore", None, rules, given_key(key), vault)

    def carried_out(shape: Shape, key: Secret | None, vault: Vault | None) -> Any:
        # A stream may have texts in which nothing had to be protected.
        return restored(shape, key=key, vault=vault, some=not isinstance(text, Iterator))

    return call.of(text, carried_out)
