"""Check tables and classes as scikit-learn's estimators do."""

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.utils import check_array, get_tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import column_or_1d, validate_data

from tenbyten.preprocessing.columns import is_frame


def checked_table(estimator: Any, X: Any, *, reset: bool) -> Any:
    """Check shape, names and plain numbers of `X`; leave labels as they are.

    With `reset`, in `fit`, the estimator gets `n_features_in_` and
    `feature_names_in_`, else it is compared with them. An array without labels is
    returned as float64.

    Raises
    ------
    ValueError
        If it has no row or no column, not two dimensions, complex or infinite
        numbers, missing ones that the estimator does not take, or other columns
        than in `fit`.
    TypeError
        If it is sparse.
    """
    if is_frame(X):
        validate_data(estimator, X, reset=reset, skip_check_array=True)
        for axis, what in enumerate(("sample", "feature")):
            if X.shape[axis] == 0:
                raise ValueError(
                    f"Found array with 0 {what}(s) (shape={X.shape}) while a minimum "
                    f"of 1 is required by {type(estimator).__name__}."
                )
        return X
    X = validate_data(estimator, X, reset=reset, dtype=None, ensure_all_finite=False)
    if X.dtype.kind in "OUS":
        return X
    finite = "allow-nan" if get_tags(estimator).input_tags.allow_nan else True
    return check_array(
        X, dtype=np.float64, ensure_all_finite=finite, estimator=estimator
    )


def read_classes(estimator: Any, y: Any) -> tuple[np.ndarray, npt.NDArray[np.int64]]:
    """Read class labels, and each row's index in them.

    A categorical declares its labels and their order. Errors name the `estimator`.

    Raises
    ------
    ValueError
        If `y` is None, continuous, not one column, or has a missing class.
    """
    if y is None:
        raise ValueError(
            f"This {type(estimator).__name__} estimator requires y to be passed, but "
            f"the target y is None."
        )
    categorical = getattr(y, "cat", y)
    if hasattr(categorical, "categories") and hasattr(categorical, "codes"):
        labels = categorical.categories.to_numpy()
        classes = np.asarray(categorical.codes, dtype=np.int64)
    else:
        y = column_or_1d(y, warn=True)
        check_array(y, dtype=None, ensure_2d=False, input_name="y")
        check_classification_targets(y)
        labels, classes = np.unique(y, return_inverse=True)
    if classes.size and classes.min() < 0:
        raise ValueError(
            f"Input y contains NaN: the class of row {int(np.argmin(classes))} is "
            f"missing; leave such rows out."
        )
    return labels, classes.astype(np.int64)


def read_weights(
    estimator: Any, sample_weight: Any, rows: int
) -> npt.NDArray[np.float64]:
    """Read the weights of so many training rows.

    Weights that sum to one, as AdaBoost gives them, are a distribution over the rows:
    they are multiplied by the number of rows, as WEKA's AdaBoostM1 does. Errors name
    the `estimator`.

    Raises
    ------
    ValueError
        If there is not one finite number for each row, one is negative, or all are
        zero.
    """
    weight = check_array(
        sample_weight,
        dtype=np.float64,
        ensure_2d=False,
        estimator=estimator,
        input_name="sample_weight",
    )
    if weight.shape != (rows,):
        raise ValueError(
            f"sample_weight.shape == {weight.shape}, expected {(rows,)}: "
            f"{type(estimator).__name__} needs a weight for each row."
        )
    if weight.min() < 0:
        raise ValueError(
            f"Negative values in data passed to `sample_weight` of "
            f"{type(estimator).__name__}: row {int(np.argmin(weight))} has "
            f"{weight.min()}."
        )
    if not weight.any():
        raise ValueError(
            f"Every sample_weight is zero: {type(estimator).__name__} needs a row "
            f"that counts."
        )
    return weight * rows if np.isclose(weight.sum(), 1) else weight
