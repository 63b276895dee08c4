"""The default model: its name, and what is said about it without loading it."""

from importlib.resources import files
from pathlib import Path
from typing import Final

__all__ = ["DEFAULT", "MANIFEST", "default_manifest"]

DEFAULT: Final = "default-en"
"""Name of the model that is used unless another is asked for."""

MANIFEST: Final = "model.json"
"""The file of a model that says what it is."""


def default_manifest() -> Path:
    """Return the file that describes the default model."""
    return Path(str(files("textveil.models") / "data" / DEFAULT / MANIFEST))
