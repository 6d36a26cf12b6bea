"""Two classifiers on one data set."""
