"""Routers and ways of pacing that studies share, by the names on their pages."""

import pathlib

from calibrate_nsim import router

SCENARIOS = pathlib.Path(__file__).parents[2] / "scenarios"

ARBITERS = ["injection_first", "first_come", "round_robin", "matrix", "oldest_first", "through_first"]
# The router that is most like that of the nsim paper, but for its rest between packets (router.turnaround) and the end
# of its calls: docs/reproducing/calibration.md.
PAPER_LIKE = router("injection_first_come", "fifo", "port") | {"router.input_nomination": "oldest"}
ROUTERS = {
    **{f"{a}, {t}".replace("_", " "): router(a, "per_output", t) for a in ARBITERS for t in ("queue", "vc", "port")},
    "round robin, FIFO": router("round_robin", "fifo", "vc"),
    "injection first, FIFO": router("injection_first", "fifo", "vc"),
    "like the paper's": PAPER_LIKE,
}


def bias(value):
    return {"pacing.bias": value}


def control(kind, **settings):
    return {"pacing.control": kind} | {f"pacing.{key}": value for key, value in settings.items()}
