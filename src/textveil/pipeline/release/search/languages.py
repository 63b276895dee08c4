"""Languages of a run: which language each document is read in, and which ones are left out.

A policy names a language, and then every document is read in it; or it says `auto`, and then the
language of each document is recognised. A text whose language is not clear goes with its corpus.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from sys import intern
from typing import Final

from textveil.detect.lists.unknown_words import has_capitals
from textveil.errors import LanguageError
from textveil.formats.held import Held
from textveil.lexicon.style.language_of import (
    UNKNOWN,
    language_name,
    language_of,
    short_language_of,
)
from textveil.lexicon.tables.languages import ENGLISH, LANGUAGES
from textveil.policy.policy import REFUSE, SKIP, TAG, Policy
from textveil.values.document import AUTO, Document

__all__ = ["SHORT", "Languages", "Spoken"]

SHORT: Final = 200
"""Texts with fewer characters are recognised only if they are clearly not English."""
_NAMED: Final = 20
"""Documents that a message names at most."""


@dataclass(slots=True)
class Languages:
    """The languages of the documents that were seen so far.

    Attributes
    ----------
    policy
        Names the language, or says that it is to be recognised.
    told
        Number of documents by recognised language; short ones are not in it.
    short
        The same of short documents, whose number is under the empty code.
    foreign
        Documents in languages that are not installed: their ids, each with its language.
    unprotected
        Those among them that have no capitals, so that tags cannot protect them.
    """

    policy: Policy
    told: Counter[str] = field(default_factory=Counter)
    short: Counter[str] = field(default_factory=Counter)
    foreign: dict[str, str] = field(default_factory=dict)
    unprotected: dict[str, str] = field(default_factory=dict)

    def note(self, document: Document) -> str:
        """Take in a document and return its language; empty if it cannot be told."""
        if self.policy.language != AUTO:
            return UNKNOWN
        if len(document.text) < SHORT:
            code = short_language_of(document.text)
            self.short.update({UNKNOWN, code})
        else:
            code = language_of(document.text)
            self.told.update([code] if code else [])
        if code and code not in LANGUAGES:
            self.foreign[document.id] = code
            if not has_capitals(document.text):
                self.unprotected[document.id] = code
        return code

    @property
    def main(self) -> str:
        """The language of the policy, or the installed one of most documents, or English."""
        if self.policy.language != AUTO:
            return self.policy.language
        # English is not told of short texts: another language must be that of most of them.
        most = Counter({c: n for c, n in self.short.items() if c and 2 * n > self.short[UNKNOWN]})
        counts = self.told or most
        installed = [(count, code) for code, count in counts.items() if code in LANGUAGES]
        # Of two that are as frequent English, then the first by its code.
        return min(
            installed, key=lambda one: (-one[0], one[1] != ENGLISH, one[1]), default=(0, ENGLISH)
        )[1]

    def read_in(self, code: str) -> str:
        """Return the language in which documents of a recognised language are read."""
        if code in LANGUAGES:
            return code
        other = self.policy.other_languages
        return self.main if code == UNKNOWN or other in (SKIP, REFUSE, TAG) else other

    @property
    def used(self) -> tuple[str, ...]:
        """The languages in which documents are read, the main one first."""
        read = {self.read_in(code) for code in (*self.told, *self.short)} - {self.main}
        return self.main, *sorted(read)

    def spoken(self, document: Document, code: str) -> Document:
        """Return a document with the language it is read in, by the one that was recognised."""
        return _in(document, self.read_in(code), self.tagged(code))

    def tagged(self, code: str) -> str:
        """Return the code of a language that nobody reads, if its documents get tags."""
        tags = self.policy.other_languages == TAG and code not in LANGUAGES
        return code if tags else UNKNOWN

    def says(self) -> str:
        """Return a sentence about documents in other languages; empty if there are none."""
        if not self.foreign:
            return ""
        counts = Counter(self.foreign.values())
        listed = ", ".join(f"{language_name(code)} ({counts[code]:,})" for code in sorted(counts))
        documents = "document is" if len(self.foreign) == 1 else "documents are"
        return f"{len(self.foreign):,} {documents} in a language that is not installed: {listed}"

    def named(self) -> str:
        """Return the ids of documents in other languages; of many the first ones."""
        ids = list(self.foreign)[:_NAMED]
        more = len(self.foreign) - len(ids)
        what = "document" if len(self.foreign) == 1 else "documents"
        return f"{what} {', '.join(ids)}" + (f" and {more:,} more" if more else "")

    @property
    def unread(self) -> dict[str, str]:
        """Documents that must not be read, by id: those that the policy gives no language."""
        if self.policy.other_languages == TAG:
            return self.unprotected
        return self.foreign if self.policy.other_languages in (SKIP, REFUSE) else {}

    def refusal(self) -> LanguageError:
        """Return the error of a run that is refused because of documents in other languages."""
        installed = language_name(ENGLISH)
        return LanguageError(
            f"{self.says()}; nothing was released",
            where=self.named(),
            hint="leave them out; to release them with a tag for every capitalised word that no "
            f"list knows, write `other_languages: {TAG}` into the policy; to read them as "
            f"{installed} all the same, `other_languages: {ENGLISH}`",
        )


class Spoken:
    """Documents, each with the language that it is read in; they can be iterated again.

    Attributes
    ----------
    left_out
        The ids of documents that are left out, each with the code of its language.
    """

    def __init__(self, documents: Held[Document], languages: Languages) -> None:
        self._documents, self.languages = documents, languages
        self._codes: list[str] | None = None
        self.left_out: dict[str, str] = {}

    @property
    def count(self) -> int | None:
        """How many there are; None before they were read once."""
        count = self._documents.count
        return None if count is None else count - len(self.left_out)

    def settle(self, *, skip: bool) -> None:
        """Leave documents out that must not be read, now that all languages are known.

        Parameters
        ----------
        skip
            Whether documents may be left out at all; some results have a place for each of them.

        Raises
        ------
        LanguageError
            If the policy or the caller wants all documents, or if none would be left.
        """
        unread, languages = self.languages.unread, self.languages
        wanted = not skip or languages.policy.other_languages == REFUSE
        if unread and (wanted or len(unread) == self._documents.count):
            raise languages.refusal()
        self.left_out = unread

    def says(self) -> str:
        """Return a sentence about documents that were left out; empty if there are none."""
        languages = self.languages
        if languages.policy.other_languages == TAG and languages.foreign:
            out = f"; left out, because there are no capitals: {', '.join(self.left_out)}"
            told = "rules alone look through them, and capitalised words that no list knows go"
            return f"{languages.says()}; {told}" + (out if self.left_out else "")
        if not self.left_out:
            return ""
        return f"{languages.says()}; left out: {languages.named()}"

    def reasons(self) -> dict[str, str]:
        """Return why documents were left out, by their ids."""
        return {
            name: f"the language is not installed: {language_name(code)}"
            for name, code in self.left_out.items()
        }

    def survey(self, documents: Iterable[Document]) -> None:
        """Recognise the language of every document; `documents` are these, watched."""
        self._codes = [intern(self.languages.note(document)) for document in documents]

    def __iter__(self) -> Iterator[Document]:
        codes = self._codes
        # Asked for once a pass: all documents are known by now.
        read_in = {
            code: (self.languages.read_in(code), self.languages.tagged(code))
            for code in {UNKNOWN, *(codes or ())}
        }
        if codes is None:
            return (_in(document, *read_in[UNKNOWN]) for document in self._documents)
        pairs = zip(self._documents, codes, strict=True)
        out = self.left_out
        return (_in(document, *read_in[code]) for document, code in pairs if document.id not in out)


def _in(document: Document, language: str, foreign: str) -> Document:
    if (document.language, document.foreign) == (language, foreign):
        return document
    return replace(document, language=language, foreign=foreign)
