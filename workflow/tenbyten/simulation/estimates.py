"""Tables of estimates: one form for what all problems find.

``estimates`` has a row for each cell, test, policy and measure; ``paired``, where a
problem has it, one for each two tests that saw the same experiments. Before these
columns stand those of the problem, such as difference, datasets and runs.
"""

from __future__ import annotations

# measure: such as rejection_rate, a share of the experiments. policy: how ties and zero
# variance are settled, empty where it makes no difference. error: standard error.
ESTIMATES = ("test", "policy", "measure", "value", "error", "experiments")

# value: what `test` has more than `other`; error: its standard error, which takes into
# account that both saw the same experiments.
PAIRED = ("test", "other", "policy", "measure", "value", "error", "experiments")
