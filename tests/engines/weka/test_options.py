"""Options are read as WEKA reads them, and what is not harmless in them is found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenbyten.engines.weka.jvm import start_jvm
from tenbyten.engines.weka.options import split_options, untrusted

NET = "weka.classifiers.bayes.BayesNet"
J48 = "weka.classifiers.trees.J48"
BAGGING = "weka.classifiers.meta.Bagging"
FILTERED = "weka.classifiers.meta.FilteredClassifier"
SEARCH = "weka.classifiers.meta.GridSearch"
LOCAL = "weka.classifiers.bayes.net.search.local"
FILTER = "weka.filters.unsupervised.attribute"


@pytest.fixture(scope="module")
def java(weka_jar, tmp_path_factory):
    pytest.importorskip("jpype")
    from tenbyten.engines.weka.jvm import java_class

    start_jvm(weka_jar, heap_mb=1000, scratch=tmp_path_factory.mktemp("jvm"))
    return java_class


@pytest.fixture(scope="module")
def theirs(java):
    """Split by WEKA; None where it refuses."""

    def split(text):
        try:
            words = java("weka.core.Utils").splitOptions(text)
        except java("java.lang.Exception"):
            return None
        return [str(word) for word in words]

    return split


def ours(text):
    """Split by this package; None where it refuses."""
    try:
        return split_options(text)
    except ValueError:
        return None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  -C 0.25\t-M 2 ",
        r'-F "a.B -R \"1 2\" -S \\" -W x',
        r'"-A \"b \\\"c d\\\" e\"" f',
        '"a"b c"d e"',
        '"not ended',
        '"not ended\\',
        r'"\\ \' \t \n \r \% \u001E \x \u0025"',
        '""',
        "a\xa0b\u2007c\x85d\x1ce\u2003f\u3000g",
    ],
)
def test_options_are_split_as_weka_splits_them(theirs, text):
    assert ours(text) == theirs(text)


WORDS = st.text(
    st.sampled_from(list('ab.-""\\\\ \'%tnru001E\t\n\xa0\x1c')), max_size=30
)


@given(WORDS)
def test_any_text_is_split_as_weka_splits_it(theirs, text):
    assert ours(text) == theirs(text)


HARMLESS = [
    (J48, ""),
    (J48, "-C 0.25 -M 2"),
    (J48, "-C .1 -M 2."),
    ("weka.classifiers.trees.RandomForest", "-I 100 -K 0 -S 1"),
    (
        "weka.classifiers.functions.SMO",
        "-C 1.0 -L 0.0010 -P 1.0E-12 -N 0 -V -1 -W 1 -K "
        '"weka.classifiers.functions.supportVector.PolyKernel -C 250007 -E 1.0"',
    ),
    (
        "weka.classifiers.lazy.IBk",
        '-K 1 -W 0 -A "weka.core.neighboursearch.LinearNNSearch -A '
        r'\"weka.core.EuclideanDistance -R first-last\""',
    ),
    (
        NET,
        f"-D -Q {LOCAL}.K2 -- -P 1 -S BAYES "
        "-E weka.classifiers.bayes.net.estimate.SimpleEstimator -- -A 0.5",
    ),
    (BAGGING, f"-P 100 -S 1 -I 10 -W {NET} -- -D"),
    (FILTERED, rf'-F "{FILTER}.AddExpression -E \"a1^2*a5/log(a7*4.0)\"" -W {J48}'),
    (FILTERED, f'-F "{FILTER}.NumericTransform -C java.lang.Math -M abs" -W {J48}'),
    ("weka.classifiers.meta.Stacking", f'-B "{NET} -D" -B "{J48} -C 0.1" -X 10'),
    ("weka.classifiers.meta.Vote", f'-S 1 -B "{NET} -D" -B "{J48}" -R AVG'),
    ("weka.classifiers.meta.CVParameterSelection", f'-P "C 0.1 0.5 5.0" -W {J48}'),
    (SEARCH, f"-x-property classifier.C -y-property filter.numComponents -W {J48}"),
]


@pytest.mark.parametrize(("learner", "options"), HARMLESS)
def test_what_studies_use_needs_no_consent(learner, options):
    assert untrusted(learner, options) == []


REACHING = [
    ("mine.Tree", "", "the class mine.Tree"),
    ("Tree", "", "the class Tree"),
    ("weka.core.Instances", "", "the class weka.core.Instances"),
    (NET, "-B net", f"the option -B of {NET}, which reads a file"),
    (NET, '"-B" net', "the option -B"),
    (NET, "-B net.xml", "the class or file net.xml"),
    (NET, "-Q weka.classifiers.bayes.net.search.fixed.FromFile", "fixed.FromFile"),
    (NET, f"-Q {LOCAL}.HillClimber -- -X net", "HillClimber, which reads a file"),
    (BAGGING, f"-W {NET} -- -B net", "the option -B"),
    (BAGGING, f"-S -- -W {NET} -B net", "the option -B"),
    (BAGGING, f"-W {BAGGING} -- -W {NET} -- -B net", "the option -B"),
    (BAGGING, "-W Evil.Tree", "the class or file Evil.Tree"),
    ("weka.classifiers.meta.Stacking", f'-B "{NET} -B net"', "the option -B"),
    ("weka.classifiers.meta.CVParameterSelection", f'-P "B 1 2 2" -W {NET}', "-B"),
    ("weka.classifiers.meta.CVParameterSelection", f'-P "B 1 2 2 R" -W {NET}', "-B"),
    (SEARCH, "-log-file log", "the option -log-file"),
    (SEARCH, f'-P "log-file 1 2 2" -W {SEARCH}', "the option -log-file"),
    (SEARCH, "-x-property classifier.class.name", "classifier.class.name"),
    (SEARCH, "-x-property classifier.Class[0].name", "classifier.Class[0].name"),
    (SEARCH, "-x-property other.C", "the class or file other.C"),
    (FILTERED, f'-F "{FILTER}.NumericTransform -C mine.Evil -M f"', "mine.Evil"),
    (
        FILTERED,
        rf'-F "weka.filters.MultiFilter -F \"{FILTER}.KernelFilter -F a\""',
        "-F",
    ),
    (FILTERED, r'-F "a \"b \\\"mine.Evil\\\"\""', "the class or file mine.Evil"),
    (FILTERED, r'-F "a \"b \\\"mine.Evil"', "mine.Evil"),
    ("weka.classifiers.meta.Vote", "-P model", "the option -P"),
    ("weka.classifiers.meta.CostSensitiveClassifier", "", "CostSensitiveClassifier"),
    (J48, '-C "0.25', "options that cannot be read"),
    (J48, "-C weka.3", "the class or file weka.3"),
    (J48, "\u0435vil.model", "the class or file '\\u0435vil.model'"),
]


@pytest.mark.parametrize(("learner", "options", "words"), REACHING)
def test_what_reaches_beyond_the_data_is_named(learner, options, words):
    assert any(words in said for said in untrusted(learner, options))
