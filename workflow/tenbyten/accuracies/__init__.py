"""The long table: every classifier on every fold of every data set, once."""
