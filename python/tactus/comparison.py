"""One scenario at several levels."""

from __future__ import annotations

import functools
import typing

from tactus import tables
from tactus.errors import DoesNotHold

if typing.TYPE_CHECKING:
    import pandas


class Comparison:
    """Several levels, each compared with the first: two exact levels (cycle, packet) packet by packet, and the flow level
    with its error."""

    def __init__(self, fields: dict):
        self.fields = fields  #: the program's answer, as `compare --json` prints it
        self.scenario: str = fields["scenario"]  #: name of the scenario
        self.pairs: list[dict] = fields.get("comparisons") or [
            {name: item for name, item in fields.items() if name != "scenario"}]  #: one dict per level behind the first

    @property
    def equal(self) -> bool | None:
        """Whether all exact levels are equal, packet by packet; None if at most one of the levels is exact."""
        equalities = [pair["equal"] for pair in self.pairs if "equal" in pair]
        return all(equalities) if equalities else None

    @functools.cached_property
    def errors(self) -> "pandas.DataFrame":
        """One row per level behind the first. `level` is its name and `reference` that of the first; other columns are
        fields of the answer with dotted names, as `relative_time_error` (a share) or `completion_error.relative.p90`.
        Raises MissingPackage without pandas."""
        return tables.rows_frame(self.rows(), "errors")

    def rows(self) -> list[tables.Row]:
        """The rows of `errors` as a list of dicts, without pandas."""
        rows = []
        for pair in self.pairs:
            reference, level = pair["levels"]
            own = {name: item for name, item in pair.items() if name != "levels"}
            # Times of both levels stand in fields that are named by the levels.
            for name in ("simulated_seconds", "user_cpu_s"):
                if name in own:
                    times = own.pop(name)
                    own[name] = {"level": times[level], "reference": times[reference]}
            rows.append({"level": level, "reference": reference, **tables.flat(own)})
        return rows

    def check(self) -> "Comparison":
        """This comparison, if all exact levels are equal. Raises DoesNotHold with the first difference."""
        for pair in self.pairs:
            if pair.get("equal") is False:
                raise DoesNotHold(f"{self.scenario}: {pair['levels'][0]} and {pair['levels'][1]} differ: "
                                  f"{pair['first_difference']}")
        return self

    def __repr__(self) -> str:
        lines = []
        for pair in self.pairs:
            reference, level = pair["levels"]
            if "equal" in pair:
                verdict = "equal" if pair["equal"] else pair["first_difference"]
                lines.append(f"{level} against {reference}: {pair['packets']} packets, {verdict}")
            else:
                lines.append(f"{level} against {reference}: time off by {100 * pair['relative_time_error']:.1f} %")
        return f"{self.scenario}: " + "; ".join(lines)
