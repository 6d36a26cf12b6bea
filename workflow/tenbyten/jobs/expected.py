"""What every job of a study would be made from now, by the names of the jobs.

A job's name is that of its rule and the values of its wildcards, such as
``run_other_tests/all``. Its record bears this name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenbyten.engines import Panel
from tenbyten.layout import COMPARISONS
from tenbyten.records import Expected
from tenbyten.study import Planning, Study


def other_tests(study: Study) -> list[str]:
    """Name the tables of rule `run_other_tests`, by `layout.COMPARISONS`."""
    without = {"poisson", "signed_rank"}
    without |= set() if study.fits_hierarchical else {"hierarchical"}
    without |= set() if study["control"] else {"control"}
    without |= set() if study.groups else {"grouped"}
    return [x for x in COMPARISONS if over_datasets(study) and x not in without]


def over_datasets(study: Study) -> bool:
    """Return whether a study has more than one data set, for tests over data sets."""
    return "signed_rank" not in study.cannot_run()


def expect_comparison(
    study: Study,
    panels: Mapping[str, Panel],
    counted: Mapping[str, Expected] | None,
    *,
    software: Any,
    command: str,
) -> dict[str, Expected]:
    """Say what every job of a comparison would be made from.

    `counted` has the jobs up to the counts, None for accuracies from elsewhere;
    `software` is that of the analysis, `command` makes the results again.
    """
    of, settings = study.arguments, dict[str, Any]()
    if counted is None:
        settings["import_accuracies"] = of.import_accuracies
    else:
        keys = ("metrics", "predictions", "failures")
        made_of = {"engines": {n: p.engine for n, p in panels.items()}}
        collected = {key: study[key] for key in keys} | made_of
        settings["collect"] = {"design": study.design, **collected}
    settings["run_correlated_t"] = of.run_correlated_t
    if study["predictions"] and counted is not None:
        settings["run_mcnemar"] = of.run_mcnemar
    if over_datasets(study):
        if "poisson" not in study.cannot_run():
            settings["run_poisson"] = of.over_subsets("run_poisson")
        settings["run_signed_rank"] = of.over_subsets("run_signed_rank")
        for subset in study["subsets"]:
            settings[f"run_other_tests/{subset}"] = of.over(subset, "run_other_tests")
        settings["tabulate"] = {x: of.tabulate(x) for x in study["subsets"]}
        settings["assess_sensitivity"] = of.assess_sensitivity
        if study["published"]["decisions"]:
            settings["compare_with_published"] = of.compare_with_published
    else:
        for subset in study["subsets"]:
            job = f"tabulate_on_one_dataset/{subset}"
            settings[job] = of.tabulate_on_one_dataset
    settings["draw"] = of.draw
    settings["report"] = of.report
    settings["record_provenance"] = {"command": command}
    return dict(counted or {}) | {
        job: Expected(x, software) for job, x in settings.items()
    }


def expect_planning(
    study: Planning, *, software: Any, command: str
) -> dict[str, Expected]:
    """Say what every job of a plan would be made from."""
    settings = {
        "plan": study.settings | {"title": ""},
        "report_plan": study.settings,
        "record_provenance": {"command": command},
    }
    return {job: Expected(x, software) for job, x in settings.items()}
