"""Sight: what the owner of a release looks at: report, changes, figures, attacks.

The published report lives in `certify`.
"""
