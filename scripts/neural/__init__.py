"""Parts of the build of the neural model; see `build_neural.py`."""
