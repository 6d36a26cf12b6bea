"""The data sets that need no network, held to their descriptions and real copies."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from tenbyten.datasets.bundled import BUNDLED, read_bundled
from tenbyten.datasets.canonical import canonical
from tenbyten.datasets.readers.arff import read_arff

# Instances, attributes, numeric attributes, rows of each class in declared order.
# The counts are those of the UCI descriptions (digits: of scikit-learn's).
DESCRIBED = {
    "iris": (150, 5, 4, [50, 50, 50]),
    "wine": (178, 14, 13, [59, 71, 48]),
    "breast-cancer-wisconsin-diagnostic": (569, 31, 30, [212, 357]),
    "digits": (1797, 65, 64, [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]),
    "balance-scale": (625, 5, 4, [288, 49, 288]),
    "tic-tac-toe": (958, 10, 0, [626, 332]),
    "monks-1": (432, 7, 0, [216, 216]),
    "monks-2": (432, 7, 0, [290, 142]),
    "monks-3": (432, 7, 0, [204, 228]),
    "contact-lenses": (24, 5, 0, [5, 4, 15]),
}


def texts(dataset):
    """Rows of a wholly nominal data set as tuples of labels."""
    labels = [attribute.labels for attribute in dataset.attributes]
    return [
        tuple(of[int(value)] for of, value in zip(labels, row, strict=True))
        for row in dataset.values
    ]


def read_uci(folder, name, target="class"):
    raw = read_arff(folder / f"{name}.arff")
    return canonical(raw, name=name, target=target, where=name)


@pytest.mark.parametrize("name", BUNDLED)
def test_data_set_is_as_described(name):
    dataset = read_bundled(name)
    facts = dataset.facts
    instances, attributes, numeric, classes = DESCRIBED[name]
    assert dataset.name == name
    assert dataset.values.shape == (instances, attributes)
    assert dataset.values.dtype == np.float64
    assert facts["numeric"] == numeric
    assert facts["missing_cells"] == 0
    assert np.bincount(dataset.classes).tolist() == classes
    for attribute, column in zip(dataset.attributes, dataset.values.T, strict=True):
        if attribute.is_nominal:
            assert set(column) == set(range(len(attribute.labels)))


@pytest.mark.parametrize(
    ("name", "target"), [("wine", "class"), ("contact-lenses", "contact-lenses")]
)
def test_values_are_those_of_uci_s_and_of_weka_s_file(name, target, uci):
    ours, theirs = read_bundled(name), read_uci(uci, name, target=target)
    assert ours.values.tobytes() == theirs.values.tobytes()
    assert ours.attributes == theirs.attributes or name == "wine"


def test_iris_is_the_uci_iris_but_for_the_three_cells_corrected_after_fisher(uci):
    ours, theirs = read_bundled("iris"), read_uci(uci, "iris")
    differing = np.argwhere(ours.values != theirs.values)
    assert differing.tolist() == [[34, 3], [37, 1], [37, 2]]


def test_balance_scale_tips_to_the_larger_torque():
    dataset = read_bundled("balance-scale")
    # The UCI file counts up, the right distance fastest.
    cases = list(product(range(1, 6), repeat=4))
    assert dataset.values[:, :4].tolist() == [list(map(float, case)) for case in cases]
    for case, label in zip(cases, dataset.classes, strict=True):
        left, right = case[0] * case[1], case[2] * case[3]
        expected = "L" if left > right else "R" if right > left else "B"
        assert dataset.class_attribute.labels[label] == expected


@cache
def final_boards(board="b" * 9, player="x"):
    """Boards at which a game can end, by playing all games from `board` on."""
    for line in ("012", "345", "678", "036", "147", "258", "048", "246"):
        if {board[int(square)] for square in line} in ({"x"}, {"o"}):
            return {(board, board[int(line[0])])}
    ends = set()
    for square in (square for square in range(9) if board[square] == "b"):
        after = board[:square] + player + board[square + 1 :]
        ends |= final_boards(after, "xo"[player == "x"])
    return ends or {(board, "nobody")}


def test_tic_tac_toe_has_every_board_at_which_a_game_can_end_in_uci_s_order():
    rows = texts(read_bundled("tic-tac-toe"))
    boards = ["".join(row[:9]) for row in rows]
    won_by = dict(final_boards())
    assert len(boards) == len(won_by)
    assert set(boards) == set(won_by)
    for board, row in zip(boards, rows, strict=True):
        assert row[9] == ("positive" if won_by[board] == "x" else "negative")
    # As in the UCI file.
    assert boards[:4] == ["xxxxooxoo", "xxxxoooxo", "xxxxoooox", "xxxxooobb"]
    assert boards[626:629] == ["xxoxxoobo", "xxoxxoboo", "xxoxxbooo"]
    assert boards[942:944] == ["xxooxxxoo", "xxoooxxxo"]
    assert boards[-1] == "ooxxxooxx"


@pytest.mark.parametrize(
    ("name", "start", "noisy"),
    [("monks-1", 124, 0), ("monks-2", 0, 0), ("monks-3", 0, 6)],
)
def test_monks_are_the_uci_test_rows(name, start, noisy, uci):
    # The UCI table holds the training rows, too, after the test rows or before.
    ours, theirs = read_bundled(name), read_uci(uci, name)
    rows = texts(theirs)
    assert texts(ours) == rows[start : start + 432]
    assert [a.labels for a in ours.attributes] == [a.labels for a in theirs.attributes]
    assert sum(row not in set(texts(ours)) for row in rows) == noisy
