"""The folder of a comparison of clusters: numbers for programs, and for tables."""

import csv
from collections.abc import Callable
from io import StringIO
from pathlib import Path

from textveil.formats.outputs import binary_sink, new_folder, write_json
from textveil.learn.cluster_compare import CELL_COLUMNS, ClusterComparison

__all__ = ["write_comparison"]


def write_comparison(target: Path, compare: Callable[[], ClusterComparison]) -> ClusterComparison:
    """Compare and write the result; whether anything can be written there is found out first."""
    with new_folder(target) as folder:
        made = compare()
        write_json(folder / "comparison.json", made.to_json())
        table = StringIO(newline="")
        writer = csv.writer(table, lineterminator="\n")
        writer.writerow(CELL_COLUMNS)
        writer.writerows(one.row() for one in made.cells)
        with binary_sink(folder / "comparison.csv") as sink:
            sink.write(table.getvalue().encode())
    return made
