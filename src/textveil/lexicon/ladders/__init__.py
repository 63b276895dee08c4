"""Ladders: the covers of places, universities and other words, from lists and from WordNet."""
