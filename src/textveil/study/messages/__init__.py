"""Experiments on messages: tables, figures and counts of paper 5, and what tracing finds."""
