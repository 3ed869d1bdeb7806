"""Runs the network simulator Tactus and reads its results.

    import tactus

    result = tactus.run("scenarios/quickstart/a2at_4x4.yaml", level="packet", n=5)
    result.simulated_seconds
    result.links                # a pandas DataFrame of links.csv

The package starts the program `tactus` and has no compiled code. Frames need pandas; all other parts need nothing.
"""

from tactus.commands import compare, run, sweep
from tactus.comparison import Comparison
from tactus.errors import (DoesNotHold, Fault, InputError, MissingPackage, ProgramError, TactusError, TactusNotFound,
                           TactusWarning, Violation)
from tactus.program import find_program
from tactus.result import Result
from tactus.sweep_table import Sweep

__version__ = "0.1.0"

__all__ = [
    "Comparison", "DoesNotHold", "Fault", "InputError", "MissingPackage", "ProgramError", "Result", "Sweep",
    "TactusError", "TactusNotFound", "TactusWarning", "Violation", "compare", "find_program", "run", "sweep",
]
