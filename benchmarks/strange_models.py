"""Model folders of somebody else: shipped models, changed at random, whose hashes fit again."""

import json
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from random import Random
from struct import pack

from textveil.models.default import SHIPPED

MANIFEST = "model.json"
WILD = (0, 1, 7, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFF0, 1 << 20, 1 << 28)


def strange_models(folder: Path, seed: int, count: int) -> Iterator[Path]:
    """Yield folders, each of one model with one to forty changes; the one before is overwritten."""
    for number in range(count):
        place = folder / f"model-{number}"
        place.mkdir()
        write_strange(place, SHIPPED[number % len(SHIPPED)], f"{seed} {number}")
        yield place


def write_strange(place: Path, name: str, seed: str) -> None:
    """Write a shipped model with changes that follow from a seed."""
    rng = Random(seed)  # noqa: S311 - reproducible, not secret
    write_model(place, changed(model_files(name), rng))


def model_files(name: str) -> dict[str, bytes]:
    """Return the files of a shipped model."""
    place = files("textveil.models") / "data" / name
    return {one.name: one.read_bytes() for one in place.iterdir() if one.is_file()}


def changed(content: dict[str, bytes], rng: Random) -> dict[str, bytes]:
    """Return the files of a model with changes in one of them."""
    native = [name for name in content if name.endswith((".crfsuite", ".onnx"))]
    others = [name for name in content if name not in native and name != "card.md"]
    name = rng.choice(native * 8 + others)
    if name == MANIFEST:
        return {**content, name: _other_settings(content[name], rng)}
    return {**content, name: _other_bytes(content[name], rng)}


def _other_bytes(data: bytes, rng: Random) -> bytes:
    made = bytearray(data)
    way = rng.choice(("bytes", "head", "words", "words", "moved", "cut", "longer"))
    if way == "cut":
        return bytes(made[: rng.randrange(len(made))])
    if way == "longer":
        return bytes(made + rng.randbytes(rng.choice((1, 100, 100_000))))
    if way == "moved":
        size = rng.randrange(1, 1 << 12)
        first, to = (rng.randrange(len(made) - size) for _ in range(2))
        made[to : to + size] = made[first : first + size]
        return bytes(made)
    for _ in range(rng.choice((1, 2, 5, 40))):
        if way == "bytes":
            made[rng.randrange(len(made))] = rng.randrange(256)
        elif way == "head":
            made[rng.randrange(min(len(made), 4000))] = rng.randrange(256)
        else:
            at = 4 * rng.randrange((len(made) - 4) // 4)
            made[at : at + 4] = pack("<I", rng.choice((*WILD, rng.randrange(len(made)))))
    return bytes(made)


def _other_settings(manifest: bytes, rng: Random) -> bytes:
    stated = json.loads(manifest)
    settings = stated["settings"]
    key = rng.choice(sorted(settings))
    value = rng.choice((0, -1, 511, 512, 10**9, 10**400, [], ["NAME"] * 100_000, "x", None, {}))
    return json.dumps({**stated, "settings": {**settings, key: value}}).encode()


def write_model(place: Path, content: dict[str, bytes]) -> None:
    """Write the files of a model, and in its manifest their sizes and hashes."""
    stated = json.loads(content[MANIFEST])
    stated["files"] = {
        name: {"bytes": len(data), "sha256": sha256(data).hexdigest()}
        for name, data in content.items()
        if name != MANIFEST
    }
    # One character more, so that it is not taken for the shipped model.
    described = json.dumps(stated) + " "
    for name, data in {**content, MANIFEST: described.encode()}.items():
        (place / name).write_bytes(data)
