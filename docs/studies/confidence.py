"""Confidence intervals of means over few runs, for the studies beside this file.

`tactus sweep --seeds` has them in its table; this is for those that keep their runs in another way.
"""

import math
import statistics

# Two-sided 95 % quantiles of Student's t, by degrees of freedom.
STUDENT = dict(enumerate((12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228), start=1))
STUDENT |= dict(enumerate((2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086), start=11))


def interval(values):
    """Mean of 2 to 21 values, and half of the width of its 95 % interval."""
    half = STUDENT[len(values) - 1] * statistics.stdev(values) / math.sqrt(len(values))
    return statistics.fmean(values), half
