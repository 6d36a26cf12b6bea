"""Captions, and the words that they share: names of subsets and tests, policies.

The captions themselves are in ``templates/captions.j2``.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

import pandas as pd

from tenbyten.report import TEMPLATES
from tenbyten.report.formatting import (
    format_posterior,
    is_order,
    is_ratio,
    join_words,
    scale_words,
    shorten_list,
)
from tenbyten.statistics.many_datasets import signed_rank
from tenbyten.tables import read_table
from tenbyten.words import count_of

TEST_NAMES = {"poisson": "Poisson", "signed_rank": "signed-rank"}
TEST_NAMES |= {"sign": "sign", "paired_t": "paired t"}
TEST_NAMES |= {"bayesian_signed_rank": "Bayesian signed-rank"}
# Verdicts by the rope over data sets that name neither classifier.
ROPE_WORDS = {"equivalent": "equivalent", "rope": "typically alike"}

# Designs of splitters that are no cross-validation of rows drawn at random.
_DESIGNS = {
    "holdout": "{runs} of a stratified train/test split ({test_size:.3g} for testing)",
    "predefined": "one given train/test split",
    "groups": "{runs} of {folds}-fold cross-validation by whole groups",
    "leave_one_group_out": "leave-one-group-out cross-validation ({folds} groups)",
    "time": "{folds} tests in order of time (each trained on {window} before)",
}

# Demsar (2006), section 3.1.3: up to so many data sets books have exact tables.
_EXACT_IN_BOOKS = 25
# So many data sets that were left out are named in a heading.
_MOST_LEFT_OUT = 3


def is_tested(policies: Mapping[str, Any], test: str = "correlated_t") -> bool:
    """Return whether a test could run; its name is as in `study.availability.TESTS`."""
    return test not in policies.get("not_tested", ())


def design_in_words(policies: Mapping[str, Any]) -> str:
    """Describe the design, such as the runs and folds of cross-validation."""
    words = _design(policies, policies["runs"], policies["folds"])
    others: dict[str, list[str]] = {}
    for name, own in policies.get("designs", {}).items():
        if (described := _design(policies, **own)) != words:
            others.setdefault(described, []).append(name)
    named = (f"on {shorten_list('; '.join(x), most=5)} {y}" for y, x in others.items())
    if (seeds := policies.get("seeds", 1)) > 1:
        words += f" with {seeds} seeds"
    return ", ".join([words, *named])


def _design(policies: Mapping[str, Any], runs: int, folds: int) -> str:
    """Describe a number of runs and folds, or what a splitter makes of them."""
    if words := _DESIGNS.get(policies.get("splitter", "")):
        options = dict(policies.get("split_options", {}))
        window = options.pop("window", 0)
        options["window"] = count_of(window, "block") if window else "all blocks"
        return words.format(runs=_most_runs(policies, runs), folds=folds, **options)
    if runs == folds == 1:
        return "one score for each data set and classifier"
    if folds == 1:
        return f"{runs} train/test splits"
    return f"{_most_runs(policies, runs)} of {folds}-fold cross-validation"


def _most_runs(policies: Mapping[str, Any], runs: int) -> str:
    """Count runs, which early stopping can make fewer."""
    return "up to " * bool(policies.get("early_stopping")) + count_of(runs, "run")


def of_runs(policies: Mapping[str, Any], whose: str = "both") -> str:
    """Say which runs of a data set a number is of; empty without early stopping."""
    if not (stopping := policies.get("early_stopping")):
        return ""
    runs = f"({stopping['looks'][0]} to {policies['runs']})"
    return f" on the runs that {whose} have {runs}"


def heading(span: tuple[int, int], without: Sequence[str] = ()) -> str:
    """Name a subset by its first and last number, and the data sets left out."""
    first, last = span
    words = f"Data sets {first}-{last}" if first != last else f"Data set {first}"
    left_out = shorten_list("; ".join(without), most=_MOST_LEFT_OUT)
    return f"{words} without {left_out}" if without else words


def named_heading(words: str, subset: str) -> str:
    """Name a subset by its `heading`, followed by its own name if that differs."""
    return words if words == subset else f"{words} ({subset})"


def in_sentence(words: str) -> str:
    """Write words such as a heading's within a sentence."""
    return words[:1].lower() + words[1:]


def signed_rank_method(policies: Mapping[str, Any], data_sets: int) -> str:
    """Describe how the signed-rank test computes p over a number of data sets."""
    if signed_rank.is_exact(policies["signed_rank"], data_sets):
        return "exact given ties and zeros"
    if policies["signed_rank"] != "approximate":
        return (
            f"by the normal approximation corrected for ties, zeros and continuity "
            f"(more than {signed_rank.EXACT_UP_TO} data sets)"
        )
    rough = f", which is rough below {_EXACT_IN_BOOKS} data sets (here {data_sets})"
    return "by the normal approximation" + rough * (data_sets < _EXACT_IN_BOOKS)


def better_by(metric: str) -> str:
    """Return the words for "better" in the metric, such as more accurate."""
    return "more accurate" if metric == "accuracy" else f"better by {metric}"


def rope_in_words(policies: Mapping[str, Any]) -> str:
    """Write the rope with its unit."""
    rope = policies["rope"]
    if is_ratio(policies):
        return f"a factor of {written_rope(policies)}"
    if policies["metric"] != "accuracy":
        return f"{rope:g} of {policies['metric']}"
    return f"{100 * rope:g} percentage point{'' if rope == 0.01 else 's'}"


def written_rope(policies: Mapping[str, Any]) -> str:
    """Write the rope as the study file has it, of ratios a factor."""
    return f"{math.exp(policies['rope']) if is_ratio(policies) else policies['rope']:g}"


def rho(policies: Mapping[str, Any]) -> str:
    """Write the correlation between folds: numbers or ``1/folds``."""
    value = policies["rho"]
    if isinstance(value, Mapping):
        least, most = min(value.values()), max(value.values())
        return f"{least:.3g} to {most:.3g} by data set"
    return value if isinstance(value, str) else f"{value:g}"


def too_few(data_sets: int, *, pairs: int, alpha: float) -> str:
    """Explain that too few data sets cannot be significant; empty if they can."""
    least = signed_rank.smallest_p(data_sets)
    if pairs * least < alpha:
        return ""
    fewest = partial(signed_rank.fewest_datasets, alpha)
    values = {"data_sets": data_sets, "pairs": pairs, "alpha": alpha}
    return caption("explain_too_few", **values, least=least, fewest=fewest)


def caption(name: str, **values: Any) -> str:
    """Return the caption of a name in captions.j2, blank lines between paragraphs."""
    made = getattr(_captions(), name)(**values)
    paragraphs = (" ".join(text.split()) for text in made.split("¶"))
    return "\n\n".join(filter(None, paragraphs))


def described(name: str, title: str, **values: Any) -> dict[str, Any]:
    """Return name, title and caption of a table, whose caption has its name."""
    return {"name": name, "title": title, "caption": caption(name, **values)}


@cache
def _captions() -> Any:
    """Load the captions, which are text: nothing in them is escaped."""
    # Imported here, because most jobs write no caption.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        line_statement_prefix="%",
    )
    words = [count_of, is_tested, better_by, rope_in_words, rho]
    words += [too_few, design_in_words, signed_rank_method, of_runs]
    words += [is_ratio, is_order, scale_words, written_rope]
    environment.globals.update({word.__name__: word for word in words})
    environment.globals["posterior"] = format_posterior
    environment.globals["capitalised"] = lambda text: text[:1].upper() + text[1:]
    return environment.get_template("captions.j2").module


# Rates of Type I errors in simulations

_RUNS = {1: "one run", 10: "ten runs"}
# Nominal level of the tests in the simulations.
_ALPHA = 0.05


@cache
def type_1_errors() -> pd.DataFrame:
    """Read the rates of Type I errors in simulations of the workflow's own.

    They are the estimates of workflow/simulations/corani_benavoli_4_2.py at difference
    0: Corani, Benavoli (2015; Machine Learning 100, 285-304), section 4.2.
    workflow/README.md says how the file is made.
    """
    return read_table(TEMPLATES / "type_1_errors.csv")


def type_1_error_sentences(settings: Mapping[str, Any]) -> str:
    """Report the tests' rates of Type I errors in simulations, policy by policy.

    `settings` are those of a comparison. Of the simulated numbers of runs the one
    nearest to the study's comes first.
    """
    runs = settings["runs"]
    table = type_1_errors().sort_values("datasets")
    rates = table.groupby(["test", "policy", "runs"])["value"].agg(_written_rates)
    return caption(
        "type_1_errors",
        s=settings,
        table=table,
        alpha=_ALPHA,
        rates=rates.to_dict(),
        names=_RUNS,
        nearest=min(_RUNS, key=lambda many: abs(many - runs)),
    )


def _written_rates(rates: pd.Series) -> str:
    """Write a test's rates on more and more data sets."""
    words = join_words(format_posterior(x, 3) for x in rates)
    return words + " (more than alpha)" * bool((rates > _ALPHA).all())
