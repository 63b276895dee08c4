"""Messages that leak: from a post to the message it discloses, and to the friends who had it."""
