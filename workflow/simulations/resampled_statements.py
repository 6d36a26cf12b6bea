"""What Nadeau & Bengio (2003), section 5, say of all three problems."""

from statements import Statement

HALF = "train == 0.5 and distance == 0"
FULL = f"{HALF} and test_size == 0.5"
THROWN = f"{HALF} and test_size == 0.1"
NINE = "train == 0.9 and distance == 0"
MORE_SPLITS = f"{NINE} and splits > 5"
POWER = "train == 0.9 and halvings == 10 and distance in [-2, 2]"
BY_HALVINGS = f"{NINE} and splits == 15"

COMMON = [
    # Section 5.1
    Statement(
        "The size of the resampled t-test and of the pseudo-bootstrap is far away from "
        "10 %",
        ("resampled_t pseudo_bootstrap", "above", 0.2),
        HALF,
    ),
    Statement(
        "These two are more liberal when n2 = n/2 than when n2 = n/10",
        ("resampled_t pseudo_bootstrap", "above", {"test_size": 0.1}),
        FULL,
    ),
    Statement(
        "The pseudo-bootstrap behaves like the resampled t-test",
        ("pseudo_bootstrap", "near", "resampled_t"),
        HALF,
        within=0.1,
    ),
    Statement(
        "The corrected pseudo-bootstrap behaves like the corrected resampled t-test",
        ("corrected_pseudo_bootstrap", "near", "corrected_resampled_t"),
        HALF,
        within=0.1,
    ),
    Statement(
        "The conservative Z with n2 = n/2 is too conservative",
        ("conservative_z", "below", 0.1),
        FULL,
    ),
    Statement(
        "The conservative Z with n2 = n/10 is at times liberal, but barely so",
        ("conservative_z", "above", 0.1),
        THROWN,
        somewhere=True,
    ),
    Statement(
        "The size of the conservative Z with n2 = n/10 is never very far from 10 %, "
        "like 20 %",
        ("conservative_z", "below", 0.2),
        THROWN,
    ),
    Statement(
        "The t-test and 5x2cv are usually well behaved in terms of size",
        ("one_split_t five_by_two_cv_t", "below", 0.2),
        HALF,
    ),
    # Section 5.2
    Statement(
        "The resampled t-test is very liberal with n1 = 9n/10 too",
        ("resampled_t", "above", 0.1),
        NINE,
    ),
    Statement(
        "The resampled t-test is more liberal when J is large",
        ("resampled_t", "above", {"splits": 5}),
        at=MORE_SPLITS,
    ),
    Statement(
        "The conservative Z lives up to its name",
        ("conservative_z", "below", 0.1),
        f"{NINE} and halvings == 10",
    ),
    Statement(
        "The greater J is, the greater is the power",
        ("corrected_resampled_t conservative_z", "above", {"splits": 5}),
        f"{POWER} and splits > 5",
    ),
    Statement(
        "Going beyond J = 15 gives little additional power",
        ("corrected_resampled_t conservative_z", "near", {"splits": 15}),
        f"{POWER} and splits == 25",
        within=0.1,
    ),
    # Section 5.3
    Statement(
        "The conservative Z is more conservative when M is large",
        ("conservative_z", "below", {"halvings": 5}),
        f"{BY_HALVINGS} and halvings > 5",
    ),
    Statement(
        "There is not a great difference between M = 10 and M = 20",
        ("conservative_z", "near", {"halvings": 10}),
        f"{BY_HALVINGS} and halvings == 20",
        within=0.05,
    ),
    Statement(
        "With M = 5 the conservative Z is sometimes liberal, but barely so",
        ("conservative_z", "below", 0.15),
        f"{BY_HALVINGS} and halvings == 5",
    ),
]


def of_corrected_t(
    says: str, comparison: str, at: str, within: float = float("nan")
) -> Statement:
    """State what the size of the corrected resampled t-test is, against 10 %."""
    words = f"The corrected resampled t-test {says}"
    return Statement(words, ("corrected_resampled_t", comparison, 0.1), at, within)


def sometimes_liberal(figures: str, losses: list[str]) -> Statement:
    """State that the t-test and 5x2cv are sometimes fairly liberal."""
    return Statement(
        f"The t-test and 5x2cv are sometimes fairly liberal ({figures})",
        ("one_split_t five_by_two_cv_t", "above", 0.1),
        f"{HALF} and loss in {losses}",
        somewhere=True,
    )


def alike(figure: str) -> Statement:
    """State that two tests of A - B are alike."""
    return Statement(
        "The conservative Z and the corrected resampled t-test have similar size and "
        f"power ({figure})",
        ("conservative_z", "near", "corrected_resampled_t"),
        "loss == 'AB' and train == 0.9 and halvings == 10 and distance in [-2, 0, 2]",
        within=0.1,
    )
