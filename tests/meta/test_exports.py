"""The public interface is a list, and importing it is cheap."""

import json
import subprocess
import sys
from pathlib import Path

import textveil

STABLE = Path(__file__).parents[1] / "golden" / "stable.json"
PUBLIC = list(json.loads(STABLE.read_text("utf-8"))["python"])

HEAVY = (
    "numba",
    "numpy",
    "spacy",
    "sklearn",
    "fastapi",
    "pyspark",
    "pyarrow",
    "pandas",
    "typer",
    "rich",
)


def test_public_names_equal_the_list():
    assert sorted(textveil.__all__) == sorted(PUBLIC)
    assert dir(textveil) == sorted(PUBLIC)


def test_every_public_name_is_there():
    for name in PUBLIC:
        assert getattr(textveil, name) is not None


def test_another_name_is_an_attribute_error():
    assert not hasattr(textveil, "Dokument")


def test_importing_loads_nothing_heavy():
    code = "import json, sys, textveil; print(json.dumps(sorted(sys.modules)))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    loaded = {name.partition(".")[0] for name in json.loads(shown.stdout)}
    assert loaded.isdisjoint(HEAVY)


def test_values_load_nothing_heavy():
    code = "import json, sys, textveil; textveil.Document; textveil.Spans; textveil.Release;"
    code += "print(json.dumps(sorted(sys.modules)))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    loaded = {name.partition(".")[0] for name in json.loads(shown.stdout)}
    assert loaded.isdisjoint(HEAVY)
