"""Where the shipped lists come from: one module for each kind, used by `build_lexicon.py`."""
