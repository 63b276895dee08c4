"""Experiments on messages: the tables and the figure of paper 5, chapter 3 and section 4.3."""
