"""What all tests share."""

import os

import pytest
from hypothesis import HealthCheck, settings
from tests.chance import draw_from
from tests.tiers import LONG, TIERS, left_out, reads

# Tests run side by side already. Libraries that start threads of their own for texts of a few
# letters wait for each other more than they work.
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")

# Certificates state when a run began; here all begin at once.
os.environ["SOURCE_DATE_EPOCH"] = "1460000000"

# No test depends on the clock: neither an example nor the drawing of examples has a time limit.
# The same code is tried with the same examples; TEXTVEIL_SEARCH=1 looks for more and new ones.
SEARCHES = "TEXTVEIL_SEARCH" in os.environ
settings.register_profile(
    "untimed",
    max_examples=200 if SEARCHES else 60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
    derandomize=not SEARCHES,
)
settings.load_profile("untimed")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Draw keys from the name of a test: before its fixtures, for they draw too."""
    draw_from(item.nodeid)


def pytest_addoption(parser):
    """Offer the tiers of `make`; pytest by itself runs everything that it is given."""
    parser.addoption(
        "--tier", choices=TIERS, default=TIERS[-1], help="which tests to run: tests/tiers.py"
    )


def pytest_ignore_collect(collection_path, config):
    """Do not look for tests where a tier has none."""
    return None if reads(config.getoption("--tier"), collection_path) else True


def pytest_collection_modifyitems(config, items):
    """Leave out the tests of higher tiers."""
    long = LONG[config.getoption("--tier")]
    left = [one for one in items if any(one.get_closest_marker(mark) for mark in long)]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [one for one in items if one not in set(left)]


def pytest_terminal_summary(terminalreporter, config):
    """Name what a tier leaves out."""
    tier = config.getoption("--tier")
    for one in left_out(tier):
        terminalreporter.write_line(f"left out by --tier {tier}: {one}")
