"""A spaCy model made on the spot, so that no model package is needed."""

import warnings

import pytest

NOTE = "\U0001f600 Zilpah Quackenbush\nof Ostrobothnia saw 12 patients on 3 May 2016."
PATTERNS = [
    {"label": "PERSON", "pattern": "Zilpah Quackenbush"},
    {"label": "GPE", "pattern": "Ostrobothnia"},
    {"label": "DATE", "pattern": "3 May 2016"},
    {"label": "CARDINAL", "pattern": "12"},
]


def saved_model(folder, patterns=PATTERNS):
    """Save a blank English pipeline that knows these phrases, and return its folder."""
    spacy = pytest.importorskip("spacy")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pipeline = spacy.blank("en")
        pipeline.add_pipe("entity_ruler").add_patterns(patterns)
        pipeline.to_disk(folder)
    return str(folder)
