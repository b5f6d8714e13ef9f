"""Fits the errors that analysis knows: how far a search is from the result of the game, on average and in spread.
Needs numpy.

usage: fit_errors.py games.yiqi analysis.json…

`games.yiqi` are games between strong levels (`yiqi arena … --out DIR` writes them); each file of analyses comes from
`yiqi analyze games.yiqi --all --depth N --json`. Fits to half of the games and tests on the other half. The program
already subtracts the mean error it knows, so a mean that is fitted here is what has to be added to it.
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
    """Rows of empty points, depth, value less result for the side to move, game; of searches that did not reach the
    end."""
    for line in open(path, encoding="utf-8"):
        search = json.loads(line)
        empty, depth = 60 - search["ply"], search["depth"]
        # The openings of the games are not their players' choice.
        if search["exactness"] == "estimate" and depth < empty <= 52:
            error = search["score"] - ends[search["game"] - 1]
            yield empty, depth, error if search["turn"] == "black" else -error, search["game"]


def parities(rows):
    """What the mean error depends on; the last moves of the search and of the game, fading near the end."""
    empty, depth = rows[:, 0], rows[:, 1]
    odd, even = np.where(depth % 2 == 1, 1, -1), np.where(empty % 2 == 0, 1, -1)
    fading = np.minimum((empty - depth) / 8, 1)
    return np.stack([np.ones_like(empty), 1 / depth, odd, even], 1) * fading[:, None]


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
    means = np.linalg.lstsq(parities(rows[is_fitted]), rows[is_fitted, 2], rcond=None)[0]
    print("mean error, 1, 1 / depth, odd depth, even number of empty points:", np.round(means, 3))
    before = np.sqrt((rows[~is_fitted, 2] ** 2).mean())
    rows[:, 2] -= parities(rows) @ means
    print(f"root mean square: {before:.3f} before, {np.sqrt((rows[~is_fitted, 2] ** 2).mean()):.3f} after")
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
