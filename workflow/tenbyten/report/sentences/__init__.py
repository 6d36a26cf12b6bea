"""Sentences on the results and the methods, to be pasted into a paper."""
