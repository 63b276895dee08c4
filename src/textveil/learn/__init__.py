"""Learning: from annotated documents to models, and what can be expected of them."""
