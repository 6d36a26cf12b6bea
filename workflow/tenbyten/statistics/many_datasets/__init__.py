"""Two classifiers over many data sets."""
