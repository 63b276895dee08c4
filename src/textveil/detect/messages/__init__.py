"""Detectors for messages: private places, times and other passages."""
