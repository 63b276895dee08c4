"""Terms in which people state what a run should do: options, lists, rules for columns, recipients.

Policies as files live in `pipeline`.
"""
