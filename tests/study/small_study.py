"""A study of two classifiers on two data sets, to be varied."""

SHEET = "number\tname\tbundled\tinstances\n1\tiris\tiris\t150\n2\twine\twine\t178\n"
STUDY = {
    "datasets": "mine.tsv",
    "classifiers": {
        "Tree": {"scikit_learn": {"learner": "sklearn.tree.DecisionTreeClassifier"}},
        "Bayes": {"scikit_learn": {"learner": "sklearn.naive_bayes.GaussianNB"}},
    },
}
