"""Subjects by a stated rule: whom a document is about, read from its path or its text.

The rules are defined in `docs/methods/subjects.md`. `textveil.certify.subjects` reads them with
code of its own. Errors quote neither an expression nor a subject: both may name somebody.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import PurePosixPath
from typing import Any, Final, NamedTuple

import re2

from textveil.errors import InputError, InvalidValueError
from textveil.formats.folders import without_packing
from textveil.values.document import Document

__all__ = ["FOLDER", "NAME", "NO_RULES", "Placed", "SubjectRules", "folded", "told_alone"]

NAME: Final = "name"
FOLDER: Final = "folder"
_PART: Final = re.compile(r"\{([0-9]{1,2})\}")
_PIECE: Final = re.compile(r"\{[0-9]{1,2}\}|\*\*/|\*")
_WILD: Final = {"**/": "(?:.*?/)??", "*": "[^/]*?"}
_LARGEST: Final = 8 << 20
"""Bytes that RE2 may use for an expression."""
_SEVERAL: Final = 2
_SHOWN: Final = 5
"""Documents that an error names."""
_EXAMPLES: Final = (
    r"put what names the person in brackets, as in 'MRN:\s*(\S+)'; a path has it in braces, as in "
    "'{0}/*.txt'; or write name or folder"
)


class Placed(NamedTuple):
    """A document with the path of its file, and whether the file is this document alone."""

    path: str
    alone: bool
    document: Document


@dataclass(frozen=True, slots=True)
class SubjectRules:
    r"""Rules that say whom a document is about; the first one that finds a person decides.

    Attributes
    ----------
    stated
        `name`, `folder`, an expression for RE2 with a group, or a path with its parts in braces.

    Raises
    ------
    InvalidValueError
        If a rule is none of these.

    Examples
    --------
    >>> rules = SubjectRules((r"MRN:\s*(\S+)", "{0}/*.txt"))
    >>> notes = [Document("a", "MRN: P7."), Document("b", "no number"), Document("c", "", "P7")]
    >>> placed = [Placed(f"p8/{note.id}.txt", True, note) for note in notes]
    >>> [document.about for document in rules.told(placed, "notes")]
    ['p7', 'p8', 'p7']
    """

    stated: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        # A rule that cannot be read must fail before a document is read.
        for rule in self.stated:
            _reader(rule)

    def __bool__(self) -> bool:
        return bool(self.stated)

    def told(self, documents: Iterable[Placed], where: str) -> Iterator[Document]:
        """Yield documents that say whom they are about; those of the data keep their subject.

        Raises
        ------
        InputError
            After the last one: if an expression finds two people in one document, or if there are
            several documents and a rule finds nobody in all that it was tried on.
        """
        tally = _Tally(len(self.stated))
        for place in documents:
            tally.documents += 1
            own = place.document.subject
            found = folded(own) if own and own.strip() else self._found(place, tally)
            yield replace(place.document, about=found) if found else place.document
        tally.finish(where)

    def _found(self, place: Placed, tally: "_Tally") -> str:
        for at, reader in enumerate(map(_reader, self.stated)):
            people = {name for one in reader(place) if (name := folded(one))}
            tally.tried[at] += 1
            tally.found[at] += bool(people)
            if len(people) > 1:
                tally.several.append(place.document.id)
            elif people:
                return people.pop()
        return ""


def folded(person: str) -> str:
    """Return a person as files and rows agree on: case, width and marks around do not count.

    Examples
    --------
    >>> folded(" P-17."), folded("\uff3017"), folded("*")
    ('p-17', 'p17', '*')
    """
    plain = " ".join(unicodedata.normalize("NFKC", person).casefold().split())
    first = next((at for at, sign in enumerate(plain) if sign.isalnum()), None)
    if first is None:
        return plain
    last = max(at for at, sign in enumerate(plain) if sign.isalnum())
    return plain[first : last + 1]


def told_alone(alone: int, documents: int) -> str:
    """Return a sentence about documents that do not say whom they are about; empty if all do.

    Examples
    --------
    >>> told_alone(0, 3), told_alone(1, 1)
    ('', '')
    >>> told_alone(2, 3).partition(":")[0]
    '2 of the 3 documents do not say whom they are about'
    """
    if not alone or documents < _SEVERAL:
        return ""
    some = f"{alone:,} of the {documents:,} documents {'do' if alone > 1 else 'does'} not say whom "
    some += "they are about" if alone > 1 else "it is about"
    none = f"none of the {documents:,} documents says whom it is about"
    return (
        f"{none if alone == documents else some}: each counts as a person of its own; say it with "
        "--subject-from name, folder or an expression, or with a column `subject`"
    )


@dataclass(slots=True)
class _Tally:
    """What the rules found in one pass."""

    rules: int
    tried: list[int] = field(init=False)
    found: list[int] = field(init=False)
    several: list[str] = field(default_factory=list)
    """Documents in which an expression finds two people."""
    documents: int = 0

    def __post_init__(self) -> None:
        self.tried, self.found = [0] * self.rules, [0] * self.rules

    def finish(self, where: str) -> None:
        if self.several:
            count = len(self.several)
            documents = "document" if count == 1 else "documents"
            more = f" and {count - _SHOWN:,} more" if count > _SHOWN else ""
            raise InputError(
                f"the expression of `subjects` finds two people in {count:,} {documents}: "
                f"{', '.join(self.several[:_SHOWN])}{more}",
                where=where,
                hint="let the expression say more of what stands before the person it means, or "
                "divide the documents",
            )
        for number, (tried, found) in enumerate(zip(self.tried, self.found, strict=True), 1):
            if tried and not found and self.documents >= _SEVERAL:
                which = "" if self.rules == 1 else f" number {number}"
                documents = "document" if tried == 1 else "documents"
                raise InputError(
                    f"the rule{which} of `subjects` finds nobody in {tried:,} {documents}",
                    where=where,
                    hint="name and folder speak of files that are one document; a path is that "
                    "inside IN; an expression stands in the text, with its case",
                )


def _by_name(place: Placed) -> Iterator[str]:
    if place.alone:
        yield PurePosixPath(without_packing(place.path)).stem


def _by_folder(place: Placed) -> Iterator[str]:
    if place.alone:
        yield PurePosixPath(place.path).parent.name


def _by_path(pattern: Any, order: Sequence[int], place: Placed) -> Iterator[str]:
    """Yield the parts of a path in braces, by their numbers; `order` has the group of each."""
    match = pattern.fullmatch(without_packing(place.path))
    if match:
        yield "/".join(match.group(number) for number in order)


def _by_text(pattern: Any, place: Placed) -> Iterator[str]:
    for match in pattern.finditer(place.document.text):
        yield next(filter(None, match.groups()), "")


@lru_cache(maxsize=64)
def _reader(rule: str) -> Callable[[Placed], Iterator[str]]:
    """Return what yields everybody whom a rule finds."""
    if rule in (NAME, FOLDER):
        return _by_name if rule == NAME else _by_folder
    numbers = [int(number) for number in _PART.findall(rule)]
    if numbers and sorted(numbers) == list(range(len(numbers))):
        order = [numbers.index(number) + 1 for number in range(len(numbers))]
        return partial(_by_path, _compiled(_of_path(rule)), order)
    pattern = _compiled(rule)
    if not pattern.groups:
        raise InvalidValueError(
            "the expression has no group that is the subject", where="subjects", hint=_EXAMPLES
        )
    return partial(_by_text, pattern)


def _of_path(rule: str) -> str:
    """Return the expression of a path: every piece is as short as it can be."""
    made, at = "", 0
    for piece in _PIECE.finditer(rule):
        made += re.escape(rule[at : piece.start()]) + _WILD.get(piece[0], "([^/]+?)")
        at = piece.end()
    return made + re.escape(rule[at:])


def _compiled(expression: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _LARGEST
    try:
        return re2.compile(expression, options)
    except re2.error:
        raise InvalidValueError(
            "RE2 refuses this expression", where="subjects", hint=_EXAMPLES
        ) from None


NO_RULES: Final = SubjectRules()
"""Only the data say whom documents are about."""
