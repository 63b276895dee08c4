"""Stop early, with a sentence, where Python is too old or venv is missing."""

import sys

if sys.version_info < (3, 11):
    sys.exit("textveil needs Python 3.11 or later. hint: make PYTHON=python3.12 install")
try:
    import ensurepip  # noqa: F401
    import venv  # noqa: F401
except ImportError:
    sys.exit("Python's venv is missing. hint: on Debian, apt-get install python3-venv")
