"""The standing attacker: every attack of this repository as trials of one loop."""

import os

# One thread: a library with threads of its own does not survive a fork. One date: runs that are
# killed and begun again are compared byte by byte.
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", SOURCE_DATE_EPOCH="1460000000")
