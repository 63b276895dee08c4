"""Texts after a release: what is left of use, meaning, style and nature.

What attackers get is measured in `attacks`.
"""
