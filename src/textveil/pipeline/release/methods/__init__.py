"""Methods that rewrite a corpus as a whole, and the run that they share.

The methods stand in packages of their own.
"""
