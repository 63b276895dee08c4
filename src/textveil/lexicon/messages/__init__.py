"""Facts for messages: everyday spellings, classes of verbs, and expressions of time."""
