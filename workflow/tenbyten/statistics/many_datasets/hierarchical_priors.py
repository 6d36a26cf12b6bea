"""Priors of the hierarchical model, which the report tells without computing it."""

# Bounds of the uniform priors of alpha and beta, and of delta0.
ALPHA = (0.5, 5.0)
BETA = (0.05, 0.15)
DELTA0 = (-1.0, 1.0)
# Upper bounds of the uniform priors of sigma_i and sigma0, in spreads of the data.
SPREADS = 1000
