"""The verbs of `textveil trace` that are about messages."""
