"""`textveil compose`: what messages reveal, before they are posted."""

from textveil.cli.checks.compose.group import app

__all__ = ["app"]
