"""Eight metrics of machine translation, read as measures of how alike two sentences are.

The first sentence is the reference, the second the translation (section 5.1.1 of the paper). Each
metric is written from its definition.
"""
