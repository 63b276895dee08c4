"""Relations of words: the graph of WordNet, and counts of what stands together.

Which of them a text uses is decided by the stages.
"""
