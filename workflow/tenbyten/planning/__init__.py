"""Plan a comparison: how many data sets and runs it needs, from a pilot."""
