"""Other programs' accuracies."""

import pytest

from tenbyten.results.results import read_results

SCHEMES = {"J48": ("weka.classifiers.trees.J48", "-C 0.25 -M 2")}
HEADER = "dataset,classifier,run,fold,"


@pytest.fixture
def read(tmp_path):
    """Read a file of this text."""

    def read(text, schemes=SCHEMES, **named):
        (tmp_path / "theirs.csv").write_text(text)
        return read_results(tmp_path / "theirs.csv", schemes=schemes, **named).table

    return read


def test_counts_go_before_accuracies(read):
    table = read(
        HEADER + "tested,correct,accuracy,note\niris,J48,1,1,15,14,0.9333333,x\n"
    )
    assert table.columns.tolist()[4:] == ["tested", "correct", "accuracy"]
    assert table.iloc[0].tolist() == ["iris", "J48", 1, 1, 15, 14, 0.9333333]


@pytest.mark.parametrize(
    ("text", "row"),
    [
        (HEADER + "accuracy,tested\na,J48,1,1,0.93,15\n", ["a", "J48", 1, 1, 15, 0.93]),
        # Our own without counts.
        (HEADER + "tested,correct,accuracy\na,B,1,1,,,0.9\n", ["a", "B", 1, 1, 0.9]),
    ],
)
def test_accuracies_are_enough_and_those_tested_stay_beside_them(read, text, row):
    assert read(text).iloc[0].tolist() == row


def test_metrics_come_in_columns_of_their_names_and_an_area_may_be_empty(read):
    table = read(
        HEADER + "accuracy,mcc,auc\niris,J48,1,1,0.9,-0.25,\niris,J48,1,2,0.9,1,0.5\n",
        metrics=["auc", "mcc"],
    )
    assert table.columns.tolist()[4:] == ["accuracy", "auc", "mcc"]
    assert table["auc"].isna().tolist() == [True, False]
    assert table["mcc"].tolist() == [-0.25, 1]
    experimenter = "Key_Dataset,Key_Run,Key_Fold,Key_Scheme,Percent_correct,f1\n"
    table = read(experimenter + "iris,1,1,J48,90,0.8\n", metrics=["f1"])
    assert table.iloc[0].tolist() == ["iris", "J48", 1, 1, 0.9, 0.8]


EXPERIMENT = "Key_Dataset,Key_Run,Key_Fold,Key_Scheme,Key_Scheme_options,"
J48 = "iris,1,1,weka.classifiers.trees.J48,'-C 0.25 -M 2',"


def test_experimenters_counts_are_used_where_it_wrote_them(read):
    text = EXPERIMENT + "Number_of_testing_instances,Number_correct,Percent_correct\n"
    table = read(text + J48 + "15.0,14.0,93.33333333333333\n")
    cells = ["iris", "J48", 1, 1, 15, 14, 0.9333333333333333]
    assert table.iloc[0].tolist() == cells


def test_what_was_taken_for_what_is_said_in_two_lines(tmp_path):
    (tmp_path / "a.csv").write_text("task;J48;NB\niris;94,5 ± 1;93\nMean;94,5;93\n")
    words = read_results(tmp_path / "a.csv").words
    assert words.replace(str(tmp_path), "") == (
        "Read /a.csv: 1 data set (column task) x 2 classifiers (columns) x one score "
        "each; accuracy: higher is better\nNote: decimal commas; Mean left out; what "
        "follows ± or stands in brackets is not used; accuracy in percent"
    )


# What is refused, as it would be read wrongly in silence


def _wide(tmp_path, name="results.csv", *, last="d9,0.5,0.4\n", rows=9, title=""):
    """Read a table of this file name, last row and title."""
    body = "".join(f"d{i},0.{80 + i},0.{70 + i}\n" for i in range(rows))
    text = f"dataset,Ours,Base\n{body}{last}"
    if title:
        text = f"{title}\n\n" + text.replace("\n", "|\n|").replace(",", "|")
        text = text.replace("Base|\n", "Base|\n|--|--|--|\n")
    (tmp_path / name).write_text(text)
    return read_results(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "title", "word"),
    [
        ("results_MAE.csv", "", "'MAE', .*--metric mae --better lower"),
        ("error-rates.csv", "", "'error', "),
        ("Fehlerrate_2023.csv", "", "'Fehlerrate', "),
        ("brier_scores.csv", "", "'brier', "),
        ("logloss.csv", "", "'logloss', .*--metric log_loss"),
        ("TestErrors.csv", "", "'Errors', "),
        ("MASE.csv", "", "'MASE', "),
        ("README.md", "## Wrongly classified instances", "'Wrongly', "),
        ("README.md", "## Perplexity", "'Perplexity', "),
        ("README.md", "**Training time in seconds**", "'time', "),
        ("README.md", "## Results ↓", "'↓', .*--metric error"),
    ],
)
def test_a_loss_that_a_name_or_a_title_alone_tells_is_refused(
    tmp_path, name, title, word
):
    with pytest.raises(ValueError, match=f"name or title has {word}"):
        _wide(tmp_path, name, title=title)


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("a.md", "## Accuracies (error bars left out)"),
        ("a.md", "## Accuracy without loss"),
        *(
            (f"{x}.csv", "")
            for x in ("time_series", "acc", "InceptionTime", "glossary")
        ),
    ],
)
def test_other_names_and_titles_are_of_no_loss(tmp_path, name, title):
    assert "accuracy: higher" in _wide(tmp_path, name, title=title).words


SUMMARIES = (
    "Wins|\u03c3|median_acc|Mean SE|N wins|Win/Tie/Loss|Median|Std. dev.|p-value|#Best"
    "|Total|Sum of ranks|All|平均"
)


@pytest.mark.parametrize("name", SUMMARIES.split("|"))
def test_a_row_that_sums_up_is_refused_by_its_name(tmp_path, name):
    with pytest.raises(ValueError, match=f"'{name}' has the name of a summary"):
        _wide(tmp_path, last=f"{name},0.5,0.4\n")


@pytest.mark.parametrize(
    "name", ["Total-Variation", "dataset10", "wine", "31", "1st", "nose"]
)
def test_a_data_set_of_a_similar_name_is_read(tmp_path, name):
    assert len(_wide(tmp_path, last=f"{name},0.5,0.4\n").table) == 20


def test_a_table_of_zeros_and_ones_is_of_items(tmp_path):
    last = "".join(f"q{i},{i % 2},{i % 3 % 2}\n" for i in range(30))
    with pytest.raises(ValueError, match="scores of 30 rows are 0 or 1; these are it"):
        _wide(tmp_path, rows=0, last=last)
    assert len(_wide(tmp_path, rows=1, last=last).table) == 62
