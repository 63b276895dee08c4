"""Loading formats by name, and files for the tests."""

from importlib import import_module
from pathlib import Path
from typing import Any

from textveil.formats.catalog import FORMATS


def load(name: str, **options: Any) -> Any:
    module, _, attribute = FORMATS[name].partition(":")
    return getattr(import_module(module), attribute)(**options)


def write_file(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path
