"""From accuracies to numbers: every comparison that is a CSV file."""
