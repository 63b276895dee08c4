"""The desk: what a user tries, prepares and keeps for later pages.

Projects that several people share live in `learn.teamwork`; pages live in `pages`.
"""
