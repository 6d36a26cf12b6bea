"""What the rules know of a run, for those who show how it goes."""

from dataclasses import dataclass, field


@dataclass
class Run:
    """Facts on a run, filled by the rules while Snakemake reads them.

    A workflow that fills nothing is shown by its jobs alone.

    Attributes
    ----------
    lines : list of str
        Shown at the start, and at the end of a dry run.
    unit : str
        What jobs make: ``folds`` or ``experiments``.
    units : int
        All of the study.
    amounts : dict
        What each job makes: its number of units, and the seconds that they take by a
        coarse estimate (NaN for unknown), by the name of its rule and the values of
        its wildcards without `study`. Other jobs are not counted in units.
    report : str
        The path of the report; empty if there is none.
    not_tested : dict of str to list of str
        Tests that the study leaves out, by the reason.
    """

    lines: list[str] = field(default_factory=list)
    unit: str = "folds"
    units: int = 0
    amounts: dict[tuple[str, ...], tuple[int, float]] = field(default_factory=dict)
    report: str = ""
    not_tested: dict[str, list[str]] = field(default_factory=dict)


# The run of this process.
RUN = Run()
