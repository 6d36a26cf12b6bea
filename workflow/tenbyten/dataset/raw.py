"""Hold a table as its source gives it, before a class is chosen."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tenbyten.dataset.table import Attribute


@dataclass(frozen=True)
class RawTable:
    """All attributes of a source, in its order.

    Attributes
    ----------
    attributes : tuple of Attribute
        All attributes in the source's order.
    values : ndarray of shape (instances, attributes), float64
        Numeric values as they are; a nominal value as the index of its label;
        NaN where a value is missing, and throughout a textual attribute.
    textual : dict of str to str
        The declared type, ``string`` or ``date``, of every attribute that
        has no values here: it can only be dropped.
    """

    attributes: tuple[Attribute, ...]
    values: npt.NDArray[np.float64]
    textual: dict[str, str] = field(default_factory=dict)
