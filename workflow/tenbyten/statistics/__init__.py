"""Tests for classifiers compared by repeated cross-validation."""
