"""Review: what people look at before and after a release, and what they say of it."""
