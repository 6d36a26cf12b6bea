"""Words that several rooms write."""


def count_of(number: int, noun: str) -> str:
    """Count things: 1 pair, 3 pairs."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
