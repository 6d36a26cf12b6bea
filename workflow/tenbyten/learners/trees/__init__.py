"""The tree learners on arrays, and what they build trees with."""
