"""Plan: from measured curves to a decision that a board can read."""
