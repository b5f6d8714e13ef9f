"""Fits the corrections by which what analysis states differs from what a search found. Needs numpy.

usage: fit_stated.py FITTED.tsv… -- TEST.tsv…

The files come from `yiqi-train-reversi probcut --stated` with positions of games, as `exam` writes them. Fits to the
first and tests on the second. What is fitted is what `stated.rs` holds, in stones.
"""

import sys

import numpy as np

LEAST_EMPTY = 14
MODERATE = 16
WIDE = 26  # from this number of empty points on, scores are results of games


def rows(paths):
    """Empty points, depth, value, value of one ply less, score, choice, replies, threat; of searches that did not reach
    the end."""
    found = []
    for path in paths:
        with open(path, encoding="ascii") as lines:
            next(lines)
            for line in lines:
                empty, score, first, threat, later, replies, *values = map(int, line.split("\t"))
                if empty < LEAST_EMPTY:
                    continue
                for depth in range(1, min(len(values), empty)):
                    outlook = (first, 0, threat) if depth == 1 else (later, replies, 0)
                    found.append((empty, depth, values[depth], values[depth - 1], score, *outlook))
    known = np.array(found, float)
    known[:, 5:] /= 100
    return known


def corrections(part):
    """What is added to a value, up to the coefficients."""
    empty, depth, value, before, _, choice, replies, threat = part.T
    fading = np.clip((empty - depth) / 8, 0, 1)
    odd, even = np.where(depth % 2 == 1, 1, -1), np.where(empty % 2 == 0, 1, -1)
    closeness = np.minimum(26 / empty, 1)
    moderate = np.clip(value, -MODERATE, MODERATE)
    return np.stack(
        [
            (before - value) * (depth >= 3),
            fading * choice,
            fading * choice / depth,
            fading * replies / depth,
            -fading * threat,
            -fading * moderate / depth**2,
            -fading,
            -fading / depth,
            -fading * (depth == 1),
            -fading * odd,
            -fading * even * closeness,
        ],
        1,
    )


NAMES = [
    "share of the iteration before, from depth 3 on",
    "choice",
    "choice / depth",
    "replies / depth",
    "threat",
    "exaggeration / depth squared",
    "mean error",
    "mean error / depth",
    "mean error at depth 1",
    "odd depth",
    "even number of empty points, close to the end",
]


def rms(errors):
    return np.sqrt(np.mean(errors**2))


def main():
    split = sys.argv.index("--")
    fitted, test = rows(sys.argv[1:split]), rows(sys.argv[split + 1 :])
    # Each row counts by the inverse of its expected error, so that deep searches are not ignored.
    weights = 1 / (2.2 + 2.8 / fitted[:, 1] ** 0.5 + (fitted[:, 0] >= WIDE) * 2)
    missing = fitted[:, 4] - fitted[:, 2]
    found = np.linalg.lstsq(corrections(fitted) * weights[:, None], missing * weights, rcond=None)[0]
    for name, coefficient in zip(NAMES, found):
        print(f"{name}: {coefficient:.3f}")

    def errors(part):
        return part[:, 2] + corrections(part) @ found - part[:, 4]

    left = errors(test)
    for number in sorted(set(test[:, 1])):
        here = test[:, 1] == number
        searched = (test[:, 2] - test[:, 4])[here]
        print(
            f"depth {number:2.0f}: as searched {rms(searched):.3f}, {searched.mean():+.2f};"
            f" as stated {rms(left[here]):.3f}, {left[here].mean():+.2f}"
        )


main()
