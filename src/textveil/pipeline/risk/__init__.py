"""What may remain in a release: samples for people to read, what they found, and classes."""
