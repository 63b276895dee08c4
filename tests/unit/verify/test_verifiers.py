"""Verifiers: a table of their own, and those of installed packages."""

import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

from textveil.certify.verification import verify_release
from textveil.errors import ComponentFailedError
from textveil.formats.sources import Source
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import parse_policy
from textveil.policy.registry import ComponentKind, catalogue
from textveil.values.terms import catalogue as shelf
from textveil.verify.verifiers import VERIFIERS

COUNTING = {
    *("k-occurrences", "k-subjects", "k-output", "list"),
    *("dictionary-forms", "identifiers-removed"),
}
"""Their claims are about substrings."""
PLUGGED = """
from textveil.values.verdict import Verdict

class Sound:
    claim = "sound"
    def verify(self, cases):
        return Verdict.of(self.claim, sum(1 for _ in cases), [])

class Breaks(Sound):
    def verify(self, cases):
        raise KeyError(next(iter(cases)).release.text)
"""
POLICY = """
name: p
detect: [textveil.patterns.v1]
transform: {default: {use: textveil.mask.v1}}
verify: [textveil.alignment.v1, acme.sound.v1]
"""


def test_every_verifier_lives_where_no_maker_does():
    rooms = {entry.path.split(".")[1] for entry in VERIFIERS.catalogue().values()}
    assert rooms == {"certify", "verify"}
    assert catalogue(ComponentKind.VERIFIER) == VERIFIERS.catalogue()


def test_only_verifiers_that_count_substrings_load_compiled_kernels():
    plain = [name for name in VERIFIERS.catalogue() if name.split(".")[1] not in COUNTING]
    program = (
        "import sys\n"
        "from textveil.verify.verifiers import VERIFIERS\n"
        f"for name in {plain!r}: VERIFIERS.load(name)\n"
        "print(*sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "textveil.verify.leftovers.residue" in done.stdout.split()
    assert {"numba", "onnxruntime", "pycrfsuite"}.isdisjoint(done.stdout.split())


@pytest.fixture
def installed(monkeypatch, tmp_path):
    """Offer a verifier of a package by its name."""
    (tmp_path / "acme_sound.py").write_text(PLUGGED)
    monkeypatch.syspath_prepend(tmp_path)

    def offer(name):
        point = EntryPoint("acme.sound.v1", f"acme_sound:{name}", "textveil.verifiers")
        points = {point.group: [point]}
        monkeypatch.setattr(shelf, "entry_points", lambda group: points.get(group, []))
        shelf._catalogue.cache_clear()

    yield offer
    shelf._catalogue.cache_clear()


def test_a_verifier_of_a_package_is_run_again_and_told_if_it_breaks(installed, tmp_path):
    (tmp_path / "note.txt").write_text("Write to ana@example.org.")
    source, out = Source.open(tmp_path / "note.txt"), tmp_path / "out"
    installed("Sound")
    release(Run(source, out, parse_policy(POLICY)))
    found = {verdict.claim: verdict.holds for verdict in verify_release(out, source).verdicts}
    assert found["sound"]
    installed("Breaks")
    with pytest.raises(ComponentFailedError, match="sound failed with KeyError") as told:
        verify_release(out, source)
    assert "ana" not in str(told.value)
    with pytest.raises(ComponentFailedError):
        release(Run(source, tmp_path / "second", parse_policy(POLICY)))
    assert not (tmp_path / "second").exists()
