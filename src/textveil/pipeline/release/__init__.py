"""Release: rewrite, verify and certify documents, and restore them."""
