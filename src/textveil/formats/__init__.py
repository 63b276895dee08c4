"""Formats: read and write documents; a format raises an error for parts it cannot hold."""
