"""Release text and sequences without releasing the persons in them."""

__version__ = "0.1.0"
