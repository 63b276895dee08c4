"""What verbs share: options, help, output, keys.

No verb lives here.
"""
