"""Working: jobs in processes of their own, and the rooms in which plain text may lie."""
