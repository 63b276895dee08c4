"""The formats by name, and the rule by which a path's format is guessed.

The rule, after a final .gz or .xz is taken off the name:

1. A folder is `text` if all its files end in .txt, `brat` if in .txt and .ann, `slack` if it holds
   users.json and channels.json. If all end in .xml, and have one format with a file for each
   document, it is that. Any other folder is `mixed`: each file has a format of its own.
2. A suffix that one format claims decides. A `.txt` file is `whatsapp` if its name ends in
   `_chat.txt` or has the word WhatsApp, and its first line begins with a day and a time, as every
   exported chat does; otherwise `text`. The name alone decides where there is no file yet.
3. The suffixes .jsonl, .ndjson and .json are shared: the keys of the first record decide where
   there is a file to look into; otherwise .jsonl means `jsonl`. For .xml the root element decides.
4. Anything else is an error that lists the names.
"""

import re
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any, Final

from textveil.errors import EncodingError, FormatError, InputError
from textveil.formats.folders import files_in, plain_suffix
from textveil.formats.inputs import characters, is_folder, lines, require_file
from textveil.formats.json.json_array import elements
from textveil.formats.json.json_text import parse

__all__ = ["CHAT_DAY", "FORMATS", "HIDDEN", "ROLES", "SUFFIXES", "guess"]

_TABLE: Final = (
    files("textveil.formats").joinpath("data/catalog.tsv").read_text("utf-8").splitlines()
)
_ROWS: Final = [line.split("\t") for line in _TABLE if not line.startswith("#")]

FORMATS: Final[dict[str, str]] = {name: place for name, place, _, _ in _ROWS}
"""Every shipped format: its name and where its class lives."""

SUFFIXES: Final = {name: tuple(suffixes.split()) for name, _, suffixes, _ in _ROWS}
"""Endings of the files of each format."""

ROLES: Final[dict[str, dict[str, str]]] = {
    name: dict(role.split("=") for role in roles.split()) for name, _, _, roles in _ROWS
}
"""What becomes of the fields that a format itself has, unless the policy has a rule for them."""

# An .ann file is half a document: its text stands beside it.
_SHARED: Final = (".jsonl", ".ndjson", ".json", ".xml", ".ann", ".txt")
_BY_SUFFIX: Final = {
    suffix: name
    for name, claimed in SUFFIXES.items()
    for suffix in claimed
    if suffix not in _SHARED
}
_FOLDERS: Final = {frozenset({".txt"}): "text", frozenset({".ann", ".txt"}): "brat"}
"""Formats of folders, by the endings of all their files."""
_PRODIGY_KEYS = {"_input_hash", "_task_hash", "_view_id", "answer", "tokens", "meta"}
_CHAT = re.compile(r".{0,400}(?:_chat\.txt|\bWhatsApp\b)", re.IGNORECASE)
"""Names of exports: the first line tells whether it is one."""
HIDDEN: Final = r"\[[A-Z][A-Z0-9-]{0,60}\]|[*\u2588][*\u2588./-]{0,60}"
"""What may stand for a day or a time in a released chat: a tag or blanks."""
CHAT_DAY: Final = rf"\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}}\.?|{HIDDEN}"
_STAMP = re.compile(rf"[\ufeff\u200e\u200f]*\[?(?:{CHAT_DAY}),? (?:\d|{HIDDEN})")
_WORKSPACE = {"users.json", "channels.json"}
"""Files by which an export of Slack is known."""
_EMPTY = "is it the right folder?"
_ROOT = re.compile(r"<([A-Za-z_][\w.-]*(?::[\w.-]+)?)")
_FEEDS: Final = {"rss": "rss", "rdf:RDF": "rss", "feed": "atom"}
"""Root elements of feeds."""


def guess(path: Path) -> str:
    """Return the name of the format that a path has, by the rule above.

    Raises
    ------
    FormatError
        If the rule does not decide.

    Examples
    --------
    >>> guess(Path("reads.fa.gz")), guess(Path("new.jsonl"))
    ('fasta', 'jsonl')
    """
    folder = is_folder(path)
    if folder:
        return _of_folder(path)
    exists = folder is not None
    if exists:
        require_file(path)
    suffix = plain_suffix(path)
    if suffix in _BY_SUFFIX:
        return _BY_SUFFIX[suffix]
    if suffix == ".txt":
        return "whatsapp" if _is_chat(path) else "text"
    if suffix in (".jsonl", ".ndjson"):
        return _of_json_lines(path) if exists else "jsonl"
    if suffix == ".json" and exists:
        return _of_json_array(path)
    if suffix == ".xml" and exists:
        return _of_xml(path)
    ending = f"the ending {suffix!r}" if suffix else "a name without an ending"
    raise _undecided(path, f"{ending} does not tell the format")


def _is_chat(path: Path) -> bool:
    """Tell whether a text is a chat that WhatsApp exported."""
    named = bool(_CHAT.match(path.name))
    if not named or not path.is_file():
        return named
    try:
        return bool(_STAMP.match(next(characters(path), "")))
    except EncodingError:
        # Whoever reads it may know its encoding.
        return named


def _undecided(path: Path, what: str) -> FormatError:
    return FormatError(
        what, where=str(path), hint=f"name it with --format: one of {', '.join(FORMATS)}"
    )


def _of_folder(path: Path) -> str:
    """Return `mixed` unless all files of a folder belong to one format for folders."""
    files = files_in(path, ("",))
    suffixes = {plain_suffix(file) for file in files}
    if {file.name for file in files if file.parent == path} >= _WORKSPACE:
        return "slack"
    if any(map(_is_chat, files)):
        return "mixed"
    if not suffixes:
        raise FormatError("the folder holds no file", where=str(path), hint=_EMPTY)
    if suffixes == {".xml"}:
        kinds = {_of_xml(file) for file in files}
        return kinds.pop() if len(kinds) == 1 and "i2b2-2006" not in kinds else "mixed"
    return _FOLDERS.get(frozenset(suffixes), "mixed")


def _of_json_lines(path: Path) -> str:
    for number, line in islice(lines(path), 1000):
        if line.strip():
            record = parse(line, str(path), number)
            return _of_keys(record) if isinstance(record, dict) else "jsonl"
    raise InputError("there is no document in it", where=str(path), hint="is it the right file?")


def _of_keys(record: dict[str, Any]) -> str:
    if isinstance(record.get("annotations"), dict) or "doc_id" in record:
        return "tab"
    if any(isinstance(record.get(key), list) for key in ("label", "labels", "entities")):
        return "doccano"
    if "text" in record and record.keys() & _PRODIGY_KEYS:
        return "prodigy"
    return "jsonl"


def _of_json_array(path: Path) -> str:
    for _, record in elements(path):
        if isinstance(record, dict) and isinstance(record.get("data"), dict):
            return "label-studio"
        if isinstance(record, dict) and "text" in record:
            return "slack" if "ts" in record else "tab"
        break
    raise _undecided(path, "the first element of the array does not tell the format")


def _of_xml(path: Path) -> str:
    head = next(characters(path), "")
    match = _ROOT.search(head)
    root = match.group(1) if match else ""
    if root == "ROOT":
        return "i2b2-2006"
    if root in _FEEDS:
        return _FEEDS[root]
    if root:
        return "i2b2-2014" if root == "deIdi2b2" else "xml"
    raise _undecided(path, "there is no root element")
