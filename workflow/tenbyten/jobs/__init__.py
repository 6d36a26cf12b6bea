"""Find what a study lacks, and make its data sets ready."""
