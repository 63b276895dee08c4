"""Attacks on whatever a command wrote: a release of any method, its copies, or a single file."""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from textveil.certify.certificate import read_release
from textveil.certify.certificate_shape import TEXT
from textveil.formats.sources import Source
from textveil.pipeline.attack.run import Attacked
from textveil.pipeline.file_attack import AttackedFile, attack_file
from textveil.pipeline.release.attacking import attack_release
from textveil.pipeline.release.attacking_copies import attack_copies
from textveil.values.secret import Secret

__all__ = ["attack_folder"]


def attack_folder(
    out: Path, knows: Collection[str], source: Path | None = None, key: Secret | None = None
) -> Attacked:
    """Attack a release, whatever its method, and compare its copies where there are some.

    Parameters
    ----------
    out
        What a release wrote, or the part of it that is published.
    knows
        What the attacker knows beside it: keys of `KNOWLEDGE`.
    source
        The input, to count right guesses.
    key
        The key of the release; leads from numbered documents back to those of the input.
    """
    place, certificate = read_release(out)
    described = certificate["source"]
    how = described["format"], described["options"]
    before = None if source is None else Source.open(source, *how)
    if certificate["method"] == TEXT:
        attacked = attack_release(out, knows, before, key)
        return replace(attacked, agreement=attack_copies(out, before, key))
    # What a certificate says, every reader knows.
    settings = certificate["settings"]
    told = {name: settings[name] for name in ("k", "unit", "mark") if name in settings}
    released = Source.released(place.texts / described["name"], *how)
    return attack_file(released, knows, before, AttackedFile(**told))
