"""Sanitization of sequences: documents as sequences, the run, and a comparison of methods."""
