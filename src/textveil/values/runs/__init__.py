"""What travels with a run: progress, workers, conversations, cells of rows, and the way back.

No stage lives here.
"""
