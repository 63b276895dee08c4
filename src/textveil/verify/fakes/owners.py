"""Owners: whose surrogate stands for whom, so that two persons or things never share one.

What identifies on its own has one form in all its writings; the verifiers' own code says which.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from textveil.values.edit import Edit
from textveil.values.label import family_of, identifies_alone
from textveil.verify.passages.must_change import tells_nothing
from textveil.verify.readers.read_names import may_be_one, name_words
from textveil.verify.readers.tables import fold, squeeze_text

__all__ = ["SurrogateOwners", "identifying_forms"]

_MOST = 8
"""So many different values under one surrogate are kept, no more."""


def identifying_forms(label: str, value: str, language: str) -> Iterator[str]:
    """Yield the form of a value that no surrogate of its family may have; nothing if it has none.

    A name in full has its first and last word, a value that identifies alone and an address with a
    number their letters and digits.
    """
    if family_of(label) == "NAME":
        words = name_words(value, language=language) if label != "INITIALS" else ()
        if len(words) > 1:
            yield f"{words[0]} {words[-1]}"
    elif identifies_alone(label) or (label == "ADDRESS" and any(map(str.isdecimal, value))):
        squeezed = squeeze_text(value)
        if family_of(label) == "PHONE" and len(squeezed) == 11 and squeezed[0] == "1":
            # With the country or without, it is one telephone number.
            squeezed = squeezed[1:]
        if squeezed:
            yield squeezed


@dataclass(slots=True)
class SurrogateOwners:
    """For each identifying surrogate of a corpus, the values that it stands for."""

    _values: dict[tuple[str, str], dict[str, tuple[str, ...]]] = field(
        default_factory=lambda: defaultdict(dict)
    )

    def learn(self, edit: Edit, value: str, language: str) -> None:
        """Take in what stands for a value."""
        shown, said = _written(edit, value, language)
        if shown and said:
            known = self._values[family_of(edit.label), shown]
            if len(known) < _MOST:
                known.setdefault(said, _words(edit, value, language))

    def has_other(self, edit: Edit, value: str, language: str) -> bool:
        """Tell whether a surrogate stands for another value of its family, too."""
        shown, said = _written(edit, value, language)
        others = self._values.get((family_of(edit.label), shown), {}) if shown and said else {}
        if len(others) < 2:
            return False
        words = _words(edit, value, language)
        return any(
            not (words and may_be_one(words, theirs, language=language))
            for other, theirs in others.items()
            if other != said
        )


def _written(edit: Edit, value: str, language: str) -> tuple[str, str]:
    """Return the surrogate as it is compared, and the value in its own form."""
    if tells_nothing(edit.replacement, edit.label, value):
        return "", ""
    said = next(identifying_forms(edit.label, value, language), "")
    shown = next(identifying_forms(edit.label, edit.replacement, language), "")
    if shown and family_of(edit.label) != "NAME":
        # 192.0.2.75 and 192.0.27.5 have the same digits.
        shown = fold(edit.replacement).text.casefold()
    return shown, said


def _words(edit: Edit, value: str, language: str) -> tuple[str, ...]:
    return name_words(value, language=language) if family_of(edit.label) == "NAME" else ()
