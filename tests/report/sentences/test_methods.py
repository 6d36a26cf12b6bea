"""Sentences on the methods."""

import pytest

from tenbyten.report.sentences.methods import method_sentence


def test_every_policy_is_in_the_sentence_on_the_method(small):
    text = method_sentence(small, "all")
    for words in (
        "weak one, strong_1 and twin by accuracy in 2 runs of 5-fold",
        "two-sided signed-rank test (Wilcoxon, 1945; Demšar, 2006), exact given ties "
        "and zeros, at alpha = 0.05, adjusted over all 3 pairs by the procedure of "
        "Holm (1979) and, as a second, by Shaffer's (1986) static one.",
        "pseudomedian with its 95% interval (Hodges and Lehmann, 1963)",
        "with a rope of 1 percentage point, at a posterior probability above 0.95.",
        "correlation 1/folds",
        "computed exactly, and an all-zero difference counted one half",
        "The signed-rank test beside it was one-sided, by the normal approximation, "
        "which is rough below 25 data sets (here 8), zeros split evenly, of "
        "an odd number one left out",
    ):
        assert words in text
    other = {"poisson": "simulated", "zero_variance": "drop", "rho": 0.25}
    text = method_sentence(small._replace(settings=small.settings | other), "all")
    assert "simulated by 100000 draws" in text
    assert "left the data set out" in text
    assert "correlation 0.25" in text
    two = dict(list(small.labels.items())[:2])
    assert "Holm" not in method_sentence(small._replace(labels=two), "all")


# Folds of files, and instances that lack a class


def test_methods_say_that_folds_were_given_and_what_rho_takes_for_granted(small):
    assert "in a file" not in method_sentence(small, "all")
    own = small._replace(settings=small.settings | {"splitter": "file"})
    text = method_sentence(own, "all")
    assert (
        "all on the same folds, which were given in a file for each data set. " in text
    )
    assert (
        "with correlation 1/folds, as if the folds of the files were drawn at " in text
    )
    fixed = own._replace(settings=own.settings | {"rho": 0.2})
    assert "with correlation 0.2. The signed-rank test" in method_sentence(fixed, "all")


@pytest.mark.parametrize(
    ("treated", "words"),
    [
        ("drop", "they were left out. Over the"),
        (
            "keep",
            "they were in the folds, but neither trained on nor counted. Over the",
        ),
    ],
)
def test_methods_say_what_became_of_instances_without_a_class(small, treated, words):
    assert "lack a class" not in method_sentence(small, "all")
    first, second = list(small.origins)[:2]
    origins = {name: dict(origin) for name, origin in small.origins.items()}
    origins[first]["missing_class"] = {"rows": 2, "treated": treated}
    origins[second]["missing_class"] = {"rows": 5, "treated": treated}
    text = method_sentence(small._replace(origins=origins), "all")
    assert f"In 2 data sets instances lack a class (7 in all): {words}" in text


def test_the_sentence_on_the_method_says_what_columns_classifiers_got(decided):
    def given(*columns):
        learner = {"learner": "sklearn.svm.SVC"}
        forms = [{"columns": form} if form else {} for form in columns]
        names = ("weak", "strong", "twin")
        classifiers = {
            name: {"scikit_learn": learner | form}
            for name, form in zip(names, forms, strict=False)
        }
        classifiers["other"] = {"native": {"learner": "J48"}}
        settings = {"classifiers": classifiers}
        text = method_sentence(decided({}, settings=settings, third=True), "all")
        return text.partition("all on the same folds. ")[2].partition("Over the")[0]

    assert given() == ""
    assert given("", "raw", "encoded") == (
        "In each fold we gave attributes imputed and, if nominal, one-hot encoded to A "
        "and C; attributes as they are, with names, categories and missing values, to "
        "B. "
    )
    assert given("ordinal").endswith(
        "imputed and, if nominal, numbered by label to A. "
    )
