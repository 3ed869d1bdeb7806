"""Studies of many runs, in stages that are asked for by name: their command line, and their runs."""

from known_runs import KnownRuns

FIGURES = {
    "seconds": lambda result, _folder: repr(result["simulated_seconds"]),
    "ratio_to_ideal": lambda result, _folder: repr(result.get("ratio_to_ideal", "")).strip("'"),
    "accepted": lambda result, _folder: repr(result.get("open_loop", {}).get("accepted", "")).strip("'"),
    "user_cpu_s": lambda result, _folder: repr(result["host"]["user_cpu_s"]),
}


class StagedStudy:
    """Runs that are known from runs.csv, or made; `figures` are the columns that each gives."""

    figures = FIGURES

    def __init__(self, options):
        self.options = options
        self.runs = KnownRuns(options.tactus, options.out / "runs.csv", self.figures)

    def make(self, runs):
        self.runs.make(runs, self.options.jobs)

    def ratio(self, run):
        return self.runs.figure("ratio_to_ideal", *run)


def run_stages(parser, study_class, stages):
    """Runs the stages that the command line names, in its order."""
    options = parser.parse_args()
    study = study_class(options)
    for stage in options.stages.split(","):
        stages[stage](study)
