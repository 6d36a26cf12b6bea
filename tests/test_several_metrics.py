"""Several metrics are compared from Python and by the command."""

import json

import numpy as np
import pandas as pd
import pytest

from long_cells import cells_of
from tenbyten import compare
from tenbyten.command import main
from tenbyten.study.schema import read_yaml

METRICS = ["accuracy", "auc", "brier"]
SETTINGS = {"bayesian_draws": 1000, "hierarchical": False}


@pytest.fixture(scope="module")
def table():
    """Three classifiers on eight data sets: the most accurate has the least area."""
    table = cells_of([f"d{i}" for i in range(8)], ["Ash", "Beech", "Cedar"], 1, 3)
    more = table["classifier"].map({"Ash": 0.1, "Beech": 0.0, "Cedar": -0.1})
    noise = np.random.default_rng(1).uniform(0, 0.02, (3, len(table)))
    accuracy, auc, brier = noise + 0.5
    return table.assign(accuracy=accuracy + more, auc=auc - more, brier=brier + more)


@pytest.fixture(scope="module")
def compared(table):
    """All of them compared by three metrics."""
    return compare(table, metric=METRICS, rope={"auc": 0.02}, **SETTINGS)


def test_each_metric_is_compared_as_alone(table, compared):
    assert list(compared.metrics) == ["auc", "brier"]
    for metric, rope in (("accuracy", 0.01), ("auc", 0.02), ("brier", 0.01)):
        alone = compare(table, metric=metric, rope=rope, **SETTINGS)
        ours = compared.metrics.get(metric, compared)
        pd.testing.assert_frame_equal(ours.posteriors, alone.posteriors)
        for name, tests in alone.subsets["all"].items():
            pd.testing.assert_frame_equal(ours.subsets["all"][name], tests)
        assert ours.answer()["verdict"] == alone.answer()["verdict"]
        assert ours.study["rope"] == rope


def test_every_form_of_the_answer_has_a_block_for_each(compared):
    verdicts = {x: of.answer()["verdict"] for x, of in compared.metrics.items()}
    assert verdicts["auc"].startswith("Cedar is better by auc than Beech and Ash")
    assert compared.answer()["verdict"].startswith("Ash is more accurate than")
    text = str(compared)
    assert len(text.splitlines()) <= 40
    words = " ".join(text.split())
    assert "- Adjusted within each metric alone: accuracy, auc and brier." in words
    for metric, verdict in verdicts.items():
        assert f"By {metric}: {verdict}" in words
        assert f"By {metric}: {verdict}\n" in compared._repr_markdown_()
        block = f"<h3>By {metric}</h3>{compared.metrics[metric].to_html()}"
        assert block in compared._repr_html_()
        assert compared.answer()["metrics"][metric]["verdict"] == verdict
    assert "metrics" not in compared.metrics["auc"].answer()


def test_verdicts_without_room_in_a_terminal_are_left_to_the_report(table):
    metrics = "auc brier f1 mcc kappa log_loss f1_micro recall_micro recall_macro"
    metrics = metrics.split()
    values = table.assign(**{metric: table["auc"] for metric in metrics})
    text = str(compare(values, metric=["accuracy", *metrics], **SETTINGS))
    assert len(text.splitlines()) <= 40
    shown = text.count("\nBy ")
    assert 0 < shown < len(metrics)
    assert text.splitlines()[-1] == f"{len(metrics) - shown} more: see the report"


def test_on_one_data_set_every_metric_has_its_decisions(table):
    one = table[table["dataset"] == "d1"]
    compared = compare(one, metric=["accuracy", "auc"], **SETTINGS)
    alone = compare(one, metric="auc", **SETTINGS)
    pd.testing.assert_frame_equal(
        compared.metrics["auc"].decisions["all"], alone.decisions["all"]
    )
    assert "By auc: " in str(compared)


def test_a_metric_that_the_table_has_not_is_named(table):
    with pytest.raises(ValueError, match="'mcc', which is not measured"):
        compare(table, metric=["accuracy", "mcc"])


@pytest.mark.slow
def test_the_study_that_is_written_has_all_metrics(compared, tmp_path):
    compared.write(tmp_path / "new")
    study = read_yaml(tmp_path / "new" / "study.yaml")
    assert study["metric"] == METRICS
    assert study["rope"] == {"accuracy": 0.01, "auc": 0.02, "brier": 0.01}
    assert (tmp_path / "new" / "metrics" / "brier" / "details.html").is_file()
    assert not (tmp_path / "new" / "metrics" / "brier" / "metrics.csv").exists()


def test_the_command_takes_names_between_commas(table, compared, tmp_path, capsys):
    table.to_csv(tmp_path / "theirs.csv", index=False)
    keys = [f"{key}={value}" for key, value in SETTINGS.items()]
    words = [
        "compare",
        str(tmp_path / "theirs.csv"),
        "--set",
        "rope={auc: 0.02}",
        *keys,
    ]
    assert main([*words, "--metric", "accuracy,auc,brier"]) == 0
    assert capsys.readouterr().out.endswith(f"is better\n\n{compared}\n")
    assert main([*words, "--metric", "auc,accuracy", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["verdict"] == compared.metrics["auc"].answer()["verdict"]
    assert list(answer["metrics"]) == ["accuracy"]
