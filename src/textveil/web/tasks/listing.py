"""Jobs of the page Dictionary: a long list of terms is indexed once."""

from pathlib import Path
from typing import Any, Final

from textveil.errors import InputError
from textveil.pipeline.dictionary.build import build_dictionary
from textveil.web.tasks.asked import job_inputs
from textveil.web.words import words
from textveil.web.working.worker import JobOrder

__all__ = ["DICTIONARY", "build"]

DICTIONARY: Final = "terms.dict"


def build(order: JobOrder) -> dict[str, Any]:
    """Index a list of terms, and keep the index sealed."""
    files = [path for path in sorted(job_inputs(order).rglob("*")) if path.is_file()]
    if len(files) != 1:
        raise InputError(words().dictionary_one_file)
    target = Path(order.room / DICTIONARY)

    def progress(share: float) -> None:
        order.say({"stage": "group", "done": round(100 * share), "total": 100})

    facts = build_dictionary(
        files[0], target, mutual=order.asked["mutual"], progress=progress, track=order.track
    )
    order.keep(DICTIONARY, target)
    return facts.to_json()
