"""Benchmarks: ratios to a floor or a peer, measured in one run. Start with `make bench`."""
