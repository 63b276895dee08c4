"""Verifiers of a dictionary's forms and identifiers: they open the files that a policy names."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from textveil.formats.tables.term_files import FormFiles, TermFiles
from textveil.values.contracts import About, Case
from textveil.values.verdict import Verdict
from textveil.verify.rare.dictionary import CLAIM, check_forms, stated_in
from textveil.verify.rare.dictionary_identifiers import IDENTIFIERS, IdentifiersRemoved

__all__ = ["DictionaryVerifier", "IdentifiersVerifier"]


@dataclass(frozen=True, slots=True)
class DictionaryVerifier(FormFiles):
    """Count again, over the terms themselves, how many share each form that was released.

    Parameters
    ----------
    path, identifiers, stop, min_length, k, guarantee, seed
        As for the transformer.
    sha256
        The hash that the dictionary must have; any without this.

    Notes
    -----
    The verdict names the hash of the dictionary, and k. Without the dictionary the claim is not
    checkable.
    """

    claim: ClassVar[str] = CLAIM

    sha256: str = ""

    def about(self) -> About:
        """Tell which files hold the terms."""
        return About(private=self.given())

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        if None in self.stamps_given():
            return Verdict.not_checkable(CLAIM, "the dictionary was not given")
        dictionary = self.dictionary()
        if self.sha256 not in ("", dictionary.sha256):
            return Verdict.not_checkable(CLAIM, "this is not the dictionary that was named")
        forms = self.forms()
        return check_forms(
            dictionary.terms,
            stated_in(cases, fold_case=dictionary.fold_case),
            self.k,
            self.guarantee,
            chosen=forms.chosen,
            left=forms.left,
            thorough=False,
            about=f"Q with SHA-256 {dictionary.sha256}",
        )


@dataclass(frozen=True, slots=True)
class IdentifiersVerifier(TermFiles):
    """Check that no identifier of a list survives, beside or inside what forms stand for.

    Parameters
    ----------
    path, identifiers, stop, min_length
        As for the detector.
    """

    claim: ClassVar[str] = IDENTIFIERS

    def about(self) -> About:
        """Tell which files hold the terms."""
        return About(private=self.given())

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents; the input says what forms stand for."""
        if None in self.stamps_given():
            return Verdict.not_checkable(IDENTIFIERS, "the list of identifiers was not given")
        check = IdentifiersRemoved(self.named())
        for case in cases:
            if case.before is None:
                return Verdict.not_checkable(IDENTIFIERS, "the input was not given")
            text, release = case.before.text, case.release
            placed = list(release.placed())
            written = [
                (start, end, "" if edit.replacement == "*" else text[edit.start : edit.end])
                for edit, start, end in placed
            ]
            check.look(release.id, release.text, written)
            check.look_back(release.id, text, placed)
        return check.verdict()
