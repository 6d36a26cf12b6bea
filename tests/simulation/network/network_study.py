"""Small studies of problem `network`, without the workflow."""

from tenbyten.simulation import find_problem

PROBLEM = find_problem("network")
ASKED = {
    "problem": "network",
    "experiments": 20,
    "differences": [0.05],
    "spread": "none",
    "exchange": True,
    "sizes": [25, 50, 100, 250, 500, 1000],
    "datasets": [25, 50],
    "runs": [1, 10],
    "stratified": False,
    "estimator": "frequencies",
}
OF_STUDY = {
    "folds": 10,
    "seed": 1,
    "alpha": 0.05,
    "rho": "1/folds",
    "zero_variance": "half",
    "signed_rank": "auto",
    "signed_rank_sides": "one",
}


def settings_of(**changed):
    """Settings of a study; keys of the problem and of the study may be changed."""
    of_study = OF_STUDY | {key: changed.pop(key) for key in OF_STUDY if key in changed}
    return of_study | {"simulation": ASKED | changed}


def simulated(settings, *parts):
    """Simulate all cells: in one part, or in several ranges of experiments, joined."""
    import pandas as pd

    parts = parts or (range(PROBLEM.experiments(settings)),)
    return {
        name: pd.concat([PROBLEM.simulate(part, files={}, **cell) for part in parts])
        for name, cell in PROBLEM.cells(settings).items()
    }


def collected(**changed):
    """Return the tables of a study."""
    settings = settings_of(**changed)
    return PROBLEM.collect(simulated(settings), files={}, settings=settings)
