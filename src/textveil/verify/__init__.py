"""Verify: checks a release; shares no code with the stages that made it."""
