"""Sentences on the pairs of a subset: what is found, and whether it matters."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.report.captions import FEW_BY_ROPE, too_few
from tenbyten.report.contents import Contents
from tenbyten.report.formatting import (
    format_probability,
    join_words,
    p_equals,
    related,
)
from tenbyten.report.sentences.pair import (
    Group,
    Pair,
    Sentence,
    Words,
    format_posterior,
    listed,
    pairs_of,
    rates_of,
)


def groups_of(contents: Contents, subset: str) -> list[Group]:
    """Report what the tests find over a subset, what survives adjustment first."""
    words = _Words(contents, subset)
    alpha = contents.settings["alpha"]
    adjusted, unadjusted, others = [], [], []
    for pair in words.pairs:
        if pair.adjusted.holm:
            adjusted.append(words.adjusted(pair))
        elif pair.marked or pair.adjusted.p < alpha:
            unadjusted.append(words.unadjusted(pair))
        else:
            others.append(pair)
    return [
        Group(words.lead_of_adjusted(len(adjusted)), adjusted),
        *([Group(words.lead_of_unadjusted(), unadjusted)] if unadjusted else []),
        *(Group(text, []) for text in words.no_difference(words.outcomes(others))),
        *words.poisson(),
    ]


class _Words(Words):
    """Sentences on the pairs of a subset."""

    test = "signed-rank test"
    outcome = (
        " as the most probable outcome",
        " that equivalence is the most probable outcome",
    )

    def __init__(self, contents: Contents, subset: str) -> None:
        tables = contents.by_subset[subset]
        self.pairs = pairs_of(contents, subset)
        super().__init__(contents, subset, len(self.pairs))
        self.rates = rates_of(tables["false_marks"])
        grouped = tables.get("grouped", pd.DataFrame())
        self.grouped = {(x.row, x.column): x for x in grouped.itertuples(index=False)}

    def lead_of_adjusted(self, found: int) -> str:
        """Name the test and the family of pairs, and count what survives."""
        alpha = self.settings["alpha"]
        few = too_few(self.pairs[0].adjusted.n, pairs=self.many, alpha=alpha)
        verdicts = {x.adjusted.bayesian_signed_rank_verdict for x in self.pairs}
        if few and self.settings["rope"] and verdicts - {"undecided"}:
            few += f" {FEW_BY_ROPE}"
        return f"{self.lead(found)} {few}".strip()

    def adjusted(self, pair: Pair) -> Sentence:
        """Report a difference that survives adjustment, and its size."""
        line = pair.adjusted
        side = line.holm
        text = (
            f"{self._than(pair, side)} (two-sided signed-rank test {self.where}, "
            f"{p_equals(line.p)}{self.holm(line)}). {self._size(pair, side)}"
            f"{self._by_groups(pair, side)}"
        )
        return Sentence(*pair.key, "signed_rank", text)

    def lead_of_unadjusted(self) -> str:
        """Warn of what is found without adjustment alone."""
        if self.many == 1:
            return "Found one-sided only, as Table 4's layout decides."
        rate = format_probability(self.rates["signed_rank", "", ""], 2)
        return (
            f"Found by single tests only. Among {self.many} pairs such results come by "
            f"chance: where the classifiers exchange their names at random on each "
            f"data set, the test of Table 4's layout marks at least one pair with "
            f"probability {rate}."
        )

    def unadjusted(self, pair: Pair) -> Sentence:
        """Report a difference that does not survive adjustment, and its size."""
        line, settings = pair.adjusted, self.settings
        marked = pair.there if pair.there.signed_rank else pair.back
        side = 1 if line.rank_biserial > 0 else -1
        p = f"two-sided {p_equals(line.p)}"
        ways = ["without adjustment"] * (self.many > 1)
        if line.p >= settings["alpha"]:
            sides = settings["signed_rank_sides"]
            ways.append("one-sided" if sides == "one" else "in Table 4's layout")
            of_layout = getattr(marked, f"p_{sides}_sided")
            p = f"{sides}-sided {p_equals(of_layout)} in Table 4's layout; {p}"
        way = join_words(ways)
        text = (
            f"{way[0].upper()}{way[1:]}, {self._than(pair, side)} (signed-rank test "
            f"{self.where}, {p}{self.holm(line)}). {self._size(pair, side)}"
        )
        return Sentence(*pair.key, "signed_rank", text)

    def outcomes(self, pairs: list[Pair]) -> Iterator[tuple[Any, bool, str, str]]:
        """Tell of each pair without a difference what `no_difference` asks for."""
        for pair in pairs:
            line, verdict = pair.adjusted, pair.adjusted.bayesian_signed_rank_verdict
            alike = pair.tested.note.startswith("never differ")
            p = _behind(pair) if verdict in ("row", "column", "equivalent") else ""
            edges = pair.edges if verdict == "equivalent" else []
            yield (
                line,
                alike and not line.mean_difference,
                verdict,
                "; ".join([p, *edges]),
            )

    def poisson(self) -> list[Group]:
        """Report what the Poisson test finds on just these data sets."""
        marked = [
            pair for pair in self.pairs if pair.poisson and not pair.contradictory
        ]
        groups = []
        if marked:
            lead = (
                "The Poisson test asks another question, about just these data sets, "
                "which it takes as independent; nothing is adjusted."
            )
            if self.many > 1:
                rate = format_probability(self.rates["poisson", "", ""], 2)
                lead += (
                    f" Where the classifiers exchange their names at random on each "
                    f"data set, it marks at least one pair with probability {rate}."
                )
            groups.append(Group(lead, [*map(self._of_poisson, marked)]))
        if both := [pair for pair in self.pairs if pair.contradictory]:
            names = [self.names(pair.adjusted) for pair in both]
            groups.append(
                Group(
                    f"Under zero_variance = {self.settings['zero_variance']} the "
                    f"Poisson test contradicts itself, and nothing follows from it, "
                    f"on {listed(names)}.",
                    [],
                )
            )
        return groups

    def _of_poisson(self, pair: Pair) -> Sentence:
        """Report a mark of the Poisson test."""
        line = pair.there if pair.there.poisson else pair.back
        p = related(line.p_column).removeprefix("= ").replace(">", "above")
        rate = format_probability(self.rates[("poisson", *pair.key)], 2)
        text = (
            f"On more than half of these {line.q} data sets {self.labels[line.column]} "
            f"is {self.better} than {self.labels[line.row]}, with "
            f"probability {p} (Poisson test; where the two exchange their names at "
            f"random on each data set, the test marks one of them with probability "
            f"{rate})."
        )
        return Sentence(*pair.key, "poisson", text)

    def _than(self, pair: Pair, side: int) -> str:
        """Say who is better than whom: the column if `side` is 1, the row if -1."""
        names = [self.labels[name] for name in pair.key]
        worse, better = names[::side]
        return f"{better} is {self.better} than {worse}"

    def _size(self, pair: Pair, side: int) -> str:
        """Report the effect sizes of the better one's gain, and whether it matters."""
        line = pair.adjusted
        median, *ends = (
            side * value
            for value in (line.median_difference, line.median_low, line.median_high)
        )
        low, high = sorted(ends)
        interval = f"no {self.level} interval on so few data sets"
        if not np.isnan(low):
            interval = f"{self.level} interval {self.write(low)} to {self.write(high)}"
        mean = side * line.mean_difference
        against = ", against it" * (mean < 0)
        return (
            f"The mean difference in its favour is {self.write(mean)} {self.unit}"
            f"{against}, the pseudomedian {self.write(median)} ({interval}), the "
            f"rank-biserial correlation {side * line.rank_biserial:z.2f}"
            f"{self._verdict(pair, side)}"
        )

    def _by_groups(self, pair: Pair, side: int) -> str:
        """Warn if a difference is lost with one value for each group of data sets."""
        worse, better = pair.key[::side]
        line = self.grouped.get((worse, better))
        if line is None or line.holm:
            return ""
        return (
            f" With one value for each group of data sets it is not found "
            f"({'adjusted ' * (self.many > 1)}{p_equals(line.holm_p)})."
        )

    def _verdict(self, pair: Pair, side: int) -> str:
        """Say whether a difference matters by the rope."""
        if not self.settings["rope"]:
            return "."
        verdict = pair.adjusted.bayesian_signed_rank_verdict
        rope = f"by the rope of {self.rope}"
        test = "Bayesian signed-rank test:"
        if verdict == "undecided":
            limit = f"{1 - self.settings['alpha']:g}"
            text = f"; {rope} it is undecided whether it matters ({test} no outcome "
            text += f"has a posterior probability above {limit})."
        else:
            test = f"{test} posterior probability {_behind(pair)}"
            if verdict == "equivalent":
                text = f": too small to matter {rope} ({test} that practical "
                text += "equivalence is the most probable outcome)."
            else:
                who = self.labels[getattr(pair.adjusted, verdict)]
                matters = "it matters" if pair.adjusted.holm else "it would matter"
                agrees = (verdict == "column") == (side == 1)
                text = f"; {rope} {matters}" if agrees else f"; yet {rope}"
                text += f" ({test} that {who} being better by more than the rope is "
                text += "the most probable outcome)."
        return text + "".join(
            f" Caution: {edge}, so that a last digit can turn this verdict."
            for edge in pair.edges
        )


def _behind(pair: Pair) -> str:
    """Write the posterior probability of the outcome that a verdict names."""
    verdict = pair.adjusted.bayesian_signed_rank_verdict
    region = "rope" if verdict == "equivalent" else verdict
    return format_posterior(getattr(pair.tested, f"bayesian_signed_rank_{region}"))
