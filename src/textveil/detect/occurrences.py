"""Occurrences: values that were found, and every place where they stand again."""

from collections.abc import Iterable, Iterator

from ahocorasick_rs import AhoCorasick

from textveil.lexicon.folding import borders, squeeze, squeeze_text

__all__ = ["MIN_LENGTH", "Values"]

MIN_LENGTH = 4
"""Values with fewer letters and digits are not looked for, unless asked for."""


class Values:
    """Values to look for, squeezed, each with its label.

    Where one value comes with two labels, the one given first stays. `|` returns a new set; `|=`
    adds in place, so that a corpus can be collected document by document.

    Examples
    --------
    >>> values = Values.of([("PHONE", "555-0147"), ("OTHER-ID", "17")])
    >>> values
    Values(1)
    >>> list(values.occurrences("Call 555 0147."))
    [(5, 13, 'PHONE')]
    """

    __slots__ = ("_automaton", "_labels")

    def __init__(self) -> None:
        self._labels: dict[str, str] = {}
        self._automaton: AhoCorasick | None = None

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]], shortest: int = MIN_LENGTH) -> "Values":
        """Collect from pairs of a label and a value as it stands in a text."""
        values = cls()
        for label, value in pairs:
            squeezed = squeeze_text(value)
            if len(squeezed) >= shortest:
                values._labels.setdefault(squeezed, label)
        return values

    def __len__(self) -> int:
        return len(self._labels)

    def __contains__(self, value: object) -> bool:
        return isinstance(value, str) and squeeze_text(value) in self._labels

    def __repr__(self) -> str:
        return f"Values({len(self)})"

    def __eq__(self, other: object) -> bool:
        return self._labels == other._labels if isinstance(other, Values) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it can grow

    def __or__(self, other: "Values") -> "Values":
        joined = Values()
        joined |= self
        joined |= other
        return joined

    def __ior__(self, other: "Values") -> "Values":
        before = len(self._labels)
        for value, label in other._labels.items():
            self._labels.setdefault(value, label)
        if len(self._labels) > before:
            self._automaton = None
        return self

    def __getstate__(self) -> dict[str, str]:
        # The automaton stays behind when values travel to another process.
        return self._labels

    def __setstate__(self, labels: dict[str, str]) -> None:
        self._labels, self._automaton = labels, None

    def occurrences(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Yield start, end and label of every occurrence, overlapping ones too.

        Notes
        -----
        An Aho-Corasick automaton over all values, built when first needed, reports every match in
        one pass; those that cut a token are passed over. Time is linear in the text and in the
        number of matches.
        """
        if not self._labels:
            return
        if self._automaton is None:
            self._automaton = AhoCorasick(list(self._labels))
        matches = self._automaton.find_matches_as_indexes(squeeze_text(text), overlapping=True)
        if not matches:
            return
        # Offsets cost more than the search, and most texts have no match.
        view = squeeze(text)
        edges, labels = borders(view), list(self._labels.values())
        for index, start, end in matches:
            if start in edges and end in edges:
                yield *view.locate(start, end), labels[index]
