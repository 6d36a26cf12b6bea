"""Other programs' accuracies."""

import pytest

from tenbyten.tables.elsewhere import read_elsewhere

SCHEMES = {"J48": ("weka.classifiers.trees.J48", "-C 0.25 -M 2"), "Bayes": ("", "")}
HEADER = "dataset,classifier,run,fold,"


@pytest.fixture
def read(tmp_path):
    """Read a file of this text."""

    def read(text, schemes=SCHEMES):
        (tmp_path / "theirs.csv").write_text(text)
        return read_elsewhere(tmp_path / "theirs.csv", schemes=schemes)

    return read


def test_counts_go_before_accuracies(read):
    table = read(
        HEADER + "tested,correct,accuracy,note\niris,J48,1,1,15,14,0.9333333,x\n"
    )
    assert table.columns.tolist() == [*HEADER.split(",")[:4], "tested", "correct"]
    assert table.iloc[0].tolist() == ["iris", "J48", 1, 1, 15, 14]


def test_accuracies_alone_are_enough(read):
    assert read(HEADER + "accuracy\niris,NA,1,1,0.9\n").iloc[0].tolist() == [
        "iris",
        "NA",
        1,
        1,
        0.9,
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dataset,classifier,run,accuracy\n", "no column fold; it has dataset,"),
        (HEADER + "accuracy\niris,J48,1,1,\n", "line 2: accuracy is ''.*supply it"),
        (HEADER + "accuracy\niris,J48,1,1.5,1\n", "line 2: fold is '1.5'.*whole"),
        (HEADER + "tested,correct\niris,J48,1,1,15,?\n", "line 2: correct is '[?]'"),
        (
            HEADER + "tested,correct,accuracy\niris,J48,1,1,15,14,0.9\n",
            "line 2: accuracy is 0.9, but 14 of 15",
        ),
        ("", "not a CSV file"),
    ],
)
def test_a_wrong_file_is_refused_with_line_and_column(read, text, message):
    with pytest.raises(ValueError, match=r"theirs\.csv.*" + message):
        read(text)


def test_an_absent_file_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"no accuracies at .*none\.csv"):
        read_elsewhere(tmp_path / "none.csv", schemes=SCHEMES)


EXPERIMENT = "Key_Dataset,Key_Run,Key_Fold,Key_Scheme,Key_Scheme_options,"
J48 = "iris,1,1,weka.classifiers.trees.J48,'-C 0.25 -M 2',"
FILTERED = (
    "iris,1,1,weka.classifiers.meta.FilteredClassifier,"
    '\'-F \\"weka.filters.supervised.attribute.Discretize -R first-last\\" '
    "-W weka.classifiers.bayes.Bayes -- -K',"
)


def test_experimenters_counts_are_used_where_it_wrote_them(read):
    text = EXPERIMENT + "Number_of_testing_instances,Number_correct,Percent_correct\n"
    table = read(text + J48 + "15.0,14.0,93.33333333333333\n")
    assert table.iloc[0].tolist() == ["iris", "J48", 1, 1, 15, 14]


def test_experimenters_percentages_become_fractions(read):
    table = read(EXPERIMENT + "Percent_correct\n" + J48 + "96\n" + FILTERED + "94\n")
    assert table["accuracy"].tolist() == [0.96, 0.94]
    assert table["classifier"].tolist() == ["J48", "Bayes"]


def test_an_experiment_without_options_column_is_read(read):
    text = "Key_Dataset,Key_Run,Key_Fold,Key_Scheme,Percent_correct\n"
    assert (
        read(text + "iris,1,1,weka.classifiers.trees.J48,96\n")["classifier"][0]
        == "J48"
    )


def test_a_scheme_that_the_study_has_not_is_named(read):
    text = EXPERIMENT + "Percent_correct\n" + J48.replace("J48", "J52") + "96\n"
    with pytest.raises(
        ValueError, match=r"scheme weka\.classifiers\.trees\.J52 -C 0.25"
    ):
        read(text)


def test_an_experiment_without_results_is_refused(read):
    with pytest.raises(ValueError, match="no column Percent_correct"):
        read(EXPERIMENT + "Time\n" + J48 + "1\n")
    with pytest.raises(ValueError, match="line 2: accuracy is 'nan'"):
        read(EXPERIMENT + "Percent_correct\n" + J48 + "?\n")
