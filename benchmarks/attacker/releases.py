"""Corrupted releases: by the list of the tests, and by bytes that change at random."""

import json
import shutil
from contextlib import chdir
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tests.e2e.proof.corruptions import CERTIFICATE, corruptions
from tests.e2e.proof.kinds import KEY, KINDS, write_lists

from benchmarks.attacker.trial import Find, Made
from textveil.certify.check_command import Check
from textveil.certify.signatures.signing_pair import SigningKey
from textveil.errors import TextveilError

AT_A_TIME = 20
SIGNING = SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(32)))
"""A key that everybody knows: the same bytes in every run."""


class Releases:
    """Releases of each kind with one change; whoever has everything is told."""

    name, share = "releases", 3.0
    about = "a corrupted release of one of four kinds, checked with key and input"

    def __init__(self) -> None:
        self._folder = TemporaryDirectory()
        self._root = Path(self._folder.name)
        self._listed = {kind: {one.name: one for one in corruptions(kind)} for kind in KINDS}
        for kind in KINDS.values():
            place = self._root / kind.name
            place.mkdir()
            write_lists(place)
            for name in ("one", "two"):
                source = kind.write(place / name / kind.file, other=name == "two")
                kind.release(source, place / name / "out", sign=SIGNING)

    def some(self, seed: str) -> Made:
        """Corrupt a release a few times, half of them by the list."""
        finds = [self._drawn(f"{seed} {at}") for at in range(AT_A_TIME)]
        told = [{**find, "why": self.again(find)} for find in finds]
        return Made(AT_A_TIME, [find for find in told if find["why"]])

    def _drawn(self, seed: str) -> dict[str, str]:
        rng = Random(seed)  # noqa: S311 - repeatable
        kind = rng.choice(sorted(KINDS))
        if rng.random() < 0.25:
            return {"release": kind, "change": rng.choice([*self._listed[kind]])}
        return {"release": kind, "bytes": seed}

    def again(self, find: Find) -> str:
        """Corrupt the release of a find, and check it."""
        kind = find["release"]
        place, out = self._root / kind, self._root / "tried" / "out"
        shutil.rmtree(out.parent, ignore_errors=True)
        shutil.copytree(place / "one" / "out", out)
        if "change" in find:
            self._listed[kind][find["change"]].change(out, place / "two" / "out")
        elif not _other_bytes(out, Random(find["bytes"])):  # noqa: S311 - repeatable
            return ""
        with chdir(place):
            source = place / "one" / KINDS[kind].file
            return _untold(Check(out=out, key=KEY, sources=[source]))


def _untold(check: Check) -> str:
    try:
        return "nobody is told" if check.run().holds else ""
    except TextveilError:
        return ""
    except Exception as error:  # noqa: BLE001 - a release must not bring `verify` down
        return f"verify fails: {type(error).__name__}"


def _other_bytes(out: Path, rng: Random) -> bool:
    """Change some bytes of a published file; tell whether it says something else now."""
    published = sorted(path for path in (out / "publish").rglob("*") if path.is_file())
    path = rng.choice(published)
    before = path.read_bytes()
    data = bytearray(before)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at, size = rng.randrange(len(data) + 1), rng.choice((0, 1, 1, 4, 60))
        start = rng.randrange(len(before) + 1)
        put = rng.choice((b"", rng.randbytes(size), before[start : start + size]))
        data[at : at + size] = put
    path.write_bytes(data)
    return bytes(data) != before and not (
        path == out / CERTIFICATE and _says(bytes(data)) == _says(before)
    )


def _says(data: bytes) -> object:
    """Return what a certificate says: white space and the order of fields do not matter."""
    try:
        return json.loads(data)
    except ValueError:
        return data
