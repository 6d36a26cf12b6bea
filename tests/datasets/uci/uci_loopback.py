"""UCI's archive on this machine: answers as the archive does, and misbehaves on demand.

The form of its answers is that which the package of its makers reads, ucimlrepo 0.0.7.
"""

import json

from openml_loopback import Answer, LoopbackOpenML, reach

from tenbyten.datasets.web import Connection

ABOUT = "/api/dataset"
TABLE = "/static/public/{}/data.csv"
WHERE = "sheet.tsv, row 1 (coins)"
JSON = "application/json"


def variable(name, role="Feature", kind="Categorical", missing="no"):
    """One column of a description."""
    return {
        "name": name,
        "role": role,
        "type": kind,
        "demographic": None,
        "description": None,
        "units": None,
        "missing_values": missing,
    }


COINS = [
    variable("id", "ID", "Integer"),
    variable("weight", kind="Continuous", missing="yes"),
    variable("mint", kind="Integer"),
    variable("worn", kind="Binary"),
    variable("side", "Target"),
]
CSV = b"id,weight,mint,worn,side\n1,1.5,3,0,head\n2,,4,1,tail\n3,2,3,0,head\n"


class LoopbackUCI(LoopbackOpenML):
    """Serves what `add` gave it, while it is entered."""

    def add(self, uci_id, *, variables=COINS, csv=CSV, described_id=None, **more):
        """Offer a table; `more` replaces parts of its description."""
        url = self.base + TABLE.format(uci_id)
        data = {
            "uci_id": described_id or uci_id,
            "name": "Coins",
            "repository_url": f"{self.base}/dataset/{uci_id}/coins",
            "data_url": url if csv is not None else None,
            "num_instances": None,
            "has_missing_values": "yes",
            "missing_values_symbol": None,
            "year_of_dataset_creation": 1989,
            "last_updated": "Thu Aug 10 2023",
            "dataset_doi": "10.24432/C5959T",
            "creators": ["A. Moneyer"],
            "intro_paper": None,
            "variables": variables,
        }
        document = {"status": 200, "statusText": "OK", "data": data | more}
        self.answers[ABOUT] = Answer(json.dumps(document).encode(), content_type=JSON)
        if csv is not None:
            self.answers[TABLE.format(uci_id)] = Answer(csv, content_type="text/csv")


def unknown(status=404):
    """The archive's answer about an id that it has not."""
    document = {"status": 404, "message": "No dataset found with id 89"}
    return Answer(json.dumps(document).encode(), status, JSON)


def reach_uci(server, **how) -> Connection:
    """How `server` is reached, without much waiting."""
    more = {"attempts": 2, "named_in": "`uci_server`", **how}
    connection = reach(server, **more)
    return connection.__class__(**vars(connection) | {"server": server.base})
