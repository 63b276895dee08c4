"""Learning to tell paraphrases: pairs, networks, combinations."""
