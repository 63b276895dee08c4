"""What may remain, as it is added to a release after people have read a sample."""
