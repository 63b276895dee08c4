"""Style clusters: where clusters of documents lie, so that a new document finds its own.

Only numbers are kept: which measures count, their means and deviations, and the centre of each
cluster. No text, and nothing about a single document.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InputError
from textveil.lexicon.style.writing_style import STYLE, style_of
from textveil.lexicon.tables.languages import ENGLISH, language_named

__all__ = ["StyleClusters"]


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class StyleClusters:
    """Clusters in the space of writing style.

    Attributes
    ----------
    measures
        Names of the measures that count, from `STYLE`.
    means, scales
        Of each measure over the documents that were clustered.
    centres
        A row a cluster: the mean of its documents in standard deviations.
    language
        Of the documents.
    """

    measures: tuple[str, ...]
    means: NDArray[np.float64]
    scales: NDArray[np.float64]
    centres: NDArray[np.float64]
    language: str = ENGLISH

    def __repr__(self) -> str:
        return f"StyleClusters({len(self.centres)} clusters, {len(self.measures)} measures)"

    def place(self, text: str) -> int | None:
        """Return the cluster whose centre is nearest; None for a text of fewer than two sentences.

        A measure that is not defined for the text counts as average. Of equal distances the first
        cluster is taken.
        """
        style = style_of(text, language=self.language)
        if style is None:
            return None
        chosen = style[[STYLE.index(name) for name in self.measures]]
        point = np.nan_to_num((chosen - self.means) / self.scales, nan=0.0)
        return int(((self.centres - point) ** 2).sum(axis=1).argmin())

    def to_json(self) -> dict[str, Any]:
        """Return the clusters as a JSON object."""
        return {
            "language": self.language,
            "measures": list(self.measures),
            "means": self.means.tolist(),
            "scales": self.scales.tolist(),
            "centres": self.centres.tolist(),
        }

    @classmethod
    def from_json(cls, fields: Mapping[str, Any], where: str = "") -> "StyleClusters":
        """Read clusters back; raise InputError if the fields do not fit together."""
        try:
            language = str(fields["language"])
            measures = tuple(map(str, fields["measures"]))
            means, scales, centres = (
                np.array(fields[name], np.float64) for name in ("means", "scales", "centres")
            )
        except (KeyError, TypeError, ValueError):
            raise _broken(where) from None
        shape = (len(measures),)
        fits = means.shape == shape and scales.shape == shape and centres.shape[1:] == shape
        numbers = np.concatenate([means.ravel(), scales.ravel(), centres.ravel()])
        if not fits or not measures or not len(centres) or not set(measures) <= set(STYLE):
            raise _broken(where)
        if not np.isfinite(numbers).all() or not (scales > 0).all():
            raise _broken(where)
        language_named(language)
        return cls(measures, means, scales, centres, language)


def _broken(where: str) -> InputError:
    return InputError(
        "this holds no style clusters",
        where=where,
        hint="make them with: textveil cluster CORPUS -o CLUSTERS",
    )
