"""The shipped models: their names, and what is said about the default one without loading it."""

from importlib.resources import files
from pathlib import Path
from typing import Final

from textveil.lexicon.tables.languages import ENGLISH

__all__ = ["BY_LANGUAGE", "DEFAULT", "MANIFEST", "SHIPPED", "default_manifest"]

DEFAULT: Final = "neural-en"
"""Name of the model that is used unless another is asked for."""

BY_LANGUAGE: Final = {ENGLISH: DEFAULT, "es": "fast-es"}
"""The model that is used for each language unless another is asked for."""

SHIPPED: Final = ("fast-en", "neural-en", "fast-es")
"""Models that come with textveil."""

MANIFEST: Final = "model.json"
"""The file of a model that says what it is."""


def default_manifest() -> Path:
    """Return the file that describes the default model."""
    return Path(str(files("textveil.models") / "data" / DEFAULT / MANIFEST))
