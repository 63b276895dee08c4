"""Bytes to documents and back; every format reads and writes, and refuses what it cannot carry."""
