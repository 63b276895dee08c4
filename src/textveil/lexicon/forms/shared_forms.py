"""Shared forms: the form under which each term of a dictionary is released, if any.

The transformer `wildcard` writes these forms, and the verifier `dictionary-forms` counts anew how
many terms share each of them.
"""

from collections.abc import Iterable
from typing import Final

import numpy as np

from textveil.lexicon.forms.wildcard_forms import Dictionary, check_promise
from textveil.strings.wildcards.groups import NO_GROUP, Groups
from textveil.strings.wildcards.settlement import settled

__all__ = ["SharedForms"]


class SharedForms:
    """The forms of a dictionary's terms.

    Parameters
    ----------
    dictionary
        Q, with the forms of its terms.
    k
        K, from 2 on: how many terms share each form.
    guarantee
        `mutual`: K terms are released under the very same form. `count`: the form matches K terms
        (paper 2).
    seed
        Decides between forms that are equally good.
    left
        Terms that are never released under a form: those that stay readable, and those that are
        removed wherever they stand. They do not count towards `mutual`. The attribute holds their
        ids.
    """

    def __init__(
        self,
        dictionary: Dictionary,
        k: int = 5,
        guarantee: str = "mutual",
        seed: int = 0,
        left: Iterable[str] = (),
    ) -> None:
        check_promise(k, guarantee)
        self.dictionary, self.k, self.guarantee, self._seed = dictionary, k, guarantee, seed
        numbers = (dictionary.id_of(term) for term in left)
        self.left: Final = frozenset(number for number in numbers if number is not None)
        self._groups: Groups | None = None
        self._shared: dict[int, str] = {}

    def chosen(self, number: int) -> str | None:
        """Return the form that a term of Q is released under, by its id; None if it has none."""
        if self.guarantee == "mutual":
            return self._mutual(number)
        if number in self.left:
            return None
        terms, k = self.dictionary.terms, self.k
        form = self.dictionary.form(terms[number], k, "count", self._seed, effective=False)
        return None if form is None else form.form

    def _mutual(self, number: int) -> str | None:
        if self._groups is None:
            groups = self.dictionary.group(self.k)
            # A reader of a form, or of a bare star, knows that no term that is left is meant.
            counting = np.ones(len(self.dictionary), np.bool_)
            counting[np.array(sorted(self.left), np.int64)] = False
            self._groups = settled(self.dictionary.stored.index, groups, self.k, counting)
        groups = self._groups
        group = int(groups.group[number])
        if group == NO_GROUP:
            return None
        if group not in self._shared:
            codes = groups.forms[groups.starts[group] : groups.starts[group + 1]]
            self._shared[group] = self.dictionary.spelt(codes)
        return self._shared[group]
