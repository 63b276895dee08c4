"""More than a hundred ways to corrupt a release of each kind, with the least that tells each."""

import json
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tests.e2e.proof.kinds import KEY, KINDS

from textveil.certify.document.certificate import BLANK, id_of, seal_of
from textveil.certify.risk.section import NO_SECTION, report_hash
from textveil.certify.told.report import published_report
from textveil.values.terms.policy_terms import policy_hash

PUBLISH, KEEP, WITH_KEY, WITH_INPUT = range(4)
"""What is given: `publish/` alone; `keep/` too; the key too; the input too."""

READERS = (
    "nothing", "the id", "the public key", "the key",
    "`keep/`", "`keep/`, key", "`keep/`, key, input",
)  # fmt: skip
"""Who looks at a corrupted release: each has `publish/`, and what stands here."""

SIGNED = "field: signature"
REPORT, CERTIFICATE, FIGURES = "publish/report.html", "publish/certificate.json", "figures.json"

Change = Callable[[Path, Path], None]
"""Changes a release, and may take from another one of the same owner."""
Way = tuple[str | int, ...]
"""Where something stands in a JSON object."""


class Parts(NamedTuple):
    """What a kind of release has that others do not.

    Attributes
    ----------
    kept
        Its private files beside the figures, each with the least that tells a changed byte.
    fields
        Fields of its certificates that only they have.
    measured
        What its figures hold that is not counted again.
    resealed
        What somebody who has the key writes: the least that tells it, where it stands, and what.
    """

    kept: dict[str, int]
    fields: tuple[str, ...]
    measured: Way
    resealed: dict[str, tuple[int, Way, Any]]


BY_POLICY: dict[str, tuple[int, Way, Any]] = {
    "a count": (KEEP, ("counts", "characters"), 9000),
    "the number of documents": (PUBLISH, ("counts", "documents"), 9),
    "a protected column": (PUBLISH, ("protected",), {"ward": "NAME"}),
    "how often it was checked": (WITH_INPUT, ("verdicts", 2, "checked"), 90),
    "a policy without its hash": (PUBLISH, ("policy", "propagate"), 0),
    "the commitment to the record": (WITH_KEY, ("kept", "edits.jsonl"), "0" * 64),
}
RARE: dict[str, tuple[int, Way, Any]] = {
    **{f"the number of {name}": (PUBLISH, ("counts", name), 9)
       for name in ("documents", "symbols", "kept")},
    "how often it was checked": (WITH_INPUT, ("verdicts", 0, "checked"), 90),
    "another k": (WITH_INPUT, ("settings", "k"), 3),
    "another guarantee": (PUBLISH, ("settings", "guarantee"), "output"),
    "a guarantee not claimed": (PUBLISH, ("settings", "claim"), "not claimed"),
    "another method of suppressing": (PUBLISH, ("settings", "method"), "words"),
    "another mark": (PUBLISH, ("settings", "mark"), "#"),
    "a mark that is a letter": (PUBLISH, ("settings", "mark"), "a"),
    "a list": (PUBLISH, ("settings", "listed"), True),
}  # fmt: skip
SEQUENCES: dict[str, tuple[int, Way, Any]] = {
    "the number of sequences": (PUBLISH, ("counts", "sequences"), 9),
    "the number of letters": (PUBLISH, ("counts", "letters"), 9),
    "how often it was checked": (WITH_INPUT, ("verdicts", 0, "checked"), 90),
    "another method of hiding": (PUBLISH, ("settings", "method"), "tfs"),
    "another k": (WITH_INPUT, ("settings", "k"), 5),
    "one strand": (WITH_INPUT, ("settings", "strands"), "one"),
    "no DNA": (PUBLISH, ("settings", "nucleic"), False),
    "more decoys": (WITH_INPUT, ("settings", "decoys"), 3),
    "no decoys": (PUBLISH, ("settings", "decoys"), 1),
    "no map": (PUBLISH, ("settings", "mapped"), False),
    "another separator": (PUBLISH, ("settings", "separator"), "A"),
    "another unit": (PUBLISH, ("settings", "unit"), "token"),
    "a reference": (PUBLISH, ("settings", "reference"), True),
    "drawn qualities": (PUBLISH, ("settings", "quality"), "drawn"),
    "another format": (PUBLISH, ("settings", "format"), "fastq"),
}  # fmt: skip
_TEXT = Parts(
    {"edits.jsonl": KEEP, "changes.csv": WITH_KEY},
    ("policy", "meaning", "repairs", "protected"),
    ("meaning", "words"),
    BY_POLICY,
)
PARTS = {
    "text": _TEXT,
    "dictionary": _TEXT,
    "rare": Parts({}, ("settings",), ("runs",), RARE),
    "sequences": Parts(
        {"patterns.txt": WITH_KEY, "decoys.json": WITH_KEY, "map.tsv": WITH_KEY},
        ("settings",),
        ("attacks",),
        SEQUENCES,
    ),
}


class Corruption(NamedTuple):
    """A name, the least that must be given, and what is done."""

    name: str
    told_with: int
    change: Change

    @property
    def shown(self) -> tuple[bool, ...]:
        """Which readers are told: a row of the table of the guide, see `READERS`."""
        more = self.told_with <= KEEP, self.told_with <= WITH_KEY, True
        if self.told_with == PUBLISH:
            return (True,) * 4 + more
        if self.name in ("field: seal", SIGNED):
            return (False, False, self.name == SIGNED, True, *more)
        if self.name.endswith("release: publish") or ": publish" in self.name:
            # A whole release, and the owner signed and sealed that one, too.
            return (False, True, False, False, *more)
        if self.name.startswith(("field", "sealed")):
            # Who seals anew has the key, and neither the signing key nor the published id.
            return (False, True, True, self.name.startswith("field"), *more)
        return (False,) * 4 + more


def on_bytes(file: str, change: Callable[[bytes], bytes], out: Path, other: Path) -> None:
    path = out / file
    data = path.read_bytes()
    made = change(data)
    assert made != data, "this changes nothing"
    path.write_bytes(made)


def flipped(at: float, data: bytes) -> bytes:
    """Change one letter or digit, the next one from a share of the file on."""
    places = [n for n, sign in enumerate(data) if chr(sign).isalnum()]
    place = next((n for n in places if n >= at * len(data)), places[-1])
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


def on_figures(path: Way, data: bytes) -> bytes:
    """Put another number into the exact figures."""
    content = json.loads(data)
    told_otherwise(path, 9000, content)
    return json.dumps(content).encode()


NEAR_END = "a byte near the end"
BYTES: dict[str, Callable[[bytes], bytes]] = {
    "a byte at the beginning": partial(flipped, 0.02),
    "a byte in the middle": partial(flipped, 0.5),
    NEAR_END: partial(flipped, 0.95),
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
    (out / file).symlink_to(other / CERTIFICATE)


def removed(file: str, out: Path, other: Path) -> None:
    (out / file).unlink()


def taken(file: str, source: str, out: Path, other: Path) -> None:
    """Take a file or folder of another release in its place."""
    path, theirs = out / file, other / source
    assert path.is_dir() or path.read_bytes() != theirs.read_bytes()
    if path.is_dir():
        shutil.rmtree(path)
        shutil.copytree(theirs, path)
    else:
        shutil.copy(theirs, path)


def from_kind(kind: str, change: Change, out: Path, other: Path) -> None:
    """Take from a release of another kind: all of them stand in one folder."""
    change(out, other.parents[2] / kind / "one" / "out")


def edited(
    change: Callable[[dict[str, Any]], None],
    how: str,
    out: Path,
    other: Path,
    *,
    remade: bool = False,
) -> None:
    """Edit the certificate: `plain`; `again` with a new id; or `sealed` by who has the key.

    A report that is `remade` is the one that the edited certificate gives.
    """
    path, page = out / CERTIFICATE, out / REPORT
    content = json.loads(path.read_text("utf-8"))
    before = json.dumps(content)
    change(content)
    assert json.dumps(content) != before, "this changes nothing"
    if remade:
        shown = json.loads(before)["id"].encode()
        page.write_bytes(published_report(content).replace(BLANK.encode(), shown))
        content["output"][page.name] = report_hash(page, json.loads(before)["id"], NO_SECTION)
    if how != "plain":
        old, content["id"] = json.loads(before)["id"], id_of(content)
        page.write_text(page.read_text("utf-8").replace(old, content["id"]), "utf-8")
    if how == "sealed":
        content["seal"] = seal_of(content, KEY)
    path.write_text(json.dumps(content), "utf-8")


def other_value(name: str, content: dict[str, Any]) -> None:
    """Put something else of the same type into a field."""
    value = content[name]
    if name == "started":
        content[name] = "2001-02-03T04:05:06Z"
    elif isinstance(value, str):
        content[name] = value[:-1] + ("1" if value.endswith("0") else "0")
    elif isinstance(value, int):
        content[name] = value + 1
    elif isinstance(value, list):
        content[name] = value[:-1] or ["bed"]
    else:
        content[name] = dict(list(value.items())[:-1]) if value else {"ward": _like(name)}


def _like(name: str) -> Any:
    return {"repairs": {"mask": 20}, "protected": "NAME", "randomness": "key"}.get(name, "1" * 64)


def told_otherwise(path: Way, value: Any, content: Any) -> None:
    *ways, last = path
    for way in ways:
        content = content[way]
    content[last] = value


def without(name: str, content: dict[str, Any]) -> None:
    del content[name]


def twice_said(content: dict[str, Any]) -> None:
    content["verdicts"].append(content["verdicts"][-1])


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
    *("schema", "textveil", "method", "started", "components", "source", "input", "output", "id"),
    *("kept", "counts", "verdicts", "dropped", "skipped", "unprotected", "randomness", "seal"),
)
"""Fields that all certificates have."""
STATED = ("textveil", "started", "components", "dropped", "files", "own_files", "randomness")
"""Fields that nothing in a release confirms."""
RESEALED: dict[str, tuple[int, Way, Any]] = {
    "a released field": (PUBLISH, ("unprotected",), ["bed"]),
    "a verdict to refuted": (PUBLISH, ("verdicts", 2, "status"), "refuted"),
    "a verdict to not checkable": (PUBLISH, ("verdicts", 2, "status"), "not checkable"),
    "a failure": (PUBLISH, ("verdicts", 2, "failures"), 9),
    "exemptions": (WITH_INPUT, ("verdicts", 2, "exempt"), {"short": 9}),
    "another claim": (PUBLISH, ("verdicts", 2, "claim"), "people"),
    "the commitment to the input": (WITH_INPUT, ("input", "commitment"), "0" * 64),
    "the commitment to the figures": (WITH_KEY, ("kept", FIGURES), "0" * 64),
    "nothing kept": (PUBLISH, ("kept",), {}),
    "a nonce": (PUBLISH, ("input", "keyed_by"), "nonce"),
    "a file that is not there": (PUBLISH, ("output", "texts/more.jsonl"), "0" * 64),
    "a file outside": (PUBLISH, ("source", "name"), "../notes.jsonl"),
    "another name": (PUBLISH, ("source", "name"), "more.jsonl"),
    "another way to read": (PUBLISH, ("source", "format"), "parquet"),
    "no such method": (PUBLISH, ("method",), "hope"),
    "no such schema": (PUBLISH, ("schema",), "textveil.certificate.v9"),
}
"""What somebody who has the key can write into the certificate of each kind."""


def corruptions(kind: str) -> Iterator[Corruption]:
    """Yield all of a kind."""
    parts, texts = PARTS[kind], f"publish/texts/{KINDS[kind].file}"
    rows = dict.fromkeys((texts, *(f"keep/{name}" for name in parts.kept)), LINES)
    least = {texts: PUBLISH, REPORT: PUBLISH, CERTIFICATE: PUBLISH}
    least |= {f"keep/{name}": told for name, told in parts.kept.items()}
    for file, told in least.items():
        for what, change in (BYTES | rows.get(file, {})).items():
            if file == CERTIFICATE and change is BYTES[NEAR_END]:
                continue  # there stand signature and seal, which come below
            yield Corruption(f"{file}: {what}", told, partial(on_bytes, file, change))
    figures = f"keep/{FIGURES}"
    for what in ("cut", "emptied", "something appended"):
        yield Corruption(f"figures: {what}", KEEP, partial(on_bytes, figures, BYTES[what]))
    # Counts and verdicts are counted again; what was measured is not.
    for told, path in (
        (KEEP, ("counts", "documents" if kind != "sequences" else "sequences")),
        (KEEP if "policy" in parts.fields else WITH_KEY, ("verdicts", 0, "checked")),
        (WITH_KEY, parts.measured),
    ):
        change = partial(on_figures, path)
        yield Corruption(f"figures: {path[0]}", told, partial(on_bytes, figures, change))
    yield from files(texts, parts)
    yield from exchanges(kind, texts, parts)
    yield from fields(parts, kind)


def files(texts: str, parts: Parts) -> Iterator[Corruption]:
    """Yield files that are added or removed."""
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
    yield Corruption("the texts become a link", PUBLISH, partial(linked, texts))
    for file in (texts, REPORT, CERTIFICATE):
        yield Corruption(f"removed: {file}", PUBLISH, partial(removed, file))


def exchanges(kind: str, texts: str, parts: Parts) -> Iterator[Corruption]:
    """Yield files that are taken from another release of the kind, and from other kinds."""
    least = {texts: PUBLISH, REPORT: PUBLISH, CERTIFICATE: PUBLISH, f"keep/{FIGURES}": KEEP}
    least |= {"keep": KEEP, "publish": KEEP}
    least |= {f"keep/{name}": told for name, told in parts.kept.items()}
    for file, told in least.items():
        yield Corruption(f"of another release: {file}", told, partial(taken, file, file))
    for other in KINDS:
        if other == kind:
            continue
        theirs = f"publish/texts/{KINDS[other].file}"
        for file, told in (least | {"publish": KEEP}).items():
            if not file.startswith("keep/") or file.endswith(FIGURES):
                source = theirs if file == texts else file
                change = partial(from_kind, other, partial(taken, file, source))
                yield Corruption(f"of a release of {other}: {file}", told, change)


def fields(parts: Parts, kind: str) -> Iterator[Corruption]:
    """Yield those of the certificate, by how much was made to fit."""
    for name in (*FIELDS, *parts.fields):
        plain = partial(edited, partial(other_value, name), "plain")
        least = WITH_KEY if name == "seal" else PUBLISH
        yield Corruption(f"field: {name}", least, plain)
        lost = partial(edited, partial(without, name), "plain" if name == "id" else "again")
        yield Corruption(f"field lost: {name}", PUBLISH, lost)
    signed = partial(edited, partial(other_value, "signature"), "plain")
    yield Corruption(SIGNED, WITH_KEY, signed)
    more = partial(edited, lambda content: content.update(more=1), "again")
    yield Corruption("field not known", PUBLISH, more)
    unsealed = partial(edited, partial(told_otherwise, ("seal",), ""), "again")
    yield Corruption("the seal taken off", PUBLISH, unsealed)
    for name in STATED:
        change = partial(edited, partial(other_value, name), "again")
        # What another version says on its page is not known.
        unseen = name == "textveil" or (name == "dropped" and "policy" not in parts.fields)
        shown = WITH_KEY if unseen else PUBLISH
        yield Corruption(f"field, with a new id: {name}", shown, change)
        # A file of the owner's that is named must be kept, too.
        named = name == "own_files" and "policy" in parts.fields and kind != "dictionary"
        change = partial(change, remade=True)
        least = PUBLISH if named else WITH_KEY
        yield Corruption(f"field, with a new id and report: {name}", least, change)
    texts = f"texts/{KINDS[kind].file}"
    for name, (told, path, value) in {
        **RESEALED,
        "the hash of the texts": (PUBLISH, ("output", texts), "0" * 64),
        **parts.resealed,
    }.items():
        remade = told != PUBLISH
        change = partial(edited, partial(told_otherwise, path, value), "sealed", remade=remade)
        yield Corruption(f"sealed anew: {name}", told, change)
    for name, change, told in (
        ("verdicts in another order", lambda content: content["verdicts"].reverse(), PUBLISH),
        ("a verdict gone", lambda content: content["verdicts"].pop(), PUBLISH),
        ("a verdict twice", twice_said, PUBLISH),
        *((("a check less, its verdict left", other_check, PUBLISH),
           ("a check less, its verdict gone", without_check, PUBLISH))
          if "policy" in parts.fields else ()),
    ):  # fmt: skip
        yield Corruption(f"sealed anew: {name}", told, partial(edited, change, "sealed"))
    if "policy" in parts.fields:
        # A report shows the hash of the policy.
        hidden = partial(edited, without_check, "sealed", remade=True)
        yield Corruption("sealed anew: a check less, its verdict gone, its report", KEEP, hidden)
