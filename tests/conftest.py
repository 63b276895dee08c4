"""What all tests share."""

import os

from hypothesis import HealthCheck, settings

# Tests run side by side already. Libraries that start threads of their own for texts of a few
# letters wait for each other more than they work.
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")

# Certificates state when a run began; here all begin at once.
os.environ["SOURCE_DATE_EPOCH"] = "1460000000"

# No test depends on the clock: neither an example nor the drawing of examples has a time limit.
# The same code is tried with the same examples; TEXTVEIL_SEARCH=1 looks for new ones.
settings.register_profile(
    "untimed",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
    derandomize="TEXTVEIL_SEARCH" not in os.environ,
)
settings.load_profile("untimed")
