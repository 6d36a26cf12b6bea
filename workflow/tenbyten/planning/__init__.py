"""Plan a comparison: its power, by the number of data sets and of runs."""
