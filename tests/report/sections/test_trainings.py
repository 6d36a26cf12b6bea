"""Seeds, tuning, warnings and failures on the pages: what is told of them, and when."""

import pandas as pd

from report_pages import by_heading, render_details
from tenbyten.report.sections.trainings import seeds_section, tuning_section
from tenbyten.report.summary import in_json, in_text, summarise
from tenbyten.report.text import results
from tenbyten.results.trainings import count_warnings


def cautions(contents):
    return [x.text for x in summarise(contents, "all").cautions]


def test_what_the_seed_makes_is_told(trained):
    (table,) = seeds_section(trained)
    row = {"classifier": "weak one", "seed's share (%)": "67"}
    row |= {"by seed (pp)": "1.41", "by fold (pp)": "1.00"}
    assert by_heading(table) == row
    said = "Most of the variance of accuracies within a data set is the seed's: weak"
    assert f"{said} one (67%)." in cautions(trained)
    few = trained._replace(seeds=trained.seeds.assign(seed_variance=1e-5))
    assert not any(x.startswith("Most of") for x in cautions(few))
    assert "Shrout" in render_details(trained)


def test_what_tuning_chose_is_told_and_that_budgets_differ(trained):
    (table,) = tuning_section(trained)
    assert by_heading(table)["chosen"] == "1 (1 to 2)"
    assert by_heading(table, 1)["chosen"] == "a (100%)"
    said = "trainings in each fold: weak one 1, strong_1 1 and twin 7."
    assert f"Budgets differ by tuning; {said}" in cautions(trained)
    alike = dict.fromkeys(trained.labels, trained.settings["classifiers"]["twin"])
    chosen = trained.chosen[:3].assign(classifier=[*trained.labels])
    alike = trained.settings | {"classifiers": alike}
    same = trained._replace(settings=alike, chosen=chosen)
    assert not any(x.startswith("Budgets") for x in cautions(same))


def test_warnings_and_failures_are_named_in_the_answer(small):
    lines = [("d0", "weak", 9, "took 3 steps"), ("d1", "weak", 10, "took 4 steps")]
    lines += [("d1", "weak", 1, "<b>odd"), ("d0", "twin", 2, "late")]
    columns = ["dataset", "classifier", "folds", "warning"]
    counted = count_warnings(pd.DataFrame(lines, columns=columns), "classifier")
    warned = counted.sort_values("folds", ascending=False)
    failed = small.settings | {"left_out": "d9 (twin: ValueError: bad)"}
    summary = summarise(small._replace(warnings=warned, settings=failed), "all")
    left_out, told = (x.text for x in summary.cautions[:2])
    assert (
        left_out == "Left out, because a classifier failed: d9 (twin: ValueError: bad)."
    )
    assert told == (
        "Warnings: weak one on 19 folds of 2 data sets (took 3 steps and 1 other "
        "kind); twin on 2 folds of 1 data set (late)."
    )
    # They stand there whatever has room besides.
    assert "twin on 2" in " ".join(in_text(summary, most_lines=1).split())
    assert in_json(summary)["warnings"][0] == {
        "classifier": "weak",
        "folds": 19,
        "datasets": 2,
        "warning": "took 3 steps",
    }
    assert left_out in results(summary)
    assert "&lt;b&gt;odd" in render_details(summary.contents)
    none = summarise(small._replace(warnings=warned[:0]), "all")
    assert in_json(none)["warnings"] == []
    assert [x.part for x in none.cautions] == [
        x.part for x in summarise(small, "all").cautions
    ]
