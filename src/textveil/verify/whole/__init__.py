"""The whole text: outside the edits nothing changed, and the way back is exact.

Single values are checked in the other rooms.
"""
