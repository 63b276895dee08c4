"""The verifier of released forms of terms: it opens the dictionary that a policy names."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from textveil.formats.term_files import FormFiles
from textveil.lexicon.shared_forms import SharedForms
from textveil.values.contracts import About, Case
from textveil.values.verdict import Verdict
from textveil.verify.dictionary import CLAIM, check_forms, stated_in

__all__ = ["DictionaryVerifier"]


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
        if self.path and self.stamps()[0] is None:
            return Verdict.not_checkable(CLAIM, "the dictionary was not given")
        dictionary = self.dictionary()
        if self.sha256 not in ("", dictionary.sha256):
            return Verdict.not_checkable(CLAIM, "this is not the dictionary that was named")
        left = self.never_released(dictionary)
        forms = SharedForms(dictionary, self.k, self.guarantee, self.seed, left)
        return check_forms(
            dictionary.terms,
            stated_in(cases, fold_case=dictionary.fold_case),
            self.k,
            self.guarantee,
            chosen=forms.chosen,
            left=forms.left,
            about=f"Q with SHA-256 {dictionary.sha256}",
        )
