"""Data sets from UCI's machine learning repository."""
