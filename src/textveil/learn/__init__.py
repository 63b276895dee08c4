"""Learning: trains models on annotated documents and measures them."""
