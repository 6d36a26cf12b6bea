"""The answer of a comparison: the best classifier, by how much, and how surely."""

import math
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from markupsafe import Markup

from tenbyten.comparisons.files import round_as_written
from tenbyten.engines.scikit_learn.tuning import count_fits, tunings
from tenbyten.layout import FILES
from tenbyten.report.captions import ROPE_WORDS, caption, is_tested
from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, Table, build, number_column
from tenbyten.report.formatting import (
    EMPTY,
    format_difference,
    format_metric,
    format_number,
    format_probability,
    is_order,
    join_words,
    p_equals,
    scale_words,
)
from tenbyten.results.trainings import share_by_classifier
from tenbyten.statistics.rounding import DECIMALS
from tenbyten.words import count_of, describe_kept

# Most lines of the table, names of a list in a sentence, and lines in a terminal.
MOST_LINES, _MOST_NAMES, _MOST_TEXT = 15, 4, 38
# Parts of the cautions that come first and are always shown.
_ALWAYS = ("failures", "warnings")
# Columns of a pair that change their sign if row and column are swapped.
_SIGNED = ["difference", "low", "high", "found", "holm"]
# Columns of the tables of decisions, and their names in this module.
_NAMES = {"family_p": "p", "family_low": "low", "family_high": "high"}
_NAMES |= {"pseudomedian": "difference", "rope_verdict": "verdict"}
_NAMES |= {"rope_posterior": "posterior", "beyond_rope": "beyond"}
# Data sets on which the column is better, equal, worse.
_WINS = ["wins", "ties", "losses"]


class Caution(NamedTuple):
    """A caution in a sentence, and the section of the details about it."""

    text: str
    part: str


@dataclass(frozen=True)
class Summary:
    """The answer over one subset.

    Attributes
    ----------
    reference : str
        The control or, without one, the classifier of the best mean rank.
    standings : DataFrame
        A line for each classifier, by mean rank: classifier, mean, rank; first and
        last, the ranks that the decisions between all pairs leave open. Against the
        reference: difference (positive if better) with its simultaneous interval from
        low to high, p (adjusted), differs (whether a difference was found), found (its
        direction: 1 if better, -1 if worse, 0 if not found or unclear), and by the
        rope verdict, posterior and beyond.
    pairs : DataFrame
        The comparisons over which Holm's procedure adjusts p: those with the control
        or, without a control, all pairs.
    datasets : int
        Data sets of the subset.
    few : str
        Why so few data sets cannot give a finding; empty if they can.
    """

    contents: Contents
    subset: str
    reference: str
    standings: pd.DataFrame
    pairs: pd.DataFrame
    datasets: int
    few: str

    @property
    def control(self) -> str:
        """The control's name for people; empty without a control."""
        control = self.contents.settings["control"]
        return self.contents.labels[control] if control else ""

    @property
    def family(self) -> str:
        """The comparisons that Holm's procedure adjusts for, in words."""
        if self.control:
            return f"{count_of(len(self.pairs), 'comparison')} with {self.control}"
        return f"all {len(self.pairs)} pairs" if len(self.pairs) > 1 else "1 pair"

    @cached_property
    def findings(self) -> pd.DataFrame:
        """The comparisons with a difference; the column is the better classifier."""
        signs = self.pairs["found"]
        lines = [self.pairs[signs > 0], _swap_sides(self.pairs[signs < 0])]
        return pd.concat(lines).sort_values("p", kind="stable")

    @cached_property
    def stopping(self) -> dict[str, Any]:
        """Runs that early stopping made, and its prediction; empty without it."""
        if not (found := self.contents.early_stopping):
            return {}
        runs = self.contents.runs.to_numpy()
        keys = ("looks", "error", "probability", "covers", "fits", "most_fits")
        return {key: found[key] for key in keys} | {
            "share_of_fits": found["fits"] / found["most_fits"],
            "share_of_cost": found["cost"],
            "runs": {
                "least": int(runs.min()),
                "median": float(np.median(runs)),
                "most": int(runs.max()),
            },
        }

    @cached_property
    def cautions(self) -> list[Caution]:
        """Limits of the result, the most important first."""
        return [Caution(text, part) for part, text in _cautions(self) if text]

    @property
    def differing(self) -> int:
        """The number of comparisons with a difference, of clear direction or not."""
        return int(self.pairs["differs"].sum())

    @property
    def estimate(self) -> str:
        """The estimate of a difference, in words."""
        return "mean difference" if self.contents.on_one_dataset else "pseudomedian"

    @property
    def interval(self) -> str:
        """The intervals in words; those of several comparisons hold together."""
        level = f"{100 * (1 - self.contents.settings['alpha']):g}%"
        several = len(self.pairs) > 1
        return f"simultaneous {level} intervals" if several else f"{level} interval"

    @property
    def tested_on(self) -> str:
        """The number of data sets of each pair, in words."""
        if "n" not in self.pairs:
            return count_of(self.datasets, "data set")
        n = self.pairs["n"]
        return f"the {n.min()} to {n.max()} data sets that both have"

    @property
    def test(self) -> str:
        """The test, its adjustment and its size, in words."""
        name = "correlated t-" if self.contents.on_one_dataset else "signed-rank "
        name = "sign " if is_order(self.contents.settings) else name
        adjusted = f", p adjusted by Holm over {self.family}"
        return (
            f"two-sided {name}test on {self.tested_on}"
            f"{adjusted * (len(self.pairs) > 1)}, alpha = "
            f"{self.contents.settings['alpha']:g}"
        )


def summarise(contents: Contents, subset: str) -> Summary:
    """Find the best classifier over a subset, by how much, and how surely.

    Parameters
    ----------
    contents : Contents
    subset : str

    Returns
    -------
    Summary
    """
    settings, datasets = contents.settings, contents.subsets[subset]
    lines = _pairs(contents, subset)
    means = contents.means.loc[datasets, list(contents.labels)].round(DECIMALS)
    places = means.rank(axis=1, ascending=not contents.higher_is_better)
    ranks = pd.DataFrame({"mean": means.mean(), "rank": places.mean()})
    ranks = ranks.rename_axis("classifier").sort_values("rank", kind="stable")
    better = pd.concat([lines, _swap_sides(lines)])
    wins = better[better["holm"] > 0]
    beaten_by, beats = (wins[x].value_counts() for x in ("row", "column"))
    ranks["first"] = 1 + beaten_by.reindex(ranks.index, fill_value=0)
    ranks["last"] = len(ranks) - beats.reindex(ranks.index, fill_value=0)
    lines = lines[lines["p"].notna()]
    reference = settings["control"] or ranks.index[0]
    standings = ranks.reset_index().merge(
        better[better["row"] == reference].drop(columns="row"),
        how="left",
        left_on="classifier",
        right_on="column",
    )
    standings["differs"] = standings["differs"].eq(True)
    standings["found"] = standings["found"].fillna(0).astype(int)
    most = int(lines["n"].max()) if "n" in lines else len(datasets)
    tests: dict[str, Any] = {"pairs": len(lines), "alpha": settings["alpha"]}
    few = caption("too_few", data_sets=most, **tests) * (not contents.on_one_dataset)
    return Summary(contents, subset, reference, standings, lines, len(datasets), few)


def _pairs(contents: Contents, subset: str) -> pd.DataFrame:
    """Return the decision on every pair; p are empty outside of the family."""
    if contents.on_one_dataset:
        frame = contents.decisions[subset].rename(
            columns={"mean_difference": "difference"}
        )
        regions = frame[["p_row_better", "p_rope", "p_column_better"]]
        frame = frame.drop(columns=["low", "high"]).assign(
            mixed_signs=0, beyond_rope=0, rope_posterior=regions.max(axis=1)
        )
        frame["verdict"] = frame["verdict"].replace("rope", "equivalent")
    else:
        frame = contents.by_subset[subset]["decided"]
    more = _WINS * is_order(contents.settings)
    if more:
        wins = contents.by_subset[subset]["pairwise"][["row", "column", *_WINS]]
        frame = frame.merge(wins, on=["row", "column"], validate="1:1")
        frame = frame.reindex(columns=[*frame, *_NAMES.keys() - {*frame}])
    if "n" in frame and frame["n"].nunique() > 1:
        more = [*more, "n"]
    frame = frame.drop(columns="p").rename(columns=_NAMES)
    if not contents.settings["rope"]:
        frame = frame.assign(verdict="undecided")
    clear = frame["mixed_signs"] == 0
    family = frame["family"].fillna(0).astype(int)
    frame["differs"] = family != 0
    frame["found"] = family.where(clear, 0)
    frame["holm"] = frame["holm"].where(clear, 0)
    columns = ["row", "column", "difference", "low", "high", "p", "differs", "found"]
    return frame[[*columns, "holm", "verdict", "posterior", "beyond", *more]]


def _swap_sides(lines: pd.DataFrame) -> pd.DataFrame:
    """Swap row and column of pairs; a gain becomes a loss."""
    names = {"row": "column", "column": "row", "low": "high", "high": "low"}
    names |= {"wins": "losses", "losses": "wins"}
    other = lines.rename(columns=names)[[*lines]]
    verdicts = other["verdict"].replace({"row": "column", "column": "row"})
    return other.assign(**-other[_SIGNED], verdict=verdicts)


def headline(summary: Summary) -> str:
    """Return the verdict in one or two sentences."""
    labels, contents = summary.contents.labels, summary.contents
    name = labels[summary.reference]
    better = caption("better_by", metric=contents.metric)
    if summary.few:
        return f"No difference could have been found. {summary.few}"
    many, differing = len(summary.pairs), summary.differing
    test = f"({summary.test})"
    if not differing:
        between = f"{name} and any of the others" if summary.control else ""
        between = between or ("any two classifiers" if many > 1 else "the two")
        return f"No difference is found between {between} {test}."
    others = summary.standings[summary.standings["classifier"] != summary.reference]
    against, equal = others[others["differs"]], others[~others["differs"]]
    over, below, unclear = (
        _listed(against["classifier"][against["found"] == sign].map(labels))
        for sign in (-1, 1, 0)
    )
    said = [f"is {better} than {over}" if over else ""]
    said += [f"{'' if over else 'is '}worse than {below}" if below else ""]
    said += [f"differs from {unclear}, direction unclear" if unclear else ""]
    verdict = f"{name} has the best mean rank, but is not found {better} than any"
    if any(said):
        verdict = f"{name} {join_words(filter(None, said))}"
    if many == 1:
        return f"{verdict} {test}."
    if not summary.control:
        pairs = f"{differing} of {many} pairs"
        return f"{verdict}; a difference is found in {pairs} {test}."
    rest = _listed(equal["classifier"].map(labels))
    rest = f"; no difference is found from {rest}" if rest else ""
    return f"{verdict}{rest} {test}."


def _listed(names: Iterable[str]) -> str:
    """List some names, and count the others; empty without names."""
    listed = list(names)
    more = len(listed) - _MOST_NAMES
    if more > 1:
        listed = [*listed[:_MOST_NAMES], f"{more} more"]
    return join_words(listed) if listed else ""


def verdict_of(line: Any, summary: Summary) -> str:
    """Return the verdict on a classifier against the reference, in a word or two."""
    if line.classifier == summary.reference:
        return "control" if summary.control else "best rank"
    by_rope = ROPE_WORDS.get(line.verdict, "")
    if line.differs:
        side = {1: "better", -1: "worse", 0: "direction unclear"}[line.found]
        return f"{side}, equivalent" if by_rope == "equivalent" else side
    return by_rope or "open"


def wins_ties_losses(line: Any) -> str:
    """Write the data sets on which a classifier is better, equal and worse."""
    counts = line.wins, line.ties, line.losses
    return EMPTY if pd.isna(line.wins) else "-".join(f"{x:g}" for x in counts)


def leaderboard(summary: Summary) -> Table:
    """Lay out the classifiers by mean rank, each compared with the reference."""
    contents, settings = summary.contents, summary.contents.settings
    words, (write, unit) = scale_words(settings), format_metric(settings)
    write_difference, points = format_difference(settings)
    reference, many = contents.labels[summary.reference], len(summary.pairs) > 1
    against = f"{'to' if words.times else 'from'} {reference}"
    of_order = is_order(settings)
    comparison = f"{words.difference} {against} ({summary.interval})"
    if of_order:
        comparison = f"wins-ties-losses against {reference}"

    def difference(line: Any) -> str:
        if of_order:
            return wins_ties_losses(line)
        if pd.isna(line.difference):
            return EMPTY
        low, high = write_difference(line.low), write_difference(line.high)
        between = "unbounded" if pd.isna(line.low) else f"{low}, {high}"
        return f"{write_difference(line.difference)}{words.times} ({between})"

    def verdict(line: Any) -> Cell:
        return Cell(verdict_of(line, summary), strong=line.differs)

    shows_ranks = len(summary.standings) > MOST_LINES and not summary.control
    return build(
        summary.standings,
        [
            ("classifier", "l", lambda line: contents.labels[line.classifier]),
            not of_order and number_column(f"mean {unit}", "mean", write),
            ("mean rank", "r", lambda line: format_number(line.rank, ".2f")),
            shows_ranks
            and ("ranks left open", "r", lambda line: f"{line.first}-{line.last}"),
            "n" in summary.pairs
            and number_column("data sets", "n", partial(format_number, form="g")),
            (comparison, "r", difference),
            number_column("Holm's p" if many else "p", "p", format_probability),
            ("verdict", "l", verdict),
        ],
        name="summary",
        title="Classifiers by mean rank",
        caption=caption(
            "leaderboard",
            s=settings,
            estimate=summary.estimate,
            unit=points,
            reference=reference,
            interval=summary.interval,
            many=many,
            verdicts={verdict_of(x, summary) for x in summary.standings.itertuples()},
            on_one=contents.on_one_dataset,
        ),
        lead=f"By the {summary.test}:",
        frame=summary.standings.drop(columns=["column", "holm"]),
    )


def in_text(
    summary: Summary, *, most: int = MOST_LINES, most_lines: int = _MOST_TEXT
) -> str:
    """Write the answer for a terminal of 80 columns: verdict, table and cautions.

    Parameters
    ----------
    summary : Summary
    most : int
        Classifiers that are shown at most.
    most_lines : int
        Lines at most, unless the cautions that are always shown need more.

    Returns
    -------
    str
    """
    board = leaderboard(summary)
    short = {"mean rank": "rank", "ranks left open": "ranks", "data sets": "sets"}
    heads = [column.heading for column in board.columns]
    rows = [[short.get(x, x if "Holm" in x else x.split()[0]) for x in heads]]
    rows += [[cell.text for cell in row] for row in board.rows[:most]]
    rows = [[text.replace(EMPTY, "-") for text in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    # Long names are cut, numbers are not.
    room = 80 - sum(widths[1:]) - 2 * len(widths[1:])
    widths[0] = min(widths[0], max(room, 10))
    lines = [_fill(headline(summary)), ""]
    for name, *texts, last in rows:
        cut = name if len(name) <= widths[0] else f"{name[: widths[0] - 2]}.."
        cells = [x.rjust(n) for x, n in zip(texts, widths[1:-1], strict=True)]
        lines.append("  ".join([cut.ljust(widths[0]), *cells, last]))
    if len(board.rows) > most:
        lines.append(f"and {len(board.rows) - most} more classifiers")
    lines += ["", _fill(board.caption)]
    said = [f"- {caution.text}" for caution in summary.cautions]
    for metric, board_of_metric in summary.contents.further.items():
        # The verdict begins it.
        verdict = Markup(board_of_metric.partition("</p>")[0]).striptags()
        said.append(f"By {metric}: {verdict}")
    always = sum(x.part in _ALWAYS for x in summary.cautions)
    for i, text in enumerate(said):
        filled = _fill(text, "  ")
        over = len("\n".join([*lines, filled]).splitlines()) > most_lines
        if over and i >= always:
            lines.append(f"{len(said) - i} more: see the report")
            break
        lines.append(filled)
    return "\n".join(lines)


def in_json(summary: Summary) -> dict[str, Any]:
    """Return the answer in types of JSON; unknown values are None."""
    settings = summary.contents.settings
    lines = round_as_written(summary.standings)
    lines = lines.drop(columns=["column", "holm"])
    lines["verdict"] = [verdict_of(x, summary) for x in lines.itertuples(index=False)]
    lines = lines.replace([math.inf, -math.inf], math.nan).astype(object)
    more = {"early_stopping": summary.stopping} if summary.stopping else {}
    if (warned := summary.contents.warnings) is not None:
        more["warnings"] = warned.to_dict("records")
    return {
        "verdict": headline(summary),
        "metric": summary.contents.metric,
        "subset": summary.subset,
        "datasets": summary.datasets,
        "test": summary.test,
        "alpha": settings["alpha"],
        "adjustment": f"Holm over {summary.family}" if len(summary.pairs) > 1 else None,
        "control": settings["control"],
        "classifiers": lines.where(lines.notna(), None).to_dict("records"),
        "cautions": [caution.text for caution in summary.cautions],
        **more,
    }


def _fill(text: str, indent: str = "") -> str:
    """Break a text into lines of a terminal."""
    whole: Any = {"break_long_words": False, "break_on_hyphens": False}
    return textwrap.fill(text, 80, subsequent_indent=indent, **whole)


def _cautions(summary: Summary) -> Iterator[tuple[str, str]]:
    """Yield parts of the details and cautions; a caution can be empty."""
    contents, subset = summary.contents, summary.subset
    yield "failures", caption("left_out", s=contents.settings)
    if contents.warnings is not None:
        warned, labels = contents.warnings, contents.labels
        yield "warnings", caption("warned", warned=warned, labels=labels)
    if contents.settings.get("early_stopping"):
        found = summary.stopping
        words = {"s": contents.settings, "control": summary.control, "found": found}
        yield "runs" if found else "values", caption("early_stopping", **words)
    for text in describe_kept(contents.provenance.get("kept", {})):
        yield "provenance", text
    if text := contents.precision:
        yield "values", f"{text[0].upper()}{text[1:]}."
    yield "seeds", _seeds_caution(contents)
    yield "tuning", _tuning_caution(contents)
    yield "datasets", _unlabelled_caution(summary)
    yield "values", _ties_caution(summary)
    if "n" in summary.pairs:
        yield "decisions", caption("on_all", datasets=summary.datasets)
    if contents.on_one_dataset:
        yield "decisions", caption("on_this_alone")
    yield "decisions", shown_pairs(contents, subset)
    if (table := contents.sensitivity) is not None:
        stable = table["stable"][table["subset"] == subset]
        changed = (stable == 0).sum()
        yield "sensitivity", caption("not_stable", changed=changed, of=len(stable))
    for text in (*_rope_cautions(summary), *_poisson_cautions(summary)):
        yield "decisions", text
    yield "grouped", _grouped_caution(summary)
    if (table := contents.published) is not None:
        source = contents.settings["published"]["source"]
        yield "published", caption("agreeing", agree=table["agrees"], source=source)
    for why, tests in contents.not_tested.items():
        yield "not-tested", f"Not tested: {_listed(tests)}: {why}."
    if len(contents.subsets) > 1:
        others = join_words(x for x in contents.subsets if x != subset)
        yield "decisions", caption("other_subsets", subset=subset, others=others)
    if contents.further:
        metrics = join_words([contents.metric, *contents.further])
        yield "decisions", caption("other_metrics", metrics=metrics)


def _seeds_caution(contents: Contents) -> str:
    """Name the classifiers whose variance is mostly due to the seed."""
    if contents.seeds is None:
        return ""
    shares = share_by_classifier(contents.seeds).set_index("classifier")["share"]
    most = shares[shares > 0.5].items()
    named = _listed(f"{contents.labels[name]} ({100 * x:.0f}%)" for name, x in most)
    return caption("mostly_seeds", named=named)


def _tuning_caution(contents: Contents) -> str:
    """Count the trainings of classifiers in a fold, if their numbers differ."""
    if contents.chosen is None:
        return ""
    tunes = tunings(contents.settings["classifiers"])
    chose = {*contents.chosen["classifier"]}
    fits = {x: count_fits(tunes[x]) if x in chose else 1 for x in contents.labels}
    named = _listed(f"{contents.labels[x]} {n:,}" for x, n in fits.items())
    return caption("budgets", differ=len({*fits.values()}) > 1, named=named)


def _unlabelled_caution(summary: Summary) -> str:
    """Name the data sets in which most rows of the source have no class."""
    most = []
    for name in summary.contents.subsets[summary.subset]:
        origin = summary.contents.origins.get(name, {})
        lacking = origin.get("missing_class", {"rows": 0, "treated": "keep"})
        rows, left_out = lacking["rows"], lacking["treated"] == "drop"
        total = origin.get("instances", 0) + rows * left_out
        if 2 * rows > total:
            most.append(f"{name} ({rows:,} of {total:,})")
    return caption("without_class", named=_listed(most))


def shown_pairs(contents: Contents, subset: str) -> str:
    """Explain which pairs of many classifiers are shown, and why their p are honest."""
    labels, file = contents.labels, FILES["adjusted"].format(subset=subset)
    if len(contents.best(subset)) == len(labels):
        return ""
    return caption("shown_pairs", s=contents.settings, labels=labels, file=file)


def _ties_caution(summary: Summary) -> str:
    """Count groups of data sets on which differing classifiers have equal means."""
    contents = summary.contents
    means = contents.means.loc[contents.subsets[summary.subset]].round(DECIMALS)
    tied = means[means.duplicated(keep=False) & (means.nunique(axis=1) > 1)]
    groups = [join_words(x.index) for _, x in tied.groupby([*means], sort=False)]
    return caption("ties", groups=groups, most=_MOST_NAMES)


def _rope_cautions(summary: Summary) -> Iterator[str]:
    """Yield cautions on verdicts by the rope and on unclear directions."""
    labels, by_rope = summary.contents.labels, summary.pairs["verdict"].isin(ROPE_WORDS)
    yield caption("unclear", pairs=summary.differing - len(summary.findings))
    alike = [
        f"{x.beyond:g} for {labels[x.classifier]}"
        for x in summary.standings.itertuples(index=False)
        if x.beyond and verdict_of(x, summary) == ROPE_WORDS["rope"]
    ]
    yield caption("beyond", on=summary.tested_on, alike=_listed(alike))
    wrong = (1 - summary.pairs["posterior"][by_rope]).sum()
    yield caption("by_rope", verdicts=by_rope.sum(), wrong=wrong)


def _poisson_cautions(summary: Summary) -> Iterator[str]:
    """Count the pairs that only the Poisson test marks."""
    contents = summary.contents
    if contents.on_one_dataset or not is_tested(contents.settings, "poisson"):
        return
    marked = contents.decisions[summary.subset].query("poisson == 1")
    asked, found, clear, both = (
        {frozenset(x) for x in lines[["row", "column"]].to_numpy()}
        for lines in (
            summary.pairs,
            summary.findings,
            marked[marked["poisson_contradictory"] == 0],
            marked[marked["poisson_contradictory"] == 1],
        )
    )
    yield caption("poisson_more", pairs=len(clear & asked - found))
    yield caption("poisson_both", s=contents.settings, pairs=len(both & asked))


def _grouped_caution(summary: Summary) -> str:
    """Name the findings that disappear with one value for each group of data sets."""
    tables = summary.contents.by_subset.get(summary.subset, {})
    grouped, labels = tables.get("grouped", pd.DataFrame()), summary.contents.labels
    lines = {(x.row, x.column): x for x in grouped.itertuples(index=False)}
    lost = [
        f"{labels[x.column]} over {labels[x.row]} ({p_equals(line.holm_p)})"
        for x in summary.findings.itertuples(index=False)
        if (line := lines.get((x.row, x.column))) is not None and not line.holm
    ]
    return caption("lost_by_groups", named=_listed(lost))
