"""Release: from documents to what may be published, verified, with its certificate, and back."""
