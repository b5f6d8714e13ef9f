"""Fits the error that analysis states: how far a search is from the result of the game. Needs numpy.

usage: fit_errors.py games.yiqi analysis.json…

`games.yiqi` are games between strong levels (`yiqi arena … --out DIR` writes them); each file of analyses comes from
`yiqi analyze games.yiqi --all --depth N --json`. Fits to half of the games and tests on the other half.
"""

import json
import re
import sys

import numpy as np


def results(path):
    """Black's stones less White's at the end of each game; empty points are the winner's."""
    found = []
    for line in open(path, encoding="utf-8"):
        if line.startswith("Result: "):
            counts = re.search(r"(\d+)-(\d+)", line)
            black, white = map(int, counts.groups()) if counts else (32, 32)
            found.append(black - white + np.sign(black - white) * (64 - black - white))
    return found


def errors(path, ends):
    """Rows of empty points, depth, value less result, game; of searches that did not reach the end."""
    for line in open(path, encoding="utf-8"):
        search = json.loads(line)
        empty, depth = 60 - search["ply"], search["depth"]
        # The openings of the games are not their players' choice.
        if search["exactness"] == "estimate" and depth < empty <= 52:
            yield empty, depth, search["score"] - ends[search["game"] - 1], search["game"]


def features(rows):
    empty, depth = rows[:, 0], rows[:, 1]
    ones = np.ones_like(empty)
    return np.stack([ones, np.log(empty - depth), depth, np.minimum(empty, 30), empty], 1)


def fit(rows):
    """The logarithm of the standard deviation as a linear function, by maximum likelihood."""
    known, squares = features(rows), rows[:, 2] ** 2
    weights = np.array([1.5, 0, 0, 0, 0])
    for _ in range(60):
        share = squares / np.exp(2 * known @ weights)
        slope = known.T @ (1 - share)
        weights -= np.linalg.solve(2 * (known * share[:, None]).T @ known, slope)
    return weights


def main():
    ends = results(sys.argv[1])
    rows = np.array([row for path in sys.argv[2:] for row in errors(path, ends)], float)
    is_fitted = rows[:, 3] % 4 < 2
    weights, test = fit(rows[is_fitted]), rows[~is_fitted]
    print("1, ln(empty - depth), depth, min(empty, 30), empty:", np.round(weights, 4))
    stated = np.exp(features(test) @ weights)
    within = np.abs(test[:, 2]) <= stated
    print(f"within the stated error: {within.mean():.3f} of {len(test)}")
    for depth in sorted(set(test[:, 1])):
        parts = []
        for least in range(8, 56, 8):
            chosen = (test[:, 1] == depth) & (test[:, 0] // 8 * 8 == least)
            if chosen.sum() > 40:
                parts.append(f"{least}+: ±{stated[chosen].mean():.1f} {within[chosen].mean():.2f}")
        print(f"depth {depth:.0f}  " + "  ".join(parts))


main()
