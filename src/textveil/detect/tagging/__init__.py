"""Tagging: a model marks words, and passages come of it.

Patterns and lists live beside this room.
"""
