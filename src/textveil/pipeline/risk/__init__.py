"""What may remain in a release: samples for people to read, bounds from what they found, classes."""
