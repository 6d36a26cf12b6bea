"""How far a decision depends on the data sets at hand."""
