"""NaiveBayes, AODE and HNB on arrays, and the counts that they learn from."""
