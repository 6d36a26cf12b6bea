"""Seeds and tuning on the pages: what is told of them, and when."""

from report_pages import by_heading, render_details
from tenbyten.report.sections.trainings import seeds_section, tuning_section
from tenbyten.report.summary import summarise


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
