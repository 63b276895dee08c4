"""What is installed: the wheel alone does the first job, and the sdist can be tested."""

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
LARGEST = 60_000_000
NOTE = "Seen on 3 May 2016. Call (617) 555-0134.\nWrite to ana@example.org.\n"

pytestmark = pytest.mark.slow


def built(target, kind):
    """Build an archive of one kind with the project's own builder, without a network."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    [made] = target.iterdir()
    return made


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return built(tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    return built(tmp_path_factory.mktemp("sdist"), "sdist")


def needed(names):
    """Return the distributions that some packages need to run, and those that these need."""
    found, todo = {}, [Requirement(text) for text in names]
    while todo:
        asked = todo.pop()
        extras = set(asked.extras) or {""}
        key = asked.name.lower().replace("_", "-")
        if key in found or (asked.marker and not asked.marker.evaluate({"extra": ""})):
            continue
        try:
            found[key] = distribution(asked.name)
        except PackageNotFoundError:
            pytest.fail(f"{asked.name} is needed to run and is not installed")
        for text in found[key].requires or ():
            more = Requirement(text)
            if more.marker is None or any(more.marker.evaluate({"extra": e}) for e in extras):
                todo.append(more)
    return found


def linked(distributions, site):
    """Put links to the files of some distributions into an environment."""
    for one in distributions.values():
        base = Path(str(one.locate_file("")))
        for top in {file.parts[0] for file in one.files or () if file.parts[0] != ".."}:
            target = site / top
            if not target.exists() and (base / top).exists() and top != "__pycache__":
                target.symlink_to(base / top)


@pytest.fixture(scope="module")
def clean(wheel, tmp_path_factory):
    """Return an interpreter that has the wheel, what the wheel needs, and nothing else."""
    folder = tmp_path_factory.mktemp("clean") / "env"
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install"]
    options = ["--no-deps", "--no-index", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*install, *options, str(wheel)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    [site] = folder.glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        [about] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        lines = archive.read(about).decode().splitlines()
    asked = [line.partition(": ")[2] for line in lines if line.startswith("Requires-Dist: ")]
    linked(needed([text for text in asked if "extra ==" not in text]), site)
    return python


def test_the_wheel_is_small_and_holds_the_package_alone(wheel):
    assert wheel.stat().st_size < LARGEST
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.split("/")[0].partition("-")[0] for name in names} == {"textveil"}
    package = ROOT / "src" / "textveil"
    files = {
        path.relative_to(ROOT / "src").as_posix()
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert files <= set(names)


def test_the_wheel_does_the_first_job_without_tools_of_developers(clean, tmp_path):
    (tmp_path / "note.txt").write_text(NOTE, "utf-8")
    quiet = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    release = [clean, "-m", "textveil", "release", "note.txt", "out", "--quiet"]
    done = subprocess.run(release, cwd=tmp_path, env=quiet, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    released = (tmp_path / "out/publish/texts/note.txt").read_text("utf-8")
    assert released == "Seen on [DATE]. Call [PHONE].\nWrite to [EMAIL].\n"
    check = "import importlib.util as u, textveil; print(textveil.__file__, *map(u.find_spec, %r))"
    absent = ["pytest", "hypothesis", "ruff", "mypy", "pandas", "spacy", "fastapi"]
    told = subprocess.run(
        [clean, "-c", check % absent], cwd=tmp_path, env=quiet, capture_output=True, text=True
    )
    where, *found = told.stdout.split()
    assert where.startswith(str(clean.parents[1]))
    assert set(found) == {"None"}


def test_the_command_is_installed(clean):
    done = subprocess.run(
        [clean.with_name("textveil"), "--version"], capture_output=True, text=True
    )
    assert done.stdout.startswith("textveil ")


def test_the_tests_of_the_sdist_run(sdist, tmp_path):
    assert sdist.stat().st_size < LARGEST
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    [root] = tmp_path.iterdir()
    wanted = ("examples", "tests", "docs", "requirements/lock.txt", "Makefile", "mkdocs.yml")
    assert [name for name in wanted if not (root / name).exists()] == []
    part = ["tests/unit/values", "tests/unit/games", "tests/unit/decide"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *part],
        cwd=root,
        env={**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert " passed" in done.stdout
