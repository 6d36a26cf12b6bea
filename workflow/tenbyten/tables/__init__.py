"""Accuracies in, tables out."""
