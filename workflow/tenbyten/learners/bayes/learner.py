"""The array half that the Bayesian learners share: they learn from counts."""

from functools import partial

from tenbyten.learners.bayes.counts import Counts, label_codes
from tenbyten.learners.learner import ArrayLearner, Codes, Floats, Fold, Ints


class CountsLearner(ArrayLearner):
    """A learner that needs only counts where all attributes are nominal.

    Learners of one fold share its counts. A subclass gives `fit_counts` and
    `distribution_of_codes`.
    """

    def fit_counts(self, counts: Counts) -> None:
        """Learn from counts of nominal attributes."""
        raise NotImplementedError

    def distribution_of_codes(self, codes: Codes) -> Floats:
        """Estimate the probability of each class for rows of nominal attributes."""
        raise NotImplementedError

    def fit_values(
        self,
        values: Floats,
        n_values: Ints,
        classes: Ints,
        n_classes: int,
        weight: Floats | None = None,
    ) -> None:
        """Learn from training rows (see `ArrayLearner`)."""
        codes = label_codes(values)
        self.fit_counts(Counts(codes, n_values, classes, n_classes, weight))

    def distribution_of_values(self, values: Floats) -> Floats:
        """Estimate the probability of each class (see `ArrayLearner`)."""
        return self.distribution_of_codes(label_codes(values))

    def fit_fold(self, fold: Fold) -> None:
        """Learn from the counts of a fold, if all its attributes are nominal."""
        if fold.is_nominal:
            self.fit_counts(fold.shared("counts", partial(_counts, fold)))
        else:
            super().fit_fold(fold)

    def distribution_of_fold(self, fold: Fold) -> Floats:
        """Estimate the probability of each class for the test rows of a fold."""
        if fold.is_nominal:
            return self.distribution_of_codes(fold.test_codes)
        return super().distribution_of_fold(fold)


def _counts(fold: Fold) -> Counts:
    """Count the training rows of a fold whose attributes are all nominal."""
    return Counts(fold.training_codes, fold.n_values, fold.classes, fold.n_classes)
