"""What all tests share."""

import os

import pytest
from hypothesis import HealthCheck, settings
from tests.chance import draw_from

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
