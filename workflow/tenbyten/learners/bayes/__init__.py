"""The Bayesian learners on arrays."""
