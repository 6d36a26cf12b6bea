"""Words that captions share."""

from tenbyten.report.captions import design_in_words, heading, in_sentence


def test_a_heading_names_the_data_sets_that_were_left_out():
    left_out = ["Glass", "zoo", "wine", "iris", "yeast"]
    assert heading((1, 9), left_out[:1]) == "Data sets 1-9 without Glass"
    assert heading((1, 9), left_out[:2]) == "Data sets 1-9 without Glass, zoo"
    assert heading((1, 9), left_out[:3]).endswith(" without Glass, zoo, wine")
    assert heading((1, 9), left_out).endswith(" without Glass, zoo, wine and 2 more")
    assert in_sentence(heading((1, 9), ["Glass"])) == "data sets 1-9 without Glass"


def test_a_data_set_of_the_usual_design_is_not_named_beside_it():
    usual = {"runs": 10, "folds": 10}
    assert design_in_words(usual | {"designs": {"iris": usual}}) == (
        "10 runs of 10-fold cross-validation"
    )
    of_seeds = design_in_words(usual | {"seeds": 5})
    assert of_seeds == "10 runs of 10-fold cross-validation with 5 seeds"
    designs = {"iris": usual, "zoo": {"runs": 1, "folds": 5}}
    assert design_in_words(usual | {"designs": designs}) == (
        "10 runs of 10-fold cross-validation, on zoo 1 run of 5-fold cross-validation"
    )


def test_a_design_in_time_says_what_is_trained_on():
    time = {"runs": 1, "folds": 4, "splitter": "time"}
    for window, words in {0: "all blocks", 1: "1 block", 2: "2 blocks"}.items():
        assert design_in_words(time | {"split_options": {"window": window}}) == (
            f"4 tests in order of time (each trained on {words} before)"
        )
