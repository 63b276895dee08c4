"""Base forms of English words, as WordNet's own manual defines them (`morphy`).

A list of exceptions comes first; then endings are replaced, one after another. What is no word of
the dictionary is for the caller to skip.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

__all__ = ["FormRules"]

_FULL: Final = "ful"


@dataclass(frozen=True, slots=True, repr=False)
class FormRules:
    """How inflected words lead back to their base forms.

    Attributes
    ----------
    exceptions
        Base forms of a word, by its part of speech and the word.
    endings
        For each part of speech the endings with what stands in their place, in order.

    Examples
    --------
    >>> rules = FormRules({("n", "men"): ("man",)}, {"n": (("s", ""), ("xes", "x"))})
    >>> list(rules.base_forms("boxes", "n")), list(rules.base_forms("men", "n"))
    (['boxes', 'boxe', 'box'], ['man', 'men'])
    """

    exceptions: Mapping[tuple[str, str], tuple[str, ...]]
    endings: Mapping[str, tuple[tuple[str, str], ...]]

    @classmethod
    def from_lines(cls, exceptions: str, endings: str) -> "FormRules":
        """Read both tables; fields are divided by tabs, and a part of speech comes first."""
        irregular = {}
        for line in filter(None, exceptions.split("\n")):
            part, word, *forms = line.split("\t")
            irregular[part, word] = tuple(forms)
        regular: dict[str, tuple[tuple[str, str], ...]] = {}
        for line in filter(None, endings.split("\n")):
            part, ending, instead = line.split("\t")
            regular[part] = (*regular.get(part, ()), (ending, instead))
        return cls(irregular, regular)

    def base_forms(self, word: str, part: str) -> Iterator[str]:
        """Yield the word itself and its possible base forms, the likeliest first."""
        yield from self.exceptions.get((part, word), ())
        yield word
        kept = ""
        if part == "n":
            if word.endswith("ss") or len(word) <= 2:
                return
            if word.endswith(_FULL):
                # "boxesful" counts as "boxful".
                word, kept = word[: -len(_FULL)], _FULL
        for ending, instead in self.endings.get(part, ()):
            if word.endswith(ending) and len(word) > len(ending):
                yield word[: len(word) - len(ending)] + instead + kept
