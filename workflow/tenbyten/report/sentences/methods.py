"""The sentence on the methods of a comparison."""

from typing import Any

from tenbyten.engines import find_engine, read_offers
from tenbyten.engines.classifier import COLUMNS
from tenbyten.report.captions import (
    design_in_words,
    is_tested,
    rho,
    rope_in_words,
    signed_rank_method,
)
from tenbyten.report.contents import Contents
from tenbyten.report.formatting import join_words
from tenbyten.report.sentences.pair import where
from tenbyten.words import count_of


def method_sentence(contents: Contents, subset: str) -> str:
    """Describe how the classifiers were compared over a subset."""
    settings = contents.settings
    lower = "" if contents.higher_is_better else " (lower is better)"
    tests = _on_one_dataset if contents.on_one_dataset else _over_datasets
    return (
        f"We compared {join_words(contents.labels.values())} by {contents.metric}"
        f"{lower}{_results(settings, where(contents, subset))}. "
        f"{_columns(contents)}{_without_class(contents, subset)}"
        f"{tests(contents, subset)}"
    )


def _on_one_dataset(contents: Contents, subset: str) -> str:
    """Describe the tests of a study of one data set."""
    settings, pairs = contents.settings, len(contents.decisions[subset])
    adjusted = (
        f", adjusted over all {pairs} pairs by the procedure of Holm (1979)"
        if pairs > 1
        else ""
    )
    rope = (
        f" with a rope of {rope_in_words(settings)}, at a posterior probability above "
        f"{1 - settings['alpha']:g}"
    )
    return (
        f"We compared every pair by the two-sided correlated t-test (Nadeau and "
        f"Bengio, 2003), with correlation {rho(settings)}{_own_rho(settings)}, at "
        f"alpha = {settings['alpha']:g}{adjusted}, and by its Bayesian version (Corani "
        f"and Benavoli, 2015){rope if settings['rope'] else ''}."
    )


def _over_datasets(contents: Contents, subset: str) -> str:
    """Describe the tests over the data sets of a subset."""
    settings, classifiers = contents.settings, len(contents.labels)
    pairs = classifiers * (classifiers - 1) // 2
    data_sets = len(contents.subsets[subset])
    alpha = f"{settings['alpha']:g}"
    level = f"{100 * (1 - settings['alpha']):g}%"
    exact = signed_rank_method({"signed_rank": "auto"}, data_sets)
    adjusted = (
        f", adjusted over all {pairs} pairs by the procedure of Holm (1979) and, as a "
        f"second, by Shaffer's (1986) static one"
    )
    poisson = (
        f"Their Poisson test was {_poisson(settings)}; it builds on the correlated "
        f"t-test (Nadeau and Bengio, 2003; Corani and Benavoli, 2015) on each data "
        f"set, with correlation {rho(settings)}{_own_rho(settings)}. "
    )
    return (
        f"Over the data sets we used the two-sided signed-rank test (Wilcoxon, 1945; "
        f"Demšar, 2006), {exact}, at alpha = {alpha}{adjusted if pairs > 1 else ''}. "
        f"Effect sizes are the Hodges-Lehmann estimate of the pseudomedian with "
        f"its {level} interval (Hodges and Lehmann, 1963) and the rank-biserial "
        f"correlation of matched pairs (Kerby, 2014). {_rope(contents)}"
        f"Beside it stand decisions that are not adjusted, in the layout of Corani and "
        f"Benavoli (2015). {poisson * is_tested(settings, 'poisson')}The "
        f"signed-rank test beside it was "
        f"{settings['signed_rank_sides']}-sided, "
        f"{signed_rank_method(settings, data_sets)}, zeros split evenly, of "
        f"an odd number one left out."
    )


def _results(settings: dict[str, Any], where: str) -> str:
    """Say what results each classifier has, and on which data sets."""
    words = design_in_words(settings)
    if settings["runs"] == settings["folds"] == 1:
        return f", with {words}, {where}"
    own = _OWN_FOLDS if settings["splitter"] == "file" else ""
    kind = "splits" if settings["folds"] == 1 else "folds"
    return f" in {words} {where}, all on the same {kind}{own}"


# Where the study brings its own folds; how they were made, only its author can say.
_OWN_FOLDS = ", which were given in a file for each data set"


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
    told = [f"{form} to {join_words(names)}" for form, names in given.items()]
    return f"In each fold we gave {'; '.join(told)}. " if told else ""


def _rope(contents: Contents) -> str:
    """Describe how practical equivalence was judged; nothing without a rope."""
    settings = contents.settings
    if not settings["rope"]:
        return ""
    return (
        f"Whether a difference matters we judged by the Bayesian signed-rank test "
        f"(Benavoli et al., 2014, 2017) with a rope of {rope_in_words(settings)}, at a "
        f"posterior probability above {1 - settings['alpha']:g}. "
    )


def _poisson(settings: dict[str, Any]) -> str:
    """State the policies of the Poisson test."""
    poisson = "computed exactly"
    if settings["poisson"] == "simulated":
        poisson = f"simulated by {settings['poisson_draws']} draws"
    zero = {
        "half": "counted one half",
        "win": "counted as a win of the classifier asked about",
        "drop": "left the data set out",
    }[settings["zero_variance"]]
    return f"{poisson}, and an all-zero difference {zero}"
