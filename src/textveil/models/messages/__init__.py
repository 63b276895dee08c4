"""Models for messages: whether a message is private."""
