"""Durable state behind protocols of `values`: files that only the key opens."""
