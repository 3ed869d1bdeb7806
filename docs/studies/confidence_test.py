#!/usr/bin/env python3
"""Tests of confidence.py."""

import math
import unittest

from confidence import STUDENT, interval


def within(t, freedom):
    """Share of a Student-t variable with so many degrees of freedom that is within -t and t, by its finite series."""
    angle = math.atan(t / math.sqrt(freedom))
    term = math.cos(angle) if freedom % 2 else 1.0
    total = 0.0
    for k in range(2 + freedom % 2, freedom + 1, 2):
        total += term
        term *= (k - 1) / k * math.cos(angle) ** 2
    total *= math.sin(angle)
    return 2 / math.pi * (angle + total) if freedom % 2 else total


class ConfidenceTest(unittest.TestCase):
    def test_quantiles_are_those_of_the_distribution_to_three_decimals(self):
        self.assertEqual(list(STUDENT), list(range(1, 21)))
        for freedom, t in STUDENT.items():
            self.assertLess(within(t - 0.0005, freedom), 0.95, freedom)
            self.assertGreater(within(t + 0.0005, freedom), 0.95, freedom)

    def test_interval_is_student_t_times_the_standard_error(self):
        mean, half = interval([2.0, 4.0, 6.0])
        self.assertEqual(mean, 4.0)
        self.assertAlmostEqual(half, 4.303 * 2 / math.sqrt(3))


if __name__ == "__main__":
    unittest.main()
