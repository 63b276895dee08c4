"""Loading: the first call says what it loads, and how long that took.

Python's logging is told, at the level `INFO` of the logger `textveil`, and never a text.
"""

import logging
from time import perf_counter
from typing import Final

from textveil.pipeline.release.engine import Engine
from textveil.values.contracts import about, with_parts
from textveil.values.document import Document

__all__ = ["load"]

_LOGGER: Final = logging.getLogger("textveil")
_NOTHING: Final = Document("nothing", "-")
"""Lets detectors load what they need, and holds nothing that one could find."""
_LOADED: Final[set[str]] = set()


def load(engine: Engine) -> None:
    """Load the detectors of an engine, unless this process has done so before."""
    parts = [part for pair in engine.detection.detectors for part in with_parts(*pair)]
    what = ", ".join(_told(name, part) for name, part in parts if not about(part).parts)
    if what in _LOADED:
        return
    _LOGGER.info("loading %s", what)
    begun = perf_counter()
    engine.detection.find(_NOTHING)
    _LOGGER.info("loaded %s in %.1f s", what, perf_counter() - begun)
    _LOADED.add(what)


def _told(name: str, component: object) -> str:
    """Return the name of a component with the folder that it reads, such as that of a model."""
    folders = sorted({path.parent.name for _, path in about(component).files})
    return f"{name} ({', '.join(folders)})" if folders else name
