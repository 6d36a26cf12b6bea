"""A job counts with the versions of libraries that its study was planned with."""

import pytest

from tenbyten.engines import Classifier, Panel, find_engine
from tenbyten.engines.cross_validation import Allotment
from tenbyten.jobs.cross_validating import Work, cross_validate

BAYES = Classifier("bayes", "sklearn.naive_bayes.GaussianNB")
ENGINE = "scikit_learn"


def job(folder, **libraries):
    """A job on no data set, planned with some other versions."""
    software = find_engine(ENGINE).made_with(BAYES)
    software["libraries"] |= libraries
    return Work(
        Panel(ENGINE, [BAYES]),
        settings={"datasets": [], "asked": {"fold_timeout": 0, "metrics": []}},
        software={"bayes": software},
        data=folder,
        cache=folder,
        modules=folder,
        allotted=Allotment(),
    )


def test_another_version_than_the_planner_s_is_refused(tmp_path):
    version = find_engine(ENGINE).made_with(BAYES)["libraries"]["numpy"]
    said = (
        f"^classifier bayes: this job has numpy {version}, the study was planned with "
        r"1\.0; install the same .*constraints.txt.* leave out `--sdm conda`$"
    )
    with pytest.raises(ValueError, match=said):
        cross_validate(job(tmp_path, numpy="1.0"))


def test_the_planner_s_versions_are_taken(tmp_path):
    # What only the planner has is of the user's own modules.
    assert cross_validate(job(tmp_path, torch="2.0")).rows == []
