"""Sentences on the pairs of a study of one data set."""

from functools import partial
from typing import Any

from tenbyten.report.captions import better_by, rope_in_words
from tenbyten.report.contents import Contents
from tenbyten.report.formatting import (
    format_difference,
    format_probability,
    p_equals,
)
from tenbyten.report.sentences.pair import Group, Sentence, where, without_difference

# Three decimals tell a posterior above 0.95 from 0.95.
_posterior = partial(format_probability, decimals=3)


def groups_on_one_dataset(contents: Contents, subset: str) -> list[Group]:
    """Report what the correlated t-test finds, what survives adjustment first."""
    words, alpha = _Words(contents, subset), contents.settings["alpha"]
    lines = list(contents.decisions[subset].itertuples(index=False))
    found = [line for line in lines if line.holm]
    alone = [line for line in lines if line.p < alpha and not line.holm]
    others = [line for line in lines if line.p >= alpha and not line.holm]
    groups = [Group(words.lead(len(found), len(lines)), [*map(words.found, found)])]
    if alone:
        lead = f"Without adjustment only, which among {len(lines)} pairs can be chance:"
        groups.append(Group(lead, [*map(words.found, alone)]))
    return groups + [Group(text, []) for text in words.no_difference(others)]


class _Words:
    """Sentences on the pairs of one data set."""

    def __init__(self, contents: Contents, subset: str) -> None:
        self.settings = contents.settings
        self.labels = contents.labels
        self.better = better_by(contents.metric)
        self.where = where(contents, subset)
        self.pairs = len(contents.decisions[subset])
        self.write, self.unit = format_difference(
            contents.metric, contents.settings["rope"]
        )

    def lead(self, found: int, pairs: int) -> str:
        """Name the test and the family of pairs, and count what survives."""
        if pairs == 1:
            many = "a difference" if found else "no difference"
            return f"The two-sided correlated t-test {self.where} finds {many}."
        return (
            f"Adjusted by Holm's procedure over all {pairs} pairs, the two-sided "
            f"correlated t-test {self.where} finds a difference in {found or 'none'} "
            f"of them."
        )

    def found(self, line: Any) -> Sentence:
        """Report a difference, its size, and whether it matters."""
        side = 1 if line.mean_difference > 0 else -1
        worse, better = (self.labels[x] for x in (line.row, line.column)[::side])
        low, high = (self.write(x) for x in sorted([side * line.low, side * line.high]))
        level = f"{100 * (1 - self.settings['alpha']):g}%"
        holm = f"; adjusted by Holm over {self.pairs} pairs, {p_equals(line.holm_p)}"
        text = (
            f"{better} is {self.better} than {worse} (two-sided correlated t-test "
            f"{self.where}, {p_equals(line.p)}{holm if self.pairs > 1 else ''}). The "
            f"mean difference in its favour is "
            f"{self.write(side * line.mean_difference)} {self.unit} ({level} interval "
            f"{low} to {high}){self._verdict(line, better)}."
        )
        return Sentence(line.row, line.column, "correlated_t", text)

    def no_difference(self, lines: list[Any]) -> list[str]:
        """Report the pairs in which the test finds no difference."""
        same, equivalent, open_ = [], [], []
        for line in lines:
            names = " and ".join(self.labels[name] for name in (line.row, line.column))
            if line.differences == "zero":
                same.append(names)
            elif line.verdict == "equivalent":
                equivalent.append(f"{names} ({_posterior(line.p_rope)})")
            elif line.verdict in ("row", "column") and self.settings["rope"]:
                beyond = _posterior(getattr(line, f"p_{line.verdict}_better"))
                open_.append(
                    f"{names} (although the Bayesian correlated t-test has {beyond} "
                    f"for {self.labels[getattr(line, line.verdict)]} being better by "
                    f"more than the rope)"
                )
            else:
                open_.append(names)
        rope = rope_in_words(self.settings)
        how = f"{rope} they are practically equivalent (Bayesian correlated t-test; in "
        how += "brackets the posterior probability)"
        return without_difference(self.where, same, equivalent, open_, how)

    def _verdict(self, line: Any, better: str) -> str:
        """Say whether a difference matters by the rope."""
        if not self.settings["rope"]:
            return ""
        rope = f"by the rope of {rope_in_words(self.settings)}"
        test = "Bayesian correlated t-test:"
        within = _posterior(line.p_rope)
        if line.verdict == "undecided":
            beyond = _posterior(max(line.p_row_better, line.p_column_better))
            return (
                f"; {rope} it is undecided whether it matters ({test} {better} is "
                f"better by more than the rope with probability {beyond}, both are "
                f"practically equivalent with {within})"
            )
        if line.verdict == "equivalent":
            return f": too small to matter {rope} ({test} probability {within})"
        beyond = _posterior(getattr(line, f"p_{line.verdict}_better"))
        return f"; {rope} it matters ({test} probability {beyond})"
