"""`textveil compose`: what messages reveal, before they are posted."""

from textveil.cli.compose.group import app

__all__ = ["app"]
