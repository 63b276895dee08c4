"""Transform: spans to a release. One file per method."""
