"""One hundred ways to corrupt a release on disk, each with the least that tells it."""

import json
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from textveil.certify.certificate import id_of, seal_of
from textveil.values.policy_terms import policy_hash
from textveil.values.secret import Secret

KEY = Secret(b"a key of more than sixteen bytes, 7Qx2mVt9Lk")
PUBLISH, KEEP, WITH_KEY, WITH_INPUT = range(4)
"""What is given: `publish/` alone; `keep/` too; the key too; the input too."""

TEXTS, REPORT = "publish/texts/notes.jsonl", "publish/report.html"
CERTIFICATE = "publish/certificate.json"
RECORD, FIGURES, CHANGES = "keep/edits.jsonl", "keep/figures.json", "keep/changes.csv"

Change = Callable[[Path, Path], None]
"""Changes a release, and may take from another one of the same owner."""


class Corruption(NamedTuple):
    """A name, the least that must be given, and what is done."""

    name: str
    told_with: int
    change: Change


def on_bytes(file: str, change: Callable[[bytes], bytes], out: Path, other: Path) -> None:
    path = out / file
    data = path.read_bytes()
    made = change(data)
    assert made != data, "this changes nothing"
    path.write_bytes(made)


def flipped(at: float, data: bytes) -> bytes:
    """Change one letter or digit, the next one from a share of the file on."""
    place = next(n for n in range(int(at * len(data)), len(data)) if chr(data[n]).isalnum())
    new = b"7" if data[place : place + 1] != b"7" else b"8"
    return data[:place] + new + data[place + 1 :]


def swapped(data: bytes) -> bytes:
    """Exchange the last two lines."""
    *first, second, last = data.splitlines(keepends=True)
    return b"".join((*first, last, second))


def twice(data: bytes) -> bytes:
    """Repeat the last line."""
    return data + data.splitlines(keepends=True)[-1]


def without_last(data: bytes) -> bytes:
    return b"".join(data.splitlines(keepends=True)[:-1])


def on_figures(path: tuple[str | int, ...], data: bytes) -> bytes:
    """Put another number into the exact figures."""
    content = json.loads(data)
    told_otherwise(path, 9000, content)
    return json.dumps(content).encode()


BYTES: dict[str, Callable[[bytes], bytes]] = {
    "a byte at the beginning": partial(flipped, 0.02),
    "a byte in the middle": partial(flipped, 0.5),
    "a byte near the end": partial(flipped, 0.95),
    "cut": lambda data: data[: len(data) // 2],
    "emptied": lambda data: b"",
    "something appended": lambda data: data + b"x\n",
}
LINES: dict[str, Callable[[bytes], bytes]] = {
    "lines exchanged": swapped,
    "a line twice": twice,
    "a line removed": without_last,
}


def added(file: str, content: bytes | None, out: Path, other: Path) -> None:
    path = out / file
    if content is None:
        path.mkdir(parents=True)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def linked(file: str, out: Path, other: Path) -> None:
    (out / file).unlink(missing_ok=True)
    (out / file).symlink_to(other / TEXTS)


def removed(file: str, out: Path, other: Path) -> None:
    (out / file).unlink()


def taken(file: str, out: Path, other: Path) -> None:
    """Take a file or folder of another release in its place."""
    path = out / file
    assert path.is_dir() or path.read_bytes() != (other / file).read_bytes()
    if path.is_dir():
        shutil.rmtree(path)
        shutil.copytree(other / file, path)
    else:
        shutil.copy(other / file, path)


def edited(change: Callable[[dict[str, Any]], None], how: str, out: Path, other: Path) -> None:
    """Edit the certificate: `plain`; `again` with a new id; or `sealed` by who has the key."""
    path, page = out / CERTIFICATE, out / REPORT
    content = json.loads(path.read_text("utf-8"))
    before = json.dumps(content)
    change(content)
    assert json.dumps(content) != before, "this changes nothing"
    if how != "plain":
        old, content["id"] = content["id"], id_of(content)
        page.write_text(page.read_text("utf-8").replace(old, content["id"]), "utf-8")
    if how == "sealed":
        content["seal"] = seal_of(content, KEY)
    path.write_text(json.dumps(content), "utf-8")


def other_value(name: str, content: dict[str, Any]) -> None:
    """Put something else of the same type into a field."""
    value = content[name]
    if isinstance(value, str):
        content[name] = value[:-1] + ("1" if value.endswith("0") else "0")
    elif isinstance(value, int):
        content[name] = value + 1
    elif isinstance(value, list):
        content[name] = value[:-1] or ["ward"]
    else:
        content[name] = dict(list(value.items())[:-1]) if value else {"ward": _like(name)}


def _like(name: str) -> Any:
    return {"repairs": {"mask": 20}, "protected": "NAME", "randomness": "key"}.get(name, "0" * 64)


def told_otherwise(path: tuple[str | int, ...], value: Any, content: Any) -> None:
    *ways, last = path
    for way in ways:
        content = content[way]
    content[last] = value


def without_check(content: dict[str, Any]) -> None:
    """Ask for one verifier less, with a hash of the policy that fits, and its verdict removed."""
    gone = content["policy"]["verify"].pop()["use"].split(".")[1]
    content["policy"]["sha256"] = policy_hash(content["policy"])
    content["verdicts"] = [one for one in content["verdicts"] if one["claim"] != gone]


def other_check(content: dict[str, Any]) -> None:
    """Ask for one verifier less, and let its verdict stand."""
    content["policy"]["verify"].pop()
    content["policy"]["sha256"] = policy_hash(content["policy"])


FIELDS = (
    *("textveil", "started", "policy", "components", "source", "input", "output", "randomness"),
    *("counts", "unprotected", "verdicts", "kept", "dropped", "skipped", "meaning", "id"),
)
"""Fields of the certificate of a small release under a key that hold something."""
STATED = ("textveil", "started", "components", "dropped", "repairs", "files", "own_files")
"""Fields that nothing in a release confirms."""
RESEALED: dict[str, tuple[int, tuple[str | int, ...], Any]] = {
    "a count": (KEEP, ("counts", "characters"), 9000),
    "the number of documents": (PUBLISH, ("counts", "documents"), 9),
    "a released field": (PUBLISH, ("unprotected",), ["ward"]),
    "a protected column": (PUBLISH, ("protected",), {"ward": "NAME"}),
    "a verdict to refuted": (PUBLISH, ("verdicts", 2, "status"), "refuted"),
    "how often it was checked": (WITH_INPUT, ("verdicts", 3, "checked"), 90),
    "a policy without its hash": (PUBLISH, ("policy", "propagate"), False),
    "the commitment to the input": (WITH_INPUT, ("input", "commitment"), "0" * 64),
    "the commitment to the record": (WITH_KEY, ("kept", "edits.jsonl"), "0" * 64),
    "the hash of the texts": (PUBLISH, ("output", "texts/notes.jsonl"), "0" * 64),
    "a file that is not there": (PUBLISH, ("output", "texts/more.jsonl"), "0" * 64),
}
"""What somebody who has the key writes: the least that tells it, where it stands, and what."""


def corruptions() -> Iterator[Corruption]:
    """Yield all of them."""
    for name, file, told in (
        ("texts", TEXTS, PUBLISH),
        ("report", REPORT, PUBLISH),
        ("certificate", CERTIFICATE, PUBLISH),
        ("record", RECORD, KEEP),
        ("changes", CHANGES, WITH_KEY),
    ):
        has_rows = name in ("texts", "record", "changes")
        for what, change in {**BYTES, **(LINES if has_rows else {})}.items():
            yield Corruption(f"{name}: {what}", told, partial(on_bytes, file, change))
    for what in ("cut", "emptied", "something appended"):
        yield Corruption(f"figures: {what}", KEEP, partial(on_bytes, FIGURES, BYTES[what]))
    # Counts and verdicts are counted again; what was measured is not.
    for told, path in (
        (KEEP, ("counts", "characters")),
        (KEEP, ("verdicts", 0, "checked")),
        (WITH_KEY, ("meaning", "words")),
    ):
        change = partial(on_figures, path)
        yield Corruption(f"figures: {path[0]}", told, partial(on_bytes, FIGURES, change))
    yield from files()
    yield from fields()


def files() -> Iterator[Corruption]:
    """Yield files that are added, removed, or taken from another release."""
    for file, content in {
        "publish/more.txt": b"text",
        "publish/.hidden": b"",
        "publish/texts/more.jsonl": b"{}\n",
        "publish/texts/deep/notes.jsonl": b"{}\n",
        "publish/texts/empty": None,
        "publish/edits.jsonl": b"{}\n",
        "publish/copy.salt": b"0" * 64,
        "publish/risk.json": b"{}\n",
    }.items():
        yield Corruption(f"added: {file}", PUBLISH, partial(added, file, content))
    yield Corruption("a link added", PUBLISH, partial(linked, "publish/link"))
    yield Corruption("the texts become a link", PUBLISH, partial(linked, TEXTS))
    for file in (TEXTS, REPORT, CERTIFICATE):
        yield Corruption(f"removed: {file}", PUBLISH, partial(removed, file))
        yield Corruption(f"of another release: {file}", PUBLISH, partial(taken, file))
    for file in (RECORD, FIGURES, "keep", "publish"):
        yield Corruption(f"of another release: {file}", KEEP, partial(taken, file))
    yield Corruption(f"of another release: {CHANGES}", WITH_KEY, partial(taken, CHANGES))


def fields() -> Iterator[Corruption]:
    """Yield those of the certificate, by how much was made to fit."""
    for name in FIELDS:
        change = partial(edited, partial(other_value, name), "plain")
        yield Corruption(f"field: {name}", PUBLISH, change)
    for name in ("counts", "verdicts", "policy"):
        lost = partial(edited, lambda content, name=name: content.pop(name), "again")
        yield Corruption(f"field lost: {name}", PUBLISH, lost)
    more = partial(edited, lambda content: content.update(more=1), "again")
    yield Corruption("field not known", PUBLISH, more)
    unsealed = partial(edited, partial(told_otherwise, ("seal",), ""), "again")
    yield Corruption("the seal taken off", PUBLISH, unsealed)
    other_seal = partial(edited, partial(other_value, "seal"), "plain")
    yield Corruption("another seal", WITH_KEY, other_seal)
    for name in STATED:
        change = partial(edited, partial(other_value, name), "again")
        yield Corruption(f"field, with a new id: {name}", WITH_KEY, change)
    for name, (told, path, value) in RESEALED.items():
        change = partial(edited, partial(told_otherwise, path, value), "sealed")
        yield Corruption(f"sealed anew: {name}", told, change)
    left, gone = partial(edited, other_check, "sealed"), partial(edited, without_check, "sealed")
    yield Corruption("sealed anew: a check less, its verdict left", PUBLISH, left)
    yield Corruption("sealed anew: a check less, its verdict gone", KEEP, gone)
