"""Plan, run, record and show the jobs of a study."""
