"""Many classifiers over many data sets."""
