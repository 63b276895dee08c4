"""Results: what became of one text or document, or of several."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from textveil.errors import MissingExtraError
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.verdict import Verdict

__all__ = ["Deidentified", "Results"]


@dataclass(frozen=True, slots=True, repr=False)
class Deidentified:
    """One rewritten text with its edits and verdicts.

    Attributes
    ----------
    release
        The text with its edits, and the offset map in both directions.
    verdicts
        What the verifiers say: of a list, about all of its texts together.
    document
        The released document: the text, and the fields that the policy keeps.

    Examples
    --------
    >>> from textveil import deidentify
    >>> result = deidentify("Write to ana@example.org.")
    >>> result
    Deidentified(Release(id='text', length=17, edits=1), verdicts=2 of 2 hold)
    >>> result.text, result.release.to_input(9)
    ('Write to [EMAIL].', 9)
    """

    release: Release
    verdicts: tuple[Verdict, ...]
    document: Document

    @property
    def text(self) -> str:
        """The rewritten text."""
        return self.release.text

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data: id, text, edits with their offsets, and verdicts.

        Examples
        --------
        >>> from textveil import deidentify
        >>> made = deidentify("Write to ana@example.org.").to_dict()
        >>> made["text"], made["edits"][0]["label"], made["verdicts"][0]["status"]
        ('Write to [EMAIL].', 'EMAIL', 'holds')
        """
        return {**self._row(), "verdicts": [verdict.to_json() for verdict in self.verdicts]}

    def to_json(self) -> str:
        """Return what `to_dict` has, as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, default=str)

    def to_frame(self) -> Any:
        """Return a DataFrame of pandas with one row for each edit; `attrs` has the verdicts."""
        row = self._row()
        columns = ("label", "start", "end", "new_start", "new_end", "replacement", "entity")
        return _frame(row["edits"], columns, self.verdicts)

    def _row(self) -> dict[str, Any]:
        edits = [
            {
                "label": edit.label,
                "start": edit.start,
                "end": edit.end,
                "new_start": start,
                "new_end": end,
                "replacement": edit.replacement,
                "entity": edit.entity,
            }
            for edit, start, end in self.release.placed()
        ]
        fields = dict(self.document.metadata)
        told = {"id": self.release.id, "text": self.text, "edits": edits}
        return told | ({"fields": fields} if fields else {})

    def __repr__(self) -> str:
        held = sum(verdict.holds for verdict in self.verdicts)
        return f"Deidentified({self.release!r}, verdicts={held} of {len(self.verdicts)} hold)"


class Results(list[Deidentified]):
    """The results of a list: one for each text, with verdicts about all of them together.

    Examples
    --------
    >>> from textveil import deidentify
    >>> made = deidentify(["Write to ana@example.org.", "All well."])
    >>> [row["text"] for row in made.to_dict()["texts"]]
    ['Write to [EMAIL].', 'All well.']
    """

    def to_dict(self) -> dict[str, Any]:
        """Return all results as plain data: `texts` in order, and `verdicts` once."""
        rows = [{k: v for k, v in one.to_dict().items() if k != "verdicts"} for one in self]
        return {"texts": rows, "verdicts": [verdict.to_json() for verdict in self._verdicts]}

    def to_json(self) -> str:
        """Return what `to_dict` has, as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, default=str)

    def to_frame(self) -> Any:
        """Return a DataFrame of pandas with id, text and number of edits, a row for each text."""
        rows = [
            {"id": one.release.id, "text": one.text, "edits": len(one.release.edits)}
            for one in self
        ]
        return _frame(rows, ("id", "text", "edits"), self._verdicts)

    @property
    def _verdicts(self) -> tuple[Verdict, ...]:
        return self[0].verdicts if self else ()


def _frame(
    rows: Sequence[Mapping[str, Any]], columns: Sequence[str], verdicts: Sequence[Verdict]
) -> Any:
    try:
        import pandas as pd  # type: ignore[import-untyped]
    except ImportError:
        raise MissingExtraError(
            "a DataFrame needs pandas", hint="pip install 'textveil[pandas]'"
        ) from None
    frame = pd.DataFrame(list(rows), columns=list(columns))
    frame.attrs["verdicts"] = [verdict.to_json() for verdict in verdicts]
    return frame
