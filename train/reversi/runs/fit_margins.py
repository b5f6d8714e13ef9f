"""Fits the forward-pruning margins to the output of `yiqi-train-reversi probcut`. Needs numpy.

usage: fit_margins.py probcut.tsv
"""

import collections
import math
import sys

import numpy as np

GROUP = 6  # counts of empty points per group
FEWEST = 60  # minimum number of positions per group


def differences(path):
    """The differences between a shallow and a deep search, by empty points and both depths."""
    found = collections.defaultdict(list)
    with open(path, encoding="ascii") as lines:
        next(lines)
        for line in lines:
            empty, *values = map(int, line.split("\t"))
            middle = empty // GROUP * GROUP + GROUP // 2
            for deep in range(2, len(values)):
                # Searches of odd and even depth differ by a constant, and pruning never compares them.
                for shallow in range(deep % 2, deep, 2):
                    found[middle, shallow, deep].append(values[deep] - values[shallow])
    return {key: values for key, values in found.items() if len(values) >= FEWEST}


def main():
    found = differences(sys.argv[1])
    rows = np.array([[1, empty, empty * empty, shallow, deep] for empty, shallow, deep in found], float)
    deviations = np.array([math.log(math.sqrt(np.mean(np.square(values)))) for values in found.values()])
    weights = np.sqrt([len(values) for values in found.values()])
    fit, *_ = np.linalg.lstsq(rows * weights[:, None], deviations * weights, rcond=None)
    error = np.sqrt(np.average(np.square(rows @ fit - deviations), weights=weights**2))
    print("1, empty, empty squared, shallow, deep:", fit.round(5))
    print(f"root mean square error of the logarithm: {error:.3f}")


main()
