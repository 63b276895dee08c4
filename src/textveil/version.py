"""The version, where everything can read it without importing the package's public names."""

from typing import Final

VERSION: Final = "0.1.0"
