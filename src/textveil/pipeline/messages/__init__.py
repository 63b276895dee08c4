"""Messages: what a post reveals, and versions of it that reveal less."""
