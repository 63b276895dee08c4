"""Proof: what was released, what was promised of it, and whether that is true."""
