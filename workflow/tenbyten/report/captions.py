"""Captions, and words that they share: names of subsets and tests, policies.

The captions themselves are in ``templates/captions.j2``.
"""

import math
from collections.abc import Mapping
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
from tenbyten.tables.our_csv import read_table
from tenbyten.words import count_of

TEST_NAMES = {"poisson": "Poisson", "signed_rank": "signed-rank"}
TEST_NAMES |= {"bayesian_signed_rank": "Bayesian signed-rank"}
# Verdicts by the rope over data sets that favour neither classifier.
ROPE_WORDS = {"equivalent": "equivalent", "rope": "typically alike"}


def is_tested(policies: Mapping[str, Any], test: str = "correlated_t") -> bool:
    """Return whether a test could run; its name is as in `study.availability.TESTS`."""
    return test not in policies.get("not_tested", ())


def design_in_words(policies: Mapping[str, Any]) -> str:
    """Describe a design, such as the runs and folds of cross-validation.

    Examples
    --------
    >>> usual = {"runs": 10, "folds": 10}
    >>> design_in_words({"seeds": 5, "designs": {"iris": usual}} | usual)
    '10 runs of 10-fold cross-validation with 5 seeds'
    >>> design_in_words({"designs": {"zoo": {"runs": 1, "folds": 5}}} | usual)
    '10 runs of 10-fold cross-validation, on zoo 1 run of 5-fold cross-validation'
    >>> time = {"runs": 1, "folds": 4, "splitter": "time"}
    >>> design_in_words({"split_options": {"window": 0}} | time)
    '4 tests in order of time (each trained on all blocks before)'
    >>> design_in_words({"split_options": {"window": 2}} | time)
    '4 tests in order of time (each trained on 2 blocks before)'
    """
    describe = partial(caption, "design", s=policies)
    words = describe(runs=policies["runs"], folds=policies["folds"])
    others: dict[str, list[str]] = {}
    for name, own in policies.get("designs", {}).items():
        if (described := describe(**own)) != words:
            others.setdefault(described, []).append(name)
    named = (f"on {shorten_list('; '.join(x), most=5)} {y}" for y, x in others.items())
    if (seeds := policies.get("seeds", 1)) > 1:
        words += f" with {seeds} seeds"
    return ", ".join([words, *named])


def named_heading(words: str, subset: str) -> str:
    """Name a subset by `Contents.heading`, followed by its own name if that differs."""
    return words if words == subset else f"{words} ({subset})"


def in_sentence(words: str) -> str:
    """Write words such as a heading's within a sentence."""
    return words[:1].lower() + words[1:]


def caption(name: str, **values: Any) -> str:
    """Return the caption of a name in captions.j2, blank lines between paragraphs."""
    written = getattr(_captions(), name)(**values)
    paragraphs = (" ".join(text.split()) for text in written.split("¶"))
    return "\n\n".join(filter(None, paragraphs))


def described(name: str, title: str, **values: Any) -> dict[str, Any]:
    """Return name, title and caption of a table; its caption has the same name."""
    return {"name": name, "title": title, "caption": caption(name, **values)}


@cache
def _captions() -> Any:
    """Load the captions without escaping, as they are text."""
    # Imported here, because most jobs write no caption.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        line_statement_prefix="%",
    )
    words = [count_of, is_tested, design_in_words, is_ratio, is_order, scale_words]
    environment.globals.update({word.__name__: word for word in words})
    environment.globals |= {"posterior": format_posterior, "exp": math.exp}
    environment.globals |= {"capitalised": lambda text: text[:1].upper() + text[1:]}
    environment.globals["signed_rank"] = signed_rank
    return environment.get_template("captions.j2").module


# Rates of Type I errors in simulations

_RUNS = {1: "one run", 10: "ten runs"}
# Nominal level of the tests in the simulations.
_ALPHA = 0.05


@cache
def type_1_errors() -> pd.DataFrame:
    """Read the rates of Type I errors in the workflow's simulations.

    They are the estimates of workflow/simulations/corani_benavoli_4_2.py at difference
    0: Corani, Benavoli (2015; Machine Learning 100, 285-304), section 4.2.
    """
    return read_table(TEMPLATES / "type_1_errors.csv")


def type_1_error_sentences(settings: Mapping[str, Any]) -> str:
    """Report the tests' rates of Type I errors in simulations, policy by policy.

    `settings` are those of a comparison. The simulated number of runs that is nearest
    to the study's comes first.
    """
    table = type_1_errors().sort_values("datasets")
    rates = table.groupby(["test", "policy", "runs"])["value"].agg(_written_rates)
    return caption(
        "type_1_errors",
        s=settings,
        table=table,
        alpha=_ALPHA,
        rates=rates.to_dict(),
        names=_RUNS,
        nearest=min(_RUNS, key=lambda many: abs(many - settings["runs"])),
    )


def _written_rates(rates: pd.Series) -> str:
    """Write a test's rates on more and more data sets."""
    words = join_words(format_posterior(x, 3) for x in rates)
    return words + " (more than alpha)" * bool((rates > _ALPHA).all())
