"""Resample simulated data sets, and test the losses of two learners on each."""
