"""Sentences on the pairs of a subset: what is found, and whether it matters."""

from functools import partial

import numpy as np
import pandas as pd

from tenbyten.report.captions import FEW_BY_ROPE, better_by, rope_in_words, too_few
from tenbyten.report.contents import Contents
from tenbyten.report.formatting import (
    format_difference,
    format_probability,
    join_words,
    p_equals,
    related,
)
from tenbyten.report.sentences.pair import (
    Group,
    Pair,
    Sentence,
    listed,
    pairs_of,
    rates_of,
    where,
    without_difference,
)

# Three decimals tell a posterior above 0.95 from 0.95.
_posterior = partial(format_probability, decimals=3)


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
        *(Group(text, []) for text in words.no_difference(others)),
        *words.poisson(),
    ]


class _Words:
    """Sentences on the pairs of a subset."""

    def __init__(self, contents: Contents, subset: str) -> None:
        tables = contents.by_subset[subset]
        self.contents = contents
        self.settings = contents.settings
        self.labels = contents.labels
        self.where = where(contents, subset)
        self.pairs = pairs_of(contents, subset)
        self.rates = rates_of(tables["false_marks"])
        grouped = tables.get("grouped", pd.DataFrame())
        self.grouped = {(x.row, x.column): x for x in grouped.itertuples(index=False)}
        self.write, self.unit = format_difference(
            contents.metric, contents.settings["rope"]
        )

    def lead_of_adjusted(self, found: int) -> str:
        """Name the test and the family of pairs, and count what survives."""
        pairs = len(self.pairs)
        few = too_few(
            self.pairs[0].adjusted.n, pairs=pairs, alpha=self.settings["alpha"]
        )
        if pairs == 1:
            test = f"The two-sided signed-rank test {self.where}"
            many = "a difference" if found else "no difference"
        else:
            test = (
                f"Adjusted by Holm's procedure over all {pairs} pairs, the two-sided "
                f"signed-rank test {self.where}"
            )
            many = f"a difference in {found or 'none'} of them"
        verdicts = {x.adjusted.bayesian_signed_rank_verdict for x in self.pairs}
        if few and self.settings["rope"] and verdicts - {"undecided"}:
            few += f" {FEW_BY_ROPE}"
        return f"{test} finds {many}. {few}".strip()

    def adjusted(self, pair: Pair) -> Sentence:
        """Report a difference that survives adjustment, and its size."""
        line = pair.adjusted
        side = line.holm
        family = f"; adjusted by Holm over {len(self.pairs)} pairs, "
        family = family + p_equals(line.holm_p) if len(self.pairs) > 1 else ""
        text = (
            f"{self._than(pair, side)} (two-sided signed-rank test {self.where}, "
            f"{p_equals(line.p)}{family}). {self._size(pair, side)}"
            f"{self._by_groups(pair, side)}"
        )
        return Sentence(*pair.key, "signed_rank", text)

    def lead_of_unadjusted(self) -> str:
        """Warn of what is found without adjustment alone."""
        pairs = len(self.pairs)
        if pairs == 1:
            return "Found one-sided only, as Table 4's layout decides."
        rate = format_probability(self.rates["signed_rank", "", ""], 2)
        return (
            f"Found by single tests only. Among {pairs} pairs such results come by "
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
        ways = ["without adjustment"] * (len(self.pairs) > 1)
        if line.p >= settings["alpha"]:
            sides = settings["signed_rank_sides"]
            ways.append("one-sided" if sides == "one" else "in Table 4's layout")
            of_layout = getattr(marked, f"p_{sides}_sided")
            p = f"{sides}-sided {p_equals(of_layout)} in Table 4's layout; {p}"
        way, after = join_words(ways), ""
        if len(self.pairs) > 1:
            after = f"; adjusted by Holm over {len(self.pairs)} pairs, "
            after += p_equals(line.holm_p)
        text = (
            f"{way[0].upper()}{way[1:]}, {self._than(pair, side)} (signed-rank test "
            f"{self.where}, {p}{after}). {self._size(pair, side)}"
        )
        return Sentence(*pair.key, "signed_rank", text)

    def no_difference(self, pairs: list[Pair]) -> list[str]:
        """Report the pairs in which the signed-rank test finds no difference."""
        same, equivalent, open_ = [], [], []
        for pair in pairs:
            names = self._names(pair)
            verdict = pair.adjusted.bayesian_signed_rank_verdict
            if not pair.adjusted.mean_difference and pair.tested.note.startswith(
                "never differ"
            ):
                same.append(names)
            elif verdict == "equivalent":
                p = _posterior(pair.tested.bayesian_signed_rank_rope)
                equivalent.append(f"{names} ({'; '.join([p, *pair.edges])})")
            elif verdict in ("row", "column"):
                p = getattr(pair.tested, f"bayesian_signed_rank_{verdict}")
                better = self.labels[getattr(pair.adjusted, verdict)]
                open_.append(
                    f"{names} (although the Bayesian signed-rank test has "
                    f"{_posterior(p)} for {better} being better by more than the rope "
                    f"as the most probable outcome)"
                )
            else:
                open_.append(names)
        rope = rope_in_words(self.settings)
        how = f"{rope} they are practically equivalent (Bayesian signed-rank test; in "
        how += "brackets the posterior probability that equivalence is the most "
        how += "probable outcome)"
        return without_difference(self.where, same, equivalent, open_, how)

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
            if len(self.pairs) > 1:
                rate = format_probability(self.rates["poisson", "", ""], 2)
                lead += (
                    f" Where the classifiers exchange their names at random on each "
                    f"data set, it marks at least one pair with probability {rate}."
                )
            groups.append(Group(lead, [*map(self._of_poisson, marked)]))
        if both := [pair for pair in self.pairs if pair.contradictory]:
            names = [self._names(pair) for pair in both]
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
            f"is {better_by(self.contents.metric)} than {self.labels[line.row]}, with "
            f"probability {p} (Poisson test; where the two exchange their names at "
            f"random on each data set, the test marks one of them with probability "
            f"{rate})."
        )
        return Sentence(*pair.key, "poisson", text)

    def _names(self, pair: Pair) -> str:
        """Name both classifiers."""
        return " and ".join(self.labels[name] for name in pair.key)

    def _than(self, pair: Pair, side: int) -> str:
        """Say who is better than whom: the column if `side` is 1, the row if -1."""
        names = [self.labels[name] for name in pair.key]
        worse, better = names[::side]
        return f"{better} is {better_by(self.contents.metric)} than {worse}"

    def _size(self, pair: Pair, side: int) -> str:
        """Report the effect sizes of the better one's gain, and whether it matters."""
        line = pair.adjusted
        median, *ends = (
            side * value
            for value in (line.median_difference, line.median_low, line.median_high)
        )
        low, high = sorted(ends)
        level = f"{100 * (1 - self.settings['alpha']):g}%"
        interval = f"no {level} interval on so few data sets"
        if not np.isnan(low):
            interval = f"{level} interval {self.write(low)} to {self.write(high)}"
        mean = side * line.mean_difference
        against = ", against it" * (mean < 0)
        return (
            f"The mean difference in its favour is {self.write(mean)} {self.unit}"
            f"{against}, the median difference {self.write(median)} ({interval}), the "
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
            f"({'adjusted ' * (len(self.pairs) > 1)}{p_equals(line.holm_p)})."
        )

    def _verdict(self, pair: Pair, side: int) -> str:
        """Say whether a difference matters by the rope."""
        if not self.settings["rope"]:
            return "."
        verdict = pair.adjusted.bayesian_signed_rank_verdict
        rope = f"by the rope of {rope_in_words(self.settings)}"
        test = "Bayesian signed-rank test:"
        if verdict == "undecided":
            limit = f"{1 - self.settings['alpha']:g}"
            text = f"; {rope} it is undecided whether it matters ({test} no outcome "
            text += f"has a posterior probability above {limit})."
        else:
            region = "rope" if verdict == "equivalent" else verdict
            p = getattr(pair.tested, f"bayesian_signed_rank_{region}")
            test = f"{test} posterior probability {_posterior(p)}"
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
