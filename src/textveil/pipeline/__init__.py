"""Pipeline: one run from start to finish, described by a policy."""
