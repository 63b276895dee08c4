"""Frozen data that the stages exchange; no input or output, no algorithms beyond their algebra."""
