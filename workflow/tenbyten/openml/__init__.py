"""Data sets, tasks and splits from OpenML."""
