"""A PostgreSQL of the tests' own: a temporary cluster, never run as root."""

import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest


def _program(name):
    found = shutil.which(name)
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return found or (str(places[-1]) if places else None)


def _hindrance():
    if _program("initdb") is None:
        return "there is no PostgreSQL on this machine"
    if os.name == "posix" and os.geteuid() == 0 and shutil.which("runuser") is None:
        return "PostgreSQL does not run as root, and there is no runuser"
    return ""


needs_postgres = pytest.mark.skipif(bool(_hindrance()), reason=_hindrance() or "it is there")


@contextmanager
def cluster():
    """Give the URL of a database that is gone afterwards; it listens at a socket alone."""
    folder = Path(tempfile.mkdtemp(prefix="textveil-cluster-"))
    as_user = []
    if os.geteuid() == 0:
        subprocess.run(["chown", "postgres", str(folder)], check=True)
        as_user = ["runuser", "-u", "postgres", "--"]

    def run(program, *given):
        command = [*as_user, _program(program), *given]
        return subprocess.run(command, check=True, capture_output=True, cwd=folder)

    data, stopped = str(folder / "data"), False
    try:
        run("initdb", "-D", data, "-U", "tester", "--auth=trust", "-E", "UTF8", "--no-sync")
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
        run("pg_ctl", "-D", data, "-o", options, "-l", str(folder / "log"), "-w", "start")
        yield f"postgresql://tester@/postgres?host={folder}", data
        stopped = True
    finally:
        subprocess.run(
            [*as_user, _program("pg_ctl"), "-D", data, "-m", "immediate", "-w", "stop"],
            check=stopped,
            capture_output=True,
            cwd=folder,
        )
        shutil.rmtree(folder, ignore_errors=True)
