"""Verify: a release to a verdict, sharing no stage code with what made the release."""
