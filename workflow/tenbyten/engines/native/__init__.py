"""The package's own learners."""
