"""The fence: what a process may still do after it, tried from inside."""

import subprocess
import sys

import pytest

from textveil.models.cell.fence import MEMORY, _listed

TRIALS = """
import ctypes, os, resource, signal, sys
from textveil.models.cell.fence import MEMORY, seal, set_limits

gaps = set_limits(2)
system = ctypes.CDLL(None, use_errno=True)
path, new = sys.argv[1].encode(), (sys.argv[1] + ".new").encode()
said = [] if {limits_only} else seal()

def tried(work):
    try:
        work()
    except (OSError, MemoryError, ValueError):
        return "refused"
    return "done"

{trial}
"""


def inside(tmp_path, trial, *, limits_only=False):
    """Return what a process says that runs some code behind the fence, and how it ended."""
    place = tmp_path / "secret.txt"
    place.write_text("secret", "utf-8")
    program = TRIALS.replace("{limits_only}", str(limits_only)).replace("{trial}", trial)
    done = subprocess.run(
        [sys.executable, "-c", program, str(place)], capture_output=True, text=True, check=False
    )
    return done.stdout.strip(), done.returncode, done.stderr[-300:]


def test_the_fence_holds_here(tmp_path):
    said, code, told = inside(tmp_path, "print(gaps, said)")
    assert (said, code) == ("[] []", 0), told


@pytest.mark.parametrize(
    "work",
    [
        "open(path, 'rb')",
        "open(new, 'wb')",
        "open('/proc/self/status')",
        "os.listdir('/')",
        "os.unlink(path)",
        "os.rename(path, new)",
        "os.fork()",
        "os.execv(sys.executable, [sys.executable, '-c', ''])",
        "os.kill(os.getppid(), 0)",
        "os.symlink(path, new)",
        "os.chmod(path, 0o777)",
        "os.pipe()",
        "resource.setrlimit(resource.RLIMIT_CPU, (99, 99))",
        "resource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
        "bytearray(MEMORY)",
    ],
)
def test_nothing_beyond_computing_is_left(tmp_path, work):
    said, code, told = inside(tmp_path, f"print(tried(lambda: {work}))")
    assert (said, code) == ("refused", 0), told
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret.txt"]


@pytest.mark.parametrize("family", [1, 2, 10, 16, 17])
def test_no_connection_can_be_opened_even_by_native_code(tmp_path, family):
    said, code, told = inside(tmp_path, f"print(system.socket({family}, 1, 0))")
    assert (said, code) == ("-1", 0), told


def test_a_process_that_computes_without_end_is_ended(tmp_path):
    _, code, _ = inside(tmp_path, "while True: pass")
    assert code < 0


def test_memory_is_bounded_by_the_limits_alone(tmp_path):
    trial = "print(tried(lambda: bytearray(MEMORY // 2)), tried(lambda: bytearray(MEMORY)))"
    said, code, told = inside(tmp_path, trial, limits_only=True)
    assert (said, code) == ("done refused", 0), told
    assert MEMORY <= 10**9


def test_no_file_can_be_written_by_the_limits_alone(tmp_path):
    trial = """signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
file = os.open(new, os.O_WRONLY | os.O_CREAT)
print(tried(lambda: os.write(file, b'x')))
"""
    said, code, told = inside(tmp_path, trial, limits_only=True)
    assert (said, code) == ("refused", 0), told
    assert (tmp_path / "secret.txt.new").read_text("utf-8") == ""


def test_each_machine_has_its_own_numbers():
    assert len(set(_listed("x86_64"))) == len(_listed("x86_64"))
    assert len(set(_listed("aarch64"))) == len(_listed("aarch64"))
