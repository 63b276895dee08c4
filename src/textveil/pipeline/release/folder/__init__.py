"""Folders and files of a run that is not finished.

The layout of a release lives in `certify`.
"""
