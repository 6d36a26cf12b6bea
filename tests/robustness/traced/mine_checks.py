"""What the user's classifier imports of the user's own."""

FEWEST = 22


def check_rows(rows):
    """Refuse few rows."""
    if len(rows) < FEWEST:
        raise ValueError(f"{len(rows)} rows, fewer than {FEWEST}")
