"""Read-only language facts: how characters read, and what words mean."""
