"""Separate and conquer."""
