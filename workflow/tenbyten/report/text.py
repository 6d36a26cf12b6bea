"""Text for a paper: methods and results, with the keys of what they cite."""

from collections.abc import Callable
from typing import Any

from markupsafe import Markup, escape

from tenbyten.engines import find_engine, read_offers
from tenbyten.engines.classifier import COLUMNS
from tenbyten.report import latex, markdown
from tenbyten.report.captions import (
    design_in_words,
    is_tested,
    rho,
    rope_in_words,
    signed_rank_method,
)
from tenbyten.report.contents import Contents
from tenbyten.report.formatting import format_difference, join_words, p_equals
from tenbyten.report.summary import Summary, cautions, headline
from tenbyten.words import count_of

# Words of each text, and classifiers that the methods name.
MOST_WORDS, _MOST_NAMED = 150, 8
# Parts what is cited from other text: no name of a study has it.
_MARK = "\0"
# Where the study brings its own folds; how they were made, only its author can say.
_OWN_FOLDS = ", which were given in a file for each data set"


def methods(summary: Summary) -> str:
    """Describe how the classifiers were compared; see `cite` for what it cites."""
    contents, subset = summary.contents, summary.subset
    settings, many = contents.settings, len(contents.labels)
    names = join_words(contents.labels.values())
    names = names if many <= _MOST_NAMED else f"{many} classifiers"
    lower = "" if contents.higher_is_better else " (lower is better)"
    tests = _on_one_dataset if contents.on_one_dataset else _over_datasets
    return (
        f"We compared {names} by {contents.metric}{lower}"
        f"{_results(settings, where(contents, subset))}. {_columns(contents)}"
        f"{_without_class(contents, subset)}{tests(summary)}"
    )


def results(summary: Summary) -> str:
    """State the verdict, its cautions, and the differences as far as they fit."""
    contents = summary.contents
    labels = contents.labels
    write, unit = format_difference(contents.metric, contents.settings["rope"])
    level = f"{100 * (1 - contents.settings['alpha']):g}% interval"
    said = [headline(summary)]
    ends = [caution.text for caution in cautions(summary)]
    estimate = "mean difference" if contents.on_one_dataset else "pseudomedian"
    told = f"By {estimate} in {unit} ({level}):"
    items: list[str] = []
    for line in summary.found.itertuples(index=False):
        between = "no interval"
        if line.low == line.low:
            between = f"{write(line.low)} to {write(line.high)}"
        item = (
            f"{labels[line.column]} over {labels[line.row]} {write(line.difference)} "
            f"({between}; {p_equals(line.p)})"
        )
        words = " ".join([*said, told, *items, item, *ends, "and 99 more."])
        if len(words.split()) > MOST_WORDS:
            break
        items.append(item)
    if items:
        more = len(summary.found) - len(items)
        listed = f"{', '.join(items)} and {more} more" if more else join_words(items)
        said.append(f"{told} {listed}.")
    return " ".join([*said, *ends])


def where(contents: Contents, subset: str) -> str:
    """Name the data sets of a subset."""
    count = len(contents.subsets[subset])
    if count == len(contents.datasets):
        only = f"on the data set {contents.datasets[0]}"
        return f"on the {count} data sets" if count > 1 else only
    first, last = contents.spans[subset]
    if count == 1:
        return f"on the data set {contents.subsets[subset][0]}"
    if contents.left_out.get(subset):
        return f"on the {count} data sets left of those numbered {first} to {last}"
    return f"on the {count} data sets numbered {first} to {last}"


def cite(*keys: str) -> str:
    """Cite entries of references.bib, for `in_html`, `in_markdown` and `in_latex`."""
    return f"{_MARK}{','.join(keys)}{_MARK}"


def _cited(
    text: str, write: Callable[[str], str], cited: Callable[[list[str]], str]
) -> str:
    """Write a text, and what it cites."""
    return "".join(
        cited(part.split(",")) if i % 2 else part
        for i, part in enumerate(write(text).split(_MARK))
    )


def in_html(text: str) -> Markup:
    """Write a text for the page, keys in brackets."""
    return Markup(_cited(text, escape, lambda keys: f"[{'; '.join(keys)}]"))


def in_markdown(text: str) -> str:
    """Write a text in Markdown, citations as Pandoc reads them."""
    return _cited(
        text, markdown.escape, lambda keys: f"[{'; '.join(f'@{x}' for x in keys)}]"
    )


def in_latex(text: str) -> str:
    """Write a text in LaTeX."""
    return _cited(text, latex.escape, lambda keys: rf"\cite{{{','.join(keys)}}}")


def _on_one_dataset(summary: Summary) -> str:
    """Describe the tests of a study of one data set."""
    settings = summary.contents.settings
    rope = (
        f" with a rope of {rope_in_words(settings)}, at a posterior probability above "
        f"{1 - settings['alpha']:g}"
    )
    return (
        f"We used the two-sided correlated t-test {cite('Nadeau2003')}, with "
        f"correlation {rho(settings)}{_own_rho(settings)}, at alpha = "
        f"{settings['alpha']:g}{_adjusted(summary)}, and its Bayesian version "
        f"{cite('Corani2015')}{rope if settings['rope'] else ''}."
    )


def _over_datasets(summary: Summary) -> str:
    """Describe the tests over the data sets of a subset."""
    settings = summary.contents.settings
    said = [
        f"Over the data sets we used the two-sided signed-rank test "
        f"{cite('Wilcoxon1945', 'Demsar2006')}, "
        f"{signed_rank_method({'signed_rank': 'auto'}, summary.datasets)}, at alpha = "
        f"{settings['alpha']:g}{_adjusted(summary)}. Differences are given by the "
        f"pseudomedian {cite('Hodges1963')} with its "
        f"{100 * (1 - settings['alpha']):g}% interval."
    ]
    if settings["rope"]:
        said.append(
            f"Practical equivalence we judged by the Bayesian signed-rank test "
            f"{cite('Benavoli2014', 'Benavoli2017')} with a rope of "
            f"{rope_in_words(settings)}, at a posterior probability above "
            f"{1 - settings['alpha']:g}."
        )
    if settings["layout"] == "corani-benavoli":
        said.append(_layout(settings))
    return " ".join(said)


def _adjusted(summary: Summary) -> str:
    """Say what p is adjusted for; nothing for one comparison."""
    if len(summary.pairs) == 1:
        return ""
    return f", adjusted over {summary.family} by Holm's procedure {cite('Holm1979')}"


def _layout(settings: dict[str, Any]) -> str:
    """Describe the unadjusted tests of Table 4's layout."""
    sides = f"the {settings['signed_rank_sides']}-sided signed-rank test"
    if not is_tested(settings, "poisson"):
        return f"Beside it stands, unadjusted, {sides}."
    zero = {
        "half": "counted one half",
        "win": "counted as a win of the classifier asked about",
        "drop": "left the data set out",
    }[settings["zero_variance"]]
    return (
        f"Beside it stand, unadjusted, {sides} and the Poisson test "
        f"{cite('Corani2015')} on the correlated t-test {cite('Nadeau2003')} with "
        f"correlation {rho(settings)}{_own_rho(settings)}; an all-zero difference "
        f"{zero}."
    )


def _results(settings: dict[str, Any], where: str) -> str:
    """Say what results each classifier has, and on which data sets."""
    words = design_in_words(settings)
    if settings["runs"] == settings["folds"] == 1:
        return f", with {words}, {where}"
    own = _OWN_FOLDS if settings["splitter"] == "file" else ""
    kind = "splits" if settings["folds"] == 1 else "folds"
    return f" in {words} {where}, all on the same {kind}{own}"


def _own_rho(settings: dict[str, Any]) -> str:
    """Say what the correlation takes for granted of folds that a file gives."""
    if settings["splitter"] != "file" or settings["rho"] != "1/folds":
        return ""
    return (
        ", as if the folds of the files were drawn at random and of equal size, which "
        "groups or times are not"
    )


def _without_class(contents: Contents, subset: str) -> str:
    """Say what became of instances that lack a class; nothing if there are none."""
    origins = [contents.origins.get(x, {}) for x in contents.subsets[subset]]
    found = [x["missing_class"] for x in origins if "missing_class" in x]
    if not found:
        return ""
    treated = {
        "drop": "they were left out",
        "keep": "they were in the folds, but neither trained on nor counted",
    }[found[0]["treated"]]
    rows = sum(x["rows"] for x in found)
    return (
        f"In {count_of(len(found), 'data set')} instances lack a class ({rows} in "
        f"all): {treated}. "
    )


def _columns(contents: Contents) -> str:
    """State what scikit-learn classifiers were given; nothing without one."""
    given: dict[str, list[str]] = {}
    for name, entry in contents.settings["classifiers"].items():
        offers = read_offers(name, entry)
        engines = [find_engine(engine) for engine in offers]
        if name in contents.labels and all(x.takes_estimators for x in engines):
            for classifier in offers.values():
                form = COLUMNS[classifier.columns]
                given.setdefault(form, []).append(contents.labels[name])
    if len(given) == 1 and len(contents.labels) > _MOST_NAMED:
        return f"In each fold we gave {next(iter(given))} to all. "
    told = [f"{form} to {join_words(names)}" for form, names in given.items()]
    return f"In each fold we gave {'; '.join(told)}. " if told else ""
