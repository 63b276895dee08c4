"""Fakes that go with a person: names, handles, occupation, traits, days.

Who is who is decided outside this room.
"""
