"""The dependency rules hold, and each rule fails when it is broken."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINTER = Path(sys.executable).with_name("lint-imports")

# For each contract, a file and a line that break it.
PLANTED = [
    ("layers", "values/span.py", "import textveil.policy.policy"),
    ("layers", "verify/leftovers/residue.py", "import textveil.transform.masks.mask"),
    ("layers", "detect/propagation/propagate.py", "import textveil.formats.catalog"),
    ("layers", "errors.py", "import textveil.values.span"),
    ("layers", "helpers/__init__.py", ""),
    ("layers", "formats/sources.py", "import textveil.certify.document.layout"),
    ("layers", "certify/verification.py", "import textveil.policy.registry"),
    ("proof", "certify/verification.py", "import textveil.detect.propagation.propagate"),
    ("proof", "verify/verifiers.py", "import textveil.policy.registry"),
    ("proof", "verify/leftovers/residue.py", "import textveil.models.caution"),
    ("shared", "verify/fakes/distance.py", "import textveil.lexicon.people.likeness"),
    ("shared", "verify/readers/tables.py", "import textveil.lexicon.dates.written_dates"),
    ("shared", "verify/sequences/claims.py", "import textveil.strings.windows.kmers"),
    ("root", "policy/policy.py", "import textveil"),
    ("terminal", "policy/policy.py", "import rich"),
    ("layers", "web/routes.py", "import textveil.cli.app"),
    ("layers", "policy/policy.py", "import textveil.web.routes"),
    ("frameworks", "cli/checks/scan.py", "import fastapi"),
    ("frameworks", "web/pages/home.py", "import starlette.responses"),
    ("frameworks", "web/rendering.py", "import fastapi"),
    ("frameworks", "cli/tools/serve.py", "import uvicorn"),
    ("frameworks", "web/asking.py", "import python_multipart"),
    ("frameworks", "store/rows.py", "import pg8000"),
    ("syntax", "detect/propagation/propagate.py", "import spacy"),
    ("kernels", "verify/leftovers/residue.py", "import numba"),
    ("runtime", "detect/tagging/tagger.py", "import onnxruntime"),
    ("pickle", "formats/catalog.py", "import pickle"),
    ("network", "detect/propagation/propagate.py", "import socket"),
    ("network", "trace/messages/index.py", "import smtplib"),
    ("layers", "remote/webhook.py", "import textveil.policy.policy"),
    ("cycles", "values/metadata.py", "import textveil.values.document"),
]


def lint(source: Path, contract: str | None = None) -> subprocess.CompletedProcess[str]:
    chosen = ["--contract", contract] if contract else []
    return subprocess.run(
        [LINTER, "--config", ROOT / "pyproject.toml", "--no-cache", *chosen],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(source)},
        cwd=source,
    )


@pytest.mark.slow
@pytest.mark.parametrize(("contract", "file", "line"), PLANTED)
def test_a_planted_violation_fails(tmp_path, contract, file, line):
    shutil.copytree(ROOT / "src" / "textveil", tmp_path / "textveil")
    target = tmp_path / "textveil" / file
    target.parent.mkdir(exist_ok=True)
    before = target.read_text("utf-8") if target.exists() else ""
    target.write_text(f"{before}\n{line}\n", "utf-8")
    shown = lint(tmp_path, contract)
    assert shown.returncode == 1, shown.stdout + shown.stderr
    assert "BROKEN" in shown.stdout


def test_every_contract_has_a_planted_violation():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = {c["id"] for c in settings["tool"]["importlinter"]["contracts"]}
    assert {contract for contract, _, _ in PLANTED} == contracts
