"""Sentences on the pairs of a study of one data set."""

from collections.abc import Iterator
from typing import Any

from tenbyten.report.contents import Contents
from tenbyten.report.formatting import p_equals
from tenbyten.report.sentences.pair import Group, Sentence, Words, format_posterior


def groups_on_one_dataset(contents: Contents, subset: str) -> list[Group]:
    """Report what the correlated t-test finds, what survives adjustment first."""
    lines = list(contents.decisions[subset].itertuples(index=False))
    words = _Words(contents, subset, len(lines))
    alpha = contents.settings["alpha"]
    found = [line for line in lines if line.holm]
    alone = [line for line in lines if line.p < alpha and not line.holm]
    others = [line for line in lines if line.p >= alpha and not line.holm]
    groups = [Group(words.lead(len(found)), [*map(words.found, found)])]
    if alone:
        lead = f"Without adjustment only, which among {len(lines)} pairs can be chance:"
        groups.append(Group(lead, [*map(words.found, alone)]))
    return groups + [
        Group(text, []) for text in words.no_difference(words.outcomes(others))
    ]


class _Words(Words):
    """Sentences on the pairs of one data set."""

    test = "correlated t-test"

    def found(self, line: Any) -> Sentence:
        """Report a difference, its size, and whether it matters."""
        side = 1 if line.mean_difference > 0 else -1
        worse, better = (self.labels[x] for x in (line.row, line.column)[::side])
        low, high = (self.write(x) for x in sorted([side * line.low, side * line.high]))
        text = (
            f"{better} is {self.better} than {worse} (two-sided correlated t-test "
            f"{self.where}, {p_equals(line.p)}{self.holm(line)}). The mean "
            f"difference in its favour is {self.write(side * line.mean_difference)} "
            f"{self.unit} ({self.level} interval {low} to {high})"
            f"{self._verdict(line, better)}."
        )
        return Sentence(line.row, line.column, "correlated_t", text)

    def outcomes(self, lines: list[Any]) -> Iterator[tuple[Any, bool, str, str]]:
        """Tell of each pair without a difference what `no_difference` asks for."""
        for line in lines:
            verdict = line.verdict if self.settings["rope"] else ""
            yield line, line.differences == "zero", verdict, _behind(line)

    def _verdict(self, line: Any, better: str) -> str:
        """Say whether a difference matters by the rope."""
        if not self.settings["rope"]:
            return ""
        rope = f"by the rope of {self.rope}"
        test = "Bayesian correlated t-test:"
        within = format_posterior(line.p_rope)
        if line.verdict == "undecided":
            beyond = format_posterior(max(line.p_row_better, line.p_column_better))
            return (
                f"; {rope} it is undecided whether it matters ({test} {better} is "
                f"better by more than the rope with probability {beyond}, both are "
                f"practically equivalent with {within})"
            )
        if line.verdict == "equivalent":
            return f": too small to matter {rope} ({test} probability {within})"
        return f"; {rope} it matters ({test} probability {_behind(line)})"


def _behind(line: Any) -> str:
    """Write the posterior probability of the outcome that a verdict names."""
    beyond = line.p_column_better if line.verdict == "column" else line.p_row_better
    return format_posterior(line.p_rope if line.verdict == "equivalent" else beyond)
