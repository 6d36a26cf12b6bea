"""The report on draws that favour one classifier."""

import pytest
from biased_accuracies import NAMES, accuracies

from tenbyten.report.citations import cite
from tenbyten.report.formatting import format_number
from tenbyten.report.markdown import tables_in_markdown
from tenbyten.report.simulated import find_page
from tenbyten.report.simulated.biased import PAGE, PUBLISHED_RATIO
from tenbyten.simulation.biased import PROBLEM
from tenbyten.tables import read_table, write_table

SETTINGS = {
    "simulation": {
        "bias": [0, 5, 15],
        "drawn": 6,
        "draws": 80,
        "tabulated": 5,
        "shown": [["tree", "rules"], ["bayes", "neighbours"]],
        "chosen_by": ["rules", "tree"],
    },
    "alpha": 0.05,
    "signed_rank": "auto",
    "seed": 3,
}
BY = ["row", "column", "selection", "bias", "test", "measure"]


@pytest.fixture(scope="module")
def collected(tmp_path_factory):
    path = tmp_path_factory.mktemp("biased") / "accuracies.csv"
    write_table(accuracies(), path)
    files = {"accuracies": path}
    parts = {
        name: PROBLEM.simulate(range(80), files=files, **cell)
        for name, cell in PROBLEM.cells(SETTINGS).items()
    }
    return PROBLEM.collect(parts, files=files, settings=SETTINGS)


@pytest.fixture(scope="module")
def values(collected):
    return collected["estimates"].set_index(BY)["value"].sort_index()


def changed(**simulation):
    return SETTINGS | {"simulation": SETTINGS["simulation"] | simulation}


def test_the_registry_knows_the_page():
    assert find_page("biased") is PAGE
    cite(PAGE.methods)


def test_both_sides_of_table_7_tell_of_draws_that_favour_the_later(collected, values):
    tables = {table.name: table for table in PAGE.tables(collected, SETTINGS)}
    table = tables["table_7_signed_rank"]
    assert [column.heading for column in table.columns] == ["", *NAMES]
    at = values["bayes", "rules", "pair", 5, "signed_rank"]
    above, below = table.rows[1][4].text, table.rows[3][2].text
    assert above == f"{at['rejection_rate']:.3f} / {at['replicability_e']:.2f}"
    assert below == f"{at['mean_p']:.2f} / {at['replicability_p']:.2f}"
    assert [table.rows[i][i + 1].text for i in range(4)] == [""] * 4
    # The numbers have both directions.
    assert len(table.frame) == 12


def test_orders_are_counted_over_all_ordered_pairs(collected, values):
    table = PAGE.tables(collected, SETTINGS)[0]
    line = table.frame.query("test == 'signed_rank' and other == 'sign_test'").iloc[0]
    pairs = [(r, c) for r in NAMES for c in NAMES if r != c]
    at = [values[(*pair, "pair", 5)] for pair in pairs]
    assert line["pairs"] == 12
    assert line["lower_mean_p"] == sum(
        x["signed_rank", "mean_p"] < x["sign_test", "mean_p"] for x in at
    )
    assert line["more_rejections"] == sum(
        x["signed_rank", "rejection_rate"] > x["sign_test", "rejection_rate"]
        for x in at
    )
    assert "| signed-rank test | sign test |" in tables_in_markdown(table)


def test_the_suspicion_about_the_published_p_cannot_be_decided(collected, values):
    (said,) = (x for x in PAGE.sentences(collected, SETTINGS) if "one tail" in x)
    by_test = values.xs(("pair", 5, "mean_p"), level=("selection", "bias", "measure"))
    by_test = by_test.unstack("test")
    ratio = (by_test["signed_rank"] / by_test["paired_t"]).median()
    assert f"median of 12 pairs: {ratio:.2f}, or {ratio / 2:.2f} if" in said
    assert "cannot be decided" in said


def test_the_published_ratio_is_that_of_table_7(request):
    path = request.config.rootpath / "tests" / "reference" / "demsar_table_7.csv"
    table = read_table(path).set_index(["row", "column", "test"])["mean_p"].unstack()
    ratio = (table["signed_rank"] / table["paired_t"]).median()
    assert round(ratio, 2) == PUBLISHED_RATIO


def test_friedman_s_test_and_anova_are_compared_at_three_biases(collected, values):
    (said,) = (x for x in PAGE.sentences(collected, SETTINGS) if x.startswith("Fri"))
    assert "draws that favour tree over rules" in said
    at = values["rules", "tree", "pair", 15]
    p = [format_number(at[x, "mean_p"]) for x in ("friedman", "anova")]
    assert f"at bias 15 mean p {p[0]} and {p[1]}, rejections" in said


def test_anova_catches_up_from_the_bias_on_above_which_it_stays_ahead(collected):
    def said_with(anova):
        table = collected["estimates"].copy()
        of_pair = (table["row"] == "rules") & (table["column"] == "tree")
        rates = of_pair & (table["measure"] == "rejection_rate")
        table.loc[rates & (table["test"] == "friedman"), "value"] = 0.5
        for k, rate in anova.items():
            at = rates & (table["test"] == "anova") & (table["bias"] == k)
            table.loc[at, "value"] = rate
        said = PAGE.sentences(collected | {"estimates": table}, SETTINGS)
        return next(x for x in said if x.startswith("Fri"))

    assert said_with({0: 0.6, 5: 0.4, 15: 0.5}).count("From bias 15 on ANOVA")
    assert said_with({0: 0.6, 5: 0.5, 15: 0.5}).count("From bias 0 on ANOVA")
    assert said_with({0: 0.6, 5: 0.6, 15: 0.4}).count("At the largest bias ANOVA still")


def test_each_pair_shown_has_its_figures(collected):
    planned = PAGE.figures(collected, SETTINGS)
    assert [figure.name for figure in planned] == [
        "two_classifiers-tree-rules",
        "two_classifiers-bayes-neighbours",
        "post_hoc-tree-rules",
        "post_hoc-bayes-neighbours",
        "all_classifiers",
    ]
    for figure in planned:
        assert figure.draw().title
    assert "favour tree over rules" in planned[-1].draw().title


def test_without_pairs_the_first_two_are_shown(collected):
    settings = changed(shown=[])
    del settings["simulation"]["chosen_by"]
    names = [figure.name for figure in PAGE.figures(collected, settings)]
    pair = "-".join(NAMES[:2])
    assert names == [f"two_classifiers-{pair}", f"post_hoc-{pair}", "all_classifiers"]
    assert any(
        f"favour {NAMES[1]} over {NAMES[0]}" in x
        for x in PAGE.sentences(collected, settings)
    )


def test_the_header_says_what_is_drawn():
    facts = dict(PAGE.facts(SETTINGS))
    assert facts["draws"].startswith("80 for each pair and bias, each of 6 data sets")
    assert facts["bias"] == "0, 5 and 15"
