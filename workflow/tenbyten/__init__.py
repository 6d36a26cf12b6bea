"""Compare classifiers by repeated cross-validation over many data sets."""
