"""Attacks on whatever a command wrote: a release of any method, its copies, or a single file."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from textveil.certify.document.certificate import read_release
from textveil.certify.document.certificate_shape import TEXT
from textveil.certify.document.layout import PATTERNS
from textveil.certify.told.attack_summary import attack_summary
from textveil.errors import TextveilError
from textveil.formats.sources import Source
from textveil.pipeline.attack.run import Attacked
from textveil.pipeline.file_attack import AttackedFile, attack_file
from textveil.pipeline.release.sight.attacks import attack_release
from textveil.pipeline.release.sight.copies_attack import attack_copies
from textveil.values.figures.attack import AttackResult
from textveil.values.keys.secret import Secret

__all__ = ["attack_folder", "is_release"]

_STATED: Final = ("attack", "label", "guesses", "right", "chance", "verdict")
"""What a certificate has of an attack, in the order of an `AttackResult`."""


def is_release(out: Path) -> bool:
    """Tell whether a path is a release: its folder, or a certificate that stands beside a file."""
    if out.is_dir() or out.suffix != ".json":
        return out.is_dir()
    try:
        read_release(out)
    except TextveilError:
        return False
    return True


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
        agreement = attack_copies(out, before, key)
        return replace(_with_stated(attacked, certificate), agreement=agreement)
    # What a certificate says, every reader knows.
    settings = certificate["settings"]
    told = {name: settings[name] for name in ("k", "unit", "mark", "wildcard") if name in settings}
    if place.has(PATTERNS):
        told["sensitive"] = place.kept(PATTERNS)
    released = Source.released(place.texts / described["name"], *how)
    return _with_stated(attack_file(released, knows, before, AttackedFile(**told)), certificate)


def _with_stated(attacked: Attacked, certificate: Mapping[str, Any]) -> Attacked:
    """Add what the owner's certificate says, where nobody else can count right guesses."""
    stated = [AttackResult(*(one[name] for name in _STATED)) for one in certificate["attacks"]]
    if not stated or any(one.right is not None for one in attacked.results):
        return attacked
    told = attack_summary(stated, policy=False)
    said = f"stated by the certificate, which counted with the input: {told}"
    return replace(attacked, remarks=(*attacked.remarks, said))
