"""Make data sets that need no network: scikit-learn's, and those that a rule defines.

The rules are those of the UCI repository's descriptions; rows and labels are in
the order of its files (for contact-lenses, of WEKA's file).
"""

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from tenbyten.datasets.table import Attribute, Dataset


def read_bundled(name: str) -> Dataset:
    """Make the data set of a name out of `BUNDLED`.

    iris, wine, breast-cancer-wisconsin-diagnostic and digits are the tables that
    scikit-learn carries, their classes in the order of its targets. The others
    have a row for every possible case, and are made by rule:

    - balance-scale [1]_: the side with the larger weight times distance goes down.
    - tic-tac-toe [2]_: all boards at which a game that x began can end; positive
      where x won. First the boards that x won, then those that o won, then draws.
    - monks-1, monks-2, monks-3 [3]_: the three target concepts, without the
      training sets and the noise of the third.
    - contact-lenses [4]_: the lenses to fit, if any.

    References
    ----------
    .. [1] Siegler (1976). Cognitive Psychology 8, 481-520.
    .. [2] Matheus, Rendell (1989). Proc. 11th IJCAI, 645-650.
    .. [3] Thrun et al. (1991). The MONK's Problems: A Performance Comparison of
       Different Learning Algorithms. CMU-CS-91-197.
    .. [4] Cendrowska (1987). Int. J. Man-Machine Studies 27, 349-370.
    """
    return Dataset(name, *_MAKERS[name]())


def _table(labels, *columns):
    """Return attributes by their labels, None for numeric, and values of columns."""
    attributes = tuple(Attribute(*x) for x in labels.items())
    return attributes, np.column_stack(columns).astype(float)


def _from_scikit_learn(table):
    """Take one of scikit-learn's tables, all of whose predictors are numeric."""
    from sklearn import datasets

    bunch = getattr(datasets, f"load_{table}")()
    numeric = dict.fromkeys(map(str, bunch.feature_names))
    classes = tuple(map(str, bunch.target_names))
    return _table(numeric | {"class": classes}, bunch.data, bunch.target)


def _cases(*counts):
    """Return all index combinations below `counts`, the last index fastest."""
    return np.array(list(product(*map(range, counts))), dtype=np.int64)


def _balance_scale():
    """Make the side to which a scale with a weight on each arm tips."""
    values = _cases(5, 5, 5, 5) + 1
    left_weight, left_distance, right_weight, right_distance = values.T
    tips = np.sign(right_weight * right_distance - left_weight * left_distance)
    names = ("left-weight", "left-distance", "right-weight", "right-distance")
    return _table(dict.fromkeys(names) | {"class": ("L", "B", "R")}, values, tips + 1)


_LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


def _tic_tac_toe():
    """Make the final boards of the game, won by x, who began, or not."""
    boards = _cases(*[3] * 9)
    lines = boards[:, [[int(square) for square in line] for line in _LINES]]
    x_wins, o_wins = ((lines == player).all(2).any(1) for player in (0, 1))
    x, o, blank = ((boards == player).sum(1) for player in range(3))
    # The winner moved last, and there is only one.
    x_won = x_wins & ~o_wins & (x == o + 1)
    o_won = o_wins & ~x_wins & (x == o)
    drawn = ~x_wins & ~o_wins & (blank == 0) & (x == o + 1)
    boards = np.concatenate([boards[x_won], boards[o_won], boards[drawn]])
    negative = np.arange(len(boards)) >= x_won.sum()
    squares = product(("top", "middle", "bottom"), ("left", "middle", "right"))
    names = [f"{row}-{column}-square" for row, column in squares]
    labels = dict.fromkeys(names, ("x", "o", "b")) | {"class": ("positive", "negative")}
    return _table(labels, boards, negative)


def _monks(problem):
    """Make the robots of the monks that one problem's rule describes."""
    counts = (3, 3, 2, 3, 4, 2)
    cases = _cases(*counts)
    a1, a2, _, a4, a5, _ = (cases + 1).T
    concept = {
        1: (a1 == a2) | (a5 == 1),
        2: (cases == 0).sum(1) == 2,
        3: ((a5 == 3) & (a4 == 1)) | ((a5 != 4) & (a2 != 3)),
    }[problem]
    labels = {f"a{n}": tuple("1234"[:count]) for n, count in enumerate(counts, 1)}
    return _table(labels | {"class": ("0", "1")}, cases, concept)


def _contact_lenses():
    """Make the contact lenses to fit, if any, for every patient."""
    labels = {
        "age": ("young", "pre-presbyopic", "presbyopic"),
        "spectacle-prescrip": ("myope", "hypermetrope"),
        "astigmatism": ("no", "yes"),
        "tear-prod-rate": ("reduced", "normal"),
        "contact-lenses": ("soft", "hard", "none"),
    }
    cases = _cases(3, 2, 2, 2)
    age, prescription, astigmatic, tears = cases.T
    young, presbyopic, myope = age == 0, age == 2, prescription == 0
    soft = (tears == 1) & (astigmatic == 0) & ~(presbyopic & myope)
    hard = (tears == 1) & (astigmatic == 1) & (young | myope)
    return _table(labels, cases, np.select([soft, hard], [0, 1], default=2))


_MAKERS: dict[str, Callable[[], tuple[tuple[Attribute, ...], npt.NDArray[Any]]]] = {
    "iris": partial(_from_scikit_learn, "iris"),
    "wine": partial(_from_scikit_learn, "wine"),
    "breast-cancer-wisconsin-diagnostic": partial(_from_scikit_learn, "breast_cancer"),
    "digits": partial(_from_scikit_learn, "digits"),
    "balance-scale": _balance_scale,
    "tic-tac-toe": _tic_tac_toe,
    **{f"monks-{problem}": partial(_monks, problem) for problem in (1, 2, 3)},
    "contact-lenses": _contact_lenses,
}
BUNDLED = tuple(_MAKERS)
