"""Adapters: detectors of other tools behind our contract.

Only here and in `models` are these tools imported.
"""
